"""Tests of Elo fitted to all results at once."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from bench.sequential import CLOSE_ELOS, WIDE_ELOS, RatedField, count_covered

from parlour.kernel.rng import Rng
from parlour.tournament.bradley_terry import MEAN_ELO, EloEstimate, PairScore, fit_elo


def strengths_by_label(found: list[EloEstimate]) -> dict[str, EloEstimate]:
    return {mine.label: mine for mine in found}


def random_results(size: int, seed: int) -> tuple[list[str], dict[tuple[str, str], PairScore]]:
    rng = Rng(seed)
    labels = [f"bot {number}" for number in range(size)]
    pairs = {
        (labels[a], labels[b]): PairScore(*(int(rng.below(9)) / 3 for _ in range(3)))
        for a in range(size)
        for b in range(a + 1, size)
    }
    return labels, pairs


def test_a_lead_is_the_logistic_of_the_score() -> None:
    ann, bo = fit_elo(["ann", "bo"], {("ann", "bo"): PairScore(6000, 0, 4000)})
    assert ann.elo - bo.elo == pytest.approx(400 * math.log10(1.5), abs=0.05)
    assert ann.elo + bo.elo == pytest.approx(2 * MEAN_ELO, abs=0.01)


def test_the_interval_of_two_entrants_follows_from_the_binomial() -> None:
    """The variance of a lead is 1/(n p q), and each of the two has half of the lead."""
    ann, _ = fit_elo(["ann", "bo"], {("ann", "bo"): PairScore(6000, 0, 4000)})
    margin = 1.96 * 400 / math.log(10) * math.sqrt(1 / (10_000 * 0.24)) / 2
    assert ann.high - ann.elo == pytest.approx(margin, rel=0.001)
    assert ann.elo - ann.low == pytest.approx(margin, rel=0.001)


def test_a_tie_is_half_a_win_and_narrows_the_interval() -> None:
    tied, _ = fit_elo(["ann", "bo"], {("ann", "bo"): PairScore(200, 600, 200)})
    won, _ = fit_elo(["ann", "bo"], {("ann", "bo"): PairScore(500, 0, 500)})
    assert tied.elo == won.elo == MEAN_ELO
    assert (tied.high - tied.low) / (won.high - won.low) == pytest.approx(math.sqrt(0.4), rel=0.01)


def test_all_won_is_a_finite_lead_that_grows_with_the_games() -> None:
    leads = [fit_elo(["ann", "bo"], {("ann", "bo"): PairScore(wins, 0, 0)})[0] for wins in (1, 10, 100, 10_000)]
    assert [mine.elo for mine in leads] == sorted(mine.elo for mine in leads)
    assert leads[-1].elo < 3000
    assert leads[0].low < MEAN_ELO < leads[1].low


def test_entrants_who_never_met_are_compared_through_others() -> None:
    pairs = {("ann", "bo"): PairScore(640, 0, 360), ("bo", "cy"): PairScore(640, 0, 360)}
    found = strengths_by_label(fit_elo(["cy", "ann", "bo"], pairs))
    assert found["ann"].elo - found["cy"].elo == pytest.approx(200, abs=2)
    assert found["bo"].elo == pytest.approx(MEAN_ELO, abs=0.01)
    assert found["bo"].high - found["bo"].low < found["ann"].high - found["ann"].low


def test_results_may_come_in_any_order_and_either_way() -> None:
    labels, pairs = random_results(9, seed=4)
    first = fit_elo(labels, pairs)
    turned = {(b, a): PairScore(*reversed(score)) for (a, b), score in reversed(pairs.items())}
    assert fit_elo(labels[::-1], turned) == first[::-1]
    halves = {pair: PairScore(*(number / 2 for number in score)) for pair, score in pairs.items()}
    both = halves | {(b, a): PairScore(*reversed(score)) for (a, b), score in halves.items()}
    assert fit_elo(labels, both) == first
    assert [mine.label for mine in first] == labels


def test_the_mean_of_a_field_is_1500() -> None:
    labels, pairs = random_results(7, seed=2)
    assert sum(mine.elo for mine in fit_elo(labels, pairs)) / 7 == pytest.approx(MEAN_ELO, abs=0.001)


def test_without_results_all_have_the_mean() -> None:
    assert fit_elo([], {}) == []
    ann, bo = fit_elo(["ann", "bo"], {})
    assert ann.elo == bo.elo == MEAN_ELO
    assert ann.high - ann.low > 500


def test_two_groups_that_never_met_can_be_fitted() -> None:
    pairs = {("a", "b"): PairScore(50, 0, 0), ("c", "d"): PairScore(0, 0, 50)}
    found = strengths_by_label(fit_elo(["a", "b", "c", "d"], pairs))
    assert found["a"].elo == found["d"].elo > found["b"].elo == found["c"].elo


def test_a_steep_field_is_fitted() -> None:
    """Twenty steps of 400 Elo, each known only from the results of neighbours."""
    labels = [f"{number:02}" for number in range(20)]
    found = fit_elo(labels, {pair: PairScore(10_000, 0, 1_000) for pair in pairwise(labels)})
    steps = [better.elo - worse.elo for better, worse in pairwise(found)]
    assert all(step == pytest.approx(400, abs=5) for step in steps)


@pytest.mark.parametrize(
    "pairs",
    [
        {("ann", "ann"): PairScore(1)},
        {("ann", "dee"): PairScore(1)},
        {("ann", "bo"): PairScore(-1)},
        {("ann", "bo"): PairScore(math.inf)},
    ],
)
def test_nonsense_is_refused(pairs: dict[tuple[str, str], PairScore]) -> None:
    with pytest.raises(ValueError, match="'ann' against"):
        fit_elo(["ann", "bo"], pairs)


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        (RatedField("two", (1400.0, 1600.0)), 300),
        (RatedField("close", CLOSE_ELOS, sets=2), 40),
        (RatedField("wide", WIDE_ELOS, sets=2), 40),
        (RatedField("ties", CLOSE_ELOS, sets=2, ties=0.9), 40),
        (RatedField("tables of 4", CLOSE_ELOS[:5], seats=4, sets=4), 40),
    ],
    ids=lambda value: value.name if isinstance(value, RatedField) else "",
)
def test_intervals_contain_the_true_elo_in_95_of_100_cases(field: RatedField, fields: int) -> None:
    inside = sum(count_covered(field, seed) for seed in range(fields))
    assert 0.925 <= inside / (fields * len(field.elos)) <= 0.985
