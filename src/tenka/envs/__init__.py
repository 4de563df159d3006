"""The games for research: PettingZoo, Gymnasium, OpenSpiel, and thousands of matches in one array.

Each interface is a module of its own, so that a missing peer package is missed only where it is
needed. `tenka.envs.vector` needs numpy alone.
"""
