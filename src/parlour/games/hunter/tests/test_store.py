"""4.5, 4.6 and section 8: the store and the overflow."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.actions import CARRIES_ENOUGH, NEEDS_NONE, NOT_SOLD, TOO_DEAR
from parlour.games.hunter.rules.state import OVERFLOW, SELECTION, STORE
from parlour.games.hunter.tests.positions import Position, forest_position, selection_position
from parlour.games.hunter.text.game_text import ITEM_WORDS
from parlour.games.hunter.text.offer import offer

GOODS = {  # 8.2: size, price
    "beer": (1, 2),
    "blood-bag": (1, 2),
    "grenade": (2, 2),
    "bomb": (3, 4),
    "dynamite": (4, 6),
    "fake-blood": (2, 2),
    "bullet": (0, 2),
    "battery": (1, 3),
}
FOR_ALL = ("beer", "blood-bag", "grenade", "bomb", "dynamite", "fake-blood")


def store_position(weapon: str = "Axe", **given: Any) -> Position:
    """The store is open; seat 0, crowded, got EXP, seat 1 Beers."""
    at = selection_position(weapons=(weapon, "Gloves"), dummies="none", **given)
    at.send_tokens("dojo bar", "bar dojo")
    assert at.phase == STORE
    return at


def items_on_sale(at: Position, seat: int = 0) -> set[str]:
    return {answer.removeprefix("buy ") for answer in at.legal_answers(seat) if answer.startswith("buy")}


@pytest.mark.parametrize("item", ITEM_WORDS)
def test_s8_2_prices_and_sizes(item: str) -> None:
    size, price = GOODS[item]
    weapon = {"bullet": "Rifle", "battery": "Plasma"}.get(item, "Axe")
    at = store_position(weapon, money={0: price})
    used = int(at.state.used(0))
    at.answer(0, f"buy {item}")
    assert at.column("money")[0] == 0
    assert at.state.used(0) == used + size
    assert at.events("bought") == [("bought", 0, ITEM_WORDS.index(item), price, 0)]
    assert at.refusal_reason(0, f"buy {item}") == TOO_DEAR
    assert (
        store_position(weapon, money={0: price - 1}, items={0: ["beer"]}).refusal_reason(0, f"buy {item}") == TOO_DEAR
    )


def test_s4_5_any_number_of_items_one_at_a_time() -> None:
    at = store_position(money={0: 15}).answer(0, "buy beer", "buy dynamite", "buy beer", "buy bomb", "finish")
    assert (at.column("money")[0], at.items_of(0)) == (1, ["beer", "dynamite", "beer", "bomb"])
    assert at.asked_seats == [1]


def test_s4_5_a_purchase_may_overfill() -> None:
    at = store_position("Katana", money={0: 15}, items={0: ["beer"] * 4}).answer(0, "buy dynamite", "buy dynamite")
    assert at.state.used(0) == 12
    assert at.phase == STORE


def test_s4_5_board_actions_are_open_to_whoever_shops() -> None:
    at = store_position(ep={0: 3}, money={0: 2}, exp={0: 1}).answer(0, "buy beer", "drink", "defense die")
    assert (at.column("ep")[0], at.column("exp")[0], at.items_of(0)) == (4, 0, [])


def test_s4_5_who_can_do_nothing_is_not_asked() -> None:
    at = selection_position(weapons=("Axe", "Gloves"), dummies="none", money=0, exp=0).send_tokens(
        "plaza bar", "work-site plaza"
    )
    assert at.phase == STORE
    assert at.asked_seats == [1]
    at.answer(1, "finish")
    assert at.events("finished") == [("finished", 0, -1), ("finished", 1, 0)]  # told of bots only: they buy nothing
    at = selection_position(weapons=("Axe", "Gloves"), dummies="none", money=0, exp=0).send_tokens(
        "plaza bar", "plaza bar"
    )
    assert (at.phase, at.state.round, at.events("finished")) == (
        SELECTION,
        2,
        [("finished", 0, -1), ("finished", 1, -1)],
    )


@pytest.mark.parametrize(
    ("weapon", "power", "extra"),
    [
        ("Rifle", 1, {"bullet"}),
        ("Rifle", 3, {"bullet"}),
        ("Plasma", 1, {"battery"}),
        ("Plasma", 2, {"battery"}),
        ("Plasma", 3, set()),
        ("Bat", 3, set()),
    ],
)
def test_s8_2_r4_ammunition_is_sold_to_its_weapon(weapon: str, power: int, extra: set[str]) -> None:
    at = store_position(weapon, money={0: 15}, power={0: power})
    assert items_on_sale(at) == {*FOR_ALL, *extra}
    for item in {"bullet", "battery"} - extra:
        assert at.refusal_reason(0, f"buy {item}") in (NOT_SOLD, NEEDS_NONE)
        assert at.view().prices[0][ITEM_WORDS.index(item)] == 0


@pytest.mark.parametrize(("weapon", "item"), [("Rifle", "bullet"), ("Plasma", "battery")])
def test_s8_2_r4_at_most_6_are_carried(weapon: str, item: str) -> None:
    at = store_position(weapon, money={0: 15}, items={0: [item] * 5}).answer(0, f"buy {item}")
    assert at.refusal_reason(0, f"buy {item}") == CARRIES_ENOUGH
    assert at.items_of(0) == [item] * 6


def test_s8_2_other_items_have_no_limit() -> None:
    at = store_position("Knife", money={0: 15}, items={0: ["grenade"] * 20}).answer(0, "buy grenade")
    assert at.items_of(0).count("grenade") == 21


def test_r4_bullets_have_no_size() -> None:
    at = store_position("Rifle", items={0: ["bullet"] * 6 + ["dynamite", "dynamite"]})
    assert (at.state.used(0), at.state.capacity(0)) == (8, 8)


@pytest.mark.parametrize(("item", "price"), [("beer", 1), ("bomb", 3), ("dynamite", 5), ("bullet", 1)])
def test_s8_2_rifle_power_3_pays_1_less(item: str, price: int) -> None:
    at = store_position("Rifle", money={0: 15}, power={0: 3}).answer(0, f"buy {item}")
    assert at.column("money")[0] == 15 - price
    assert at.view().prices[0][ITEM_WORDS.index(item)] == price
    assert (
        store_position("Rifle", money={0: 15}, power={0: 2}).answer(0, f"buy {item}").column("money")[0] == 14 - price
    )


def test_s8_2_ammunition_is_shown_first_in_the_store() -> None:
    for weapon, first in (("Rifle", "bullet"), ("Plasma", "battery")):
        at = store_position(weapon, money={0: 15})
        shown = [at.words.notation(one.action) for one in offer(at.state, 0)]
        listed = [answer.removeprefix("buy ") for answer in shown if answer.startswith("buy")]
        assert listed == [first, *FOR_ALL]


# Overflow.


def overflow_position(weapon: str = "Bow", **given: Any) -> Position:
    """Only seat 0 carries too much."""
    usual = {"money": 0, "exp": 0}
    at = selection_position(weapons=(weapon, "Gloves"), dummies="none", **(usual | given))
    at.send_tokens("plaza bar", "plaza bar").skip_phases(int(STORE))
    return at


def test_s4_6_s8_1_exactly_the_capacity_fits() -> None:
    at = overflow_position(items={0: ["beer"] * 6})
    assert at.phase == SELECTION
    at = overflow_position(items={0: ["beer"] * 7})
    assert (at.phase, at.asked_seats) == (OVERFLOW, [0])
    assert at.events("overfull") == [("overfull", 0, 7, 6)]


def test_s8_3_what_a_beer_and_a_blood_bag_are_good_for() -> None:
    things = ["beer"] * 4 + ["blood-bag"] * 3
    at = overflow_position(items={0: things}, ep={0: 3}, hp={0: 3})
    assert at.legal_answers(0) == {
        *("drink", "put beer", "raise ep", "discard beer"),
        *("heal", "put blood-bag", "raise hp", "discard blood-bag"),
    }
    at = overflow_position(items={0: things})
    assert not {"drink", "heal"} & at.legal_answers(0)
    at = overflow_position(items={0: things}, ep_max=10, hp_max=10, ep=10, hp=10)
    assert at.legal_answers(0) == {"discard beer", "discard blood-bag"}


def test_s8_3_everything_else_is_thrown_away() -> None:
    at = overflow_position("Plasma", items={0: ["battery"] * 3 + ["grenade", "bomb", "dynamite", "fake-blood"]})
    assert at.legal_answers(0) == {
        f"discard {item}" for item in ("battery", "grenade", "bomb", "dynamite", "fake-blood")
    }
    at.answer(0, "discard dynamite")
    assert at.items_of(0) == ["battery"] * 3 + ["grenade", "bomb", "fake-blood"]
    assert at.events("discarded") == [("discarded", 0, 4)]
    assert at.phase == OVERFLOW  # 10 of 8
    at.answer(0, "discard battery", "discard battery")
    assert at.phase == SELECTION


def test_s8_3_bullets_may_be_thrown_away_though_it_does_not_help() -> None:
    at = overflow_position("Rifle", items={0: ["bullet", "bomb", "bomb", "bomb"]}).answer(0, "discard bullet")
    assert at.phase == OVERFLOW
    assert at.answer(0, "discard bomb").phase == SELECTION


def test_s8_3_it_ends_as_soon_as_all_fits() -> None:
    at = overflow_position(items={0: ["beer"] * 8}, ep={0: 1}).answer(0, "drink")
    assert at.asked_seats == [0]
    at.answer(0, "drink")
    assert (at.phase, len(at.items_of(0)), at.column("ep")[0]) == (SELECTION, 6, 3)


def test_s8_3_deposits_count_like_board_actions_milestones_too() -> None:
    at = overflow_position(items={0: ["beer"] * 7}, ep_max={0: 7}, ep_put={0: 3}).answer(0, "put beer")
    assert (at.column("ep_max")[0], at.column("score")[0] - at.events("income")[0][4]) == (8, 2)


def test_s4_6_all_who_carry_too_much_are_asked_together() -> None:
    at = selection_position(
        weapons=("Bow", "Axe", "Gloves"), dummies="none", money=0, exp=0, items={0: ["bomb"] * 3, 2: ["bomb"] * 3}
    )
    at.send_tokens("plaza bar", "plaza bar", "plaza bar")
    assert (at.phase, at.asked_seats) == (OVERFLOW, [0, 2])
    at.answer(2, "discard bomb")
    assert at.asked_seats == [0]


def test_r25_capacity_counts_at_no_other_moment() -> None:
    at = selection_position(weapons=("Bow", "Axe"), items={0: ["bomb"] * 9}, dummies="none")
    assert at.phase == SELECTION
    at = forest_position(("Bow", "Axe"), 1, items={0: ["beer"] * 6}).answer(0, "attack").deal("6 1")
    assert at.state.used(0) == 7  # the monster's Beer on top
    assert at.answer(0, "go on").phase == SELECTION


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({"items": ["beer"] * 4 + ["blood-bag"] * 3, "ep": 3, "hp": 3}, "drink"),
        ({"items": ["beer"] * 4 + ["blood-bag"] * 3, "hp": 3}, "heal"),
        ({"items": ["beer"] * 4 + ["blood-bag"] * 3}, "put beer"),
        ({"items": ["blood-bag"] * 7}, "put blood-bag"),
        ({"items": ["beer"] * 4 + ["blood-bag"] * 3, "ep": 10, "ep_max": 10}, "put blood-bag"),
        ({"items": ["beer"] * 7, "ep": 10, "ep_max": 10}, "discard beer"),
        ({"items": ["bomb", "dynamite", "grenade"]}, "discard grenade"),
    ],
)
def test_the_default_answer_in_the_overflow_is_the_first_legal_one(given: dict[str, Any], answer: str) -> None:
    columns: dict[str, Any] = {name: {0: value} for name, value in given.items()}
    assert overflow_position(**columns).default_answer(0) == answer


def test_the_default_answer_in_the_store_is_to_finish() -> None:
    assert store_position(items={0: ["beer"]}, ep={0: 1}).default_answer(0) == "finish"
