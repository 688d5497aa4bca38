"""The columns of Stumped that simulations store per seat: lodges, goods and beavers at the end, and how it ended."""

from __future__ import annotations

from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.rules.state import COUNTED, Valley
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext

ENDINGS = ("running", "extinction", "lodges", "turn limit", "forfeit")
DECIDED = ("itself", "lodges", "branches", "food", "coin")


def turn_number(state: State) -> int:
    """Returns the number of the turn in a position, counted over both players from 1."""
    assert isinstance(state, Valley)
    return int(state.turn) + 1


def tally(context: MatchContext, state: State, seat: int) -> dict[str, int | str]:
    """Returns one seat's columns of Stumped for the table of simulated matches, by name."""
    assert isinstance(state, Valley)
    living = [int(state.job[row]) for row in range(len(state.owner)) if is_living(state, row, seat)]
    held = [row for row in range(len(state.owner)) if is_living(state, row, seat)]
    columns: dict[str, int | str] = {
        "turns": turn_number(state),
        "ended": ENDINGS[state.ended],
        "decided_by": DECIDED[state.decided],
        "lodges": int(state.lodge_count[seat]),
        "branches_in_lodges": int(state.stored_branches(seat)),
        "food_in_lodges": int(state.stored_food(seat)),
        "branches_held": sum(int(state.held_branches[row]) for row in held),
        "food_held": sum(int(state.held_food[row]) for row in held),
        "beavers": int(state.living[seat]),
        "most_beavers": highest(state, 2 + seat),
        "most_lodges": highest(state, seat),
    }
    for job, title in enumerate(TITLES):
        columns[f"beavers_{title.lower().replace(' ', '_')}"] = living.count(job)
    return columns


def is_living(state: Valley, row: int, seat: int) -> bool:
    return state.owner[row] == seat and state.health[row] > 0


def highest(state: Valley, column: int) -> int:
    """Returns the highest value of one column (lodges or beavers of a seat) over the rounds of a match's history."""
    rows = range(0, len(state.history), COUNTED)
    return max((int(state.history[at + column]) for at in rows), default=0)
