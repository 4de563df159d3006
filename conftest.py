"""Tests use compiled rules, and wait for them; NUMBA_DISABLE_JIT=1 interprets them.

What they start keeps its bytecode, even where that is not the custom: reading the program anew is
most of what a short process does.
"""

import os
from pathlib import Path

os.environ.setdefault("TENKA_COMPILE", "now")
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    kept = Path(__file__).parent / ".pytest_cache" / "bytecode"
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(kept))
