"""Many matches of a game as one Gymnasium vector environment: a learner in each, alone or against named bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from parlour.adapters.arguments import check_opponents
from parlour.adapters.gymnasium_env import check_modes, render_board, seat_space, usual_opponents
from parlour.adapters.legal_space import LegalActionRows
from parlour.adapters.pictures import RENDER_MODES
from parlour.adapters.vector_env import vector
from parlour.games import find
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem

Observations = dict[str, NDArray[Any]]
Infos = dict[str, Any]


class LearnersEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """A learner in each of many matches. A match that ends begins anew in the same step."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponents: Sequence[str] | None,
        render_mode: str | None,
        illegal: str,
        options: dict[str, Value],
    ) -> None:
        check_modes(render_mode, illegal)
        found = find(game)
        against = usual_opponents(found) if opponents is None else check_opponents(opponents)
        self.render_mode = render_mode
        self.replaces_illegal = illegal == "replace"
        self.vector = vector(found, num_envs, len(against) + 1, options, against)
        self.num_envs = self.vector.n
        self.begun = False
        actions = self.vector.game.actions
        self.single_observation_space = seat_space(self.vector)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space = spaces.Discrete(actions)
        self.action_space = LegalActionRows(self.num_envs, actions, lambda: self.vector.legal)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        super().reset(seed=seed)
        self.vector.reset(int(self.np_random.integers(1 << 62)))
        self.begun = True
        return self._observations(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        if not self.begun:
            raise Problem("The matches have not begun; reset the environment.")
        env, matches = self.vector, np.arange(self.num_envs)
        chosen, illegal = self._replace_illegal(np.asarray(actions))
        seats = env.seat.copy()
        env.step(chosen)
        rewards = env.reward[matches, seats]
        over = env.ended | env.cut_off
        infos = self._infos()
        if not over.all():
            infos.update({"illegal": illegal & ~over, "_illegal": ~over})
        if over.any():
            infos.update(self._final_infos(over, illegal, seats))
        return self._observations(), rewards, env.ended.copy(), env.cut_off.copy(), infos

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        return tuple(render_board(self.vector, match, self.render_mode) for match in range(self.num_envs))

    def _replace_illegal(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Returns the actions, if wanted with default answers instead of illegal ones, and which those are."""
        none = np.zeros(self.num_envs, np.bool_)
        if not self.replaces_illegal or actions.shape != none.shape or actions.dtype.kind not in "iu":
            return actions, none
        inside = (actions >= 0) & (actions < self.vector.game.actions)
        illegal = ~(inside & self.vector.legal[np.arange(self.num_envs), np.where(inside, actions, 0)])
        chosen = actions.copy()
        for match in np.flatnonzero(illegal):
            state, seat = self.vector.lockstep.states[match], int(self.vector.seat[match])
            chosen[match] = state.default_answer(seat)
        return chosen, illegal

    def _observations(self) -> Observations:
        return {"observation": self.vector.observation.copy(), "action_mask": self.vector.legal.astype(np.int8)}

    def _infos(self) -> Infos:
        all_matches = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.vector.legal.astype(np.int8),
            "_action_mask": all_matches,
            "seat": self.vector.seat.copy(),
            "_seat": all_matches.copy(),
        }

    def _final_infos(self, over: NDArray[np.bool_], illegal: NDArray[np.bool_], seats: NDArray[np.int64]) -> Infos:
        """Returns what Gymnasium wants to know of matches that have ended: the last position, seat and points."""
        final = np.full(self.num_envs, None, object)
        masks = np.zeros(self.vector.legal.shape, np.int8)
        for match in np.flatnonzero(over):
            final[match] = {"observation": self.vector.final_observation[match].copy(), "action_mask": masks[match]}
        info = {
            "action_mask": masks,
            "_action_mask": over,
            "seat": np.where(over, seats, 0),
            "_seat": over,
            "illegal": illegal & over,
            "_illegal": over,
            "points": np.where(self.vector.ended[:, None], self.vector.points, 0),
            "_points": self.vector.ended.copy(),
        }
        return {"final_obs": final, "_final_obs": over, "final_info": info, "_final_info": over}


def gym_vector_env(
    game: str,
    num_envs: int = 1,
    opponents: Sequence[str] | None = None,
    render_mode: str | None = None,
    illegal: str = "refuse",
    **options: Value,
) -> LearnersEnv:
    """Returns many matches of a game as a Gymnasium vector environment, with one learner in each against these bots.

    The arguments are those of `gym_env`; a match that ends begins anew in the same step."""
    return LearnersEnv(game, num_envs, opponents, render_mode, illegal, options)
