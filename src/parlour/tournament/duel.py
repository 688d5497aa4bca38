"""A duel: two entrants play on common seeds in all rotations of the seats until a test decides who is stronger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice

from parlour.arena.batch import Batch, MatchSpec
from parlour.arena.executors import Executor, run_batches
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import Progress
from parlour.arena.simulated_match import MatchResult
from parlour.arena.summary import Row
from parlour.kernel.game import allowed_seat_counts
from parlour.kernel.options import display_options
from parlour.kernel.problem import Problem
from parlour.store.bundle import bots_by_seat
from parlour.tournament.elo import compare_standings
from parlour.tournament.entrants import Entrant
from parlour.tournament.formats import SOLO_WIN_SCORE
from parlour.tournament.sequential_testing import DEFAULT_ERROR, DEFAULT_MARGIN, SequentialTest, fixed_sample_size
from parlour.tournament.tournament import check_tournament

SETS_PER_BATCH = 4  # sets that a worker gets together
A, B = 0, 1


def play_duel(
    run: RunSettings,
    entrants: Sequence[Entrant],
    *,
    size: int | None = None,
    error: float = DEFAULT_ERROR,
    margin: float = DEFAULT_MARGIN,
    max_sets: int = 0,
    progress: Progress | None = None,
) -> Row:
    """Plays matches until a test decides which of two bots is stronger; returns the JSON document of `parlour duel`."""
    if len(entrants) != 2:
        raise Problem(f"A duel is between two bots, but {len(entrants)} are named; name two.")
    check_tournament(run, entrants)
    size = size or allowed_seat_counts(run.game, run.options)[0]
    run = run.prepare(size)
    seatings = duel_seatings(size)
    test = make_test(error, margin, len(seatings) if size > 1 else 1, max_sets)
    bots = [entrant.bot for entrant in entrants]
    spec = MatchSpec((), run.options, run.seed, results=True, deadline=run.deadline)
    counts = [0, 0, 0]  # wins, ties, losses
    faults = [0, 0]
    with run.open_executor(spec) as executor:
        for outcomes in play_sets(executor, spec, bots, seatings):
            for result, times in enumerate(_count_results(outcomes, seatings)):
                counts[result] += times
            for outcome, seats in zip(outcomes, seatings, strict=True):
                for seat, who in enumerate(seats):
                    faults[who] += outcome.faults[seat]
            if progress is not None:
                progress(test.sets + 1, test.max_sets)
            if test.add(set_score(outcomes, seatings)) is not None:
                break
    return {
        "game": run.game.name,
        "version": run.game.version,
        "options": display_options(run.options),
        "seed": run.seed,
        "seats": size,
        "a": entrants[A].label,
        "b": entrants[B].label,
        "error": error,
        "margin": margin,
        "verdict": test.verdict,
        "sets": test.sets,
        "games": test.sets * len(seatings),
        "score": test.score,
        "wins": counts[0],
        "ties": counts[1],
        "losses": counts[2],
        "llr": test.llr,
        "bounds": list(test.bounds),
        "fixed_plan": fixed_sample_size(error, margin, test.variance),
        "faults": {entrants[who].label: faults[who] for who in (A, B)},
        "text": test.describe(entrants[A].label, entrants[B].label),
    }


def make_test(error: float, margin: float, games: int, max_sets: int) -> SequentialTest:
    try:
        return SequentialTest(error, margin, games, max_sets)
    except ValueError as problem:
        raise Problem(str(problem)) from None


def duel_seatings(size: int) -> list[tuple[int, ...]]:
    """Returns which of a duel's two entrants has each seat, for every match of a set: alternating around the table, in
    all rotations, and the same with both exchanged."""
    if size == 1:
        return [(A,), (B,)]
    around = [seat % 2 for seat in range(size)]
    turns = [bots_by_seat([str(who) for who in around], shift, True) for shift in range(size)]
    mirrored = [tuple(str(1 - int(who)) for who in turn) for turn in turns]
    return [tuple(int(who) for who in turn) for turn in dict.fromkeys([*turns, *mirrored])]


def play_sets(
    executor: Executor, spec: MatchSpec, bots: Sequence[str], seatings: Sequence[tuple[int, ...]]
) -> Iterator[list[MatchResult]]:
    """Yields the results of a duel set after set, without end: a set is the matches of all seatings on one seed."""
    specs = [spec._replace(bots=tuple(bots[who] for who in seats)) for seats in seatings]
    played = run_batches(
        executor, (Batch(first, SETS_PER_BATCH, one) for first in count(0, SETS_PER_BATCH) for one in specs)
    )
    while True:
        by_seating = [found.results for found in islice(played, len(seatings))]
        yield from (list(matches) for matches in zip(*by_seating, strict=True))


def set_score(outcomes: Sequence[MatchResult], seatings: Sequence[tuple[int, ...]]) -> float:
    """Returns A's mean result against B in one set of a duel, from 0 to 1; a tie is one half."""
    wins, ties, losses = _count_results(outcomes, seatings)
    return (wins + ties / 2) / (wins + ties + losses)


def _count_results(outcomes: Sequence[MatchResult], seatings: Sequence[tuple[int, ...]]) -> tuple[int, int, int]:
    """Returns A's wins, ties and losses against B in one set of a duel, over all pairs at the tables; in a
    solitaire, of the two matches."""
    found = [0, 0, 0]
    if len(seatings[0]) == 1:
        mine, theirs = (outcome.standings[0] * SOLO_WIN_SCORE + outcome.points[0] for outcome in outcomes)
        found[compare_standings(mine, theirs)] += 1
    else:
        for outcome, seats in zip(outcomes, seatings, strict=True):
            for seat, who in enumerate(seats):
                for other, whom in enumerate(seats):
                    if (who, whom) == (A, B):
                        found[compare_standings(outcome.standings[seat], outcome.standings[other])] += 1
    return found[0], found[1], found[2]
