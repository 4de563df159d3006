"""Gymnasium: one seat is the agent's, bots of any level have the others.

>>> import gymnasium, tenka.envs.gymnasium
>>> env = gymnasium.make("tenka/SunTzu-v1", opponents="novice")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

`gymnasium.make_vec("tenka/SunTzu-v1", num_envs=1024, vectorization_mode="vector_entry_point")`
makes a `SeatVectorEnv`, which plays all matches in one array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tenka.core.errors import OptionError
from tenka.core.layout import Floats
from tenka.core.registry import THINK_MS, find, games
from tenka.envs import vector
from tenka.envs.opponents import Opponents, seated
from tenka.envs.sight import Mask, Sight
from tenka.envs.table import ILLEGAL_REWARD, Table, env_id

Info = dict[str, Any]
Policy = Callable[[Floats, NDArray[Any]], Any]  # observations, masks -> decisions


class SeatEnv(gymnasium.Env[Any, Any], EzPickle):
    """A match from one seat. `info["action_mask"]`, and `action_masks()`, say what is legal."""

    # Not a ClassVar: Gymnasium reads it from the class, but types it as an instance's.
    metadata: dict[str, Any] = {"render_modes": Table.RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str,
        seat: int = 0,
        opponents: Opponents = "random",
        think_ms: int = THINK_MS,
        players: int | None = None,
        illegal: str = "terminate",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self, game, seat, opponents, think_ms, players, illegal, render_mode, **options
        )
        self.table = Table(game, players, options, illegal, render_mode)
        self.seat = seat
        self.bots = seated(game, self.table.players, seat, opponents, think_ms)
        self.render_mode = render_mode
        self.observation_space = self.table.sight.observation_space()
        self.action_space = gymnasium.spaces.Discrete(self.table.sight.decisions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, Info]:
        """A new match; `options` are those of the constructor, and none are taken here."""
        super().reset(seed=seed)
        self.table.rng = self.np_random
        self.table.begin(None)
        self._let_others_play()
        return self._seen()

    def _let_others_play(self) -> None:
        """The bots decide until the agent is asked or the match is over."""
        match, rng = self.table.match, self.table.rng
        while not match.over and self.seat not in match.to_act:
            player = match.to_act[0]
            legal = match.legal(player)
            match.play(player, self.bots[player].act(player, match.redacted(player), legal, rng))

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, under the name that maskable algorithms look for."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> Mask:
        match = self.table.match
        return self.table.sight.mask(match, None if match.over else self.seat)

    def _seen(self) -> tuple[Floats, Info]:
        seen = self.table.sight.observation(self.table.match, self.seat)
        return seen, {"action_mask": self._mask()}

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, Info]:
        """A decision of the agent, and what the bots do then."""
        legal = self.table.decide(self.seat, action, self._mask())
        if legal:
            self._let_others_play()
        over = self.table.match.over
        reward = 0.0 if legal else ILLEGAL_REWARD
        if over:
            reward = self.table.rewards()[self.seat]
        if self.render_mode == "human":
            self.render()
        seen, info = self._seen()
        return seen, reward, over or not legal, False, info

    def render(self) -> Any:
        """The board as the agent sees it."""
        return self.table.render(self.seat)


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Many matches from one seat, on the batch path; finished ones are restarted in the same step.

    Opponents are bots, as in `SeatEnv`, or a policy that decides for all matches at once: a
    function of observations and masks. Random opponents and policies keep the speed of the batch.
    Arrays that a step returns are copies; `batch` has the originals.
    """

    # Not a ClassVar, as above.
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # likewise

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seat: int = 0,
        opponents: Opponents | Policy = "random",
        think_ms: int = THINK_MS,
        players: int | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise OptionError("many matches are not shown; make a single one to look at")
        self.num_envs = num_envs
        self.seat = seat
        self.batch = vector.VectorEnv(game, num_envs, players=players, threads=threads, **options)
        self.policy: Policy | None = None
        self.bots: list[Any] | None = None
        if callable(opponents) and not hasattr(opponents, "act"):
            self.policy = opponents
        elif opponents != "random":
            count = self.batch.options["players"]
            self.bots = seated(game, count, seat, opponents, think_ms)
        sight = Sight(find(game))
        self.single_observation_space = sight.observation_space()
        self.single_action_space = gymnasium.spaces.Discrete(sight.decisions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, Info]:
        """New matches everywhere; `options` are those of the constructor."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        self._let_others_play()
        return self.batch.observations.copy(), {"action_mask": self.batch.masks.copy()}

    def step(
        self, actions: Any
    ) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """A decision of the agent in every match, and what the others do then.

        `final_obs` has what the agent saw at the end of each match that ended.
        """
        rewards = np.zeros(self.num_envs, dtype=np.float32)
        ended = np.zeros(self.num_envs, dtype=np.bool_)
        self.batch.step(actions, restart=False)
        self._note(rewards, ended)
        self._let_others_play(rewards, ended)
        infos: dict[str, Any] = {}
        if ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            # Elsewhere the agent is asked next, so this writes what stands there already.
            kept = self.batch.observe(np.full(self.num_envs, self.seat, dtype=np.int8))
            for at in np.flatnonzero(ended):
                final[at] = kept[at].copy()
            infos |= {"final_obs": final, "_final_obs": ended.copy()}
            self.batch.reset_finished()
            self._let_others_play()
        infos["action_mask"] = self.batch.masks.copy()
        cut = np.zeros(self.num_envs, dtype=np.bool_)
        return self.batch.observations.copy(), rewards, ended, cut, infos

    def _note(self, rewards: NDArray[Any], ended: NDArray[Any]) -> None:
        np.logical_or(ended, self.batch.ended, out=ended)
        rewards += self.batch.rewards[:, self.seat]

    def _let_others_play(
        self, rewards: NDArray[Any] | None = None, ended: NDArray[Any] | None = None
    ) -> None:
        """The others decide until the agent is asked or the match is over, everywhere."""
        batch = self.batch
        while True:
            others = (batch.actors != self.seat) & (batch.actors >= 0)
            if not others.any():
                return
            batch.step(np.where(others, self._decisions(others), vector.WAIT), restart=False)
            if rewards is not None and ended is not None:
                self._note(rewards, ended)
            elif batch.ended.any():
                raise RuntimeError("a match ended before the agent was asked")

    def _decisions(self, others: NDArray[np.bool_]) -> NDArray[np.int64]:
        """What the others decide, where it is for them to do so."""
        batch = self.batch
        if self.policy is not None:
            return np.asarray(self.policy(batch.observations, batch.masks), dtype=np.int64)
        if self.bots is None:
            return batch.random_actions()
        actions = np.zeros(self.num_envs, dtype=np.int64)
        for at in np.flatnonzero(others):
            player = int(batch.actors[at])
            seen = batch.game.redact(batch.states[at], player)
            legal = [batch.game.actions[i] for i in np.flatnonzero(batch.masks[at])]
            actions[at] = self.bots[player].act(player, seen, legal, batch.rng).id
        return actions


for _game in games():
    gymnasium.register(
        env_id(_game),
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:SeatVectorEnv",
        kwargs={"game": _game},
    )
