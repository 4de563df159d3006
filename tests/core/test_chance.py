"""The generator against published vectors, and its fairness."""

from collections import Counter

import numpy as np
import pytest

import tenka
from tenka.core.chance import philox, words_of
from tenka.core.code import Way, way


@pytest.mark.parametrize(
    ("counter", "key", "word"),
    [
        # From the known-answer file of Random123, where only the first counter word is set.
        (0, (0, 0), 0x6627E8D5),
    ],
)
def test_philox_known_answers(counter, key, word):
    assert philox(counter, *key) == word


def slow_philox(counter: int, key_0: int, key_1: int) -> int:
    """Philox 4x32-10 as its paper writes it, with Python's unbounded integers."""
    x = [counter, 0, 0, 0]
    k = [key_0, key_1]
    for _ in range(10):
        high_0, low_0 = divmod(0xD2511F53 * x[0], 2**32)
        high_1, low_1 = divmod(0xCD9E8D57 * x[2], 2**32)
        x = [high_1 ^ x[1] ^ k[0], low_1, high_0 ^ x[3] ^ k[1], low_0]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return x[0]


def test_philox_agrees_with_its_definition():
    rng = np.random.default_rng(0)
    for counter, key_0, key_1 in rng.integers(0, 2**32, size=(500, 3)).tolist():
        assert philox(counter, key_0, key_1) == slow_philox(counter, key_0, key_1)


def test_a_seed_is_its_two_words():
    assert words_of(0x0123456789ABCDEF) == (0x89ABCDEF, 0x01234567)


def test_the_same_seed_deals_the_same_cards_and_another_seed_others():
    dealt = [_deal(seed) for seed in (7, 7, 8)]
    assert dealt[0] == dealt[1] != dealt[2]


def test_seeds_that_differ_in_their_high_bits_differ():
    assert _deal(7) != _deal(7 + 2**40)


def _deal(seed):
    match = tenka.new("suntzu", seed=seed, beginner=True)
    return [str(entry) for entry in match.journal]


def test_every_card_is_dealt_equally_often():
    games = 400 if way() is Way.NEVER else 2000
    dealt = Counter()
    for seed in range(games):
        match = tenka.new("suntzu", seed=seed, beginner=True)
        dealt.update(card for e in match.journal if e.kind.name == "dealt" for card in e.cards)
    share = {card: count / (8 * games) for card, count in dealt.items()}
    expected = {"7": 1, "8": 1, "9": 1, "10": 1, "+1": 3, "-1": 3, "plague": 2}
    assert share.keys() == expected.keys()
    for card, copies in expected.items():
        assert share[card] == pytest.approx(copies / 12, abs=5 * (0.2 / (8 * games)) ** 0.5)
