"""Fair dice: the proof in a record, and every way in which it can be wrong."""

import copy
import hashlib
import json

import pytest

import tenka
from tenka.core.dice import Dice
from tenka.core.recordfile import text


def _finished(seed):
    match = tenka.new("suntzu", seed=seed)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    return match


@pytest.fixture(scope="module")
def record():
    dice = Dice("ab" * 16, "cd" * 16, ("żuraw 🀄", ""))
    match = _finished(dice.seed)
    match.dice = dice
    return match.record()


def test_the_hashes_are_those_that_the_page_describes():
    """Worked out by hand from docs/fair-dice.md, with nothing of Tenka's."""
    dice = Dice("ab" * 16, "cd" * 16, ("żuraw 🀄", ""))
    parts = b"tenka dice 1\n%s\n" + b"ab" * 16 + b"\n" + b"cd" * 16
    assert dice.commitment == hashlib.sha256(parts % b"commitment").hexdigest()
    whole = hashlib.sha256(parts % b"seed" + "\nżuraw 🀄\n".encode()).digest()
    assert dice.seed == int.from_bytes(whole[:8], "big")


def test_a_record_with_dice_comes_back_as_it_was(record):
    again = tenka.load(text(record))
    assert again.record() == record
    assert text(again.record()) == text(record)
    assert again.clone().dice == again.dice
    assert list(record) == [
        *("format", "version", "game", "options", "seats", "seed", "dice", "steps", "result")
    ]


def test_a_record_without_dice_is_what_it_always_was():
    plain = _finished(11).record()
    assert "dice" not in plain
    assert tenka.load(text(plain)).dice is None
    assert tenka.load(text(plain)).record() == plain


@pytest.mark.parametrize(
    "change",
    [
        {"commitment": "0" * 64},
        {"commitment": None},
        {"secret": "ab" * 15 + "ac"},
        {"secret": "ab" * 17},
        {"secret": "AB" * 16},
        {"salt": 7},
        {"words": ["żuraw 🀄", "kirin"]},
        {"words": ["", "żuraw 🀄"]},
        {"words": ["żuraw 🀄"]},
        {"words": ["żuraw 🀄\n", None]},
        {"words": ["żuraw 🀄\n"]},
        {"words": ["\ud800", ""]},
        {"words": "żuraw"},
        {"more": 1},
    ],
    ids=str,
)
def test_dice_that_prove_nothing_are_refused(record, change):
    false = copy.deepcopy(record)
    false["dice"] |= change
    with pytest.raises(tenka.RecordError) as refusal:
        tenka.load(json.loads(json.dumps(false)))
    assert refusal.value.reason.code == "record_dice"


@pytest.mark.parametrize("false", [None, [], "x", {}])
def test_dice_of_another_kind_are_refused(record, false):
    with pytest.raises(tenka.RecordError, match="not whole"):
        tenka.load(record | {"dice": false})


def test_a_game_played_with_another_seed_is_refused(record):
    other = _finished(12).record()
    with pytest.raises(tenka.RecordError, match="its dice give"):
        tenka.load(other | {"dice": record["dice"]})


def test_secrets_are_not_printed():
    dice = Dice.drawn()
    assert dice.secret not in repr(dice)
    assert dice.salt not in repr(dice)
    assert dice != Dice.drawn()
