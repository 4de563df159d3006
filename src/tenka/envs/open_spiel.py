"""OpenSpiel: importing this registers each game under its name, as `tenka_shogun`.

>>> import pyspiel, tenka.envs.open_spiel
>>> game = pyspiel.load_game("tenka_shogun(players=3,side=moon)")
>>> state = game.new_initial_state()

Chance is sampled. A chance node has LUCK outcomes, equally likely, and each stands for one way in
which all that is random until the next decision may fall; the setup is drawn from LUCK**SETUP of
them. A decision without anything random is not followed by a chance node. So a state is a function
of its history, as OpenSpiel expects of games with explicit chance, and every copy of it that
search plays on meets chances of its own.
"""

from __future__ import annotations

import copyreg
import hashlib
import json
from typing import Any

import numpy as np
import pyspiel

from tenka.core.chance import words_of
from tenka.core.game import Game, Option
from tenka.core.match import Match
from tenka.core.registry import find, games
from tenka.envs.payoff import rewards_of
from tenka.envs.sight import Sight

LUCK, SETUP = 256, 4
UNSET = ""  # an option for which the game finds a value itself
_MIX, _ADD = 6364136223846793005, 1442695040888963407  # Knuth's, for a generator of 64 bits


def _take_up(name: str, options: dict[str, Any], seed: int, state: bytes, rows: bytes) -> Match:
    return Match.resume(find(name), options, seed, state, rows)


def _put_down(match: Match) -> tuple[Any, ...]:
    parts = (match.game.name, match.options, match.seed, match.state_bytes(), match.journal_bytes())
    return _take_up, parts


copyreg.pickle(Match, _put_down)  # pyspiel clones by deepcopy and serialises by pickle


def _parameter(option: Option) -> Any:
    return UNSET if option.default is None else option.default


def game_type(game: Game) -> Any:
    """What OpenSpiel is to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=f"tenka_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            **{option.name: _parameter(option) for option in game.options},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of our games with its options, which are OpenSpiel's parameters."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        self.rules = find(name)
        given = {key: value for key, value in params.items() if value != UNSET}
        self.options = self.rules.choose(given.pop("players", None), given)
        self.sight = Sight(self.rules)
        players = self.options["players"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions),
            max_chance_outcomes=LUCK,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.longest,
        )
        super().__init__(game_type(self.rules), info, params)

    def new_initial_state(self, *_: Any) -> SpielState:
        """Before the setup, which is chance's."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One after each decision at the most, and the setup."""
        return int(self.rules.longest) + SETUP

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """With perfect recall an observer has strings only, without it the tensor too."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.sight, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A match, or a decision in it whose outcome is chance's."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match: Match | None = None  # until the setup is drawn
        self.pending: tuple[int, int] | None = None  # player, decision
        self.luck, self.drawn = 0, 0  # all outcomes so far as one number, and how many
        self.imagined: tuple[int, int] | None = None  # for whom, from which step on it is true

    @property
    def game(self) -> SpielGame:
        """The game, as ours."""
        found: SpielGame = self.get_game()
        return found

    def current_player(self) -> int:
        """Who decides; where several may, the lowest seat."""
        if self.match is None or self.pending:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.to_act[0] if self.match.to_act else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match is not None and self.match.over and not self.pending

    def returns(self) -> list[float]:
        """What the match brings each player, once it is over."""
        players = self.num_players()
        if self.match is None or not self.match.over:
            return [0.0] * players
        winners = np.array([int(self.match.state.winners)])
        values: list[float] = rewards_of(winners, players)[0].tolist()
        return values

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None  # noqa: S101  (chance decides before that)
        return sorted(action.id for action in self.match.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Equally likely ways in which all may fall."""
        return [(outcome, 1 / LUCK) for outcome in range(LUCK)]

    def _apply_action(self, action: int) -> None:
        if self.match is None or self.pending:
            self._fall(action)
            return
        player = self.current_player()
        tried = self.match.clone()
        tried.play(player, action)
        if tried.state.drawn == self.match.state.drawn:
            self.match = tried
        else:
            self.pending = player, action

    def _fall(self, outcome: int) -> None:
        """Chance decides: the setup, or what the decision before leads to."""
        self.luck = (_MIX * (self.luck + outcome + 1) + _ADD) % 2**64
        self.drawn += 1
        if self.match is None:
            if self.drawn == SETUP:
                self.match = Match(self.game.rules, self.game.options, self.luck)
        elif self.pending:
            player, action = self.pending
            state = self.match.state
            state.key[:], self.pending = words_of(self.luck), None
            self.match.play(player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return str(self.game.rules.actions[action])

    def __str__(self) -> str:
        if self.match is None:
            return f"setup {self.drawn} {self.luck:x}"
        acting = " ".join(map(str, self.match.to_act)) or "over"
        state = _digest(self.match.state_bytes())
        return f"{self.match.game.title} {state}: {self.pending or acting}"

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state, drawn at random, that the player cannot tell from this one."""
        twin: SpielState = self.clone()
        if self.match is not None:
            rng = np.random.default_rng(int(sampler() * 2**53))
            state = self.game.rules.determinise(self.match.redacted(player), rng)
            twin.match = self.match.clone(state)
            twin.imagined = player, len(self.match.steps())
        return twin

    def story(self, player: int) -> list[str]:
        """All that a player has decided and been told so far."""
        if self.match is None:
            return []
        told = []
        for at, step in enumerate(self.match.steps()):
            # Of what others lived through, an imagined state knows only what everyone saw.
            dreamt = self.imagined and at < self.imagined[1] and player != self.imagined[0]
            viewer = None if dreamt else player
            if not isinstance(step, tuple):
                told.append(str(step.seen_by(viewer)))
            elif step[0] == viewer:
                told.append(str(step[1]))
        if self.pending and self.pending[0] == player:
            told.append(str(self.game.rules.actions[self.pending[1]]))
        return told


class Observer:
    """What a player sees, as OpenSpiel's observers give it; `dict` has the blocks by name."""

    def __init__(self, sight: Sight, kind: Any) -> None:
        self.sight = sight
        self.recall = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self.recall:
            self.tensor = np.zeros(sight.game.observation_size, np.float32)
            ends = np.cumsum([block.size for block in sight.game.observation])
            parts = np.split(self.tensor, ends[:-1])
            names = [block.name for block in sight.game.observation]
            self.dict = dict(zip(names, parts, strict=True))

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor, in place; before the setup there is nothing to see."""
        if self.tensor is not None:
            self.tensor[:] = 0
            if state.match is not None:
                self.tensor[:] = self.sight.observation(state.match, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The view as JSON; with perfect recall, what led to it and a hash of what is seen now."""
        if state.match is None:
            return ""
        if not self.recall:
            return json.dumps(state.match.view(player))
        return "\n".join([*state.story(player), _digest(state.match.redacted(player).tobytes())])


def _digest(state: bytes) -> str:
    return hashlib.blake2b(state, digest_size=8).hexdigest()


def _register(game: Game) -> None:
    class Loaded(SpielGame):
        """A class, not a function: pyspiel lets go of it when Python has ended already."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game.name, dict(params or {}))

    pyspiel.register_game(game_type(game), Loaded)


for _name in games():
    _register(find(_name))
