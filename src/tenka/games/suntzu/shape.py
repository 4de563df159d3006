"""The shape of Sun Tzu's views. Where something is unknown or not there, it is None."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from tenka.core.shape import OneOf, Seen
from tenka.games.suntzu.facts import CARDS, EVENTS, GENERALS, PROVINCES, SIDES
from tenka.games.suntzu.state import DECIDERS, ENDINGS, PHASES

CLOSED = "closed"  # an order that the viewer has not seen

Province = Annotated[str, OneOf(PROVINCES)]
Card = Annotated[str, OneOf(CARDS)]
General = Annotated[str, OneOf((*GENERALS[0], *GENERALS[1]))]
Event = Annotated[str, OneOf(EVENTS)]


class SunTzuOptions(TypedDict):
    """The options of the match."""

    players: Literal[2]
    events: bool
    beginner: bool


class SunTzuProvince(TypedDict):
    """A province. Of each list, Sun Tzu's item comes first."""

    name: Province
    armies: list[int]
    markers: list[int]
    six_used: list[bool]
    six_played: list[bool]
    points: list[int] | None  # after rounds 3, 6 and 9 ...
    worth: int | None  # ... and which of them counts next
    laid: list[Annotated[str, OneOf((*CARDS, CLOSED))] | None]
    opened: bool


class SunTzuSide(TypedDict):
    """A player, as the viewer may know."""

    side: Annotated[str, OneOf(SIDES)]
    points: int  # steps of the marker towards this side's end of the track
    pool: int
    reinforcements: int
    hand: list[Card] | None
    hand_size: int
    drawn: list[Card]
    drawn_size: int
    pile_size: int
    pile_known: list[Card | None]
    discarded: list[Card]
    draws_three: bool
    generals: list[General] | None
    generals_left: int
    generals_used: list[General]


class SunTzuScoring(TypedDict):
    """What points would bring if they were counted now."""

    sun_tzu: int
    shao: int
    track: int  # where the marker would stand


class SunTzuView(Seen):
    """Sun Tzu, as a viewer may know it."""

    game: Literal["suntzu"]
    options: SunTzuOptions
    phase: Annotated[str, OneOf(PHASES)]
    round: int
    rounds_to_points: int  # until points are counted; 0: at the end of this one
    track: int  # steps towards Sun Tzu's end; below zero towards Shao's
    if_scored: SunTzuScoring | None  # while the game runs
    battle: Province | None
    names_battles: int | None
    owed: int
    provinces: list[SunTzuProvince]
    players: list[SunTzuSide]
    event: Event | None
    events_met: list[Event]
    plagues_opened: int
    great_plague: bool
    too_late: list[General]  # those that can do nothing any more, whoever has them
    ending: Annotated[str, OneOf(ENDINGS[1:])] | None
    decided_by: Annotated[str, OneOf(DECIDERS)] | None
