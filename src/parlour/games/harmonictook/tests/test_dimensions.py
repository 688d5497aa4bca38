"""15.8: the eight dimensions of a purchase and their weighted sum."""

from __future__ import annotations

from math import inf, isfinite
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.bots.dimensions import (
    COVERAGE,
    DIMENSIONS,
    EXPECTED,
    NAMES,
    PROGRESS,
    SPITE,
    TEMPO,
    best_place,
    break_even,
    coverage,
    dimension,
    monopoly,
    passivity,
    progress,
    roll_coverage,
    scale,
    spite,
    synergy,
    tempo,
    weigh_options,
    wins_game,
)
from parlour.games.harmonictook.rules.actions import BUILD, BUY, PASS
from parlour.games.harmonictook.study.odds.card_values import copy_loss
from parlour.games.harmonictook.study.odds.coverage import coverage_value, own_coverage
from parlour.games.harmonictook.study.odds.strategy import RollTable, best_swap, delta_ev, ev
from parlour.games.harmonictook.tests.enumerated_ev import ALL_ROLLS, EnumeratedTown
from parlour.games.harmonictook.tests.positions import (
    CARD_NUMBERS,
    LANDMARK_NUMBERS,
    SET_MIXES,
    build_action,
    build_answers,
    buy_action,
    make_town,
    opening_town,
    random_town,
)

STATION = ["train_station"]
TOWERS = ["amusement_park", "radio_tower", "shopping_mall"]


def test_coverage_value_is_the_number_of_firings_a_round() -> None:
    table = RollTable(opening_town(4))
    values = [
        coverage_value(table, CARD_NUMBERS[name], 0) for name in ("wheat_field", "bakery", "cafe", "stadium", "mine")
    ]
    assert values == pytest.approx([4 / 6, 2 / 6, 3 / 6, 1 / 6, 0])
    table = RollTable(make_town([{}, {}], [[], ["train_station", "amusement_park"]]))
    assert coverage_value(table, CARD_NUMBERS["mine"], 0) == pytest.approx(1.2 * 4 / 36)


def test_coverage_is_the_number_of_dice_results() -> None:
    table = RollTable(opening_town(4))  # own 1, 2, 3; of the others 1
    names = ("wheat_field", "bakery", "ranch", "cafe", "convenience_store", "forest", "stadium", "mine")
    assert [coverage(table, buy_action(name), 0) for name in names] == [0, 0, 1, 1, 1, 1, 1, 0]  # no nine with one die
    assert coverage(table, PASS, 0) == coverage(table, build_action("radio_tower"), 0) == 0
    empty = RollTable(make_town([{}, {}], [STATION], harbor=True))
    high = ("bakery", "family_restaurant", "farmers_market", "food_warehouse", "mine", "forest")
    assert [coverage(empty, buy_action(name), 0) for name in high] == [2, 0, 2, 1, 1, 1]  # 13 needs a harbor
    city = {"mine": 1, "farmers_market": 1, "forest": 1}
    assert coverage(RollTable(make_town([city, {}])), build_action("train_station"), 0) == 3  # 9, 11 and 12
    assert coverage(RollTable(make_town([city, {}])), build_action("shopping_mall"), 0) == 0


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seed", range(6))
def test_coverage_against_a_count_of_results(mix: int, seed: int) -> None:
    made = random_town(Random(13 * mix + seed), **SET_MIXES[mix])
    plain = EnumeratedTown(made)
    table = RollTable(made)
    for seat in plain.seats:
        mine = [name for name, n in plain.cities[seat].items() if n]
        for name in plain.cards:
            results = {
                total
                for roller in plain.seats
                for total in results_in_reach(plain, roller)
                if fires(plain, name, seat, roller, total)
                and not any(fires(plain, own, seat, roller, total) for own in mine)
            }
            assert coverage(table, buy_action(name), seat) == len(results), name


def results_in_reach(plain: EnumeratedTown, roller: int) -> set[int]:
    if "train_station" not in plain.built[roller]:
        return set(range(1, 7))
    return set(range(1, 15 if "harbor" in plain.built[roller] else 13))


def fires(plain: EnumeratedTown, name: str, owner: int, roller: int, total: int) -> bool:
    card = plain.cards[name]
    turn = {"blue": True, "red": owner != roller}.get(card["colour"], owner == roller)
    return turn and total in card["hits_on"] and plain.holds(card, owner, roller)


def test_roll_coverage_counts_rolls_that_paid_nothing_before() -> None:
    table = RollTable(opening_town(4))  # own 1, 2, 3; of the others 1
    names = ("wheat_field", "bakery", "ranch", "cafe", "convenience_store", "forest", "stadium", "mine")
    values = [roll_coverage(table, buy_action(name), 0) for name in names]
    assert values == pytest.approx([0, 0, 3 / 6, 3 / 6, 1 / 6, 4 / 6, 1 / 6, 0])
    assert roll_coverage(table, PASS, 0) == 0


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seed", range(6))
def test_roll_coverage_against_an_enumeration(mix: int, seed: int) -> None:
    made = random_town(Random(13 * mix + seed), **SET_MIXES[mix])
    plain = EnumeratedTown(made)
    table = RollTable(made)

    for seat in range(made.seats):
        mine = [name for name, n in plain.cities[seat].items() if n]
        fresh = dict.fromkeys(plain.cards, 0.0)
        for roller in range(made.seats):
            count = plain.dice(roller, seat)
            totals = plain.totals(roller, count)
            for total in totals:
                if not any(fires(plain, name, seat, roller, total) for name in mine):
                    for name in plain.cards:
                        weight = plain.turns(roller, count) / len(totals)
                        fresh[name] += weight * fires(plain, name, seat, roller, total)
        for name, expected in fresh.items():
            assert roll_coverage(table, buy_action(name), seat) == pytest.approx(expected), name
        for count in (1, 2):
            reach = [{sum(dice)} for dice in ALL_ROLLS[count]]
            if "harbor" in plain.built[seat] and count == 2:
                reach = [total | {t + 2 for t in total if t >= 10} for total in reach]
            covered = [any(fires(plain, name, seat, seat, t) for name in mine for t in totals) for totals in reach]
            assert own_coverage(table, seat, count) == pytest.approx(sum(covered) / len(covered))


def test_roll_coverage_of_landmarks() -> None:
    made = opening_town(4)
    table = RollTable(made)
    half = 3 / 6
    two = 3 / 36
    assert roll_coverage(table, build_action("train_station"), 0) == pytest.approx(two - half)
    assert roll_coverage(table, build_action("radio_tower"), 0) == pytest.approx(half * half)
    assert roll_coverage(table, build_action("shopping_mall"), 0) == 0
    assert roll_coverage(table, build_action("amusement_park"), 0) == 0  # one die shows no double (R40)
    table = RollTable(make_town([{"mine": 1}, {}], [STATION]))
    assert roll_coverage(table, build_action("amusement_park"), 0) == pytest.approx(4 / 36 / 6)
    table = RollTable(make_town([{"mackerel_boat": 1, "food_warehouse": 1}, {}], [STATION, STATION], harbor=True))
    harbor = 2 * 5 / 36 + 2 / 36 + 3 / 36  # boats on both turns; 10 becomes 12 and 11 becomes 13
    assert roll_coverage(table, build_action("harbor"), 0) == pytest.approx(harbor)
    assert roll_coverage(table, build_action("airport"), 0) == 0


def test_passivity_is_what_each_opponents_turn_brings() -> None:
    table = RollTable(opening_town(4))
    values = [passivity(table, buy_action(name), 0) for name in ("wheat_field", "bakery", "cafe", "stadium")]
    assert values == pytest.approx([1 / 6, 0, 1 / 6, 0])
    assert passivity(table, buy_action("cafe"), 0, 6) == pytest.approx(1)
    table = RollTable(make_town([{"cafe": 2}, {}, {}]))
    assert passivity(table, build_action("shopping_mall"), 0) == pytest.approx(2 / 6)
    assert passivity(table, PASS, 0) == passivity(table, build_action("radio_tower"), 0) == 0


def test_synergy_is_what_the_city_adds() -> None:
    made = make_town([{"ranch": 3, "cheese_factory": 1}, {}, {}, {}], [STATION])
    before = made.pack()
    table = RollTable(made)
    # alone a ranch is best rolled for with one die, here with two
    expected = (1 / 36 + 3 / 6 + 3 * 6 / 36) - 4 / 6
    assert synergy(table, buy_action("ranch"), 0) == pytest.approx(expected)
    assert synergy(table, buy_action("cheese_factory"), 0, 2) == pytest.approx(2 * 9 * 6 / 36)
    assert synergy(table, buy_action("forest"), 0) == pytest.approx(4 / 36 + 3 / 6 - 4 / 6)
    table = RollTable(opening_town(4))
    assert synergy(table, buy_action("forest"), 0) == pytest.approx(0)
    assert synergy(table, build_action("shopping_mall"), 0) == pytest.approx(1 / 3)
    assert synergy(table, PASS, 0) == 0
    assert made.pack() == before


def test_spite_takes_from_the_strongest_and_denies() -> None:
    cities = [{"bakery": 1}, {"bakery": 2, "wheat_field": 1}, {"bakery": 1}]
    made = make_town(cities, coins=[9, 2, 9])
    table = RollTable(made)
    denial = ev(table, CARD_NUMBERS["cafe"], 1) / 6
    assert spite(table, buy_action("cafe"), 0) == pytest.approx(1 / 6 + denial)
    assert spite(table, buy_action("cafe"), 0, 3) == pytest.approx(3 * (1 / 6 + denial))
    stadium = ev(table, CARD_NUMBERS["stadium"], 1) / 3
    assert spite(table, buy_action("stadium"), 0) == pytest.approx(2 / 6 + stadium)
    station = ev(table, CARD_NUMBERS["tv_station"], 1) / 3
    assert spite(table, buy_action("tv_station"), 0) == pytest.approx(2 / 6 + station)
    assert spite(table, buy_action("bakery"), 0) == pytest.approx(1 / 3 / 5)  # one of four was bought
    assert spite(table, build_action("shopping_mall"), 0) == spite(table, PASS, 0) == 0
    made.owned[CARD_NUMBERS["cafe"]] = 2
    table.update(made)
    assert spite(table, build_action("shopping_mall"), 0) == pytest.approx(2 / 6)
    made.owned[made.book.width + CARD_NUMBERS["stadium"]] = 1
    table.update(made)
    assert spite(table, buy_action("stadium"), 0) == pytest.approx(2 / 6)  # the rival may have no second one


def test_spite_of_a_swap_with_the_strongest() -> None:
    made = make_town([{"bakery": 1}, {"mine": 1, "ranch": 2}, {}], [STATION, STATION], [9, 20, 0])
    table = RollTable(made)
    trade = best_swap(table, 0, CARD_NUMBERS["business_center"])
    assert (trade.partner, trade.take, trade.give) == (1, CARD_NUMBERS["mine"], CARD_NUMBERS["bakery"])
    lost = copy_loss(table, CARD_NUMBERS["mine"], 1) - delta_ev(table, buy_action("bakery"), 1)
    denial = delta_ev(table, buy_action("business_center"), 1) / 3
    assert lost > 0
    assert spite(table, buy_action("business_center"), 0) == pytest.approx(lost / 6 + denial)  # one die is better


def test_spite_of_expansion_cards() -> None:
    made = make_town(
        [{}, {"ranch": 4, "cafe": 1}], [["train_station", "harbor"]], [0, 21], harbor=True, millionaires_row=True
    )
    made.stored[0] = 3
    table = RollTable(made)
    owner = {name: delta_ev(table, buy_action(name), 1) / 2 for name in ("publisher", "tax_office", "park")}
    assert spite(table, buy_action("publisher"), 0) == pytest.approx(1 * 6 / 36 + max(0, owner["publisher"]))
    assert spite(table, buy_action("tax_office"), 0) == pytest.approx(10 * 9 / 36 + max(0, owner["tax_office"]))
    assert spite(table, buy_action("park"), 0) == pytest.approx(10 * 3 / 36 + max(0, owner["park"]))
    assert spite(table, buy_action("renovation_company"), 0) == pytest.approx(4 * 5 / 36)
    assert spite(table, buy_action("tech_startup"), 0) == pytest.approx(3 * 3 / 36)


def test_tempo_and_break_even() -> None:
    table = RollTable(opening_town(4))
    assert tempo(table, buy_action("ranch"), 0) == pytest.approx(2 / 3)
    assert tempo(table, buy_action("forest"), 0) == pytest.approx(2 / 9)
    assert tempo(table, build_action("shopping_mall"), 0) == pytest.approx(1 / 30)
    assert tempo(table, PASS, 0) == 0
    assert break_even(table, buy_action("forest"), 0) == pytest.approx(4.5)
    assert break_even(table, buy_action("mine"), 0) == inf
    free = RollTable(opening_town(2, millionaires_row=True))
    assert tempo(free, buy_action("general_store"), 0) == pytest.approx(2 / 6)


def test_monopoly_is_the_share_of_copies_times_what_others_would_gain() -> None:
    made = make_town([{"ranch": 3}, {"bakery": 1}, {"ranch": 1}])
    table = RollTable(made)
    assert monopoly(table, buy_action("ranch"), 0) == pytest.approx(4 / 6 * 3 / 6)
    made.owned[made.book.width + CARD_NUMBERS["ranch"]] = 1
    made.market[CARD_NUMBERS["ranch"]] = 1
    assert monopoly(table, buy_action("ranch"), 0) == pytest.approx(1.5 * 4 / 6 * 3 / 6)
    assert monopoly(table, build_action("radio_tower"), 0) == monopoly(table, PASS, 0) == 0
    hidden = opening_town(2, harbor=True)
    hidden.deck[CARD_NUMBERS["ranch"]] = 5
    hidden.market[CARD_NUMBERS["ranch"]] = 1
    assert monopoly(RollTable(hidden), buy_action("ranch"), 0) == pytest.approx(1 / 6 * 2 / 6)  # not the last one


def test_landmark_progress() -> None:
    made = make_town([{"bakery": 1, "wheat_field": 1}] * 4, [TOWERS], [9, 3, 3, 3])
    table = RollTable(made)
    assert progress(table, build_action("train_station"), 0) == 1
    assert wins_game(table, build_action("train_station"), 0)
    assert not wins_game(table, build_action("train_station"), 1)
    assert progress(table, build_action("train_station"), 1) == pytest.approx(4 / 52)
    assert progress(table, PASS, 0) == 0
    # 49 rounds at one coin a round; a ranch costs 1 and brings 2/3 a round more: 50 coins take 30 rounds
    assert progress(table, buy_action("ranch"), 1) == pytest.approx((49 - 30) / 49)
    assert progress(table, buy_action("mine"), 1) == 0
    assert not wins_game(table, buy_action("ranch"), 0)
    few = RollTable(make_town([{}, {}], [["airport"]], harbor=True, landmarks_to_win=3))
    assert progress(few, build_action("radio_tower"), 0) == 1  # dearer than the two that would do
    assert progress(few, build_action("harbor"), 0) == pytest.approx(2 / 6)
    assert progress(few, build_action("city_hall"), 0) == 0


def test_scaled_from_nought_to_one() -> None:
    assert list(scale(vec[float]([3.0, 1.0, 2.0]))) == pytest.approx([1, 0, 0.5])
    assert list(scale(vec[float]([2.0, 2.0]))) == [0, 0]
    assert list(scale(vec[float]([7.0]))) == [0]


def weights(**wanted: float) -> vec[float]:
    return vec[float]([wanted.get(name, 0.0) for name in NAMES])


def test_blend_adds_the_scaled_dimensions() -> None:
    made = opening_town(4)
    made.coins[0] = 12
    table = RollTable(made)
    options = build_answers(made, 0)
    found = weigh_options(table, weights(tempo=3.0, coverage=4.0), options, 0)
    pace = scale(dimension(table, TEMPO, options, 0))
    reach = scale(dimension(table, COVERAGE, options, 0))
    assert list(found) == pytest.approx([3 * a + 4 * b for a, b in zip(pace, reach, strict=True)])
    assert options[best_place(table, options, found, 0)] == buy_action("ranch")
    only = weigh_options(table, weights(ev=1.0), options, 0)
    assert options[best_place(table, options, only, 0)] == buy_action("stadium")


def test_blend_ties_go_to_the_higher_ev_then_the_dearer_then_the_first() -> None:
    table = RollTable(opening_town(4))
    flat = vec[float]([0.0] * 4)
    options = vec[i64]([PASS, buy_action("wheat_field"), buy_action("ranch"), buy_action("bakery")])
    assert best_place(table, options, flat, 0) == 1
    options = vec[i64]([PASS, buy_action("wheat_field"), buy_action("ranch"), buy_action("forest")])
    assert best_place(table, options, flat, 0) == 3
    higher = vec[float]([0.5, 0.0, 0.0, 0.0])
    assert best_place(table, options, higher, 0) == 0


@pytest.mark.parametrize("mix", range(4))
def test_every_option_has_eight_finite_dimensions_and_nothing_is_moved(mix: int) -> None:
    for seed in range(3):
        made = random_town(Random(5 * mix + seed), **SET_MIXES[mix])
        table = RollTable(made)
        cards = [BUY + card for card in made.book.types]
        marks = [BUILD + mark for mark in made.book.landmarks if not made.built[0] >> mark & 1]
        options = vec[i64]([PASS, *cards, *marks])
        before = made.pack()
        columns = [list(dimension(table, kind, options, 0, 2)) for kind in range(DIMENSIONS)]
        assert made.pack() == before
        assert all(isfinite(value) for column in columns for value in column)
        assert [column[0] for column in columns] == [0] * 8
        single = [passivity(table, option, 0, 2) for option in options]
        assert columns[1] == pytest.approx(single)
        assert columns[SPITE] == pytest.approx([spite(table, option, 0, 2) for option in options])
        assert columns[EXPECTED] == pytest.approx([delta_ev(table, option, 0, 2) for option in options])
        assert all(0 <= value <= 1 for value in columns[PROGRESS])
        everything = weigh_options(table, vec[float]([1.0] * 8), options, 0)
        assert all(0 <= value <= 8 for value in everything)
    assert set(NAMES) == {"coverage", "passivity", "ev", "synergy", "spite", "tempo", "monopoly", "landmark"}
    assert LANDMARK_NUMBERS["harbor"] == 5
