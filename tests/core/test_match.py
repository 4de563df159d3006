"""The public interface: exactly as the design lists it, with errors that explain."""

import json
import pickle

import numpy as np
import pytest

import tenka


def new(**options):
    return tenka.new("suntzu", seed=7, **options)


def test_the_three_lines_that_play_a_game():
    match = tenka.new("suntzu", seed=7, events=True)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert match.winners in ((0,), (1,), (0, 1))
    assert match.scores[0] == -match.scores[1]


def test_an_action_its_number_and_its_notation_are_the_same_decision():
    a, b, c = new(beginner=True), new(beginner=True), new(beginner=True)
    action = a.legal(0)[0]
    a.play(0, action)
    b.play(0, action.id)
    c.play(0, str(action).lower())
    assert a.state_bytes() == b.state_bytes() == c.state_bytes()


def test_a_line_of_orders_is_played_whole_in_any_order():
    match = new(beginner=True)
    match.play(0, "WU=4  qin=6 CHU=1 HAN-QI=3 JIN-YAN=2")
    assert match.to_act == (1,)
    assert [p["laid"][0] for p in match.view(0)["provinces"]] == ["6", "1", "2", "3", "4"]


def test_a_line_with_one_mistake_changes_nothing():
    match = new(beginner=True)
    before, steps = match.state_bytes(), match.steps()
    with pytest.raises(tenka.IllegalAction, match="no 6 is in hand"):
        match.play(0, "QIN=6 CHU=6 JIN-YAN=2 HAN-QI=3 WU=4")
    assert match.state_bytes() == before
    assert len(match.steps()) == len(steps)
    assert str(match.legal(0)[0]) == "QIN=1"


def test_a_list_is_a_series_of_actions_numbers_and_notation():
    match = new(beginner=True)
    match.play(0, [match.legal(0)[5], "CHU=1 JIN-YAN=2", match.game.action("HAN-QI=3").id, "WU=4"])
    assert [p["laid"][0] for p in match.view(0)["provinces"]] == ["6", "1", "2", "3", "4"]
    with pytest.raises(tenka.IllegalAction, match="nothing to play"):
        match.play(1, [])


def test_a_series_does_not_reach_behind_what_its_player_cannot_foresee():
    match = new(beginner=True)
    match.play(0, "QIN=6 CHU=1 JIN-YAN=2 HAN-QI=3 WU=4")
    orders = ["QIN=1", "CHU=2", "JIN-YAN=3", "HAN-QI=4", "WU=5"]
    before, steps = match.state_bytes(), match.steps()
    for behind in ("pass", "from pool", 0, "under 7"):
        with pytest.raises(tenka.IllegalAction, match=r"^a series ends where"):
            match.play(1, [*orders, behind, "pass"])
    assert match.state_bytes() == before
    assert len(match.steps()) == len(steps)
    match.play(1, orders)


def test_an_action_of_another_game_is_refused_whatever_its_number():
    match = new(beginner=True)
    before = match.state_bytes()
    for other in ("samurai", "shogun"):
        for action in (tenka.game(other).actions[0], tenka.game(other).actions[-1]):
            for given in (action, [action]):
                with pytest.raises(tenka.IllegalAction, match="no decision of Sun Tzu"):
                    match.play(0, given)
    assert match.state_bytes() == before
    match.play(0, pickle.loads(pickle.dumps(match.legal(0)[0])))  # noqa: S301  (our own bytes)
    assert match.state_bytes() != before


def test_views_are_json_and_hold_no_seed():
    match = tenka.new("suntzu", seed=2**63 + 12345, beginner=True)
    for viewer in (0, 1, None):
        text = json.dumps(match.view(viewer))
        assert json.loads(text) == match.view(viewer)
        assert str(match.seed) not in text


def test_without_a_seed_every_match_is_another():
    assert tenka.new("suntzu").seed != tenka.new("suntzu").seed


def test_lists_of_decisions_belong_to_the_caller():
    match = new(beginner=True)
    match.legal(0).clear()
    assert match.legal(0)


def test_repr_tells_where_a_match_stands():
    assert repr(new(beginner=True)) == "<Sun Tzu, 0 decisions, players 0 or 1 to act>"


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: tenka.new("go"), tenka.UnknownGame, "no game 'go'"),
        (lambda: tenka.new("suntsu"), tenka.UnknownGame, "did you mean suntzu"),
        (lambda: tenka.new("suntzu", players=3), tenka.OptionError, "for 2 players, not 3"),
        (lambda: tenka.new("suntzu", players="2"), tenka.OptionError, "for 2 players, not '2'"),
        (lambda: tenka.new("suntzu", event=True), tenka.OptionError, "did you mean events"),
        (lambda: tenka.new("suntzu", events=1), tenka.OptionError, "False or True, not 1"),
        (lambda: tenka.new("suntzu", events="yes"), tenka.OptionError, "not 'yes'"),
        (
            lambda: tenka.new("suntzu", events=True, beginner=True),
            tenka.OptionError,
            "events=True and beginner=True",
        ),
        (lambda: tenka.new("suntzu", seed=-1), tenka.OptionError, "a seed is"),
        (lambda: tenka.new("suntzu", seed=2**64), tenka.OptionError, "a seed is"),
        (lambda: tenka.new("suntzu", seed="7"), tenka.OptionError, "a seed is"),
        (lambda: tenka.bot("suntzu", "wizard"), tenka.UnknownBot, "there is random"),
        (lambda: tenka.bots("go"), tenka.UnknownGame, "no game 'go'"),
    ],
)
def test_wrong_names_and_options_are_refused_in_words(call, error, says):
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize(
    ("player", "action", "says"),
    [
        (0, "QIN=11", "no notation of Sun Tzu: did you mean QIN=1"),
        (0, "", "nothing to play"),
        (0, "march QIN>CHU", "orders are being given"),
        (0, "CHU=1", "QIN is next"),
        (0, "QIN=+3", r"no \+3 is in hand"),
        (0, 999, "decisions 0 to 142, not 999"),
        (0, -1, "not -1"),
        (0, 1.5, "not 1.5"),
        (0, None, "not None"),
        (2, "QIN=1", "players are 0 or 1, not 2"),
        (2, 0, "players are 0 or 1, not 2"),
        (-1, "QIN=1", "not -1"),
        ("0", "QIN=1", "not '0'"),
        (9, 0, "not 9"),
    ],
)
def test_wrong_decisions_are_refused_in_words_and_nothing_changes(player, action, says):
    match = new(beginner=True)
    before = match.state_bytes()
    with pytest.raises(tenka.IllegalAction, match=says):
        match.play(player, action)
    assert match.state_bytes() == before
    assert not match.history


def test_whoever_is_not_asked_is_told_who_is():
    match = new(beginner=True)
    match.play(0, "QIN=6 CHU=1 JIN-YAN=2 HAN-QI=3 WU=4")
    with pytest.raises(tenka.IllegalAction, match=r"it is for King Shao \(player 1\) to decide"):
        match.play(0, "QIN=6")


def test_after_the_end_nothing_can_be_played():
    match = new(beginner=True)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    with pytest.raises(tenka.IllegalAction, match="the game is over"):
        match.play(0, 0)
    assert match.legal(0) == []


@pytest.mark.parametrize("viewer", [2, -1, "0", 1.0])
def test_only_those_at_the_table_and_spectators_have_a_view(viewer):
    with pytest.raises(tenka.IllegalAction, match="players are 0 or 1"):
        new().view(viewer)


def test_a_bot_plays_from_the_redacted_state():
    match, rng = new(), np.random.default_rng(0)
    bot = tenka.bot("suntzu", "random")
    while not match.over:
        player = match.to_act[0]
        match.play(player, bot.act(player, match.redacted(player), match.legal(player), rng))
    assert match.over


def test_the_journal_survives_many_decisions():
    """More rows than the engine's memory holds are taken out in time, none twice."""
    match = tenka.new("suntzu", seed=3, events=True)
    seen = []
    while not match.over:
        player = match.to_act[0]
        match.play(player, match.legal(player)[-1])
        seen.append(len(match.clone().history))
    assert seen == list(range(1, len(seen) + 1))
    rounds = [entry.round for entry in match.journal if entry.kind.name == "round"]
    assert rounds == list(range(1, len(rounds) + 1))


def test_a_batch_refuses_what_is_not_legal():
    batch = tenka.batch("suntzu", 3, seed=0, beginner=True, threads=1)
    with pytest.raises(tenka.IllegalAction, match="decision 142 is not legal in match 1"):
        batch.step(np.array([0, 142, 0]))
    with pytest.raises(tenka.IllegalAction, match="3 decisions are needed"):
        batch.step(np.array([0, 0]))


def test_a_batch_pays_out_at_the_end():
    batch = tenka.batch("suntzu", 50, seed=0, beginner=True)
    while not batch.over.all():
        masks, _ = batch.legal_masks()
        batch.step(masks.argmax(axis=1))
    assert np.allclose(batch.returns().sum(axis=1), 1)
    assert sorted(batch.reset_finished().tolist()) == list(range(50))
    assert not batch.over.any()
