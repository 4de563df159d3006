"""Shogun's board, cards and presets, as tables in the rulebook's order."""

from __future__ import annotations

import numpy as np

from tenka.core.game import Words

CLANS = ("Takeda", "Uesugi", "Shimazu", "Mori", "Date")
COLOURS = ("red", "blue", "black", "yellow", "purple")  # of the clans' armies
MOST_PLAYERS = 5
PEASANT = 5  # the colour of peasants' armies, beside those of the players
CUBES = (*COLOURS, "green")

# Name, chests, rice, spaces for buildings, region on the sun and on the moon side, land borders.
_TABLE = (
    ("Aki", 4, 3, 2, "green", "green", "Bingo Iwami"),
    ("Awa-Boso", 3, 4, 2, "yellow", "yellow", "Kazusa"),
    ("Awa-Shikoku", 4, 2, 2, "purple", "purple", "Iyo Sanuki Tosa"),
    ("Bingo", 3, 4, 2, "green", "green", "Aki Bitchu Hoki Iwami Izumo"),
    ("Bitchu", 5, 3, 2, "green", "green", "Bingo Bizen Hoki Mimasaka"),
    ("Bizen", 4, 2, 1, "green", "green", "Bitchu Harima Mimasaka"),
    ("Echigo", 5, 3, 2, "brown", "brown", "Etchu Kozuke Mutsu Shinano"),
    ("Echizen", 4, 4, 2, "red", "brown", "Hida Kaga Mino Omi Wakasa"),
    ("Etchu", 7, 3, 3, "brown", "brown", "Echigo Hida Kaga Noto Shinano"),
    ("Harima", 4, 4, 2, "red", "red", "Bizen Hoki Mimasaka Settsu Tajima Tamba"),
    ("Hida", 4, 2, 2, "red", "red", "Echizen Etchu Kaga Mino Shinano"),
    ("Hitachi", 3, 4, 1, "brown", "yellow", "Mutsu Shimosa Shimotsuke"),
    ("Hoki", 6, 5, 2, "green", "green", "Bingo Bitchu Harima Izumo Mimasaka Tajima"),
    ("Ise", 5, 3, 2, "purple", "purple", "Kii Mino Omi Owari Shima Yamato"),
    ("Iwami", 7, 2, 1, "green", "green", "Aki Bingo Izumo"),
    ("Iyo", 3, 4, 3, "purple", "purple", "Awa-Shikoku Sanuki Tosa"),
    ("Izu", 6, 2, 3, "yellow", "yellow", "Sagami Suruga"),
    ("Izumo", 3, 3, 3, "green", "green", "Bingo Hoki Iwami"),
    ("Kaga", 4, 5, 3, "brown", "brown", "Echizen Etchu Hida Noto"),
    ("Kai", 5, 3, 1, "yellow", "red", "Musashi Sagami Shinano Suruga Totomi"),
    ("Kazusa", 5, 3, 3, "yellow", "yellow", "Awa-Boso Shimosa"),
    ("Kii", 5, 4, 2, "purple", "purple", "Ise Settsu Yamato"),
    ("Kozuke", 3, 4, 2, "brown", "brown", "Echigo Musashi Mutsu Shimosa Shimotsuke Shinano"),
    ("Mikawa", 6, 3, 1, "red", "red", "Mino Owari Shinano Totomi"),
    ("Mimasaka", 7, 3, 1, "green", "red", "Bitchu Bizen Harima Hoki"),
    ("Mino", 3, 5, 1, "red", "red", "Echizen Hida Ise Mikawa Omi Owari Shinano"),
    ("Musashi", 6, 3, 2, "yellow", "yellow", "Kai Kozuke Sagami Shimosa Shinano"),
    ("Mutsu", 4, 3, 2, "brown", "brown", "Echigo Hitachi Kozuke Shimotsuke"),
    ("Noto", 5, 2, 2, "brown", "brown", "Etchu Kaga"),
    ("Omi", 3, 2, 3, "red", "red", "Echizen Ise Mino Settsu Tamba Wakasa Yamato"),
    ("Owari", 6, 2, 2, "red", "purple", "Ise Mikawa Mino"),
    ("Sagami", 3, 4, 3, "yellow", "yellow", "Izu Kai Musashi Suruga"),
    ("Sanuki", 6, 2, 1, "purple", "green", "Awa-Shikoku Iyo"),
    ("Settsu", 7, 3, 1, "purple", "purple", "Harima Kii Omi Tamba Yamato"),
    ("Shima", 4, 3, 1, "purple", "purple", "Ise"),
    ("Shimosa", 5, 5, 1, "yellow", "yellow", "Hitachi Kazusa Kozuke Musashi Shimotsuke"),
    ("Shimotsuke", 6, 2, 3, "brown", "brown", "Hitachi Kozuke Mutsu Shimosa"),
    ("Shinano", 6, 2, 3, "brown", "red", "Echigo Etchu Hida Kai Kozuke Mikawa Mino Musashi Totomi"),
    ("Suruga", 7, 3, 2, "yellow", "yellow", "Izu Kai Sagami Totomi"),
    ("Tajima", 4, 4, 1, "green", "green", "Harima Hoki Tamba Wakasa"),
    ("Tamba", 7, 2, 1, "red", "red", "Harima Omi Settsu Tajima Wakasa"),
    ("Tosa", 6, 3, 2, "purple", "purple", "Awa-Shikoku Iyo"),
    ("Totomi", 6, 2, 2, "yellow", "yellow", "Kai Mikawa Shinano Suruga"),
    ("Wakasa", 6, 2, 2, "red", "brown", "Echizen Omi Tajima Tamba"),
    ("Yamato", 5, 4, 2, "purple", "purple", "Ise Kii Omi Settsu"),
)
SEA_ROUTES = (
    ("Aki", "Iyo"),
    ("Harima", "Sanuki"),
    ("Awa-Shikoku", "Kii"),
    ("Tajima", "Kaga"),
    ("Shima", "Izu"),
    ("Izu", "Awa-Boso"),
)
NOT_FOR_THREE = (  # provinces that do not exist with 3 players, on the sun and on the moon side
    "Izumo Iwami Sanuki Tosa Echigo Mutsu Kazusa Awa-Boso",
    "Iwami Aki Mutsu Shimotsuke Iyo Tosa Hitachi Shimosa",
)
PROVINCES = tuple(row[0] for row in _TABLE)
MAP = len(PROVINCES)
_NUMBER = {name: at for at, name in enumerate(PROVINCES)}

REGIONS = ("green", "red", "purple", "yellow", "brown")
SIDES = ("sun", "moon")
SUN, MOON = range(2)
CHESTS = np.array([row[1] for row in _TABLE])
RICE = np.array([row[2] for row in _TABLE])
SPACES = np.array([row[3] for row in _TABLE])
REGION = np.array([[REGIONS.index(row[at]) for row in _TABLE] for at in (4, 5)])  # by side

MOST_NEIGHBOURS = 9
NEIGHBOURS = np.full((MAP, MOST_NEIGHBOURS + 1), -1)  # each row ends with -1
ADJACENT = np.zeros((MAP, MAP), dtype=np.bool_)
for _name, *_, _land in _TABLE:
    for _other in str(_land).split():
        ADJACENT[_NUMBER[_name], _NUMBER[_other]] = True
for _a, _b in SEA_ROUTES:
    ADJACENT[_NUMBER[_a], _NUMBER[_b]] = ADJACENT[_NUMBER[_b], _NUMBER[_a]] = True
for _at in range(MAP):
    _near = np.flatnonzero(ADJACENT[_at])
    NEIGHBOURS[_at, : len(_near)] = _near
EXISTS_FOR_THREE = np.array(
    [[name not in missing.split() for name in PROVINCES] for missing in NOT_FOR_THREE]
)

# What the players have, by their number.
ARMIES = 62
PEASANTS = 20
START_CHESTS = np.array([0, 0, 0, 18, 15, 12])
GROUPS = np.array([5, 4, 4, 3, 3, 2, 2, 2, 2])  # of armies, in the draft
GROUPS_USED = np.array([0, 0, 0, 9, 8, 7])
LARGEST_GROUP = 5
TOWER_ARMIES, TOWER_PEASANTS = 7, 10  # thrown in before the game

STARTS = ("preset", "draft")
PRESET, DRAFT_START = range(2)
_PRESETS = {  # columns A to E of the sun side; the groups in the order above
    3: (
        "Suruga Mino Tamba Musashi Harima Izu Owari Sagami Tajima",
        "Yamato Echizen Shimotsuke Shimosa Ise Hitachi Awa-Shikoku Kaga Kii",
        "Bizen Omi Hida Etchu Hoki Bitchu Bingo Settsu Shinano",
    ),
    4: (
        "Yamato Awa-Shikoku Kaga Omi Tamba Kii Settsu Noto",
        "Kozuke Hida Ise Echizen Shinano Etchu Shimotsuke Shima",
        "Mimasaka Wakasa Awa-Boso Harima Bitchu Hoki Tajima Kazusa",
        "Kai Musashi Mino Mikawa Bingo Aki Totomi Sagami",
    ),
    5: (
        "Sagami Mimasaka Harima Kazusa Izu Awa-Boso Bizen",
        "Shimotsuke Echizen Tamba Shimosa Kozuke Hitachi Wakasa",
        "Mino Hida Iyo Owari Totomi Mikawa Tosa",
        "Hoki Shinano Bingo Echigo Aki Izumo Etchu",
        "Yamato Kaga Kii Shima Omi Ise Noto",
    ),
}
PRESETS = np.full((MOST_PLAYERS + 1, MOST_PLAYERS, len(GROUPS)), -1)
for _players, _columns in _PRESETS.items():
    for _player, _column in enumerate(_columns):
        for _at, _name in enumerate(_column.split()):
            PRESETS[_players, _player, _at] = _NUMBER[_name]

# The ten actions, which are the fields of a personal board, and the eleventh field.
_ACTIONS = Words()
CASTLE = _ACTIONS.word("castle")
TEMPLE = _ACTIONS.word("temple")
THEATRE = _ACTIONS.word("theatre")
RICE_ACTION = _ACTIONS.word("rice")
TAXES = _ACTIONS.word("taxes")
DEPLOY_5 = _ACTIONS.word("deploy5")
DEPLOY_3 = _ACTIONS.word("deploy3")
DEPLOY_1 = _ACTIONS.word("deploy1")
BATTLE_A = _ACTIONS.word("battleA")
BATTLE_B = _ACTIONS.word("battleB")
ACTION_CARDS = tuple(_ACTIONS)  # rules count them
OPEN_AT_FIRST = 5  # action cards that lie open while players plan
BID = len(ACTION_CARDS)
FIELDS = (*ACTION_CARDS, "bid")
FIELD_COUNT = len(FIELDS)
COST = np.array([3, 2, 1, 0, 0, 3, 2, 1, 0, 0])
DEPLOYED = np.array([0, 0, 0, 0, 0, 5, 3, 1, 0, 0])
DEPLOYED_FEWER = np.array([0, 0, 0, 0, 0, 3, 2, 1, 0, 0])

BUILDINGS = ACTION_CARDS[:3]
SUPPLY = np.array([28, 26, 26])
MAJORITY = np.array([3, 2, 1])  # points for the most of a kind in a region

# What may lie on a field of a plan: province cards by their number, the chest cards of a bid, no
# card at all, and a chest card on an action, where it does not matter which.
CHEST_CARDS = 5
CHEST = MAP
EMPTY = CHEST + CHEST_CARDS
ANY_CHEST = EMPTY + 1
CARDS = (*PROVINCES, *(f"chest{n}" for n in range(CHEST_CARDS)), "-", "chest")

SPECIALS = Words()
EXTRA_CHEST = SPECIALS.word("extra chest")
EXTRA_RICE = SPECIALS.word("extra rice")
SIX_ARMIES = SPECIALS.word("six armies")
ATTACK = SPECIALS.word("attack")
DEFENCE = SPECIALS.word("defence")
PLACES = len(SPECIALS)

EVENTS = Words()
THEATRE_CALMS = EVENTS.word("theatre calms")
TWO_PEASANTS = EVENTS.word("two peasants")
CASTLE_DEFENDS = EVENTS.word("castle defends")
TEMPLES_SAFE = EVENTS.word("temples safe")
TAXES_AT_MOST_5 = EVENTS.word("taxes at most 5")
TAXES_AT_LEAST_6 = EVENTS.word("taxes at least 6")
RICE_AT_LEAST_4 = EVENTS.word("rice at least 4")
RICE_AT_MOST_3 = EVENTS.word("rice at most 3")
DEPLOY_FEWER = EVENTS.word("deploy fewer")

# Event cards: what they do in their round, and the rice that the year's last one costs in winter.
_EVENT_CARDS = (
    (THEATRE_CALMS, 5),
    (THEATRE_CALMS, 7),
    (TWO_PEASANTS, 3),
    (CASTLE_DEFENDS, 2),
    (CASTLE_DEFENDS, 6),
    (TEMPLES_SAFE, 3),
    (TAXES_AT_MOST_5, 0),
    (TAXES_AT_LEAST_6, 2),
    (TEMPLES_SAFE, 4),
    (RICE_AT_LEAST_4, 3),
    (RICE_AT_MOST_3, 4),
    (DEPLOY_FEWER, 1),
)
EVENT_CARDS = len(_EVENT_CARDS)
EVENT = np.array([event for event, _ in _EVENT_CARDS])
RICE_LOSS = np.array([loss for _, loss in _EVENT_CARDS])
EVENT_WORDS = tuple(f"{EVENTS[event]} (rice -{loss})" for event, loss in _EVENT_CARDS)
YEAR_EVENTS = 4  # open each year

YEARS = 2
SEASONS = Words()
SPRING = SEASONS.word("spring")
SUMMER = SEASONS.word("summer")
AUTUMN = SEASONS.word("autumn")
WINTER = SEASONS.word("winter")

# Winter: by the rice that is short (7 stands for 7 and more) how many revolts, and how many
# peasants more in each.
SHORTAGE = 7
REVOLTS = np.array([0, 1, 1, 2, 2, 2, 2, 3])
EXTRA_PEASANTS = np.array([0, 1, 2, 2, 2, 3, 3, 3])
MOST_REVOLTS = 3
