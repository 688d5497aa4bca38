"""The offers of screens, and the columns that simulations write."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.tests.positions import STATION_BUILT, Position, position
from parlour.games.harmonictook.tests.test_story import TABLES, RandomAnswerBot, match_context
from parlour.games.harmonictook.text.offer import offer, tally
from parlour.kernel.journal import Journal
from parlour.kernel.match import play_out_match
from parlour.kernel.options import Value


def offered_answers(at: Position) -> dict[str, int]:
    return {at.words.notation(action): reason for action, reason in offer(at.state, at.active)}


# Offers.


def test_a_fixed_market_offers_every_card_and_landmark_with_what_is_wrong() -> None:
    piles = {"bakery": 3, "mine": 6, "stadium": 1}
    at = position(coins=(5, 3), cards={0: {"stadium": 1}}, landmarks={0: STATION_BUILT}, offer=piles).roll(1)
    found = offered_answers(at)
    assert list(found)[:3] == ["pass", "buy bakery", "buy wheat_field"]
    assert len(found) == 1 + 15 + 4
    assert {answer for answer, reason in found.items() if reason == 0} == at.legal_answers == {"pass", "buy bakery"}
    assert found["buy mine"] == a.TOO_DEAR
    assert found["buy ranch"] == a.SOLD_OUT
    assert found["buy stadium"] == a.LIMIT_REACHED
    assert found["build train_station"] == a.ALREADY_BUILT
    assert found["build radio_tower"] == a.TOO_DEAR


def test_a_variable_market_offers_the_open_piles_alone() -> None:
    at = position(coins=(5, 3), offer={"bakery": 3, "mine": 6}, deck={"ranch": 6}, market="variable", harbor=True).roll(
        1
    )
    found = offered_answers(at)
    assert [answer for answer in found if answer.startswith("buy")] == ["buy bakery", "buy mine"]
    assert "build city_hall" not in found
    assert "build harbor" in found


def test_other_questions_offer_what_is_legal() -> None:
    at = position(3, cards={0: {"tv_station": 1}}).roll(6)
    assert offered_answers(at) == {"seat 2": 0, "seat 3": 0}


# Columns.


def play_with_tally(seats: int, given: dict[str, Value], seed: int) -> tuple[Harmonictook, list[dict[str, int]]]:
    context = match_context(seats, given)
    state = GAME.start(seats, context.options, Journal())
    assert isinstance(state, Harmonictook)
    play_out_match(state, [RandomAnswerBot() for _ in range(seats)], seed, None)
    return state, [tally(context, state, seat) for seat in range(seats)]


@pytest.mark.parametrize(("seats", "given"), TABLES)
def test_every_coin_is_in_the_columns(seats: int, given: dict[str, Value]) -> None:
    """The starting coins plus income less expenses are the coins at the end."""
    for seed in range(3):
        state, rows = play_with_tally(seats, given, seed)
        assert len({tuple(row) for row in rows}) == 1
        for seat, row in enumerate(rows):
            income = sum(coins for name, coins in row.items() if name.startswith("paid_")) + row["windfall"]
            outgo = row["lost"] + row["spent"] + row["invested"]
            assert row["coins"] == state.coins[seat] == state.book.coins + income - outgo
            copies = [state.copies(seat, card) for card in state.book.types]
            assert [count for name, count in row.items() if name.startswith("own_")] == copies
            assert row["finish_score"] == state.points(seat)
            assert row["landmarks"] == state.count_landmarks(seat, state.book.win_mask)
        assert sum(row["seat_turns"] for row in rows) == state.turn == rows[0]["turns"]
        assert sum(row["lost"] for row in rows) >= sum(row["taken"] for row in rows)


def test_income_is_booked_to_the_card_that_brought_it() -> None:
    at = position(3, (9, 9, 9), {0: {"stadium": 1, "forest": 2}, 1: {"cafe": 2}}, {0: STATION_BUILT})
    at.roll(6).finish_turn()
    first = tally(at.context, at.state, 0)
    assert (first["fired_stadium"], first["paid_stadium"], first["taken"], first["lost"]) == (1, 4, 4, 0)
    at = position(3, (1, 9, 9), {0: {"wheat_field": 2}, 1: {"cafe": 2}})
    at.roll(3).finish_turn()
    rows = [tally(at.context, at.state, seat) for seat in range(3)]
    assert (rows[1]["fired_cafe"], rows[1]["paid_cafe"], rows[1]["taken"]) == (2, 1, 1)
    assert (rows[0]["lost"], rows[0]["rolls"], rows[0]["rolls_two_dice"]) == (1, 1, 0)


def test_rewards_go_to_the_card_that_asked_and_landmarks_have_their_turn() -> None:
    cities = {0: {"moving_company": 1, "bakery": 1}, 1: {"bakery": 1}}
    at = (
        position(2, (9, 9), cities, {0: STATION_BUILT}, millionaires_row=True)
        .roll(4, 5)
        .play_lines("give bakery", "build shopping_mall")
    )
    assert tally(at.context, at.state, 0)["paid_moving_company"] == 4
    assert tally(at.context, at.state, 0)["built_shopping_mall"] == 1
    assert tally(at.context, at.state, 0)["built_radio_tower"] == 0
    at = position(2, (9, 9), {0: {"demolition_company": 1}}, {0: STATION_BUILT}, millionaires_row=True).roll(4)
    assert tally(at.context, at.state, 0)["paid_demolition_company"] == 8


def test_the_park_is_booked_to_its_owner() -> None:
    at = position(3, (0, 9, 3), {0: {"park": 1}}, {0: STATION_BUILT}, millionaires_row=True).roll(5, 6)
    rows = [tally(at.context, at.state, seat) for seat in range(3)]
    assert [row["paid_park"] for row in rows] == [4, 0, 0]
    assert [(row["windfall"], row["lost"]) for row in rows] == [(0, 0), (0, 5), (1, 0)]


def test_without_a_journal_there_are_only_the_columns_of_the_end() -> None:
    at = position()
    at.state.journal = None
    columns = tally(at.context, at.state, 0)
    assert columns["own_wheat_field"] == 1
    assert not any(name.startswith(("paid_", "fired_", "built_")) for name in columns)


def test_columns_of_a_pack_have_its_own_ids() -> None:
    seats, given = TABLES[-1]
    _, rows = play_with_tally(seats, given, 1)
    assert "own_tea_qa" in rows[0]
    assert "built_tea_tower" in rows[0]
