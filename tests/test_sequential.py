"""Tests of the sequential test."""

from __future__ import annotations

import math

import pytest
from bench.sequential import CASES, Case, draw_scores, fixed_error, run_tests, scores_at

from parlour.kernel.rng import Rng
from parlour.tournament import sequential_testing
from parlour.tournament.sequential_testing import fixed_sample_size, score_lead

TESTS = 400
QUICK_CASES = [
    case._replace(margin=max(40.0, case.margin)) for case in CASES if case.margin == 20 and "nearly" not in case.name
]


def run_test(scores: list[float], **terms: float) -> sequential_testing.SequentialTest:
    test = sequential_testing.SequentialTest(**terms)  # type: ignore[arg-type]
    for score in scores:
        test.add(score)
    return test


@pytest.mark.parametrize("error", [0.05, 0.01])
def test_the_error_is_as_stated_and_the_sets_are_saved(error: float) -> None:
    """Every case has its own seed. All together may be two standard deviations above the stated error; each alone
    three, since one of so many exceeds two by chance."""
    wrong = 0.0
    for number, case in enumerate(QUICK_CASES):
        ahead = 0.5 + score_lead(case.margin)
        plan = fixed_sample_size(error, case.margin, scores_at(case, ahead).variance())
        found = run_tests(case, ahead, error, TESTS, seed=number)
        wrong += found.weaker / len(QUICK_CASES)
        assert found.weaker <= error + 3 * deviation(error, TESTS), case.name
        assert found.undecided <= 0.005, case.name
        assert found.sets <= plan * (0.6 if plan >= 70 else 0.8), case.name
    assert wrong <= error + 2 * deviation(error, TESTS * len(QUICK_CASES))


def deviation(share: float, tests: int) -> float:
    return math.sqrt(share * (1 - share) / tests)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name} {case.margin:g}")
def test_a_player_who_wins_95_percent_is_known_after_a_handful_of_sets(case: Case) -> None:
    for error, few in ((0.05, 9), (0.01, 12)):
        found = run_tests(case, 0.95, error, tests=40, seed=3)
        assert found.stronger == 1
        assert found.sets <= (few if len(case.starts) > 1 else 1.6 * few)


def test_a_test_of_fixed_length_has_the_stated_error() -> None:
    case = Case("2 seats", (0.0, 0.0), margin=60.0)
    ahead = 0.5 + score_lead(60)
    sets = fixed_sample_size(0.05, 60, scores_at(case, ahead).variance())
    assert fixed_error(case, ahead, sets, tests=2000, seed=3) == pytest.approx(0.05, abs=0.015)
    assert fixed_error(case, ahead, sets // 2, tests=2000, seed=3) > 0.1


def test_the_fixed_length_grows_with_certainty_and_a_smaller_margin() -> None:
    assert fixed_sample_size(0.05, 20, 0.125) == math.ceil(
        0.125 * (2 * 1.6448536 / (2 * (1 / (1 + 10**-0.05) - 0.5))) ** 2
    )
    assert fixed_sample_size(0.01, 20) > fixed_sample_size(0.05, 20) > fixed_sample_size(0.05, 40) >= 1


def test_equals_end_undecided() -> None:
    case = Case("2 seats", (0.0, 0.0), margin=40.0)
    capped = run_test([0.0, 1.0] * 50, margin=40.0, max_sets=60)
    assert (capped.verdict, capped.sets) == ("undecided", 60)
    assert capped.describe("ann", "bo") == "ann and bo are too close to tell apart: 50.0 % for ann in 60 sets."
    found = run_tests(case, 0.5, 0.05, tests=200, seed=3)
    assert found.undecided < 0.1
    assert abs(found.stronger - found.weaker) < 0.15


def test_constant_ties_end_undecided_early() -> None:
    test = run_test([0.5] * 200, margin=40.0)
    assert test.verdict == "undecided"
    assert test.sets < test.max_sets / 4
    assert test.llr == 0


def test_a_verdict_follows_from_the_betting_wealth_of_one_side() -> None:
    """If scores vary more than assumed, both sides lose their bets, and nothing is decided."""
    test = sequential_testing.SequentialTest()
    test.log_wealth = [-5.0, -6.0]
    assert test.llr == 0
    assert test.add(0.5) is None
    case = next(case for case in CASES if "nearly" in case.name and case.margin == 10)
    found = scores_at(case, 0.5 + score_lead(10))
    for number in range(150):
        test = sequential_testing.SequentialTest(0.05, 10.0)
        stream = draw_scores(found, Rng(9, number))
        while test.add(next(stream)) is None:
            pass
        if test.verdict in ("stronger", "weaker"):
            assert test.log_wealth[test.verdict == "weaker"] >= test.bounds[1]


def test_the_test_is_symmetric() -> None:
    rng = Rng(8)
    scores = [int(rng.below(5)) / 4 for _ in range(60)]
    one, other = run_test(scores), run_test([1 - score for score in scores])
    assert one.llr == pytest.approx(-other.llr)
    assert one.variance == pytest.approx(other.variance)
    assert run_test([1.0] * 20).verdict == "stronger"
    assert run_test([0.0] * 20).verdict == "weaker"


@pytest.mark.parametrize("games", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("margin", [1.0, 20.0, 100.0])
def test_equal_scores_do_not_decide_a_test_at_once(games: int, margin: float) -> None:
    """Equal scores have no variance; the assumed variance keeps the test from deciding too early."""
    test = sequential_testing.SequentialTest(margin=margin, games=games)
    while test.verdict is None:
        assert test.variance > 0
        test.add(1.0)
    assert 3 <= test.sets <= 16
    slightly = run_test([0.5] * 30 + [0.75], margin=margin, games=games)
    assert slightly.verdict in (None, "undecided")


def test_a_decided_test_ignores_further_scores() -> None:
    test = run_test([1.0] * 30)
    kept = (test.sets, test.llr, test.verdict, test.bounds)
    assert test.sets < 30
    assert test.llr >= test.bounds[1]
    assert test.add(0.0) == "stronger"
    assert (test.sets, test.llr, test.verdict, test.bounds) == kept


def test_the_same_scores_give_the_same_bits() -> None:
    stream = draw_scores(scores_at(CASES[5], 0.52), Rng(3))
    scores = [next(stream) for _ in range(40)]
    assert run_test(scores, games=3).llr == run_test(scores, games=3).llr


def test_a_stricter_error_asks_for_more() -> None:
    strict, plain = run_test([0.7] * 400, error=0.01), run_test([0.7] * 400, error=0.05)
    assert strict.verdict == plain.verdict == "stronger"
    assert strict.sets > plain.sets
    assert plain.bounds == pytest.approx((-math.log(19), math.log(19)))


def test_a_test_is_described_in_one_sentence() -> None:
    start = sequential_testing.SequentialTest()
    assert start.describe("ann", "bo") == "ann against bo is not decided yet: 50.0 % for ann in 0 sets."
    leading = run_test([0.75])
    assert leading.describe("ann", "bo").startswith("ann against bo is not decided yet: 75.0 % for ann in 1 set, ")
    assert leading.describe("ann", "bo").endswith(" % of the way to ann.")
    lost = run_test([0.0] * 30)
    assert (
        lost.describe("ann", "bo") == f"bo is stronger than ann: 0.0 % for ann in {lost.sets} sets, error at most 5 %."
    )


@pytest.mark.parametrize(
    "terms", [{"error": 0.0}, {"error": 0.5}, {"margin": 0.0}, {"margin": 801.0}, {"games": 0}, {"max_sets": -1}]
)
def test_impossible_settings_are_refused(terms: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"test"):
        run_test([], **terms)


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan])
def test_a_score_lies_between_0_and_1(score: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        sequential_testing.SequentialTest().add(score)
