"""Hats: Magpie with a column `hat` that groups players. The colour has no effect on the match."""

from __future__ import annotations

from parlour.games.magpie import GAME as MAGPIE
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext

COLOURS = ("red", "green", "blue", "black", "white")


def tally(context: MatchContext, state: State, seat: int) -> dict[str, int | str]:
    """Returns a different hat for each seat of a match; a third of the points, rounded down, are shiny."""
    points = [int(state.points(bird)) for bird in range(state.seats)]
    shiny = points[seat] // 3
    return {
        "hat": COLOURS[(sum(points) + seat) % len(COLOURS)],
        "score_shiny": shiny,
        "score_plain": points[seat] - shiny,
        "scored": points[seat],
    }


GAME = MAGPIE._replace(name="hats", title="Hats", home=__name__, study=MAGPIE.study._replace(tally=tally, factor="hat"))
