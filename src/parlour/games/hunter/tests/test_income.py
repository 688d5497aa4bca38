"""2.1, 4.3 and 4.4: the pay of places by players and tokens."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.state import HUNTING, PLAZA_POINTS, STATION, STORE
from parlour.games.hunter.tests.positions import Position, forest_position, place_number, selection_position

PLENTY = {2: (6, 4), 3: (7, 5, 4), 4: (8, 6, 5, 4), 5: (8, 6, 5, 4, 4)}  # 2.1: by players, for 1, 2, ... tokens
SCARCE = {2: (4, 2), 3: (5, 4, 3), 4: (6, 5, 4, 3), 5: (6, 5, 4, 3, 3)}
STEPS = {"work-site": PLENTY, "bar": PLENTY, "hospital": SCARCE, "dojo": SCARCE, "plaza": SCARCE}
RESOURCES = ("work-site", "bar", "hospital", "dojo", "plaza")  # by resource: its place
TAKEN = {"money": "work-site", "beer": "bar", "blood-bags": "hospital", "exp": "dojo"}
CROWDS = [
    (seats, tokens, hunters)
    for seats in (2, 3, 4, 5)
    for tokens in range(1, seats + 1)
    for hunters in range(1, tokens + 1)
]


def crowded_position(seats: int, name: str, tokens: int, hunters: int, **given: Any) -> Position:
    """This many tokens are at one place, hunters of the first seats first; all others are in the Forest."""
    at = selection_position(
        weapons=("Axe", "Bow", "Sword", "Katana", "Chain")[:seats], dummies="none", reward=0, fame=1, **given
    )
    pairs = [f"{name} forest" if seat < hunters else f"forest {name}" for seat in range(tokens)]
    return at.send_tokens(*pairs, *["forest forest"] * (seats - tokens))


@pytest.mark.parametrize(("seats", "tokens", "hunters"), CROWDS)
@pytest.mark.parametrize("name", list(STEPS))
def test_s2_1_r9_every_hunter_gets_the_full_step(name: str, seats: int, tokens: int, hunters: int) -> None:
    at = crowded_position(seats, name, tokens, hunters)
    amount = STEPS[name][seats][tokens - 1]
    resource = RESOURCES.index(name)
    paid = [("income", seat, place_number(name), resource, amount, tokens, 0) for seat in range(hunters)]
    assert at.events("income") == paid
    beer = 1 if tokens == 1 else 0  # of the popularity track
    for seat in range(seats):
        there = seat < hunters
        held = [at.column("money")[seat] - 4, 0, 0, at.column("exp")[seat] - 3, at.column("score")[seat]]
        held[1], held[2] = (
            at.items_of(seat).count("beer") - (beer if there else 0),
            at.items_of(seat).count("blood-bag"),
        )
        assert held == [amount if there and number == resource else 0 for number in range(5)]


@pytest.mark.parametrize(("seats", "tokens", "hunters"), CROWDS)
@pytest.mark.parametrize("answer", list(TAKEN))
def test_s4_4_r8_the_station_pays_like_the_place_of_the_resource(
    answer: str, seats: int, tokens: int, hunters: int
) -> None:
    at = crowded_position(seats, "station", tokens, hunters)
    assert at.asked_seats == list(range(hunters))
    assert at.legal_answers(0) == {f"take {resource}" for resource in TAKEN}  # points cannot be chosen
    amount = STEPS[TAKEN[answer]][seats][tokens - 1]
    resource = list(TAKEN).index(answer)
    assert at.view().station[resource] == amount
    for seat in range(hunters):
        assert at.events("income") == []  # paid when all have chosen
        at.answer(seat, f"take {answer}")
    assert at.events("income") == [("income", seat, 2, resource, amount, tokens, 0) for seat in range(hunters)]


def test_s4_4_each_hunter_takes_its_own_choice_in_seat_order() -> None:
    at = crowded_position(4, "station", 3, 3)
    at.answer(2, "take beer").answer(0, "take exp").answer(1, "take money")
    assert at.events("station") == [("station", 2, 1), ("station", 0, 3), ("station", 1, 0)]
    assert [fact[1:5] for fact in at.events("income")] == [(0, 2, 3, 4), (1, 2, 0, 5), (2, 2, 1, 5)]


def test_vector_1_income() -> None:
    at = crowded_position(3, "hospital", 3, 2)
    assert [fact[1:6] for fact in at.events("income")] == [(0, 3, 2, 3, 3), (1, 3, 2, 3, 3)]
    at = crowded_position(4, "station", 3, 2).answer(0, "take exp").answer(1, "take exp")
    assert at.column("exp")[:2] == [7, 7]


def test_s4_3_places_pay_in_the_order_of_their_numbers_and_in_seat_order() -> None:
    at = selection_position(5, dummies="none").send_tokens(
        "plaza bar", "dojo bar", "hospital bar", "work-site bar", "work-site bar"
    )
    assert [fact[1:3] for fact in at.events("income")] == [(3, 0), (4, 0), (2, 3), (1, 4), (0, 5)]


def test_s4_3_apprentices_and_the_forest_earn_nothing() -> None:
    at = crowded_position(3, "dojo", 3, 1)
    assert at.column("exp") == [6, 3, 3]
    assert at.column("money") == [4, 4, 4]


def test_r8_income_is_paid_once_with_somebody_at_the_station() -> None:
    at = selection_position(3, dummies="none", weapons=("Axe", "Bow", "Sword")).send_tokens(
        "work-site bar", "station dojo", "plaza forest"
    )
    at.answer(1, "take money").skip_city()
    assert sorted(fact[1:3] for fact in at.events("income")) == [(0, 0), (1, 2), (2, 5)]
    assert at.column("money") == [11, 11, 4]


def test_s16_plaza_income_is_counted_as_such() -> None:
    at = crowded_position(5, "plaza", 1, 1, score=3)
    assert at.row("sources", 0)[PLAZA_POINTS] == 6
    assert at.column("score")[0] == 9


def test_r3_the_plaza_costs_nothing() -> None:
    at = crowded_position(2, "plaza", 2, 2, ep=6)
    assert at.column("ep") == [6, 6]
    assert at.events("toll") == []
    assert selection_position(2, ep={0: 0}, round=2).refusal_reason(0, "hunter plaza, apprentice bar") == 0


def test_r12_nobody_can_stand_where_a_dummy_counts() -> None:
    at = selection_position(2)
    blocked = at.view().dummies
    assert not any(name in answer for answer in at.legal_answers(0) for name in ("bar", "hospital", "plaza"))
    assert blocked == [1, 3, 5]


@pytest.mark.parametrize(("name", "column", "before"), [("work-site", "money", 11), ("dojo", "exp", 14)])
def test_s13_r64_money_and_exp_stop_at_15_and_the_loss_is_told(name: str, column: str, before: int) -> None:
    at = crowded_position(2, name, 1, 1, **{column: before})
    full = STEPS[name][2][0]
    gained = 15 - before
    assert at.column(column)[0] == 15
    assert at.events("income")[0][4:] == (gained, 1, full - gained)


def test_s13_r64_station_income_above_15_is_lost() -> None:
    at = crowded_position(2, "station", 1, 1, money=13).answer(0, "take money")
    assert at.column("money")[0] == 15
    assert at.events("income") == [("income", 0, 2, 0, 2, 1, 4)]


def test_s4_3_beers_and_bags_may_exceed_the_capacity_until_the_overflow() -> None:
    at = crowded_position(5, "bar", 1, 1)
    assert at.state.used(0) == 9
    assert at.phase == STORE


def test_s4_4_without_a_hunter_at_the_station_nobody_is_asked() -> None:
    at = crowded_position(2, "bar", 2, 1)
    assert at.phase == STORE
    at = (
        selection_position(weapons=("Axe", "Bow"), dummies="none")
        .send_tokens("forest station", "bar forest")
        .skip_city()
    )
    assert at.phase == HUNTING
    assert at.events("station") == []


def test_the_default_answer_at_the_station_is_money() -> None:
    at = crowded_position(2, "station", 2, 2)
    assert at.phase == STATION
    assert [at.default_answer(seat) for seat in at.asked_seats] == ["take money", "take money"]


# The Bat's apprentice, 9.3.


@pytest.mark.parametrize(
    ("name", "resource", "gained"),
    [("work-site", 0, 1), ("bar", 1, 1), ("hospital", 2, 1), ("dojo", 3, 1), ("plaza", 4, 0), ("forest", -1, 0)],
)
def test_r36_bat_power_1_pays_at_four_places(name: str, resource: int, gained: int) -> None:
    at = selection_position(weapons=("Bat", "Axe", "Bow"), dummies="none")
    other = "station" if name != "bar" else "plaza"
    at.send_tokens(f"{other} {name}", f"{name} station", f"{name} station").skip_city()
    helped = [("helped", 0, place_number(name), resource, 1)] if gained else []
    assert at.events("helped") == helped  # once, however many hunters are there


def test_r36_bat_power_1_not_at_the_station() -> None:
    at = (
        selection_position(weapons=("Bat", "Axe"), dummies="none")
        .send_tokens("bar station", "station bar")
        .answer(1, "take beer")
    )
    assert at.events("helped") == []


def test_r36_bat_power_1_needs_another_player_s_hunter() -> None:
    at = selection_position(weapons=("Bat", "Axe"), dummies="none").send_tokens("plaza bar", "dojo bar")
    assert at.events("helped") == []
    at = selection_position(weapons=("Axe", "Bow"), dummies="none").send_tokens("plaza bar", "bar dojo")
    assert at.events("helped") == []  # and a Bat


def test_r36_bat_power_1_right_after_the_income_of_that_place() -> None:
    at = selection_position(weapons=("Bat", "Axe", "Bow"), dummies="none").send_tokens(
        "plaza work-site", "work-site bar", "dojo bar"
    )
    incomes = [fact[:3] for fact in at.events("income", "helped")]
    assert incomes == [("income", 1, 0), ("helped", 0, 0), ("income", 2, 4), ("income", 0, 5)]
    assert at.column("money")[0] == 5


def test_r36_bat_power_1_stops_at_15_as_well() -> None:
    at = selection_position(weapons=("Bat", "Axe"), dummies="none", exp={0: 15}).send_tokens("plaza dojo", "dojo bar")
    assert at.column("exp")[0] == 15
    assert at.events("helped") == [("helped", 0, 4, 3, 0)]


# Money of a victory.


def test_vector_8_a_rifle_reaches_power_2_and_is_paid_by_it_at_once() -> None:
    at = forest_position(("Rifle", "Axe"), 3, items={0: ["dynamite", "grenade"]}, track={0: 2}, money={0: 1})
    at.answer(0, "use dynamite", "use grenade")
    assert (at.column("track")[0], at.state.power(0)) == (3, 2)
    assert at.column("money")[0] == 1 + 2 + 3
    assert at.events("power", "power_gain") == [("power", 0, 2, 2), ("power_gain", 0, 2, 0, 3, 2)]
