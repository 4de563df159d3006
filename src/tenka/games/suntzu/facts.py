"""Sun Tzu's board and cards, as tables in the rulebook's order."""

from __future__ import annotations

import numpy as np

from tenka.core.game import Words

SUN_TZU, SHAO = 0, 1
SIDES = ("Sun Tzu", "King Shao")

PROVINCES = ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")  # in the order of the board's edge
QIN, CHU, JIN_YAN, HAN_QI, WU = range(5)
POOL = 5  # beside the provinces, where armies are taken from

BORDERS = (
    (QIN, JIN_YAN),
    (QIN, HAN_QI),
    (QIN, CHU),
    (JIN_YAN, HAN_QI),
    (HAN_QI, CHU),
    (HAN_QI, WU),
    (CHU, WU),
)
ADJACENT = np.zeros((5, 5), dtype=np.bool_)
for _a, _b in BORDERS:
    ADJACENT[_a, _b] = ADJACENT[_b, _a] = True

# Action cards by kind: the framed 1 to 6 come first, so kind < FRAMED tells them apart.
CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "+1", "+2", "+3", "-1", "plague")
KINDS = len(CARDS)
FRAMED = 6
ONE, SIX, SEVEN, NINE, TEN = 0, 5, 6, 8, 9
PLUS_TWO, PLUS_THREE, MINUS_ONE, PLAGUE = 11, 12, 13, 14
NUMBER = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0, 0])
MODIFIER = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, -1, 0])
COST = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0])  # armies to the reinforcements
COPIES = np.array([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 3, 2])
PILE = 14  # the cards that are not framed
OPENING_DRAW = 4

ARMIES = 21
REINFORCEMENTS = 3  # of the armies, with none in the beginner variant

# Points of a province after rounds 3, 6 and 9; five of the ten displays are used.
DISPLAYS = np.array(
    [
        (1, 2, 4),
        (1, 3, 5),
        (1, 4, 3),
        (2, 3, 2),
        (2, 3, 4),
        (2, 5, 2),
        (3, 1, 5),
        (3, 2, 3),
        (4, 1, 4),
        (4, 3, 2),
    ]
)
DISPLAY_COUNT = len(DISPLAYS)
DISPLAY_WORDS = tuple("/".join(map(str, points)) for points in DISPLAYS.tolist())
TRACK_END = 9
ROUNDS = 9
SCORING_EVERY = 3  # rounds
CHOSEN_ORDER_FROM = 4  # the round from which a player names the order of battles
LAST_ROUND_OF_MARCHES = 6  # March, Remove and Reinforce can be used up to and including it

# Each side's five generals; a set of them is a mask of bits in this order.
GENERALS = (Words(), Words())
MARCH = GENERALS[SUN_TZU].word("march")
RUSE = GENERALS[SUN_TZU].word("ruse")
HEAD_START = GENERALS[SUN_TZU].word("head start")
RECALL_MINUS_ONE = GENERALS[SUN_TZU].word("recall -1")
REINFORCE = GENERALS[SUN_TZU].word("reinforce")
DOUBLE_SIX = GENERALS[SHAO].word("double six")
REMOVE = GENERALS[SHAO].word("remove")
IMMUNE = GENERALS[SHAO].word("immune")
GREAT_PLAGUE = GENERALS[SHAO].word("great plague")
RECALL_PLAGUE = GENERALS[SHAO].word("recall plague")
ALL_GENERALS = 0b11111

_EVENTS = Words()
PANDEMIC = _EVENTS.word("pandemic")
WAR_CHARIOT = _EVENTS.word("war chariot")
CHAMPION = _EVENTS.word("champion")
HERO = _EVENTS.word("hero")
LIGHT_INFANTRY = _EVENTS.word("light infantry")
EVENTS = tuple(_EVENTS)  # rules count them
PANDEMIC_PLAGUES = 4
CHARIOT_SIXES = 3
EVENT_TRIBUTE = np.array([1, 0, 1, 2, 0])  # armies to the reinforcements of whom it befalls
