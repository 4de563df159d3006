"""Sun Tzu for PettingZoo: `env()`, `raw_env()`, `parallel_env()`; see docs/research.md.

Version history

* v0: first version.
"""

from tenka.envs.pettingzoo import interfaces

env, raw_env, parallel_env = interfaces("suntzu", version=0)
