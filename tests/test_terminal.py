"""The terminal table in one process: whole games, and secrets between players at one screen."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import tenka
from tenka.terminal import Seats, TerminalTable, complete


class Paper(Console):
    """A console whose answers come from a function, and which keeps each screen."""

    def __init__(self, answer):
        super().__init__(file=io.StringIO(), width=120, no_color=True)
        self.answer = answer
        self.screens = [""]

    def input(self, prompt="", **kwargs):
        self.screens[-1] += self.file.getvalue() + prompt
        self.file.seek(0)
        self.file.truncate()
        return self.answer(prompt)

    def clear(self, home=True):
        self.screens[-1] += self.file.getvalue()
        self.file.seek(0)
        self.file.truncate()
        self.screens.append("")


@pytest.mark.parametrize("name", tenka.games())
def test_one_person_against_bots_plays_to_the_end(name):
    match = tenka.new(name, seed=1)
    seats = ["human"] + ["random"] * (match.options["players"] - 1)
    paper = Paper(lambda prompt: "1")
    TerminalTable(match, Seats(name, seats, seed=1), paper).play()
    assert match.over
    assert match.game.ending(match.state) in paper.file.getvalue()


def test_bots_alone_play_to_the_end():
    match = tenka.new("suntzu", seed=1)
    TerminalTable(match, Seats("suntzu", ["random", "random"], seed=1), Paper(None)).play()
    assert match.over


def test_at_one_screen_nobody_sees_the_others_cards():
    """Between two curtains only one player's hand, drawn cards and generals are shown."""
    match = tenka.new("suntzu", seed=8)
    sitting = {}

    def answer(prompt):
        if not prompt.startswith("Press Enter"):
            seat = match.seats.index(prompt.removesuffix("> "))
            assert sitting.setdefault(len(paper.screens) - 1, seat) == seat
        return "1"

    paper = Paper(answer)
    TerminalTable(match, Seats("suntzu", ["human", "human"]), paper).play()
    assert match.over
    assert len(sitting) > 20
    for number, seat in sitting.items():
        other = re.escape(match.seats[1 - seat])
        drawn = re.findall(rf"{other}: .*generals (.*)\n  hand (.*)\n", paper.screens[number])
        assert drawn
        for generals, hand in drawn:
            assert re.match(r"\d closed|–", generals)
            assert re.fullmatch(r"\d+ cards", hand.strip())
        told = re.findall(
            rf"(?:dealt|drawn|put under|general chosen): {other}(.*)", paper.screens[number]
        )
        assert not any(told)


def test_completion():
    words = ["QIN=1", "QIN=10", "CHU=1"]
    assert complete("qin=1", words) == ["QIN=1", "QIN=10"]
    assert complete("x", words) == []
