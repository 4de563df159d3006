"""The games, each in a folder with the same rooms; and those that other packages bring."""

from importlib.metadata import EntryPoint, entry_points

from tenka.core.registry import GAMES, register

OWN = ("samurai", "shogun", "suntzu")

for _name in OWN:
    register(EntryPoint(_name, f"{__name__}.{_name}:GAME", GAMES))
for _found in entry_points(group=GAMES):
    register(_found)
