"""How masters learn, by one command for each game: tiny runs, and what is fitted on the way."""

from __future__ import annotations

import dataclasses
import json
import re
import runpy
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import tenka
from tenka.bots.samurai import knowledge as module
from tenka.bots.samurai.fitting import (
    choosing_surprise,
    fit_choosing,
    fit_judge,
    judge_of,
    numbers_of,
)
from tenka.bots.samurai.knowledge import Knowledge, by_hand, knowledge
from tenka.bots.samurai.learning import PLAIN, appraiser, games
from tenka.bots.samurai.master import Master
from tenka.bots.samurai.pupil import Thoughts
from tenka.bots.samurai.tree import HEAT, KINDS_OF_MOVES, WIDTH
from tenka.bots.samurai.weights import JUDGES
from tenka.bots.suntzu.learning import STAGES
from tenka.core.errors import UnknownBot
from tenka.core.registry import learner
from tenka.learn import main

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_every_game_has_a_command_that_learns_it(capsys):
    for game in tenka.games():
        with pytest.raises(SystemExit) as ended:
            main([game, "--help"])
        assert ended.value.code == 0
        said = capsys.readouterr().out
        assert f"python -m tenka.learn {game}" in said
        assert "--keep" in said
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "tenka.learn samurai --keep build/samurai" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "suntzu" in capsys.readouterr().err


def test_a_game_that_nobody_learned_says_so(monkeypatch):
    """As one that came with a package may be."""
    monkeypatch.delattr(Master, "learning")
    with pytest.raises(UnknownBot, match="no opponent of samurai can be learned"):
        learner("samurai")


def choices(rows, weights, seed):
    """Rows of branches, chosen by odds of which the fit is not told."""
    rng = np.random.default_rng(seed)
    likings = -np.sort(rng.exponential(HEAT, (rows, WIDTH)), axis=1)
    kinds = rng.integers(0, KINDS_OF_MOVES, (rows, WIDTH)).astype(np.int8)
    told = likings * weights[0] + weights[1:][kinds]
    chosen = (told + rng.gumbel(size=told.shape)).argmax(axis=1).astype(np.int8)
    nothing = np.zeros((0, 2))
    return Thoughts(likings, kinds, chosen, np.zeros((0, 1), np.uint8), nothing, nothing)


def test_whom_to_believe_is_found_again_from_choices():
    bias = np.linspace(-1, 1, KINDS_OF_MOVES)
    seen = choices(20_000, np.array((1 / 0.03, *bias)), 1)
    heat, found = fit_choosing(seen, HEAT)
    assert heat == pytest.approx(0.03, rel=0.1)
    assert np.array(found) - np.mean(found) == pytest.approx(bias, abs=0.15)
    assert choosing_surprise(seen, heat, found) < choosing_surprise(seen, HEAT, PLAIN.bias)
    heat, found = fit_choosing(choices(1, np.array((1 / HEAT, *bias)), 2), HEAT)
    assert heat == pytest.approx(HEAT, rel=0.5)  # one choice proves next to nothing
    assert np.abs(found).max() < 1


def test_a_judge_is_made_of_its_numbers():
    for judge in JUDGES.values():
        again = judge_of(numbers_of(judge))
        for field in dataclasses.fields(judge):
            value, other = getattr(judge, field.name), getattr(again, field.name)
            assert other == pytest.approx(np.maximum(value, 1e-3).tolist(), rel=1e-3)


@pytest.mark.long
def test_a_judge_learns_what_another_one_says():
    """Told the chances by a judge as if they were results, it comes to say the same."""
    seen = games((json.dumps(PLAIN.told()), 1, 3, 5, 8))
    assert len(seen.states) == len(seen.won) == len(seen.searched) > 100
    assert seen.searched.sum(axis=1) == pytest.approx(np.ones(len(seen.states)))
    assert (seen.kinds[np.arange(len(seen.chosen)), seen.chosen] >= 0).all()
    assert (np.diff(seen.likings[seen.kinds[:, 1] >= 0, :2], axis=1) <= 0).all()
    appraise = appraiser(seen)
    wise = appraise(JUDGES[3])
    seen.won = seen.searched = wise
    learned = appraise(fit_judge(appraise, seen, PLAIN.judge))
    before = np.abs(appraise(PLAIN.judge) - wise).mean()
    assert np.abs(learned - wise).mean() < before / 3


def test_knowledge_is_the_same_once_written_and_read():
    for players in (2, 3, 4):
        assert Knowledge.of(json.loads(json.dumps(by_hand(players).told()))) == by_hand(players)
        assert len(knowledge(players).bias) == KINDS_OF_MOVES
    assert knowledge(2) != by_hand(2)
    assert knowledge(4) == by_hand(4)  # not learned well enough, see docs/masters.md


def test_only_the_master_goes_by_what_was_learned(monkeypatch):
    """And a file that was changed is not played with."""
    assert not hasattr(tenka.bot("samurai", "expert"), "knows")
    assert tenka.bot("samurai", "master").knows(2) == knowledge(2)
    monkeypatch.setattr(module, "DIGEST", "0" * 64)
    module.knowledge.cache_clear()
    with pytest.raises(ValueError, match="damaged"):
        knowledge(2)
    monkeypatch.undo()
    assert knowledge(2) != by_hand(2)


@pytest.mark.long
def test_a_run_of_samurai_goes_on_and_meets_what_goes_by_hand(tmp_path, capsys):
    words = ["samurai", "--processes=1", "--players", "2", f"--keep={tmp_path}"]
    short = ["--minutes=0.0001", "--games=2", "--think-ms=1"]
    for rounds in (1, 2):
        main([*words, *short])
        run = json.loads((tmp_path / "2.json").read_text())
        assert run["rounds"] == len(run["curve"]) == rounds
        assert run["games"] == 2 * rounds
    main([*words, "--minutes=0", "--match=2", "--match-ms=1"])
    after = json.loads((tmp_path / "2.json").read_text())
    assert after["knowledge"] == run["knowledge"] != PLAIN.told()
    assert len(after["match"]) == 2
    learned = tmp_path / "learned.json"
    assert json.loads(learned.read_text()) == {"2": run["knowledge"]}
    assert sha256(learned.read_bytes()).hexdigest() in capsys.readouterr().out


@pytest.mark.parametrize("example", ["train.py", "imitate.py"])
def test_without_pytorch_the_examples_say_what_they_need(example, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match=re.escape("pip install 'tenka[learn]'")):
        runpy.run_path(str(EXAMPLES / example))


@pytest.mark.long
def test_sun_tzu_learns_in_stages_or_says_what_it_needs(tmp_path, capfd):
    """With PyTorch all runs for a moment, in two pieces; without it a word about that."""
    words = ["suntzu", f"--keep={tmp_path}", "--part=0.0004"]
    if find_spec("torch") is None:
        with pytest.raises(SystemExit):
            main(words)
        assert "pip install 'tenka[learn]'" in capfd.readouterr().err
        return
    words += ["--device=cpu", "--matches=8", "--steps=4", "--minibatch=16", "--games=4"]
    main([*words, "--piece=0.001"])
    assert "goes on from here" in capfd.readouterr().out
    assert not (tmp_path / "master.npz").exists()
    main(words)
    digest = sha256((tmp_path / "master.npz").read_bytes()).hexdigest()
    assert digest in capfd.readouterr().out
    for stage in STAGES:
        assert json.loads((tmp_path / f"{stage.name}.json").read_text())["curve"]
