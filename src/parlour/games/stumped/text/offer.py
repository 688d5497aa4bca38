"""The choices of a player of Stumped in the order screens show them, with unavailable ones that explain why."""

from __future__ import annotations

from parlour.games.stumped.rules.actions import BUILD, END, RECRUIT
from parlour.games.stumped.rules.book import JOBS
from parlour.games.stumped.rules.state import CHOOSING, ORDERING
from parlour.games.stumped.rules.turns import Stumped
from parlour.kernel.state import NOBODY, State
from parlour.kernel.text import Offer


def offer(state: State, seat: int) -> list[Offer]:
    """Returns a player's legal choices (`end` is last, so that nobody picks it by mistake), then unavailable ones."""
    assert isinstance(state, Stumped)
    legal = [int(action) for action in state.legal(seat)]
    if state.phase == CHOOSING:
        return [Offer(action, 0) for action in (*legal[1:], int(END))]
    closed = [action for action in wishes(state) if action not in legal] if state.phase == ORDERING else []
    return [*(Offer(action, 0) for action in legal), *(Offer(one, int(state.refusal(seat, one))) for one in closed)]


def wishes(state: Stumped) -> list[int]:
    """Returns the orders to show to the player even when unavailable: build for a beaver, all jobs for a lodge."""
    if state.beaver_at[state.unit] == NOBODY:
        return [int(RECRUIT) + job for job in range(JOBS)]
    return [int(BUILD)]
