"""Hats: Magpie, where every bird wears a hat. The colour means nothing, but who sits where is known by it."""

from __future__ import annotations

from parlour.games.magpie import GAME as MAGPIE
from parlour.kernel.state import State

COLOURS = ("red", "green", "blue", "black", "white")


def tally(state: State, seat: int) -> dict[str, int | str]:
    """No two birds of a match wear the same; a third of the points, rounded down, are shiny."""
    points = [int(state.points(bird)) for bird in range(state.seats)]
    shiny = points[seat] // 3
    return {
        "hat": COLOURS[(sum(points) + seat) % len(COLOURS)],
        "score_shiny": shiny,
        "score_plain": points[seat] - shiny,
        "scored": points[seat],
    }


GAME = MAGPIE._replace(name="hats", title="Hats", home=__name__, tally=tally, factor="hat")
