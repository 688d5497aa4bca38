"""Parlour's games as PettingZoo environments: seats answer one after the other (AEC), or all at once (parallel)."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from parlour.adapters.arguments import complete_settings, whole_number
from parlour.adapters.direct_match import DirectMatch, load
from parlour.adapters.legal_space import LegalActions
from parlour.adapters.pictures import RENDER_MODES, check_render_mode, render_text
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem

REWARDS = ("win", "points")
Observation = dict[str, NDArray[Any]]


class SeatMatch:
    """The match behind one PettingZoo environment, in turn or at once: agents, spaces, observations and rewards."""

    def __init__(
        self, game: str, seats: int | None, rewards: str, render_mode: str | None, options: dict[str, Value]
    ) -> None:
        check_render_mode(render_mode)
        if rewards not in REWARDS:
            raise Problem(f"There are no rewards {rewards!r}; choose {' or '.join(REWARDS)}.")
        self.game = load(game).game
        self.seats, self.options = complete_settings(self.game, seats, options)
        self.rewards = rewards
        self.names = [f"seat_{seat}" for seat in range(self.seats)]
        self.seed_source = np.random.default_rng()
        self.match = DirectMatch(self.game, self.seats, self.options, 0)
        width, actions = len(self.match.features.names), self.match.game.actions
        self.action_spaces = {
            name: LegalActions(actions, partial(self.mask, seat)) for seat, name in enumerate(self.names)
        }
        self.observation_spaces = {
            name: spaces.Dict({
                "observation": spaces.Box(-np.inf, np.inf, (width,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            })
            for name in self.names
        }  # fmt: skip

    def begin(self, seed: int | None) -> None:
        """Begins a new match. The same seed gives the same matches, this one and all that follow without a seed."""
        if seed is not None:
            self.seed_source = np.random.default_rng(seed)
        self.match = DirectMatch(self.game, self.seats, self.options, int(self.seed_source.integers(1 << 62)))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Returns a 1 for every legal answer of a seat; all 0 if the seat is not asked."""
        return self.match.mask(seat)

    def observe(self, name: str) -> Observation:
        seat = self.names.index(name)
        return {"observation": self.match.observe(seat), "action_mask": self.mask(seat)}

    def reward(self, name: str) -> float:
        """Returns what a seat has gained at the end of the match: its share of the win, or its points."""
        seat = self.names.index(name)
        return self.match.rewards()[seat] if self.rewards == "win" else float(self.match.points()[seat])

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Prints the text board, or returns it as text or as a picture, as `mode` demands."""
        return None if mode is None else render_text(repr(self.match), mode)

    def show(self, mode: str | None) -> None:
        """Prints the text board after a change, if people watch."""
        if mode == "human":
            self.render(mode)


class SeatsInTurnEnv(AECEnv):  # type: ignore[misc]
    """A game in which one agent acts at a time; sealed questions are asked one after the other, without a leak."""

    def __init__(
        self, game: str, seats: int | None, rewards: str, render_mode: str | None, options: dict[str, Value]
    ) -> None:
        super().__init__()
        self.shared = SeatMatch(game, seats, rewards, render_mode, options)
        self.metadata = {"name": f"parlour_{game}_v1", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(self.shared.names)
        self.agents: list[str] = []
        self.action_spaces, self.observation_spaces = self.shared.action_spaces, self.shared.observation_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.shared.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self._asked_agent()
        self._write_infos()
        self.shared.show(self.render_mode)

    def observe(self, agent: str) -> Observation:
        return self.shared.observe(agent)

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise Problem("No match is in play; reset the environment.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise Problem(f"The match is over for {agent}; its only action is None.")
            self._was_dead_step(None)
            return
        match = self.shared.match
        if action is None:
            raise Problem(f"{agent} gives no action; give one where its action_mask is 1.")
        match.step(whole_number("action", action), self.shared.names.index(agent))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if match.over:
            self.rewards = {name: self.shared.reward(name) for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._asked_agent()
        self._write_infos()
        self._accumulate_rewards()
        self._deads_step_first()
        self.shared.show(self.render_mode)

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.shared.render(self.render_mode)

    def close(self) -> None:
        """Frees nothing, as a match holds no resources."""

    def _asked_agent(self) -> str:
        return self.shared.names[self.shared.match.seat]

    def _write_infos(self) -> None:
        self.infos = {
            name: {"action_mask": self.shared.match.mask(self.shared.names.index(name))} for name in self.agents
        }


class SeatsAtOnceEnv(ParallelEnv):  # type: ignore[misc]
    """A game in which all agents act at once; the action of an agent that is not asked (its mask is 0) is ignored."""

    def __init__(
        self, game: str, seats: int | None, rewards: str, render_mode: str | None, options: dict[str, Value]
    ) -> None:
        self.shared = SeatMatch(game, seats, rewards, render_mode, options)
        self.metadata = {"name": f"parlour_{game}_v1", "render_modes": list(RENDER_MODES)}
        self.render_mode = render_mode
        self.possible_agents = list(self.shared.names)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.shared.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.shared.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.shared.begin(seed)
        self.agents = list(self.possible_agents)
        self.shared.show(self.render_mode)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            raise Problem("No match is in play; reset the environment.")
        match, names = self.shared.match, self.shared.names
        asked = [names[seat] for seat in match.asked]
        missing = [name for name in asked if name not in actions]
        if missing:
            raise Problem(f"{missing[0]} is asked, but has no action; give one where its action_mask is 1.")
        chosen = {name: whole_number("action", actions[name]) for name in asked}
        wrong = [name for name in asked if chosen[name] not in match.legal(names.index(name))]
        if wrong:
            raise Problem(f"The action {chosen[wrong[0]]} of {wrong[0]} is not legal; see its action_mask.")
        for name in asked:
            match.step(chosen[name], names.index(name))
        live, over = list(self.agents), match.over
        if over:
            self.agents = []
        self.shared.show(self.render_mode)
        rewards = {name: self.shared.reward(name) if over else 0.0 for name in live}
        observations = {name: self.shared.observe(name) for name in live}
        infos = {name: {"action_mask": observations[name]["action_mask"]} for name in live}
        return observations, rewards, dict.fromkeys(live, over), dict.fromkeys(live, False), infos

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.shared.render(self.render_mode)

    def close(self) -> None:
        """Frees nothing, as a match holds no resources."""

    def _observations(self) -> dict[str, Observation]:
        return {name: self.shared.observe(name) for name in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {name: {"action_mask": self.shared.match.mask(self.shared.names.index(name))} for name in self.agents}


def aec_env(
    game: str, seats: int | None = None, rewards: str = "win", render_mode: str | None = None, **options: Value
) -> SeatsInTurnEnv:
    """Returns a game as a PettingZoo AEC environment.

    `rewards` is "win" (shares of the win) or "points"; both are given at the end only."""
    return SeatsInTurnEnv(game, seats, rewards, render_mode, options)


def parallel_env(
    game: str, seats: int | None = None, rewards: str = "win", render_mode: str | None = None, **options: Value
) -> SeatsAtOnceEnv:
    """Returns a game as a PettingZoo parallel environment.

    `rewards` is "win" (shares of the win) or "points"; both are given at the end only."""
    return SeatsAtOnceEnv(game, seats, rewards, render_mode, options)
