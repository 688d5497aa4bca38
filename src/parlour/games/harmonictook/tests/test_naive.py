"""The naive twin by itself: the rulebook's vectors, and the invariants of section 20 along random matches."""

from __future__ import annotations

from random import Random

import pytest

from parlour.games.harmonictook.tests.naive import Naive
from parlour.games.harmonictook.tests.table_variants import (
    TableVariant,
    load_pack,
    random_answer,
    random_outcome,
    table_variant,
)

ALL = ("train_station", "shopping_mall", "amusement_park", "radio_tower", "harbor", "airport")


def naive_with_landmarks(seats: int, *landmarks: str, **options: object) -> Naive:
    """All sets on a fixed market; seat 1 owns these landmarks, the Train Station too, and is about to roll."""
    packs = [load_pack(name) for name in ("base", "harbor", "millionaires_row")]
    naive = Naive(seats, {"market": "fixed", **options}, packs)
    naive.built[0] += ["train_station", *landmarks]
    return naive


def roll_dice(naive: Naive, *dice: int) -> None:
    naive.answer(f"roll {len(dice)}")
    naive.deal(" ".join(str(die) for die in dice))


def add_cards(naive: Naive, seat: int, **cards: int) -> None:
    for name, count in cards.items():
        naive.owned[seat][name] += count


def finish_turn(naive: Naive) -> None:
    """Finishes the turn without building, investing or any other optional step."""
    while naive.pending_outcomes() is None:
        asked = naive.pending_question()
        assert asked is not None
        answer = next(answer for answer in ("pass", "hold", "decline", "stay", "keep", "roll 1") if answer in asked[1])
        if answer == "roll 1":
            return
        naive.answer(answer)


def test_s20_payments_go_backwards_and_stop_at_the_purse() -> None:
    naive = naive_with_landmarks(3)
    naive.built[2].append("shopping_mall")
    add_cards(naive, 2, family_restaurant=1)
    add_cards(naive, 1, family_restaurant=2)
    naive.coins = [3, 0, 0]
    roll_dice(naive, 4, 5)
    assert naive.coins == [1, 0, 3]  # the coin is City Hall's


def test_s20_tax_office_takes_half_of_ten_or_more() -> None:
    naive = naive_with_landmarks(5)
    add_cards(naive, 0, tax_office=1)
    naive.coins = [0, 21, 11, 9, 10]
    roll_dice(naive, 4, 4)
    assert naive.coins == [20, 11, 6, 9, 5]


def test_s20_park_shares_and_the_bank_rounds_up() -> None:
    naive = naive_with_landmarks(4)
    add_cards(naive, 0, park=1)
    naive.coins = [7, 3, 0, 1]
    naive.stored = [5, 0, 0, 0]
    roll_dice(naive, 5, 6)
    assert naive.coins == [3, 3, 3, 3]
    assert naive.stored == [5, 0, 0, 0]


def test_s20_winery_pays_on_every_second_nine() -> None:
    naive = naive_with_landmarks(2)
    add_cards(naive, 0, winery=1, vineyard=2)
    gains = []
    for _ in range(4):
        naive.start_if_needed()
        naive.coins[0] = 1
        roll_dice(naive, 4, 5)
        gains.append(naive.coins[0] - 1)
        finish_turn(naive)
        naive.deal("6")  # seat 2
        finish_turn(naive)
    assert gains == [12, 0, 12, 0]


def test_s20_publisher_takes_what_there_is() -> None:
    naive = naive_with_landmarks(2)
    add_cards(naive, 0, publisher=1)
    add_cards(naive, 1, convenience_store=1, cafe=1)
    naive.coins = [0, 2]
    roll_dice(naive, 3, 4)
    assert naive.coins == [2, 0]


def test_s20_finish_score() -> None:
    naive = naive_with_landmarks(2)
    naive.built = [["city_hall", *ALL[:4]], ["city_hall", *ALL[1:4]]]
    add_cards(naive, 1, mine=9, ranch=4)
    naive.coins = [0, 10]
    naive.winner = 0
    assert [naive.score(0), naive.score(1)] == [185, 274]


def test_r6_the_mall_adds_nothing_to_nothing() -> None:
    for orchards, gain in ((0, 0), (2, 6)):
        naive = naive_with_landmarks(2, "shopping_mall")
        add_cards(naive, 0, flower_shop=2, flower_orchard=orchards)
        roll_dice(naive, 6)
        assert naive.coins[0] == 3 + gain


def test_r13_a_swap_moves_purple_cards_but_makes_no_pairs() -> None:
    naive = naive_with_landmarks(2)
    add_cards(naive, 0, business_center=1, stadium=1)
    add_cards(naive, 1, stadium=1, mine=1)
    naive.closed[1]["mine"] = 1
    roll_dice(naive, 6)
    naive.answer("seat 2")
    assert naive.pending_question() == (
        0,
        ["decline", "take bakery", "take mine closed", "take stadium", "take wheat_field"],
    )
    naive.answer("take stadium")
    assert naive.pending_question() == (0, ["decline", "give stadium"])
    naive.answer("decline")
    finish_turn(naive)
    naive = naive_with_landmarks(2, bc_swap_purple=False)
    add_cards(naive, 0, business_center=1)
    add_cards(naive, 1, stadium=1)
    roll_dice(naive, 6)
    naive.answer("seat 2")
    assert naive.pending_question() == (0, ["decline", "take bakery", "take wheat_field"])


def test_r16_moving_companies_move_each_other() -> None:
    naive = naive_with_landmarks(3)
    add_cards(naive, 0, moving_company=2)
    roll_dice(naive, 4, 5)
    naive.answer("give moving_company")
    naive.answer("seat 3")
    naive.answer("give moving_company")
    naive.answer("seat 2")
    assert [city["moving_company"] for city in naive.owned] == [0, 1, 1]
    assert naive.coins[0] == 3 + 8


def test_r20_closed_copies_pay_no_second_time() -> None:
    naive = naive_with_landmarks(2)
    add_cards(naive, 0, renovation_company=1)
    add_cards(naive, 1, cafe=3)
    naive.closed[1]["cafe"] = 1
    roll_dice(naive, 4, 4)
    naive.answer("close cafe")
    assert naive.coins == [5, 1]
    assert naive.closed[1]["cafe"] == 3


def test_r23_the_exhibited_type_runs_and_the_hall_returns() -> None:
    naive = naive_with_landmarks(2, "harbor")
    add_cards(naive, 0, exhibit_hall=1, tuna_boat=2)
    naive.closed[0]["tuna_boat"] = 1
    before = naive.market["exhibit_hall"]
    roll_dice(naive, 4, 6)
    naive.answer("stay")
    naive.answer("exhibit tuna_boat")
    naive.deal("5 6")
    assert naive.coins[0] == 3 + 11
    assert naive.closed[0]["tuna_boat"] == 0
    assert naive.market["exhibit_hall"] == before + 1
    assert naive.owned[0]["exhibit_hall"] == 0


def test_r8_a_park_pulled_down_still_gives_the_turn_it_earned() -> None:
    naive = naive_with_landmarks(2, "amusement_park")
    add_cards(naive, 0, demolition_company=1)
    roll_dice(naive, 2, 2)
    naive.answer("demolish amusement_park")
    assert naive.coins[0] == 3 + 8
    naive.answer("pass")
    assert (naive.active, naive.turn) == (0, 2)


def test_r11_the_last_landmark_wins_at_once() -> None:
    naive = naive_with_landmarks(2, *ALL[1:5])
    naive.coins[0] = 30
    roll_dice(naive, 6)
    naive.answer("keep")
    naive.answer("build airport")
    assert naive.over()
    assert (naive.winner, naive.coins[0]) == (0, 0)


def test_s6_3_7_a_pile_of_no_use_is_removed() -> None:
    naive = Naive(2, {"market": "variable", "market_size": 20, "purple_supply": 3}, [load_pack("base")])
    while naive.turn == 0:
        naive.deal(next(iter(naive.pending_outcomes() or ())))
    for seat in (0, 1):
        naive.coins[seat] = 9
        naive.deal("6")
        buy_or_pass(naive, "buy stadium")
    assert naive.market["stadium"] == 0
    assert naive.removed["stadium"] == 1


def buy_or_pass(naive: Naive, wish: str) -> None:
    asked = naive.pending_question()
    assert asked is not None
    naive.answer(wish if wish in asked[1] else "pass")


def broken_invariant(naive: Naive, at: TableVariant) -> str:
    """Returns the first invariant of section 20 that is broken, empty if none is."""
    if min(naive.coins) < 0 or min(naive.stored) < 0:
        return "a purse below zero"
    for name, card in naive.cards.items():
        cities = sum(city[name] for city in naive.owned)
        there = naive.market[name] + naive.deck[name] + naive.removed[name] + cities
        if there != naive.supply(card) + at.seats * card["starting"] or naive.market[name] < 0:
            return f"{name} does not balance"
        if card["max_per_player"] and max(city[name] for city in naive.owned) > card["max_per_player"]:
            return f"too many of {name} in one city"
        if any(not 0 <= shut[name] <= city[name] for shut, city in zip(naive.closed, naive.owned, strict=True)):
            return f"more closed than owned of {name}"
    piles = sum(1 for count in naive.market.values() if count)
    if (
        naive.style == "variable"
        and naive.pending_question()
        and sum(naive.deck.values())
        and piles < naive.agreed["market_size"]
    ):
        return "piles are missing"
    return ""


def play_checked_match(number: int) -> Naive:
    """Plays a random match, checking the invariants after every step."""
    at = table_variant(number)
    naive = Naive(at.seats, at.options, at.packs)
    rng = Random(number)
    hurry = rng.choice((0.0, 0.3, 0.8))
    for _ in range(100_000):
        assert broken_invariant(naive, at) == "", f"table {number}, turn {naive.turn}: {broken_invariant(naive, at)}"
        asked, outcomes = naive.pending_question(), naive.pending_outcomes()
        assert [asked is not None, outcomes is not None, naive.over()].count(True) == 1
        if asked is not None:
            assert asked[0] == naive.active
            assert len(asked[1]) >= 2
            naive.answer(random_answer(rng, asked[1], hurry))
        elif outcomes is not None:
            naive.deal(random_outcome(rng, outcomes))
        else:
            return naive
    pytest.fail(f"table {number}: no end")


@pytest.mark.parametrize("number", range(64))
def test_s20_invariants_hold_along_random_matches(number: int) -> None:
    naive = play_checked_match(number)
    assert naive.winner is not None or naive.turn == naive.agreed["max_turns"]


def test_a_table_of_every_mix_is_among_ninety_six() -> None:
    mixes = {(at.seats, at.options["market"], number % 4) for number, at in enumerate(map(table_variant, range(96)))}
    assert len(mixes) == 4 * (3 + 4 + 4 + 4)
