"""Parlour's games as Gymnasium environments: one learner, alone or against named bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from parlour.adapters.arguments import check_opponents, usual_seats, whole_number
from parlour.adapters.direct_match import board_text
from parlour.adapters.legal_space import LegalActions
from parlour.adapters.pictures import RENDER_MODES, check_render_mode, render_text
from parlour.adapters.vector_env import VectorEnv, vector
from parlour.games import find
from parlour.kernel.game import Game
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.text import MatchContext

DEFAULT_OPPONENT = "random"
ILLEGAL = ("refuse", "replace")  # what becomes of an illegal action: a Problem, or the game's default answer


class LearnerEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One learner in a match; the bots answer inside the step. The seat moves on by one from match to match."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] | None = None,
        render_mode: str | None = None,
        illegal: str = "refuse",
        **options: Value,
    ) -> None:
        check_modes(render_mode, illegal)
        found = find(game)
        against = usual_opponents(found) if opponents is None else check_opponents(opponents)
        self.render_mode = render_mode
        self.replaces_illegal = illegal == "replace"
        self.vector = vector(found, 1, len(against) + 1, options, against)
        self.observation_space: spaces.Space[Any] = seat_space(self.vector)
        self.action_space = LegalActions(self.vector.game.actions, lambda: self._observation()["action_mask"])
        self.over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        super().reset(seed=seed)
        self.vector.reset(int(self.np_random.integers(1 << 62)))
        self.over = False
        self._show()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        if self.over:
            raise Problem("The match is over; reset the environment.")
        seat = int(self.vector.seat[0])
        number = whole_number("action", action)
        illegal = self.replaces_illegal and not (
            0 <= number < self.vector.game.actions and self.vector.legal[0, number]
        )
        self.vector.step([self._default_answer() if illegal else number])
        terminated, truncated = bool(self.vector.ended[0]), bool(self.vector.cut_off[0])
        self.over = terminated or truncated
        reward = float(self.vector.reward[0, seat])
        info = {
            **self._info(),
            "illegal": illegal,
            **({"points": self.vector.points[0].copy()} if terminated else {}),
        }
        self._show()
        return self._observation(), reward, terminated, truncated, info

    def render(self) -> Any:
        return None if self.render_mode is None else render_board(self.vector, 0, self.render_mode, self.over)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _default_answer(self) -> int:
        return int(self.vector.lockstep.states[0].default_answer(int(self.vector.seat[0])))

    def _observation(self) -> dict[str, NDArray[Any]]:
        if self.over:
            mask = np.zeros(self.vector.legal.shape[1], np.int8)
            return {"observation": self.vector.final_observation[0].copy(), "action_mask": mask}
        return {"observation": self.vector.observation[0].copy(), "action_mask": self.vector.legal[0].astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._observation()["action_mask"], "seat": int(self.vector.seat[0])}


def check_modes(render_mode: str | None, illegal: str) -> None:
    """Raises Problem if an environment cannot be rendered so, or cannot treat illegal actions so."""
    if illegal not in ILLEGAL:
        raise Problem(f"Illegal actions cannot be treated as {illegal!r}; choose {' or '.join(ILLEGAL)}.")
    check_render_mode(render_mode)


def seat_space(env: VectorEnv) -> spaces.Dict:
    """Returns the space of what one seat observes: its features, and a 1 for every legal answer."""
    return spaces.Dict({
        "observation": spaces.Box(-np.inf, np.inf, (env.observation.shape[1],), np.float32),
        "action_mask": spaces.Box(0, 1, (env.game.actions,), np.int8),
    })  # fmt: skip


def render_board(env: VectorEnv, match: int, mode: str, final: bool = False) -> str | NDArray[np.uint8] | None:
    """Prints the text board of one of the matches, or returns it as text or as a picture.

    A final board is that of the match that ended in the last step."""
    context = MatchContext(tuple(f"Player {seat + 1}" for seat in range(env.seats)), env.options)
    states = env.lockstep.final_states if final else env.lockstep.states
    return render_text(board_text(env.game, context, states[match]), mode)


def usual_opponents(game: Game) -> tuple[str, ...]:
    """Returns the opponents if none are named: the bot `random` for every seat but one of the usual number."""
    return (DEFAULT_OPPONENT,) * (usual_seats(game) - 1)


def gym_env(
    game: str,
    opponents: Sequence[str] | None = None,
    render_mode: str | None = None,
    illegal: str = "refuse",
    **options: Value,
) -> LearnerEnv:
    """Returns a game as a Gymnasium environment with one learner against these bots, by default the bot `random`.

    An illegal action is refused with a Problem, or with `illegal="replace"` replaced by the game's default answer."""
    return LearnerEnv(game, opponents, render_mode, illegal, **options)
