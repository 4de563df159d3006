"""The shape of Shogun's views. Where something is unknown or not there, it is None."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from tenka.core.shape import OneOf, Seen
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    BUILDINGS,
    CARDS,
    CLANS,
    COLOURS,
    EVENT_WORDS,
    EVENTS,
    PROVINCES,
    REGIONS,
    SEASONS,
    SPECIALS,
)
from tenka.games.shogun.state import DECIDERS, PHASES, RESULTS

CLOSED = "closed"  # a card that the viewer has not seen
# Why an action would do less in a province than one hopes.
TWICE, NO_SPACE, NO_SUPPLY, NO_RESERVE, ALONE, REVOLT = DOUBTS = (
    "twice",
    "space",
    "supply",
    "reserve",
    "alone",
    "revolt",
)

Province = Annotated[str, OneOf(PROVINCES)]
Action = Annotated[str, OneOf(ACTION_CARDS)]
Event = Annotated[str, OneOf(EVENT_WORDS)]
Special = Annotated[str, OneOf(SPECIALS)]
Laid = Annotated[str, OneOf((*CARDS, CLOSED))] | None


class ShogunCubes(TypedDict, total=False):
    """Cubes of the colours that take part; green are the peasants."""

    red: int
    blue: int
    black: int
    yellow: int
    purple: int
    green: int


class ShogunSupply(TypedDict):
    """Buildings that are left."""

    castle: int
    temple: int
    theatre: int


class ShogunPlan(TypedDict):
    """The card on each field: a word, 'closed', or None where none lies yet."""

    castle: Laid
    temple: Laid
    theatre: Laid
    rice: Laid
    taxes: Laid
    deploy5: Laid
    deploy3: Laid
    deploy1: Laid
    battleA: Laid
    battleB: Laid
    bid: Laid


class ShogunOptions(TypedDict):
    """The options of the match."""

    players: int
    side: Literal["sun", "moon"]
    start: Literal["preset", "draft"]
    always_yes: bool
    tower_pass: int
    tower_release: int


class ShogunEventCard(TypedDict):
    """An event of the year."""

    event: Event
    effect: Annotated[str, OneOf(EVENTS)]
    rice_loss: int  # in winter, if it is the year's last
    over: bool


class ShogunPlace(TypedDict):
    """A place of the turn order, with its special card."""

    special: Special
    player: int | None


class ShogunProvince(TypedDict):
    """A province that is in the game."""

    name: Province
    region: Annotated[str, OneOf(REGIONS)]
    owner: int | None  # None: neutral
    armies: int
    markers: int
    buildings: list[Annotated[str, OneOf(BUILDINGS)]]
    spaces: int
    chests: int
    rice: int


class ShogunPlayer(TypedDict):
    """A player, as the viewer may know."""

    clan: Annotated[str, OneOf(CLANS)]
    colour: Annotated[str, OneOf(COLOURS)]
    provinces: int
    chests: int
    rice: int
    points: int
    reserve: int
    place: int | None
    special: Special | None
    plan: ShogunPlan


class ShogunDraft(TypedDict):
    """The start by draft."""

    open: list[Province]
    pile_size: int
    under_pile: list[Province]
    groups: list[list[int]]
    taken: Province | None


class ShogunMarch(TypedDict):
    """Armies that are about to move."""

    source: Province
    target: Province | None
    most: int  # armies that may leave
    armies: int | None
    attacker_adds: bool


class ShogunSixArmies(TypedDict):
    """What the special offers on deploy 5, while it is asked."""

    armies: int
    instead_of: int


class ShogunBattle(TypedDict):
    """The last battle. No attacker: a revolt; no defender: a neutral province."""

    province: Province
    attacker: int | None
    defender: int | None
    thrown: ShogunCubes
    fell: ShogunCubes
    result: Annotated[str, OneOf(RESULTS)]


class ShogunDoubt(TypedDict):
    """An action that would do less in a province of the viewer's than one hopes."""

    action: Action
    province: Province
    why: Annotated[str, OneOf(DOUBTS)]
    skipped: bool  # it cannot be done at all, so it costs nothing either


class ShogunRange(TypedDict):
    """Something that is not known exactly yet."""

    least: int
    most: int


class ShogunYield(TypedDict):
    """What taxes and rice bring in a province, by the events that may be drawn."""

    province: Province
    chests: ShogunRange
    rice: ShogunRange


class ShogunShortage(TypedDict):
    """What comes of a shortage of rice: revolts, and peasants more in each."""

    revolts: int
    peasants: int


class ShogunForecast(TypedDict):
    """What a plan of the viewer's can bring, and what winter will take, so far."""

    yields: list[ShogunYield]
    deploys: dict[str, ShogunRange]  # armies, by action
    rice_needed: int
    rice_lost: ShogunRange  # by the year's last event
    short: list[ShogunRange]  # rice, if none more is taken by winter, if one more is, and so on
    shortages: list[ShogunShortage]  # by the rice that is short, from 0


class ShogunReckoning(TypedDict):
    """A player's points if winter came now."""

    provinces: int
    buildings: int
    majorities: int
    points: int  # with those from before


class ShogunMajority(TypedDict):
    """Who has the most buildings of a kind in a region, and what each of them gets for it."""

    region: Annotated[str, OneOf(REGIONS)]
    building: Annotated[str, OneOf(BUILDINGS)]
    players: list[int]
    points: int


class ShogunStanding(TypedDict):
    """Points and majorities if winter came now and nobody revolted."""

    players: list[ShogunReckoning]
    majorities: list[ShogunMajority]


class ShogunView(Seen):
    """Shogun, as a viewer may know it."""

    game: Literal["shogun"]
    options: ShogunOptions
    phase: Annotated[str, OneOf(PHASES)]
    year: int
    season: Annotated[str, OneOf(SEASONS)]
    events: list[ShogunEventCard]
    event: Event | None
    actions: list[Action | None]  # in their order
    actions_done: int
    costs: dict[str, int]  # chests, by action
    places: list[ShogunPlace]
    choice_order: list[int]
    turn_order: list[int]
    provinces: list[ShogunProvince]
    players: list[ShogunPlayer]
    supply: ShogunSupply
    peasants: int
    tower: ShogunCubes
    tray: ShogunCubes
    draft: ShogunDraft | None
    doubts: list[ShogunDoubt]  # while the viewer plans
    forecast: ShogunForecast | None  # while the viewer plans
    standing: ShogunStanding | None  # from the first round to the end
    march: ShogunMarch | None
    six_armies: ShogunSixArmies | None
    revolts: list[Province]
    battle: ShogunBattle | None
    decided_by: Annotated[str, OneOf(DECIDERS[1:])] | None
