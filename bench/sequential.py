"""Checks the sequential test and the Elo intervals on simulated results with known strengths.

    python -m bench.sequential [--tests 2000] [--fields 200] [--json]

For the sequential test: how often it is wrong when A leads by the margin, how many sets it needs compared with a plan
of fixed length and the same error, how long it takes between equals, and how soon it recognises a player who wins 95 %
of all games. For the intervals of fitted Elo: how many contain the true strength. All numbers come from Parlour's own
generator, so each run prints the same."""

from __future__ import annotations

import argparse
import json
import math
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, NamedTuple

from parlour.kernel.rng import Rng
from parlour.tournament import sequential_testing
from parlour.tournament.bradley_terry import ELO_PER_NAT, MEAN_ELO, logistic
from parlour.tournament.ladder import Ladder
from parlour.tournament.round_robin_schedule import MatchSet, round_robin
from parlour.tournament.sequential_testing import fixed_sample_size, score_lead

RANDOM_RANGE: Final = 2**32


class Case(NamedTuple):
    """A kind of game: the head start of A over B in each game of a set, and how close a tie must be.

    Both are in natural units of odds. Since seats rotate, a set has every head start and its opposite. So the same
    numbers describe a better seat, or luck that both have in turn because they share a seed."""

    name: str
    starts: tuple[float, ...]
    tie: float = 0.0
    margin: float = 20.0


CASES: Final = (
    Case("2 seats", (0.0, 0.0)),
    Case("2 seats, a third tied", (0.0, 0.0), tie=0.7),
    Case("2 seats, two thirds tied", (0.0, 0.0), tie=1.6),
    Case("2 seats, the first wins 80 %", (1.386, -1.386)),
    Case("2 seats, luck decides nearly all", (3.5, -3.5)),
    Case("2 seats, luck decides nearly all", (3.5, -3.5), margin=10.0),
    Case("3 seats", (0.5, 0.0, -0.5)),
    Case("4 seats", (0.5, 0.0, 0.0, -0.5)),
    Case("4 seats, a third tied", (0.5, 0.0, 0.0, -0.5), tie=0.7),
    Case("alone on common seeds", (0.0,)),
    Case("2 seats", (0.0, 0.0), margin=40.0),
    Case("4 seats", (0.5, 0.0, 0.0, -0.5), margin=40.0),
)


class Scores(NamedTuple):
    """The possible scores of entrant A in a set of games, as shares of the points, and the probability of each."""

    values: list[float]
    odds: list[float]

    def mean(self) -> float:
        return math.fsum(value * odds for value, odds in zip(self.values, self.odds, strict=True))

    def variance(self) -> float:
        mean = self.mean()
        return math.fsum((value - mean) ** 2 * odds for value, odds in zip(self.values, self.odds, strict=True))


def set_scores(case: Case, better: float) -> Scores:
    """Returns the probabilities of A's scores in a set of games if A leads B by this strength, in natural log-odds."""
    odds = [1.0]  # by half points of A
    for start in case.starts:
        win = logistic(better + start - case.tie)
        loss = logistic(-better - start - case.tie)
        more = [0.0] * (len(odds) + 2)
        for halves, mine in enumerate(odds):
            for gained, share in enumerate((loss, 1 - win - loss, win)):
                more[halves + gained] += mine * share
        odds = more
    return Scores([halves / (2 * len(case.starts)) for halves in range(len(odds))], odds)


def scores_at(case: Case, mean: float) -> Scores:
    """Returns the probabilities of A's scores in a set of games for the strength that gives A this mean score."""
    low, high = -20.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if set_scores(case, middle).mean() < mean else (low, middle)
    return set_scores(case, low)


def draw_scores(found: Scores, rng: Rng) -> Iterator[float]:
    marks = list(accumulate(found.odds))[:-1]
    while True:
        yield found.values[bisect_right(marks, rng.next() / RANDOM_RANGE)]


class SequentialSummary(NamedTuple):
    """The results of many sequential tests: the share of each verdict, and the mean number of sets until then."""

    stronger: float
    weaker: float
    undecided: float
    sets: float


def run_tests(case: Case, mean: float, error: float, tests: int, seed: int) -> SequentialSummary:
    found = scores_at(case, mean)
    verdicts = {"stronger": 0, "weaker": 0, "undecided": 0}
    sets = 0
    for number in range(tests):
        test = sequential_testing.SequentialTest(error, case.margin, len(case.starts))
        for score in draw_scores(found, Rng(seed, number)):
            verdict = test.add(score)
            if verdict is not None:
                verdicts[verdict] += 1
                break
        sets += test.sets
    stronger, weaker, undecided = (count / tests for count in verdicts.values())
    return SequentialSummary(stronger, weaker, undecided, sets / tests)


def fixed_error(case: Case, mean: float, sets: int, tests: int, seed: int) -> float:
    """Returns how often the weaker entrant has more points after a fixed number of sets, as a share of all tests."""
    found = scores_at(case, mean)
    wrong = 0.0
    for number in range(tests):
        stream = draw_scores(found, Rng(seed, number))
        points = sum(next(stream) for _ in range(sets)) - sets / 2
        wrong += 1.0 if points < 0 else 0.5 if points == 0 else 0.0
    return wrong / tests


def test_row(number: int, error: float, tests: int) -> dict[str, object]:
    case = CASES[number]
    ahead = 0.5 + score_lead(case.margin)
    plan = fixed_sample_size(error, case.margin, scores_at(case, ahead).variance())
    at_margin = run_tests(case, ahead, error, tests, seed=100 + number)
    equal, lopsided = (run_tests(case, mean, error, tests // 4, seed=200 + number) for mean in (0.5, 0.95))
    return {
        "case": case.name,
        "margin": case.margin,
        "stated": error,
        "error": at_margin.weaker,
        "undecided": at_margin.undecided,
        "sets": round(at_margin.sets, 1),
        "fixed_plan": plan,
        "fixed_error": fixed_error(case, ahead, plan, tests // 2, seed=300 + number),
        "share": round(at_margin.sets / plan, 3),
        "sets_if_equal": round(equal.sets, 1),
        "undecided_if_equal": equal.undecided,
        "sets_at_95": round(lopsided.sets, 1),
        "error_at_95": lopsided.weaker,
    }


# The intervals of fitted Elo.


class RatedField(NamedTuple):
    """A simulated tournament or ladder: the entrants' true Elo, seats per table, number of sets, share of ties."""

    name: str
    elos: tuple[float, ...]
    seats: int = 2
    sets: int = 10
    ties: float = 0.0  # up to 1: half of all games between equals are tied
    ladder: bool = False


CLOSE_ELOS: Final = tuple(1500.0 + 30 * place for place in range(8))
WIDE_ELOS: Final = tuple(1100.0 + 115 * place for place in range(8))
RATED_FIELDS: Final = (
    RatedField("two equals, 20 games", (1500.0, 1500.0)),
    RatedField("two, 300 apart, 20 games", (1350.0, 1650.0)),
    RatedField("two, 700 apart, 20 games", (1150.0, 1850.0)),
    RatedField("eight close ones, round-robin", CLOSE_ELOS, sets=2),
    RatedField("eight wide apart, round-robin", WIDE_ELOS, sets=2),
    RatedField("eight close ones, many ties", CLOSE_ELOS, sets=2, ties=0.9),
    RatedField("eight close ones at tables of 3", CLOSE_ELOS, seats=3, sets=1),
    RatedField("eight close ones at tables of 4", CLOSE_ELOS, seats=4, sets=2),
    RatedField("eight wide apart at tables of 4", WIDE_ELOS, seats=4, sets=2),
    RatedField("eight close ones, ladder of 320 sets", CLOSE_ELOS, sets=320, ladder=True),
    RatedField("eight wide apart, ladder of 320 sets", WIDE_ELOS, sets=320, ladder=True),
)


def play_set(field: RatedField, match_set: MatchSet, rng: Rng) -> list[list[int]]:
    """Draws the standings of every game of a set at random, by the odds of the entrants' true Elo."""
    return [_draw_standings(field, [int(who) for who in seats], rng) for seats in match_set.seatings()]


def _draw_standings(field: RatedField, seats: list[int], rng: Rng) -> list[int]:
    if field.ties:
        a, b = seats
        win = logistic((field.elos[a] - field.elos[b]) / ELO_PER_NAT)
        tied = 2 * field.ties * win * (1 - win)
        mark = rng.next() / RANDOM_RANGE
        return [0, 0] if mark < tied else [1, 0] if mark < tied / 2 + win else [0, 1]
    luck = [-math.log(-math.log((int(rng.next()) + 0.5) / RANDOM_RANGE)) for _ in seats]
    return [int(1e9 * (field.elos[who] / ELO_PER_NAT + mine)) for who, mine in zip(seats, luck, strict=True)]


def count_covered(field: RatedField, seed: int) -> int:
    """Simulates one tournament; returns how many entrants' Elo intervals contain their true strength."""
    labels = [str(who) for who in range(len(field.elos))]
    rng = Rng(seed, 3)
    ladder = Ladder(labels, field.seats, wave_size=32 if field.ladder else 1)
    if field.ladder:
        while ladder.sets_played < field.sets:
            for match_set in ladder.next_sets():
                ladder.add_set(match_set, play_set(field, match_set, rng))
    else:
        for match_set in round_robin(labels, field.seats, field.sets):
            ladder.add_set(match_set, play_set(field, match_set, rng))
    middle = math.fsum(field.elos) / len(field.elos)
    return sum(rung.low <= MEAN_ELO + field.elos[int(rung.label)] - middle <= rung.high for rung in ladder.standings())


def field_row(field: RatedField, fields: int) -> dict[str, object]:
    inside = sum(count_covered(field, 1000 + number) for number in range(fields))
    return {"field": field.name, "held": inside / (fields * len(field.elos))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=int, default=2000)
    parser.add_argument("--fields", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    for error in (0.05, 0.01):
        for number in range(len(CASES)):
            print_row(test_row(number, error, arguments.tests), arguments.json)
    for field in RATED_FIELDS:
        print_row(field_row(field, arguments.fields), arguments.json)


def print_row(row: dict[str, object], as_json: bool) -> None:
    print(json.dumps(row) if as_json else "  ".join(f"{name} {value}" for name, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
