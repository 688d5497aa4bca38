"""Sections 15.1 to 15.3 and 15.5: single fights and the boss, number by number."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from parlour.games.bones.options import PRINTED_BOOK
from parlour.games.bones.rules.campaign import ADD, HOLD, REROLL, ROLL, SUBTRACT
from parlour.games.bones.study.odds.solver import FightSolution, pool_of, solver_of
from parlour.games.bones.tests.exact_solution import (
    hold_chance,
    opening_chance_without_abilities,
    opening_threshold_chance,
    roll_chance,
    win_chance_without_abilities,
)

DATA = Path(__file__).parent / "data" / "reference_fights.csv"
LOWS = {"tutorial": 14, "easy": 15, "medium": 17, "hard": 18, "even": 19, "ahead": 18, "behind": 20}
NAMES = {"roll": ROLL, "hold": HOLD, "add": ADD, "subtract": SUBTRACT, "re-roll": REROLL}
SOLVER = solver_of(PRINTED_BOOK)
MILLIONTH = 1e-6


def pool_index(text: str) -> int:
    add, subtract, reroll = (int(uses) for uses in text.split("/"))
    return pool_of(add, subtract, reroll)


def best_chance(low: int, uses: str) -> float:
    return SOLVER.solve_alone(low).opening_value(pool_index(uses))


def test_s15_1_every_line_of_the_reference_table() -> None:
    rows = list(csv.DictReader(DATA.read_text("utf-8").splitlines()))
    assert len(rows) == 7 * 48
    for row in rows:
        ladder = SOLVER.solve_alone(int(row["low_roll"]))
        uses = pool_of(int(row["add_uses"]), int(row["subtract_uses"]), int(row["reroll_uses"]))
        assert ladder.opening_value(uses) == pytest.approx(float(row["optimal_win_probability"]), abs=1e-9), row
        assert int(row["high_roll"]) == int(row["low_roll"]) + 1


@pytest.mark.parametrize(
    ("enemy", "none", "level_1", "level_2", "level_3"),
    [
        ("tutorial", 1.000000, 1.000000, 1.000000, 1.000000),
        ("easy", 0.952155, 1.000000, 1.000000, 1.000000),
        ("medium", 0.713794, 0.952216, 1.000000, 1.000000),
        ("hard", 0.571438, 0.857021, 1.000000, 1.000000),
        ("even", 0.381175, 0.714664, 0.992067, 1.000000),
        ("ahead", 0.571438, 0.857021, 1.000000, 1.000000),
        ("behind", 0.142984, 0.357332, 0.496034, 0.500000),
    ],
)
def test_s15_1_one_fight(enemy: str, none: float, level_1: float, level_2: float, level_3: float) -> None:
    found = [best_chance(LOWS[enemy], uses) for uses in ("0/0/0", "1/1/0", "2/2/1", "3/3/2")]
    assert found == pytest.approx([none, level_1, level_2, level_3], abs=MILLIONTH)
    for value, printed in zip(found, (none, level_1, level_2, level_3), strict=True):
        if printed in (1.0, 0.5):
            assert value == pytest.approx(printed, abs=1e-12)


@pytest.mark.parametrize(
    ("uses", "medium", "hard", "even"),
    [
        ("1/0/0", 0.856587, 0.713794, 0.571438),
        ("0/1/0", 0.857021, 0.714664, 0.571854),
        ("0/0/1", 0.876053, 0.729611, 0.524006),
    ],
)
def test_s15_1_one_ability_only(uses: str, medium: float, hard: float, even: float) -> None:
    assert [best_chance(low, uses) for low in (17, 18, 19)] == pytest.approx([medium, hard, even], abs=MILLIONTH)


@pytest.mark.parametrize(
    ("low", "least", "also"),
    [(14, 16, 16), (15, 17, 17), (17, 19, 18), (18, 19, 19), (19, 20, 20), (20, 21, 21)],
)
def test_s15_1_best_play_without_abilities_is_a_threshold(low: int, least: int, also: int) -> None:
    for total in range(3, 22):
        hold, roll = hold_chance(low, total), roll_chance(low, total)
        if total >= least:
            assert hold >= roll
        elif total >= also:
            assert hold == roll
        else:
            assert hold < roll


@pytest.mark.parametrize(
    ("low", "fraction"),
    [
        (15, Fraction(16116799389641, 16926659444736)),
        (17, Fraction(144985793876065, 203119913336832)),
        (18, Fraction(696422239094741, 1218719480020992)),
        (19, Fraction(929090821129495, 2437438960041984)),
        (20, Fraction(6273265544452129, 43873901280755712)),
    ],
)
def test_s15_1_exact_fractions_without_abilities(low: int, fraction: Fraction) -> None:
    assert opening_chance_without_abilities(low) == fraction
    assert best_chance(low, "0/0/0") == pytest.approx(float(fraction), abs=1e-14)


@pytest.mark.parametrize(
    ("least", "chances"),
    [
        (16, (0.000000, 0.856464, 0.379093, 0.213371, 0.095157, 0.023843)),
        (17, (0.047845, 0.952155, 0.546551, 0.332984, 0.166925, 0.047765)),
        (18, (0.143413, 0.856587, 0.713794, 0.452443, 0.238600, 0.071657)),
        (19, (0.286206, 0.713794, 0.713794, 0.571438, 0.309997, 0.095456)),
        (20, (0.476014, 0.523986, 0.523986, 0.523986, 0.381175, 0.119182)),
        (21, (0.714032, 0.285968, 0.285968, 0.285968, 0.285968, 0.142984)),
    ],
)
def test_s15_2_fixed_thresholds(least: int, chances: tuple[float, ...]) -> None:
    found = [float(opening_threshold_chance(least, low)) for low in (None, 15, 17, 18, 19, 20)]
    assert found == pytest.approx(chances, abs=MILLIONTH)


@pytest.mark.parametrize(
    ("uses", "chances"),
    [
        ("0/0/0", (0.313813, 0.469657, 0.217818, 0.381175)),
        ("1/1/0", (0.659528, 0.782574, 0.551308, 0.714664)),
        ("1/1/1", (0.810263, 0.894122, 0.753052, 0.876457)),
        ("2/2/1", (0.970923, 0.993201, 0.953908, 0.992067)),
        ("3/3/2", (0.999874, 1.000000, 0.999560, 1.000000)),
    ],
)
def test_s15_3_one_match(uses: str, chances: tuple[float, ...]) -> None:
    scores = ((0, 0), (1, 0), (0, 1), (1, 1))
    found = [SOLVER.solve_round(won, lost, 1).opening_value(pool_index(uses)) for won, lost in scores]
    assert found == pytest.approx(chances, abs=MILLIONTH)


@pytest.mark.parametrize(
    ("healths", "chances"),
    [
        ((1, 2), (0.313813, 0.810263, 0.991158, 0.999874)),
        ((3, 4), (0.529147, 0.924521, 0.998455, 0.999995)),
        ((5,), (0.676907, 0.967617, 0.999642, 1.000000)),
    ],
)
def test_s15_3_beat_the_boss_in_the_end(healths: tuple[int, ...], chances: tuple[float, ...]) -> None:
    for health in healths:
        found = [SOLVER.boss_chances(health)[pool_index(uses)] for uses in ("0/0/0", "1/1/1", "2/2/2", "3/3/2")]
        assert found == pytest.approx(chances, abs=MILLIONTH)
        assert found[3] < 1.0


def actions_worth(ladder: FightSolution, uses: str, total: int, last: int, value: float) -> set[str]:
    add, subtract, reroll = (int(count) for count in uses.split("/"))
    worth = {name: ladder.action_value(add, subtract, reroll, total, last, action) for name, action in NAMES.items()}
    return {name for name, found in worth.items() if found == pytest.approx(value, abs=1e-12)}


@pytest.mark.parametrize(
    ("low", "uses", "total", "last", "value", "actions", "hold", "roll"),
    [
        (15, "1/1/0", 11, 4, "1", "roll", "0", "1"),
        (15, "0/0/0", 16, 5, "5/6", "roll", "1/2", "5/6"),
        (17, "0/0/0", 18, 6, "1/2", "hold roll", "1/2", "1/2"),
        (17, "1/1/0", 16, 2, "35/36", "roll", "0", "35/36"),
        (18, "1/1/0", 22, 3, "1", "subtract", "0", "0"),
        (18, "0/0/1", 24, 4, "1/6", "re-roll", "0", "0"),
        (18, "2/2/1", 24, 6, "5/6", "subtract re-roll", "0", "0"),
        (19, "0/1/1", 19, 2, "137/216", "roll", "0", "137/216"),
        (19, "2/2/1", 15, 6, "7727/7776", "roll", "0", "7727/7776"),
        (19, "3/3/2", 29, 6, "11/36", "subtract re-roll", "0", "0"),
        (19, "3/3/2", 30, 6, "0", "hold roll add subtract re-roll", "0", "0"),
        (20, "0/0/1", 23, 5, "49/432", "re-roll", "0", "0"),
    ],
)
def test_s15_5_vectors(
    low: int, uses: str, total: int, last: int, value: str, actions: str, hold: str, roll: str
) -> None:
    ladder = SOLVER.solve_alone(low)
    wanted = float(Fraction(value))
    assert ladder.value_at(pool_index(uses), total, last) == pytest.approx(wanted, abs=1e-12)
    assert ladder.hold_value(pool_index(uses), total) == pytest.approx(float(Fraction(hold)), abs=1e-12)
    assert ladder.roll_value(pool_index(uses), total) == pytest.approx(float(Fraction(roll)), abs=1e-12)
    listed = set(actions.split())
    as_good = actions_worth(ladder, uses, total, last, wanted)
    assert listed <= as_good
    assert as_good - listed <= {"add", "subtract", "re-roll"}  # a trick spent without need may cost nothing here
    assert bool(as_good - listed) == (value == "1" and total == 11)


def test_s6_29_is_the_largest_total_that_can_still_win() -> None:
    ladder = SOLVER.solve_alone(14)
    saved = {
        total
        for total in range(22, 31)
        for last in range(1, 7)
        if ladder.value_at(pool_index("3/3/2"), total, last) > 0
    }
    assert max(saved) == 29
    assert [last for last in range(1, 7) if ladder.value_at(pool_index("3/3/2"), 29, last) > 0] == [6]
    assert [last for last in range(1, 7) if ladder.value_at(pool_index("3/3/1"), 29, last) > 0] == [6]
    assert not any(ladder.value_at(pool_index(uses), 29, 6) > 0 for uses in ("3/2/2", "3/3/0"))


@pytest.mark.parametrize("low", [14, 15, 17, 18, 19, 20])
def test_the_ladder_without_abilities_is_the_exact_recursion(low: int) -> None:
    ladder = SOLVER.solve_alone(low)
    for total in range(3, 22):
        for last in range(1, 7):
            assert ladder.value_at(0, total, last) == pytest.approx(
                float(win_chance_without_abilities(low, total)), abs=1e-14
            )
