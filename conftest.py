"""Tests use compiled rules, and wait for them; NUMBA_DISABLE_JIT=1 interprets them."""

import os

os.environ.setdefault("TENKA_COMPILE", "now")
