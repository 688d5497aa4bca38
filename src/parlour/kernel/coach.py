"""The coach of a game: hints, the review of a finished match, and bots as advisers and opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from parlour.kernel.state import State


class Hint(NamedTuple):
    """A hint for a player about one choice: its chance of winning from 0 to 1, if known, and a sentence."""

    action: int
    chance: float | None
    text: str


class LogStep(NamedTuple):
    """One move of a finished match (who, what), with the position before it."""

    before: State
    who: int
    what: int


def no_hints(state: State, seat: int) -> list[Hint]:
    return []


def no_review(steps: Sequence[LogStep], names: Sequence[str]) -> list[str]:
    return []


class Coach(NamedTuple):
    """What helps people to play a game well: hints, a review, an adviser, and opponents of three strengths."""

    best: str = "greedy"  # the strongest bot that answers at once; it gives the hints
    levels: Mapping[str, str] = {}  # bots for easy, medium and hard, chosen by measured strength
    hints: Callable[[State, int], list[Hint]] = no_hints
    review: Callable[[Sequence[LogStep], Sequence[str]], list[str]] = no_review  # of a log; summary last
