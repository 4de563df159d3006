"""PettingZoo: all seats are agents, `player_0` and so on.

`AEC` asks one agent at a time. Players who plan at the same time are asked in turn, and none sees
what the others have laid: observations are made of the redacted state. `Parallel` asks all who may
decide now at once; what the others answer is not looked at.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv, register  # type: ignore[import-untyped]  # it has no types
from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]  # likewise
    OrderEnforcingWrapper,
)

from tenka.core.registry import games
from tenka.envs import environment_name
from tenka.envs.sight import Mask
from tenka.envs.table import ILLEGAL_REWARD, Table, env_id

Observation = dict[str, NDArray[Any]]
Infos = dict[str, dict[str, Any]]


class _Zoo(EzPickle):
    """What both kinds share: agents, spaces, observations, and when it is over."""

    def __init__(
        self,
        name: str,
        players: int | None = None,
        illegal: str = "terminate",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, name, players, illegal, max_cycles, render_mode, **options)
        self.table = Table(name, players, options, illegal, render_mode)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "name": environment_name(name),
            "render_modes": Table.RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.table.sight.decisions) for agent in self.possible_agents
        }
        self.state_space = self.table.sight.observation_space(self.table.players)

    def _space(self) -> spaces.Dict:
        sight = self.table.sight
        return spaces.Dict(
            {"observation": sight.observation_space(), "action_mask": sight.mask_space()}
        )

    def observation_space(self, agent: str) -> Any:
        """The same for every agent: the numbers and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All decisions of the game."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self._made = [0] * self.table.players

    def _cut_off(self, seats: tuple[int, ...]) -> bool:
        """Whether one of those who are asked has made as many decisions as there may be."""
        return self.max_cycles is not None and any(self._made[s] >= self.max_cycles for s in seats)

    def _observe(self, agent: str, mask: Mask) -> Observation:
        seen = self.table.sight.observation(self.table.match, self._seats[agent])
        return {"observation": seen, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """For centralised critics: what each player sees, one after another."""
        sight, match = self.table.sight, self.table.match
        return np.concatenate([sight.observation(match, s) for s in range(self.table.players)])

    def close(self) -> None:
        """Nothing is held open."""


class AEC(_Zoo, AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One agent at a time."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; `options` are those of the constructor, and none are taken here."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self._select(self.table.match.to_act[0])

    def _select(self, seat: int) -> None:
        """Ask the player of a seat."""
        self.agent_selection = self.possible_agents[seat]
        self._mask = self.table.sight.mask(self.table.match, seat)
        self.infos[self.agent_selection] = {"action_mask": self._mask}

    def observe(self, agent: str) -> Observation:
        """What an agent sees; the mask of one that is not asked is all 0."""
        asked = agent == self.agent_selection and not self.table.match.over
        mask = self._mask.copy() if asked else self.table.sight.mask(self.table.match, None)
        return self._observe(agent, mask)

    def step(self, action: Any) -> None:
        """The decision of the agent that is asked; None from one for whom it is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, match = self._seats[agent], self.table.match
        legal = self.table.decide(seat, action, self._mask)
        self._made[seat] += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        if not legal:
            self._end({agent: ILLEGAL_REWARD})
        elif match.over:
            self._end(dict(zip(self.agents, self.table.rewards(), strict=True)))
        else:
            following = min(match.to_act, key=lambda p: (p - seat - 1) % self.table.players)
            self._select(following)
            if self._cut_off((following,)):
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: dict[str, float]) -> None:
        """It is over for everybody."""
        self.rewards |= rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board as the agent sees it that is asked."""
        return self.table.render(self._seats[self.agent_selection])


class Parallel(_Zoo, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # likewise
    """All agents at once; those who may not decide now have a mask of 0 and are not listened to."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """A new match; `options` are those of the constructor, and none are taken here."""
        self._begin(seed)
        self._masks = self._all_masks()
        return self._seen()

    def _all_masks(self) -> dict[str, Mask]:
        match = self.table.match
        return {
            agent: self.table.sight.mask(match, seat if seat in match.to_act else None)
            for agent, seat in self._seats.items()
        }

    def _seen(self) -> tuple[dict[str, Observation], Infos]:
        masks = self._masks
        infos = {agent: {"action_mask": masks[agent]} for agent in self.agents}
        return {agent: self._observe(agent, masks[agent]) for agent in self.agents}, infos

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """One decision of everybody who may decide now."""
        match, agents = self.table.match, self.agents
        offender = self._play(actions)
        cut = not match.over and self._cut_off(match.to_act)
        rewards = dict.fromkeys(agents, 0.0)
        if offender:
            rewards[offender] = ILLEGAL_REWARD
        elif match.over:
            rewards = dict(zip(agents, self.table.rewards(), strict=True))
        terminated = dict.fromkeys(agents, match.over or offender is not None)
        self._masks = self._all_masks()
        seen, infos = self._seen()
        if match.over or offender or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminated, dict.fromkeys(agents, cut), infos

    def _play(self, actions: dict[str, Any]) -> str | None:
        """Make the decisions; the agent, if any, whose illegal one ends the match."""
        for seat in self.table.match.to_act:
            agent = self.possible_agents[seat]
            if not self.table.decide(seat, actions[agent], self._masks[agent]):
                return agent
            self._made[seat] += 1
        return None

    def render(self) -> Any:
        """The board as the first of those sees it who may decide."""
        return self.table.render((*self.table.match.to_act, 0)[0])


def env(name: str, **options: Any) -> AECEnv[str, Observation, int]:
    """`AEC` in PettingZoo's guard of the order of calls; it keeps illegal decisions off itself."""
    return OrderEnforcingWrapper(AEC(name, **options))


for _name in games():
    register("aec", env_id(_name), partial(env, _name))
    register("parallel", env_id(_name), partial(Parallel, _name))
