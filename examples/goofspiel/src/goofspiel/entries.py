"""The kinds of Goofspiel's journal entries."""

from goofspiel.facts import CARDS
from tenka.core.journal import Field, Kinds

_PLAYER, _POINTS = Field("player"), Field("points")

KINDS_OF_ENTRY = Kinds()
PRIZE = KINDS_OF_ENTRY.kind("prize", Field("card", CARDS), chance=True)
LAID = KINDS_OF_ENTRY.kind("laid", _PLAYER, Field("card", CARDS, secret=True))
OPENED = KINDS_OF_ENTRY.kind("opened", _PLAYER, Field("card", CARDS))
WON = KINDS_OF_ENTRY.kind("won", _PLAYER, _POINTS)
TIED = KINDS_OF_ENTRY.kind("tied", _POINTS)
CARRIED = KINDS_OF_ENTRY.kind("carried", _POINTS)
