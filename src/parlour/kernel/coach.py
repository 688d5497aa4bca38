"""The coach of a game: hints, the review of a finished match, and bots as advisers and opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_move
from parlour.kernel.state import State
from parlour.kernel.text import Event, MatchContext, all_events


class Hint(NamedTuple):
    """A hint for a player about one choice: its chance of winning from 0 to 1, if known, and a sentence."""

    action: int
    chance: float | None
    text: str


class LogStep(NamedTuple):
    """One move of a match (who, what), with the positions before and after it and all events between them."""

    before: State
    who: int
    what: int
    after: State
    events: list[Event]


def make_step(before: State, who: int, what: int) -> LogStep:
    """Plays one move on a clone of the position and returns both positions with the events of the move."""
    after, journal = before.clone(), Journal()
    after.journal = journal
    apply_move(after, who, what)
    after.journal = None
    return LogStep(before, who, what, after, all_events(journal))


def walk_match(start: State, moves: Iterable[tuple[int, int]]) -> Iterator[LogStep]:
    """Yields the steps of a match from its first position and its moves (who, what)."""
    for who, what in moves:
        step = make_step(start, who, what)
        yield step
        start = step.after


def no_hints(context: MatchContext, state: State, seat: int) -> list[Hint]:
    return []


def no_review(context: MatchContext, steps: Iterable[LogStep]) -> list[str]:
    return []


class Coach(NamedTuple):
    """What helps people to play a game well: hints, a review, an adviser, and opponents of three strengths."""

    best: str = "greedy"  # the strongest bot that answers at once; it gives the hints
    levels: Mapping[str, str] = {}  # bots for easy, medium, hard and expert, chosen by measured strength
    hints: Callable[[MatchContext, State, int], list[Hint]] = no_hints
    review: Callable[[MatchContext, Iterable[LogStep]], list[str]] = no_review  # of one step or more; summary last
