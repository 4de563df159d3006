"""The worked example learns, if only for a moment; what was measured is in docs/research.md."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import tenka
from tenka.bots.network import CAP, Network
from tenka.envs.vector import VectorEnv
from tenka.games.samurai.encode import PHASE
from tenka.games.samurai.facts import TILES
from tenka.games.samurai.state import PLAY_TILE
from tests.bots.master_says import FIXTURE, said

torch = pytest.importorskip("torch", reason="PyTorch is too large to be a test dependency")

import train  # noqa: E402  (it wants PyTorch, too)

FILE = Path(__file__).parents[2] / "examples" / "train.py"
DEVICES = ("cpu", "cuda") if torch.cuda.is_available() else ("cpu",)


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Tests run side by side, and threads would wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(params=DEVICES)
def self_play(request):
    """Three players of Samurai, 12 steps in 5 matches."""
    words = ["samurai", "--players=3", f"--device={request.param}", "--no-compile"]
    options = train.asked([*words, "--matches=5", "--steps=12", "--seed=3"])
    player = train.Player(tenka.game("samurai"), 3, 32).to(request.param)
    return train.SelfPlay(player, options, options.seed)


def test_who_is_met_where_nobody_is_named(monkeypatch):
    """A game from outside need not have novices."""
    assert train.asked(["samurai"]).against == "novice"
    assert train.asked(["suntzu", "--respond-to", "master"]).against == "master"
    monkeypatch.setattr(tenka, "bots", lambda game: ("random", "matcher"))
    assert train.asked(["suntzu"]).against == "matcher"


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("game", "players"), [("suntzu", 2), ("samurai", 3), ("shogun", 4)])
def test_a_moment_of_training(tmp_path, game, players, device):
    given = {"players": players, "device": device, "minutes": 0.01, "matches": 16, "steps": 8}
    given |= {"width": 64, "minibatch": 50, "games": 8, "points": 2}
    given |= {"plot": tmp_path / "curve.svg", "save": tmp_path / "player.pt"}
    given |= {"json": tmp_path / "measured.json"}
    curve = train.main([game, *(f"--{name}={value}" for name, value in given.items())])
    assert 2 <= len(curve) <= 3
    assert curve[-1].minutes >= 0.01
    assert curve[-1].decisions % 100 == 0  # two minibatches of the 128 in each round
    assert curve[-1].speed == pytest.approx(curve[-1].decisions / curve[-1].minutes / 60)
    assert all(0 <= point.low <= point.share <= point.high <= 1 for point in curve)
    ElementTree.parse(tmp_path / "curve.svg")  # noqa: S314  (our own)
    measured = json.loads((tmp_path / "measured.json").read_text("utf-8"))
    assert measured["options"]["players"] == players
    assert measured["curve"] == [point._asdict() for point in curve]
    assert "mouth.weight" in torch.load(tmp_path / "player.pt")


def test_learning_makes_better_decisions_more_likely():
    """Of two decisions, the one that always gains is soon preferred."""
    torch.manual_seed(1)
    scale = np.ones(4, dtype=np.float32)
    game = SimpleNamespace(actions=range(3), observation=SimpleNamespace(scale=scale))
    player = train.Player(game, 2, 256)
    options = train.asked(["--device=cpu", "--epochs=2", "--lr=0.01"])
    learner = train.Learner(player, player, options)
    seen = torch.ones(64, 4, dtype=torch.int8)
    masks = torch.tensor([[True, True, False]]).repeat(64, 1)
    actions = torch.arange(64) % 2
    for _ in range(10):
        with torch.no_grad():
            before = player(seen, masks)[0].gather(1, actions[:, None]).squeeze(1)
        gains = torch.where(actions == 1, 1.0, -1.0)
        batch = (seen, masks, actions, before, gains, torch.zeros(64, 2))
        learner.learn(batch, torch.randperm(64), left=1.0)
    odds = player(seen[:1], masks[:1])[0].exp()[0]
    assert odds[1] > 0.8
    assert odds[2] == 0


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("weight", [1e4, 1e18, -1e18, float("inf"), float("nan")])
def test_no_weights_are_so_absurd_that_a_decision_is_illegal(device, weight):
    """The environment refuses what is illegal, so whole matches are played with such weights."""
    torch.manual_seed(5)
    options = train.asked(["suntzu", f"--device={device}", "--matches=32", "--no-compile"])
    player = train.Player(tenka.game("suntzu"), 2, 64).to(device)
    for layer in (player.eyes, player.mind, player.heart, player.mouth):
        torch.nn.init.normal_(layer.weight)
        layer.weight.data *= weight
    play = train.SelfPlay(player, options, seed=1)
    for _ in range(5):
        _, masks, actions, before, *_ = play.play()
        assert masks.gather(1, actions[:, None]).all()
    assert getattr(play.env, "refused", 0) == 0
    if abs(weight) < 1e10:
        assert (before > -100).all()  # bounded, so nothing legal is as unlikely as the illegal


def test_a_step_that_leads_nowhere_is_left_out_and_counted():
    """A slope that is no number changes neither the network nor what the optimizer remembers."""
    scale = np.ones(4, dtype=np.float32)
    game = SimpleNamespace(actions=range(3), observation=SimpleNamespace(scale=scale))
    player = train.Player(game, 2, 32)
    learner = train.Learner(player, player, train.asked(["--device=cpu"]))
    seen, masks = torch.ones(8, 4, dtype=torch.int8), torch.ones(8, 3, dtype=torch.bool)

    def loss():
        return player(seen, masks)[1].square().sum()

    learner.step(loss())
    before = [part.clone() for part in player.parameters()]
    moments = [memory["exp_avg"].clone() for memory in learner.optimizer.state.values()]
    learner.step(loss() * float("nan"))
    after = [memory["exp_avg"] for memory in learner.optimizer.state.values()]
    for old, new in zip(before + moments, [*player.parameters(), *after], strict=True):
        assert torch.equal(old, new)
    learner.step(loss())
    assert learner.skipped == 1
    assert not torch.equal(before[0], next(player.parameters()))


def test_what_is_learned_from_is_what_was_seen_and_decided(self_play):
    """The same decisions lead to the same observations once more."""
    seen, masks, actions, before, gains, _ = (part.cpu().numpy() for part in self_play.play())
    env = VectorEnv("samurai", 5, seed=3, players=3)
    scale = env.game.observation.scale
    for t in range(12):
        now = slice(5 * t, 5 * t + 5)
        assert (seen[now] * scale == env.observations).all()
        assert (masks[now] == env.masks).all()
        assert (self_play.actors[t].cpu().numpy() == env.actors).all()
        assert masks[now][np.arange(5), actions[now]].all()
        env.step(actions[now])
    assert (before < 1e-6).all()
    assert gains.shape == (60,)


def test_matches_are_apart_when_learning_begins():
    play = train.SelfPlay(
        train.Player(tenka.game("suntzu"), 2, 32),
        train.asked(["suntzu", "--device=cpu", "--matches=64", "--steps=4"]),
        seed=1,
    )
    assert len(np.unique(play.env.states["round_number"])) == 1
    play.spread()
    assert len(np.unique(play.env.states["round_number"])) > 2


def test_what_comes_after_a_stretch_is_valued_for_the_seat_it_is_worth_to(self_play):
    """A network that gives the decider 1 and the others -1/2 each, whoever decides."""

    def decide(player, seen, masks):
        values = torch.tensor([[1.0, -0.5, -0.5]], device=seen.device).repeat(len(seen), 1)
        return train.choose(masks.float().log(), masks), values[:, 0], values

    self_play.decide = decide
    *_, gains, worth = self_play.play()
    assert not self_play.ended.any()
    last = self_play.actors[-1] == self_play.shown[2]
    expected = torch.where(last, 1.0, -0.5)
    assert worth[-5:, 0].tolist() == expected.tolist()
    assert gains[-5:].tolist() == (expected - 1).tolist()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_each_decision_is_judged_by_its_own_players_story(seats):
    """Against the textbook's sum, player by player and match by match."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(40, 3))
    actors = rng.integers(0, seats, size=(40, 3))
    ended = rng.random((40, 3)) < 0.1
    rewards = np.where(ended[:, :, None], rng.normal(size=(40, 3, seats)), 0)
    beyond = rng.normal(size=(3, seats))
    given = (values, actors, rewards, ended, beyond)
    sizes = torch.full((3,), seats)
    gains, worth = train.judge(*(torch.from_numpy(array) for array in given), sizes)
    assert worth[:, :, 0].numpy() == pytest.approx(gains.numpy() + values)
    for match in range(3):
        for seat in range(seats):
            story = tell(values[:, match], actors[:, match], rewards[:, match], ended[:, match],
                         seat, beyond[match, seat])  # fmt: skip
            for step, expected in story.items():
                assert gains[step, match] == pytest.approx(expected)


def test_others_are_told_what_their_own_next_decision_looked_worth():
    """Seats 2, 0, 1 decide in turn; the one before last knows what is beyond for the others."""
    actors = torch.tensor([[2], [0], [1]])
    values = torch.tensor([[0.1], [0.2], [0.3]])
    nothing = torch.zeros(3, 1, 3)
    beyond = torch.tensor([[0.5, 0.6, 0.7]])
    ended, sizes = nothing[:, :, 0].bool(), torch.tensor([3])
    _, worth = train.judge(values, actors, nothing, ended, beyond, sizes)
    first, second, third = worth[:, 0].tolist()
    zero = 0.2 + 0.95 * (0.5 - 0.2)  # what seat 0's decision turned out to be worth
    one = 0.3 + 0.95 * (0.6 - 0.3)
    assert third == pytest.approx([0.6, 0.7, 0.5])
    assert second == pytest.approx([0.5, one, 0.7])
    assert first == pytest.approx([0.7, zero, one])


def tell(values, actors, rewards, ended, player, beyond, trust=0.95):
    """One player's advantages: the discounted sum of surprises until the match ends."""
    mine = [t for t in range(len(values)) if actors[t] == player]
    surprise, final = {}, {}
    for at, t in enumerate(mine):
        until = mine[at + 1] if at + 1 < len(mine) else len(values)
        end = next((k for k in range(t, until) if ended[k]), None)
        final[t] = end is not None
        following = values[until] if until < len(values) else beyond
        worth = rewards[end, player] if final[t] else following
        surprise[t] = worth - values[t]
    story = {}
    for at, t in enumerate(mine):
        story[t] = 0.0
        for k, later in enumerate(mine[at:]):
            story[t] += trust**k * surprise[later]
            if final[later]:
                break
    return story


def test_what_is_exported_says_the_same(tmp_path):
    """PyTorch's network, and the one that bots read from the file."""
    torch.manual_seed(4)
    game = tenka.game("suntzu")
    player = train.Player(game, 2, 64)
    torch.nn.init.normal_(player.mouth.weight, std=0.5)
    train.export(player, tmp_path / "player.npz")
    network = Network.read((tmp_path / "player.npz").read_bytes())
    env = VectorEnv("suntzu", 32, seed=2, compact=True)
    masks = torch.ones(32, len(game.actions), dtype=torch.bool)
    odds, values = player(torch.from_numpy(env.observations), masks)
    for row, of_all, worth in zip(env.observations, odds, values, strict=True):
        said = torch.from_numpy(network.speak(row))
        assert torch.allclose(said[:-2].log_softmax(0), of_all, atol=0.02)  # halves are coarse
        assert torch.allclose(said[-2:].tanh(), worth, atol=0.02)


def test_a_run_goes_on_where_it_stopped(tmp_path):
    """Two pieces of a run: what was learned and measured before is still there."""
    given = {"device": "cpu", "minutes": 0.02, "matches": 16, "steps": 8, "width": 64}
    given |= {"minibatch": 64, "games": 8, "points": 2, "keep": tmp_path / "run.pt"}
    words = ["suntzu", *(f"--{name}={value}" for name, value in given.items())]
    first = train.main([*words, "--piece=0.01"])
    second = train.main(words)
    assert second[: len(first)] == first
    assert second[-1].decisions > first[-1].decisions
    assert second[-1].minutes >= 0.02 > first[-1].minutes


def test_the_interval_is_wilsons():
    low, high = train.interval(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)


def test_the_share_against_a_bot_counts_games_from_all_seats():
    """A player that knows nothing loses to the novice, and has its part in random play."""
    torch.manual_seed(2)
    for game, players in (("suntzu", 2), ("samurai", 3)):
        player = train.Player(tenka.game(game), players, 64)
        words = [game, f"--players={players}", "--device=cpu"]
        novice, random = (train.asked([*words, f"--against={bot}"]) for bot in ("novice", "random"))
        assert train.face(player, novice, 42, seed=1) < 0.35
        assert 0.5 / players < train.face(player, random, 42, seed=1) < 1.5 / players


def test_a_frozen_master_plays_as_the_master_does():
    """The same odds for every decision of whole matches, in PyTorch and in the bot."""
    game, bot = tenka.game("suntzu"), tenka.bot("suntzu", "master")
    frozen = train.Frozen(train.exported("suntzu", "master"), len(game.actions))
    env, compared = VectorEnv("suntzu", 16, seed=6, compact=True), 0
    for _ in range(60):
        odds = frozen(*(torch.from_numpy(array) for array in (env.observations, env.masks))).exp()
        for at, seat in enumerate(env.actors.tolist()):
            legal = [game.actions[number] for number in np.flatnonzero(env.masks[at])]
            expected = bot.odds(seat, game.redact(env.states[at], seat), legal)
            found = odds[at, [action.id for action in legal]].numpy()
            assert found == pytest.approx(expected, abs=1e-5)
            assert odds[at].sum().item() == pytest.approx(1, abs=1e-5)
            compared += len(legal) > 1
        env.step(env.random_actions())
    assert compared > 500


def test_pytorch_says_what_it_is_said_to_say():
    """The positions of which numpy is asked where there is no PyTorch."""
    told = json.loads(FIXTURE.read_text())["rows"]
    for row, again in zip(told, said(), strict=True):
        assert row["seen"] == again["seen"]
        assert row["legal"] == again["legal"]
        assert row["log_odds"] == pytest.approx(again["log_odds"], abs=1e-3)
        assert row["odds"] == pytest.approx(again["odds"], abs=1e-4)


@pytest.mark.parametrize("wider", [0, 128])
def test_who_begins_with_a_master_plays_as_well(wider):
    """The network that is to learn says what the exported one says."""
    game, network = tenka.game("suntzu"), train.exported("suntzu", "master")
    width = len(network.layers["mind"])
    player = train.Player(game, 2, width + wider)
    player.begin_with(network)
    env = VectorEnv("suntzu", 32, seed=2, compact=True)
    said = torch.stack([torch.from_numpy(network.speak(row)) for row in env.observations])
    masks = torch.from_numpy(env.masks)
    expected = said[:, :-2].masked_fill(~masks, -1e9).log_softmax(1)
    found = player(torch.from_numpy(env.observations), masks)[0]
    assert torch.allclose(found, expected, atol=1e-3)
    options = train.asked(["suntzu", "--device=cpu"])
    frozen = train.Frozen(network, len(game.actions))
    assert 0.3 < train.confront(player, frozen, options, 64, seed=1) < 0.7
    with pytest.raises(ValueError, match=f"--width {width}"):
        train.Player(game, 2, 64).begin_with(network)


def test_a_responder_learns_from_its_own_decisions_alone(tmp_path):
    """Seats alternate over matches; the frozen network's decisions teach nobody."""
    words = ["suntzu", "--device=cpu", "--matches=6", "--steps=20", "--respond-to=master"]
    options = train.asked(words)
    game = tenka.game("suntzu")
    frozen = train.Frozen(train.exported("suntzu", "master"), len(game.actions))
    play = train.SelfPlay(train.Player(game, 2, 32), options, seed=3, rivals=[frozen])
    play.play()
    assert play.mine.tolist() == [0, 1] * 3
    own = play.actors.flatten()[play.learned_from()]
    assert len(own) == (play.actors == play.mine).sum()
    masks = play.masks.flatten(0, 1)
    assert masks.gather(1, play.actions.flatten()[:, None]).all()
    given = {"minutes": 0.01, "width": 64, "minibatch": 32, "games": 16, "points": 1}
    given |= {"json": tmp_path / "measured.json", "plot": tmp_path / "curve.svg"}
    curve = train.main([*words, *(f"--{name}={value}" for name, value in given.items())])
    assert curve[-1].games == 16
    assert json.loads((tmp_path / "measured.json").read_text("utf-8"))["surely"][0] == 16


def test_rivals_have_a_part_of_the_matches():
    """Two of them, each with a quarter; in the rest the learner is at both seats."""
    words = ["suntzu", "--device=cpu", "--matches=16", "--steps=12", "--part=0.5"]
    rivals = [Chooser(first=True), Chooser(first=False)]
    player = train.Player(tenka.game("suntzu"), 2, 32)
    play = train.SelfPlay(player, train.asked(words), seed=3, rivals=rivals)
    play.play()
    assert play.alone.tolist() == [False] * 8 + [True] * 8
    which = play.learned_from()
    own = (play.actors[:, :8] == play.mine[:8]).sum() + 12 * 8
    assert len(which) == len(which.unique()) == own
    least = play.masks.int().argmax(dim=2)
    most = play.masks.shape[2] - 1 - play.masks.flip(2).int().argmax(dim=2)
    for there, expected in ((slice(0, 4), least), (slice(4, 8), most)):
        theirs = play.actors[:, there] != play.mine[there]
        assert (play.actions[:, there] == expected[:, there])[theirs].all()
    assert (play.actions != least)[:, 8:].any()


class Chooser(torch.nn.Module):
    """Always the first of the legal decisions, or always the last."""

    def __init__(self, first):
        super().__init__()
        self.slope = -1e6 if first else 1e6

    def forward(self, seen, masks):
        return torch.arange(masks.shape[1]).float().mul(self.slope).repeat(len(masks), 1)


def test_a_network_may_be_the_yardstick_of_self_play(tmp_path):
    """An exported one: who begins with it has about half of the win."""
    train.export(train.Player(tenka.game("suntzu"), 2, 32), tmp_path / "idle.npz")
    given = {"device": "cpu", "minutes": 0.01, "matches": 16, "steps": 8, "games": 64}
    given |= {"width": 64, "minibatch": 64, "points": 1, "json": tmp_path / "measured.json"}
    given |= {"begin-with": tmp_path / "idle.npz", "against": tmp_path / "idle.npz"}
    curve = train.main(["suntzu", *(f"--{name}={value}" for name, value in given.items())])
    assert 0.2 < curve[-1].share < 0.8
    assert "surely" in json.loads((tmp_path / "measured.json").read_text("utf-8"))


def test_curiosity_falls_by_the_same_factor_in_the_same_time():
    falling = [train.fallen(0.1, 0.001, left) for left in (1, 0.75, 0.5, 0.25, 0)]
    assert falling == pytest.approx([0.1, 0.0316, 0.01, 0.00316, 0.001], rel=0.01)
    assert train.asked(["--curiosity=0.04"]).calm == pytest.approx(0.002)


def test_a_network_of_the_boards_shape_knows_what_its_hexes_are_worth():
    """Of tiles alike in all else, the one that is worth most at settlements is the likeliest; and
    whatever it says, only legal decisions are made.
    """
    board = train.kind_of(f"{FILE.with_name('board.py')}:Board")
    player = board(tenka.game("samurai"), 2, 32)
    options = train.asked(["samurai", "--device=cpu", "--matches=32", "--no-compile"])
    play = train.SelfPlay(player, options, seed=1)
    for _ in range(3):
        seen, masks, actions, *_ = play.play()
        assert masks.gather(1, actions[:, None]).all()
    with torch.no_grad():
        player.worths.bias[:] = torch.arange(17) / 3
        flat, _ = player(seen, masks)
    tiles = (masks[:, :17].sum(dim=1) > 1) & (seen[:, PHASE + PLAY_TILE] == 1)
    land = torch.tensor([not name.startswith(("ship", "token", "figure")) for name in TILES])
    likely = flat[tiles, :17].masked_fill(~(land & masks[tiles, :17]), -1e9)
    normal = (land & masks[tiles, :17]).any(dim=1)
    last = (torch.arange(17) * (land & masks[tiles, :17])).argmax(dim=1)
    assert tiles.sum() > 50
    assert (likely.argmax(dim=1) == last)[normal].float().mean() > 0.95


def test_processes_learn_one_network_together(tmp_path):
    """Two of them under `torchrun`, as on two GPUs or two machines; a second piece goes on."""
    given = {"device": "cpu", "minutes": 0.04, "piece": 0.02, "matches": 16, "steps": 8}
    given |= {"width": 64, "minibatch": 64, "games": 8, "points": 2, "keep": tmp_path / "run.pt"}
    given |= {"json": tmp_path / "measured.json", "export": tmp_path / "player.npz"}
    words = ["suntzu", *(f"--{name}={value}" for name, value in given.items())]
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    told = []
    for _ in range(2):
        alone = os.environ | {"OMP_NUM_THREADS": "1"}
        subprocess.run([*launch, FILE, *words], env=alone, check=True)
        told.append(json.loads((tmp_path / "measured.json").read_text("utf-8")))
    first, second = told
    assert first["processes"] == second["processes"] == 2
    assert second["curve"][: len(first["curve"])] == first["curve"]
    assert second["curve"][-1]["decisions"] > first["curve"][-1]["decisions"] > 0
    assert second["curve"][-1]["decisions"] % 256 == 0  # both of two minibatches a round
    assert Network.read((tmp_path / "player.npz").read_bytes()).layers["cap"] == CAP
