"""Section 15 against an enumeration of every roll, in random towns of every mix of sets."""

from __future__ import annotations

from random import Random

import pytest

from parlour.games.harmonictook.rules.actions import BUILD, BUY
from parlour.games.harmonictook.rules.book import GIFT, SHOW, SWAP
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.strategy import (
    RollTable,
    better_dice,
    delta_ev,
    ev,
    expected_turn,
    own_income,
    portfolio_ev,
)
from parlour.games.harmonictook.tests.enumerated_ev import EFFECTS_WITH_CHOICE, EnumeratedTown
from parlour.games.harmonictook.tests.positions import CARD_NUMBERS, LANDMARK_NUMBERS, SET_MIXES, random_town

SEEDS = range(12)
FLAGS = ("shopping_mall", "amusement_park", "harbor", "city_hall")


def town_of_mix(mix: int, seed: int) -> Town:
    return random_town(Random(1000 * mix + seed), **SET_MIXES[mix])


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seed", SEEDS)
def test_s15_3_ev_is_the_mean_over_all_rolls(mix: int, seed: int) -> None:
    town = town_of_mix(mix, seed)
    plain = EnumeratedTown(town)
    table = RollTable(town)
    for seat in range(town.seats):
        assert better_dice(table, seat) == plain.dice(seat, seat)
        assert [own_income(table, seat, total) for total in range(1, 15)] == pytest.approx(
            [plain.own_income(seat, total) for total in range(1, 15)]
        )
        for dice in (1, 2):
            assert expected_turn(table, seat, dice) == pytest.approx(plain.turn(seat, dice))
        for name, card in plain.cards.items():
            if card["effect"]["kind"] not in EFFECTS_WITH_CHOICE:
                assert ev(table, CARD_NUMBERS[name], seat) == pytest.approx(plain.ev(name, seat)), name


def difference(town: Town, seat: int, option: int) -> float:
    """The portfolio after a purchase less the portfolio before."""
    before = portfolio_ev(RollTable(town), seat)
    place = seat * town.book.width + option - BUY
    if option < BUILD:
        town.owned[place] += 1
        after = portfolio_ev(RollTable(town), seat)
        town.owned[place] -= 1
    else:
        town.built[seat] ^= 1 << option - BUILD
        after = portfolio_ev(RollTable(town), seat)
        town.built[seat] ^= 1 << option - BUILD
    return after - before


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seed", SEEDS)
def test_s15_5_delta_ev_is_the_difference_of_portfolios(mix: int, seed: int) -> None:
    """Cards whose value depends on the whole city are left out: with them the result is an estimate."""
    town = town_of_mix(mix, seed)
    book = town.book
    for card in book.types:
        if book.effect[card] in (SWAP, GIFT, SHOW):
            for seat in range(town.seats):
                town.owned[seat * book.width + card] = 0
    before = list(town.owned)
    table = RollTable(town)
    for seat in range(town.seats):
        for card in book.types:
            if book.effect[card] not in (SWAP, GIFT, SHOW):
                once = int(book.build_bonus[card])
                expected = difference(town, seat, BUY + card) + once
                assert delta_ev(table, BUY + card, seat) == pytest.approx(expected), card
        for name in FLAGS:
            if LANDMARK_NUMBERS[name] in book.landmarks and not town.built[seat] >> LANDMARK_NUMBERS[name] & 1:
                option = BUILD + LANDMARK_NUMBERS[name]
                assert delta_ev(table, option, seat) == pytest.approx(difference(town, seat, option)), name
    assert list(town.owned) == before
