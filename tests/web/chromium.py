"""The browser of the tests: the system's Chromium, best without the windows that nobody looks at.

`python -m tests.web.chromium` says whether it is there; where Debian's packages may be installed,
it installs Debian's, of which a page takes a third of the whole browser's time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "The tests of the browser client need Chromium: install it (on Debian: apt-get install"
    f" {SHELL}), or name it in TENKA_CHROMIUM."
)
# No sandbox: in a container as root it does not start otherwise. It opens only our own pages.
# No third dimension: without a graphics card it is slow, and one test asks for it (SOLID).
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-3d-apis",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SOLID = (
    *(flag for flag in FLAGS if flag not in ("--disable-gpu", "--disable-3d-apis")),
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)

EVEN = "--font-render-hinting=none"  # for pictures to be shown: letters at their true distances


def find(names: tuple[str, ...] = (SHELL, *WHOLE)) -> str | None:
    """The path of the first of these that is there, unless one is named in the environment."""
    named = os.environ.get("TENKA_CHROMIUM")
    return named or next(filter(None, map(shutil.which, names)), None)


def install(package: str) -> None:
    """Install Debian's, where this user may."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print(f"Installing Debian's {package} for the browser tests (once)", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", package]):
        done = subprocess.run(
            ["apt-get", "-qq", "-o", "Acquire::http::Timeout=10", *command],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stdout[-2000:] + done.stderr[-2000:])


if __name__ == "__main__":
    if not find((SHELL,)):
        install(SHELL)
    if not find():  # an older Debian has no such package
        install(WHOLE[0])
    sys.exit(None if find() else MISSING)
