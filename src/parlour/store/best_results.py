"""The best results of people on this device, in one file per game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from parlour.kernel.game import Game
from parlour.store.files import append_line, data_folder
from parlour.table.daily import day_of_match, utc_today
from parlour.table.seat import HUMAN
from parlour.table.table import Table


class BestResult(NamedTuple):
    """A finished match that can be compared with others of its level."""

    level: str
    value: int
    text: str
    name: str
    date: str  # UTC
    daily: str = ""  # the day of a match of the day


def keep_result(table: Table) -> BestResult | None:
    """Stores and returns the result of a finished one-player match of a person.

    Returns None and stores nothing after a lesson, after a match begun from another, or if the game gives no score."""
    game, match = table.game, table.match
    if match.lesson_progress is not None or table.record().header.given or [s.player for s in match.seats] != [HUMAN]:
        return None
    score = game.study.score(match.context, match.state)
    if score is None:
        return None
    today = utc_today()
    day = day_of_match(game, table.commitment, today)
    result = BestResult(*score, match.seats[0].name, today.isoformat(), day.isoformat() if day else "")
    append_line(data_folder() / "results" / f"{game.name}.jsonl", json.dumps(result._asdict()))
    return result


def kept_results(game: Game) -> list[BestResult]:
    """Returns all stored results of a game, oldest first, without lines that cannot be read."""
    try:
        lines = (data_folder() / "results" / f"{game.name}.jsonl").read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    found = []
    for line in lines:
        try:
            found.append(BestResult(**json.loads(line)))
        except (ValueError, TypeError):
            continue
    return found


def best_by_level(results: Sequence[BestResult]) -> list[BestResult]:
    """Returns the best result of each level in which anything was won; of equal ones the older."""
    best: dict[str, BestResult] = {}
    for result in results:
        if result.value > (best[result.level].value if result.level in best else 0):
            best[result.level] = result
    return list(best.values())


def result_notes(game: Game) -> list[str]:
    """Returns what a person may want to know before a match: the best result of each level, and today's match."""
    results = kept_results(game)
    notes = [f"Best, {describe_result(one)}." for one in best_by_level(results)]
    if game.traits.daily is None or not results:
        return notes
    played = first_try(results, utc_today().isoformat())
    state = f"today {describe_result(played)}" if played else "not played today"
    return [*notes, f"{game.traits.daily.title}: {state}."]


def comparison_lines(game: Game, result: BestResult) -> list[str]:
    """Returns sentences that compare the result of the match just finished, which is stored, with earlier ones."""
    results = kept_results(game)
    best = [one for one in best_by_level(results) if one.level == result.level]
    lines = ["This is a new best result." if one == result else f"Your best: {describe_result(one)}." for one in best]
    if result.daily and game.traits.daily is not None:
        first = first_try(results, result.daily)
        lines.append(
            f"{game.traits.daily.title}, {result.daily}: the first try counts, {describe_result(first or result)}."
        )
    return lines


def first_try(results: Sequence[BestResult], day: str) -> BestResult | None:
    """Returns the first result in the match of a day, as later tries know the dice; None if there is none."""
    return next((one for one in results if one.daily == day), None)


def describe_result(result: BestResult) -> str:
    return f"{result.level}: {result.text} ({result.name}, {result.date})"
