"""A package from outside, installed into a folder of its own as `pip install` would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "goofspiel"


def install(target: Path) -> dict[str, str]:
    """Install the example there; the environment in which Python finds it, and Tenka."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *("--no-deps", "--no-build-isolation", "--no-index", "--target", str(target)),
            str(EXAMPLE),
        ],
        check=True,
        capture_output=True,
    )
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(target)))}
