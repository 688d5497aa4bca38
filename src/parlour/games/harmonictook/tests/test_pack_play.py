"""Custom packs in play: every kind of effect, landmark and condition, in the colours allowed."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    Position,
    make_pack,
    opening_position,
    pack_card,
    pack_landmark,
    position,
)

Effect = dict[str, object]


def one_card_pack(colour: str, effect: Effect, **more: object) -> dict[str, object]:
    """A pack of one card that fires on 1."""
    return make_pack([pack_card("shop", "QS", colour, [1], effect, **more)])


def coins_after_firing(
    colour: str, effect: Effect, city: dict[str, int], coins: list[int], roller: int = 0, **more: object
) -> list[int]:
    at = position(
        coins=coins,
        cards={0: {"shop": 2 if colour != "purple" else 1, **city}},
        pack=one_card_pack(colour, effect, **more),
        seat=roller,
    )
    return at.roll(1).coins


@pytest.mark.parametrize(("colour", "own", "others"), [("blue", 8, 8), ("green", 8, 0), ("purple", 4, 0)])
def test_bank_income_in_every_colour(colour: str, own: int, others: int) -> None:
    effect: Effect = {"kind": "bank_income", "amount": 4}
    assert coins_after_firing(colour, effect, {}, [0, 0]) == [own, 0]
    assert coins_after_firing(colour, effect, {}, [0, 0], roller=1) == [others, 0]


@pytest.mark.parametrize(("colour", "own", "others"), [("blue", 12, 12), ("green", 12, 0), ("purple", 6, 0)])
def test_bank_income_per_category_in_every_colour(colour: str, own: int, others: int) -> None:
    effect: Effect = {"kind": "bank_income_per_category", "amount": 2, "category": "cow", "scope": "owner"}
    assert coins_after_firing(colour, effect, {"ranch": 3}, [0, 0]) == [own, 0]
    assert coins_after_firing(colour, effect, {"ranch": 3}, [0, 0], roller=1) == [others, 0]


def test_bank_income_per_category_of_all_players_in_blue() -> None:
    effect: Effect = {"kind": "bank_income_per_category", "amount": 1, "category": "cow", "scope": "all_players"}
    at = position(
        coins=[0, 0],
        cards={0: {"shop": 1, "ranch": 2}, 1: {"shop": 1, "ranch": 1}},
        pack=one_card_pack("blue", effect),
    )
    assert at.roll(1).coins == [3, 3]


@pytest.mark.parametrize(("colour", "own", "others"), [("blue", 12, 12), ("green", 12, 0), ("purple", 6, 0)])
def test_bank_income_per_card_in_every_colour(colour: str, own: int, others: int) -> None:
    effect: Effect = {"kind": "bank_income_per_card", "amount": 3, "card": "forest"}
    assert coins_after_firing(colour, effect, {"forest": 2, "mine": 4}, [0, 0]) == [own, 0]
    assert coins_after_firing(colour, effect, {"forest": 2}, [0, 0], roller=1) == [others, 0]


def test_bank_income_per_card_may_count_itself() -> None:
    effect: Effect = {"kind": "bank_income_per_card", "amount": 1, "card": "shop"}
    assert coins_after_firing("green", effect, {}, [0, 0]) == [4, 0]


@pytest.mark.parametrize(("colour", "copies"), [("blue", 2), ("green", 2), ("purple", 1)])
@pytest.mark.parametrize(("dice", "throw", "sum_"), [(1, "5", 5), (2, "5 6", 11)])
def test_bank_income_dice_in_every_colour(colour: str, copies: int, dice: int, throw: str, sum_: int) -> None:
    effect: Effect = {"kind": "bank_income_dice", "dice": dice, "shared": True, "roller": "active_player"}
    cards = {0: {"shop": copies}, 1: {"shop": 1}}
    at = position(coins=[0, 0], cards=cards, pack=one_card_pack(colour, effect)).roll(1)
    assert len(at.possible_outcomes) == 6**dice
    at.play_lines(throw)
    assert at.coins == [copies * sum_, sum_ if colour == "blue" else 0]


def test_bank_payment_in_green() -> None:
    effect: Effect = {"kind": "bank_payment", "amount": 3}
    assert coins_after_firing("green", effect, {}, [7, 9]) == [1, 9]
    assert coins_after_firing("green", effect, {}, [5, 9]) == [0, 9]


@pytest.mark.parametrize(("amount", "coins"), [(2, [4, 5]), ("all", [9, 0])])
def test_take_from_roller_in_red(amount: object, coins: list[int]) -> None:
    """Two copies; the roller has 9 coins and pays at most these."""
    at = position(
        coins=[0, 9],
        cards={0: {"shop": 2}},
        pack=one_card_pack("red", {"kind": "take_from_roller", "amount": amount}),
        seat=1,
    )
    assert at.roll(1).coins == coins


PURPLE: list[tuple[Effect, list[int]]] = [
    ({"kind": "take_from_each", "amount": 4}, [7, 5, 0]),
    ({"kind": "take_from_each_per_category", "amount": 2, "categories": ["cow", "gear"]}, [7, 5, 0]),
    ({"kind": "take_half_from_each", "threshold": 3, "divisor": 3, "rounding": "down"}, [4, 6, 2 + 0]),
    ({"kind": "take_from_each_investment", "invest_per_turn": 2}, [6, 6, 0]),
    ({"kind": "redistribute_coins", "rounding": "up"}, [4, 4, 4]),
]


@pytest.mark.parametrize(("effect", "coins"), PURPLE)
def test_taking_in_purple(effect: Effect, coins: list[int]) -> None:
    at = position(
        3,
        coins=[1, 9, 2],
        cards={0: {"shop": 1}, 1: {"ranch": 1, "mine": 1}, 2: {"forest": 2}},
        stored=[3, 0, 0],
        pack=one_card_pack("purple", effect),
    )
    at.roll(1)
    assert at.coins == coins


def test_take_from_one_in_purple() -> None:
    at = position(
        3,
        coins=[1, 9, 2],
        cards={0: {"shop": 1}},
        pack=one_card_pack("purple", {"kind": "take_from_one", "amount": 6}),
    )
    assert at.roll(1).play_lines("seat 2").coins == [7, 3, 2]


def test_an_investment_of_another_size() -> None:
    effect: Effect = {"kind": "take_from_each_investment", "invest_per_turn": 2}
    at = (
        position(coins=[3, 9], cards={0: {"shop": 1}}, pack=one_card_pack("purple", effect))
        .roll(5)
        .play_lines("pass", "invest")
    )
    assert (at.coins, at.view.stored) == ([1, 9], [2, 0])
    at.roll(5).play_lines("pass").roll(5).play_lines("pass")
    assert at.active == 1  # one coin is not enough


def test_a_swap_that_must_happen_and_leaves_colours_alone() -> None:
    effect: Effect = {"kind": "swap_establishment", "exclude_colours": ["purple", "blue"], "optional": False}
    at = position(
        coins=[0, 0],
        cards={0: {"shop": 1, "bakery": 1, "ranch": 1}, 1: {"cafe": 1, "mine": 1}},
        pack=one_card_pack("purple", effect),
    )
    at.roll(1)  # one partner, one card to take, one to give
    assert (at.city(0), at.city(1)) == ({"shop": 1, "ranch": 1, "cafe": 1}, {"bakery": 1, "mine": 1})


def test_a_swap_that_must_happen_does_not_without_cards() -> None:
    effect: Effect = {"kind": "swap_establishment", "exclude_colours": ["purple"], "optional": False}
    at = position(
        coins=[1, 0], cards={0: {"shop": 1}, 1: {"mine": 1}}, pack=one_card_pack("purple", effect), bc_decline_coins=5
    )
    assert at.roll(1).coins == [1, 0]


def test_gifts_lapse_without_reward_when_no_eligible_card_is_left() -> None:
    effect: Effect = {
        "kind": "give_establishment",
        "exclude_colours": ["purple", "green"],
        "reward": 6,
        "optional": False,
    }
    at = position(
        coins=[0, 0], cards={0: {"shop": 3, "ranch": 2, "stadium": 1}}, pack=one_card_pack("green", effect)
    ).roll(1)
    assert (at.coins, at.city(0), at.city(1)) == ([12, 0], {"shop": 3, "stadium": 1}, {"ranch": 2})


def test_a_gift_goes_to_nobody_who_has_as_many_as_allowed() -> None:
    gift: Effect = {"kind": "give_establishment", "exclude_colours": ["purple"], "reward": 1, "optional": False}
    pack = make_pack([
        pack_card("van", "QV", "green", [1], gift),
        pack_card("lane", "QL", "green", [2], {"kind": "bank_income", "amount": 1}, max_per_player=2),
    ])  # fmt: skip
    at = position(3, coins=[0] * 3, cards={0: {"van": 1, "lane": 1}, 1: {"lane": 2}}, pack=pack).roll(1)
    at.play_lines("give lane")
    assert (at.city(1), at.city(2)) == ({"lane": 2}, {"lane": 1})  # one receiver is left, not asked
    at = position(coins=[0] * 2, cards={0: {"van": 1, "lane": 1}, 1: {"lane": 2}}, pack=pack).roll(1)
    assert at.city(0) == {"lane": 1}  # only the van could go


def test_a_demolition_with_another_reward_spares_what_is_not_demolishable() -> None:
    pack = make_pack(
        [pack_card("crane", "QC", "green", [1], {"kind": "demolish_landmark", "reward": 3, "optional": False})],
        [
            pack_landmark(
                "fort", "QF", {"kind": "category_bonus", "categories": ["cow"], "amount": 1}, demolishable=False
            )
        ],
    )
    at = position(coins=[0, 0], cards={0: {"crane": 2}}, landmarks={0: ["fort", "shopping_mall"]}, pack=pack).roll(1)
    assert (at.coins, at.built(0)) == ([3, 0], {"fort"})


def test_a_closing_with_another_price_and_excluded_colours() -> None:
    effect: Effect = {
        "kind": "close_type",
        "exclude_colours": ["purple", "red"],
        "take_per_card": 3,
        "optional": False,
    }
    at = position(
        coins=[0, 9], cards={0: {"shop": 1}, 1: {"mine": 2, "cafe": 1}}, pack=one_card_pack("purple", effect)
    ).roll(1)
    assert (at.coins, at.closed(1)) == ([6, 3], {"mine": 2})


def test_an_exhibition_that_stays_in_the_city() -> None:
    effect: Effect = {
        "kind": "activate_other",
        "exclude_colours": ["purple"],
        "copies": "all",
        "return_self": False,
        "optional": False,
    }
    at = position(coins=[0, 0], cards={0: {"shop": 1, "mine": 2}}, pack=one_card_pack("purple", effect)).roll(1)
    assert (at.coins, at.city(0)) == ([10, 0], {"shop": 1, "mine": 2})


@pytest.mark.parametrize("colour", ["blue", "green"])
def test_close_self_in_blue_and_green(colour: str) -> None:
    effect: Effect = {"kind": "bank_income", "amount": 4}
    at = position(
        coins=[0, 0], cards={0: {"shop": 2}}, pack=one_card_pack(colour, effect, after={"kind": "close_self"})
    ).roll(1)
    assert (at.coins, at.closed(0)) == ([8, 0], {"shop": 2})


@pytest.mark.parametrize("colour", ["blue", "green", "purple"])
def test_on_build_in_other_colours(colour: str) -> None:
    pack = one_card_pack(colour, {"kind": "bank_income", "amount": 1}, on_build={"kind": "bank_income", "amount": 7})
    at = position(coins=[1, 0], cards={}, pack=pack).roll(6).play_lines("buy shop")
    assert at.coins == [7, 0]


@pytest.mark.parametrize(
    ("condition", "landmarks", "holds"),
    [
        ({"kind": "owner_has_landmark", "landmark": "train_station"}, {0: STATION_BUILT}, True),
        ({"kind": "owner_has_landmark", "landmark": "train_station"}, {1: STATION_BUILT}, False),
        ({"kind": "owner_landmarks_below", "count": 1}, {1: STATION_BUILT}, True),
        ({"kind": "owner_landmarks_below", "count": 1}, {0: STATION_BUILT}, False),
        ({"kind": "roller_landmarks_at_least", "count": 1}, {1: STATION_BUILT}, True),
        ({"kind": "roller_landmarks_at_least", "count": 1}, {0: STATION_BUILT}, False),
    ],
)
def test_conditions_of_a_blue_card_on_another_s_roll(
    condition: dict[str, object], landmarks: dict[int, tuple[str, ...]], holds: bool
) -> None:
    pack = one_card_pack("blue", {"kind": "bank_income", "amount": 4}, condition=condition)
    at = position(coins=[0, 0], cards={0: {"shop": 1}}, landmarks=landmarks, pack=pack, seat=1).roll(1)
    assert at.coins == [4 if holds else 0, 0]
    if not holds:
        assert at.events("payout_skip") == [("payout_skip", 0, "shop", 1, 1)]


def test_a_condition_of_a_purple_card() -> None:
    condition = {"kind": "owner_has_landmark", "landmark": "radio_tower"}
    pack = one_card_pack("purple", {"kind": "take_from_each", "amount": 4}, condition=condition)
    assert position(coins=[0, 9], cards={0: {"shop": 1}}, pack=pack).roll(1).coins == [0, 9]
    at = position(coins=[0, 9], cards={0: {"shop": 1}}, landmarks={0: ["radio_tower"]}, pack=pack)
    assert at.roll(1).play_lines("keep").coins == [4, 5]


def test_at_most_two_copies_a_player() -> None:
    pack = one_card_pack("green", {"kind": "bank_income", "amount": 1}, max_per_player=2, supply=9)
    assert "buy shop" in position(coins=[9, 0], cards={0: {"shop": 1}}, pack=pack).roll(6).legal_answers
    assert "buy shop" not in position(coins=[9, 0], cards={0: {"shop": 2}}, pack=pack).roll(6).legal_answers
    swap = position(
        coins=[9, 0], cards={0: {"shop": 2, "business_center": 1}, 1: {"shop": 1, "mine": 1}}, pack=pack
    ).roll(6)
    assert swap.play_lines("seat 2").legal_answers == {"decline", "take shop", "take mine"}
    assert swap.play_lines("take shop").legal_answers == {"decline", "give shop"}  # a third would be too many


def test_supply_and_starting_cards_of_a_pack() -> None:
    pack = one_card_pack("green", {"kind": "bank_income", "amount": 1}, supply=9, starting=2)
    at = opening_position(3, pack)
    assert at.market["shop"] == 9
    assert all(at.city(seat) == {"wheat_field": 1, "bakery": 1, "shop": 2} for seat in range(3))
    purple = opening_position(3, one_card_pack("purple", {"kind": "take_from_each", "amount": 1}))
    assert purple.market["shop"] == 3


def test_a_pack_s_order_decides_inside_a_colour() -> None:
    for order, names in ((49, ["shop", "bakery"]), (50, ["bakery", "shop"])):
        pack = make_pack([pack_card("shop", "QS", "green", [2], {"kind": "bank_income", "amount": 1}, order=order)])
        at = position(coins=[0, 0], cards={0: {"shop": 1, "bakery": 1}}, pack=pack).roll(2)
        assert [fact[2] for fact in at.events("payout")] == names


def test_a_new_category_is_counted() -> None:
    counts: Effect = {"kind": "bank_income_per_category", "amount": 2, "category": "leaf", "scope": "owner"}
    tea = pack_card("tea", "QT", "blue", [1], {"kind": "bank_income", "amount": 1}, category="leaf")
    pot = pack_card("pot", "QP", "green", [2], counts)
    pack = make_pack([tea, pot], categories={"leaf": {"label": "Leaf", "emoji": "*", "code": "LF"}})
    assert position(coins=[0, 0], cards={0: {"tea": 3, "pot": 1}}, pack=pack).roll(2).coins == [6, 0]


# Landmarks of a pack.


def position_with_landmark(effect: Effect, *built: str, **fields: Any) -> Position:
    given: dict[str, Any] = {"coins": [0, 0], "cards": {}, "landmarks": {0: ["spire", *built]}, **fields}
    return position(pack=make_pack(landmarks=[pack_landmark("spire", "QS", effect)]), **given)


def test_a_second_station() -> None:
    at = position_with_landmark({"kind": "dice_choice", "max_dice": 2})
    assert at.legal_answers == {"roll 1", "roll 2"}
    assert position_with_landmark({"kind": "dice_choice", "max_dice": 2}, "train_station").legal_answers == {
        "roll 1",
        "roll 2",
    }


@pytest.mark.parametrize(("built", "coins"), [((), 8), (("shopping_mall",), 10)])
def test_two_malls_add_up(built: tuple[str, ...], coins: int) -> None:
    mall: Effect = {"kind": "category_bonus", "categories": ["bread", "cow"], "amount": 3}
    assert position_with_landmark(mall, *built, cards={0: {"bakery": 2}}).roll(3).coins == [coins, 0]
    assert position_with_landmark(mall, cards={0: {"ranch": 1}}, seat=1).roll(2).coins == [4, 0]


@pytest.mark.parametrize("built", [(), ("amusement_park",)])
def test_a_second_park_brings_one_turn(built: tuple[str, ...]) -> None:
    at = position_with_landmark({"kind": "extra_turn_on_doubles"}, "train_station", *built).roll(2, 2)
    assert (at.active, at.state.turn) == (0, 2)
    assert at.roll(2, 3).active == 1


def test_two_towers_allow_as_many_re_rolls_as_both() -> None:
    at = position_with_landmark({"kind": "reroll", "times": 2}, "radio_tower").roll(1)
    for face in "234":
        assert at.legal_answers == {"keep", "reroll"}
        at.play_lines("reroll", face)
    assert at.active == 1  # three re-rolls, no more
    assert len(at.events("reroll")) == 3


def test_another_harbor_with_its_own_threshold() -> None:
    pier: Effect = {"kind": "add_to_roll", "threshold": 6, "amount": 3}
    at = position_with_landmark(pier, "train_station", cards={0: {"mine": 1}}).roll(2, 4)
    assert at.legal_answers == {"stay", "raise"}
    assert at.play_lines("raise").coins == [5, 0]
    assert position_with_landmark(pier, "train_station", cards={0: {"mine": 1}}).roll(2, 3).coins == [0, 0]
    assert position_with_landmark(pier, cards={0: {"mine": 1}}).roll(6).coins == [0, 0]  # it takes two dice, 3.4


def test_another_city_hall() -> None:
    """Up to two coins bring four."""
    hall: Effect = {"kind": "income_if_broke", "threshold": 2, "amount": 4, "when": "before_build"}
    for coins, after in ((0, 4), (2, 6), (3, 3)):
        assert position_with_landmark(hall, coins=[coins, 0]).roll(6).coins[0] == after


def test_another_airport() -> None:
    port: Effect = {"kind": "income_if_no_build", "amount": 4}
    assert position_with_landmark(port).roll(6).coins == [4, 0]
    at = position_with_landmark(port, "airport", coins=[1, 0], **WITH_HARBOR).roll(6).play_lines("pass")
    assert at.coins == [15, 0]


def test_landmarks_of_a_pack_count_for_the_win_or_not() -> None:
    idle: Effect = {"kind": "income_if_no_build", "amount": 4}
    four = ["train_station", "shopping_mall", "amusement_park"]
    for wins in (True, False):
        pack = make_pack(landmarks=[pack_landmark("spire", "QS", idle, counts_for_win=wins)])
        at = position(coins=[22, 0], cards={}, landmarks={0: four}, pack=pack).roll(6).play_lines("build radio_tower")
        assert (at.view.winner == 0) == (not wins)
        assert at.view.scores[0] == 3 * 52 + (0 if wins else 25)
        at = position(coins=[0, 0], cards={}, landmarks={0: ["spire", "train_station"]}, pack=pack)
        assert at.view.scores[0] == 3 * (4 + 5 if wins else 4)  # R39


def test_landmarks_of_a_pack_may_stand_from_the_start() -> None:
    mark = pack_landmark(
        "spire",
        "QS",
        {"kind": "category_bonus", "categories": ["bread"], "amount": 1},
        start_built=True,
        counts_for_win=False,
    )
    at = opening_position(2, make_pack(landmarks=[mark]))
    assert at.built(0) == at.built(1) == {"spire"}
    assert at.roll(2).coins == [5, 3]


def test_landmarks_of_a_pack_are_counted_by_conditions_or_not() -> None:
    idle: Effect = {"kind": "income_if_no_build", "amount": 4}
    for counts in (True, False):
        pack = make_pack(landmarks=[pack_landmark("spire", "QS", idle, counts_as_landmark=counts)])
        at = position(
            coins=[0, 5],
            cards={0: {"corn_field": 1}},
            landmarks={0: ["spire", "radio_tower"]},
            pack=pack,
            seat=1,
            **WITH_BOTH,
        )
        assert at.roll(3).coins[0] == (0 if counts else 1)


def test_a_pack_with_cards_for_five_and_a_market_of_its_own() -> None:
    pack = make_pack(
        [pack_card("shop", "QS", "green", [1], {"kind": "bank_income", "amount": 1})],
        players={"min": 2, "max": 5},
        setup={"market": "hybrid"},
    )
    at = opening_position(5, pack)
    assert at.market == {}
    assert set(at.possible_outcomes) == {
        "wheat_field",
        "ranch",
        "bakery",
        "cafe",
        "convenience_store",
        "forest",
        "shop",
    }
