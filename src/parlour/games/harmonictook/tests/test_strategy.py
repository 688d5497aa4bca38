"""Sections 15 and 20: probabilities, what cards earn, what purchases add, swaps and dice."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.strategy import Almanac, delta_ev, ev, hits_of, p_hits, portfolio_ev
from parlour.games.harmonictook.tests.towns import CARD, build, buy, opening, town


@pytest.mark.parametrize(
    ("totals", "dice", "chance"),
    [
        ((2, 3), 1, 1 / 3),
        ((2, 3), 2, 3 / 36),
        ((6,), 2, 5 / 36),
        ((7,), 1, 0),
        ((9, 10), 2, 7 / 36),
        ((11, 12), 2, 3 / 36),
        ((12, 13, 14), 2, 1 / 36),
    ],
)
def test_s20_probabilities(totals: tuple[int, ...], dice: int, chance: float) -> None:
    assert p_hits(hits_of(totals), dice) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("wheat_field", 2 / 3),
        ("ranch", 2 / 3),
        ("forest", 2 / 3),
        ("bakery", 1 / 3),
        ("convenience_store", 1 / 2),
        ("cafe", 1 / 2),
        ("stadium", 1),
        ("tv_station", 1 / 2),
        *((name, 0) for name in ("cheese_factory", "furniture_factory", "mine", "family_restaurant")),
        *((name, 0) for name in ("apple_orchard", "farmers_market")),
    ],
)
def test_s20_ev_at_the_start_of_a_four_player_game(card: str, value: float) -> None:
    assert ev(Almanac(opening(4)), CARD[card], 0) == pytest.approx(value)
    assert ev(Almanac(opening(4)), CARD[card], 2, 5) == pytest.approx(5 * value)


def test_s20_portfolios_at_the_start() -> None:
    assert portfolio_ev(Almanac(opening(4)), 0) == pytest.approx(1)
    two = Almanac(opening(2))
    assert [ev(two, CARD[name], 0) for name in ("wheat_field", "bakery")] == pytest.approx([1 / 3, 1 / 3])
    assert portfolio_ev(two, 1) == pytest.approx(2 / 3)


def test_s20_radio_tower_and_mall_at_the_start() -> None:
    almanac = Almanac(opening(4))
    assert delta_ev(almanac, build("radio_tower"), 0) == pytest.approx(0.25)
    assert delta_ev(almanac, build("shopping_mall"), 0) == pytest.approx(1 / 3)


def test_s20_cheese_factory_with_three_ranches_and_two_dice() -> None:
    city = {"ranch": 3, "cheese_factory": 1}
    almanac = Almanac(town([city, {}, {}, {}], [["train_station"]]))
    assert ev(almanac, CARD["cheese_factory"], 0) == pytest.approx(1.5)
    almanac = Almanac(town([city, {}, {}, {}], [["train_station", "amusement_park"]]))
    assert ev(almanac, CARD["cheese_factory"], 0) == pytest.approx(1.8)


def test_s20_mine_where_all_roll_two_dice() -> None:
    almanac = Almanac(town([{}] * 4, [["train_station"]] * 4))
    assert ev(almanac, CARD["mine"], 1) == pytest.approx(5 * 4 * 4 / 36)


def test_s20_a_fourth_ranch() -> None:
    almanac = Almanac(town([{"ranch": 3, "cheese_factory": 1}, {}, {}, {}], [["train_station"]]))
    assert ev(almanac, CARD["ranch"], 0) == pytest.approx(1 / 36 + 3 / 6)
    assert delta_ev(almanac, buy("ranch"), 0) == pytest.approx(1 / 36 + 3 / 6 + 3 * 6 / 36)
