"""Random players with tastes, so that random games come to rare ends and rare positions."""

from __future__ import annotations

from random import Random

import tenka

OPTIONS = ({}, {"events": True}, {"beginner": True})


def _bold(text: str) -> float:
    """High cards."""
    return {"6": 6, "7": 9, "8": 12, "9": 15, "10": 20, "+3": 9}.get(text.partition("=")[2], 1)


def _timid(text: str) -> float:
    """Low cards and Plagues."""
    return {"1": 9, "2": 9, "3": 9, "-1": 20, "4": 3}.get(text.partition("=")[2], 1)


def _eventful(text: str) -> float:
    """Two 1s in QIN, Plagues, 6s in new places, 9 and 10 against anything."""
    if text == "QIN=1":
        return 200
    weight = {"plague": 30, "6": 20, "9": 30, "10": 30}.get(text.partition("=")[2], 1)
    return weight if "=" in text else 30 if text in ("pass", "from pool") else 1


def _eager(text: str) -> float:
    """Generals and reinforcements whenever they can be used, costly cards, the 6."""
    if text == "pass":
        return 0.2
    return {"+2": 6, "+3": 8, "6": 6, "plague": 6, "-1": 4}.get(text.partition("=")[2], 1)


def _thrifty(text: str) -> float:
    """High and costly cards, Plagues for their events, and few reinforcements: pools run short."""
    weight = {"+2": 20, "+3": 20, "9": 15, "10": 15, "6": 10, "plague": 10}
    return 0.1 if text.startswith("reinforce -") else weight.get(text.partition("=")[2], 1)


STYLES = {
    "random": lambda text: 1.0,
    "bold": _bold,
    "timid": _timid,
    "eventful": _eventful,
    "eager": _eager,
    "thrifty": _thrifty,
}


def play(seed: int, blue: str, red: str, **options: bool) -> tenka.Match:
    """A whole game between two tastes; the same arguments give the same game."""
    rng = Random(f"{seed} {blue} {red}")
    match = tenka.new("suntzu", seed=seed, **options)
    tastes = (STYLES[blue], STYLES[red])
    while not match.over:
        player = rng.choice(match.to_act)
        legal = match.legal(player)
        weights = [tastes[player](str(action)) for action in legal]
        match.play(player, rng.choices(legal, weights)[0])
    return match
