"""Opponents. They get the redacted state and the legal decisions, never the state itself."""

from importlib.metadata import EntryPoint, entry_points

from tenka.core.registry import BOTS, games, register_bots
from tenka.games import OWN

for _name in games():
    register_bots(EntryPoint(_name, f"{__name__}.random:LEVELS", BOTS))
for _name in OWN:
    register_bots(EntryPoint(_name, f"{__name__}.{_name}:LEVELS", BOTS))
for _found in entry_points(group=BOTS):
    register_bots(_found)
