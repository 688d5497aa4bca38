"""Magpie: rules 0 to 6, at least one test for each rule."""

from __future__ import annotations

from itertools import permutations

import pytest

from parlour.games.magpie import GAME
from parlour.games.magpie.rules import SHOWN, SPOILED, WON, Magpie
from parlour.games.magpie.tests.positions import (
    BUTTON,
    CONTEXT,
    KEY,
    PEARL,
    RING,
    SPOON,
    THIMBLE,
    leave_only,
    new_match,
    play_round,
    player_view,
    recorded_events,
)
from parlour.kernel.answers import explain_refusal
from parlour.kernel.game import prepare_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.state import winners


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r0_two_of_each_trinket_and_the_same_stones(seats: int) -> None:
    state = new_match(seats, stones=9)
    assert list(state.bag) == [2] * 6
    assert list(state.purse) == [9] * seats
    assert list(state.hoard) == [0] * seats
    assert (state.outcomes, state.owing) == (6, 0)


def test_r0_two_to_five_birds_and_1_to_30_stones() -> None:
    assert prepare_options(GAME, 2, {}) == {"stones": 15}
    for seats, stones in ((1, 15), (6, 15), (2, 0), (2, 31)):
        with pytest.raises(Problem):
            prepare_options(GAME, seats, {"stones": stones})


def test_r1_a_trinket_is_drawn_and_shown() -> None:
    state = new_match(journal=Journal())
    assert list(state.odds()) == [2] * 6
    state.deal_outcome(PEARL)
    assert (state.prize, list(state.bag)) == (PEARL, [2, 2, 2, 2, 1, 2])
    assert [(event.kind, event.arguments[0]) for event in recorded_events(state)] == [(SHOWN, PEARL)]
    assert state.owing == 0b111


@pytest.mark.parametrize(("kind", "worth"), list(enumerate((1, 2, 3, 4, 5, 6))))
def test_r1_what_each_trinket_is_worth(kind: int, worth: int) -> None:
    assert play_round(new_match(), kind, 1, 0, 0).points(0) == worth


def test_r2_a_bid_is_between_nothing_and_the_whole_purse() -> None:
    state = new_match(2, stones=4)
    state.deal_outcome(KEY)
    assert list(state.legal(0)) == [0, 1, 2, 3, 4]
    assert explain_refusal(GAME, CONTEXT, state, 0, 4) is None
    assert explain_refusal(GAME, CONTEXT, state, 0, 5) == ("2", "You cannot bid more stones than your purse holds.")


def test_r2_bids_are_secret_until_the_last() -> None:
    state = new_match()
    state.deal_outcome(KEY)
    before = [player_view(state, seat) for seat in (1, 2, WATCHER)]
    state.play(0, 7)
    assert [player_view(state, seat) for seat in (1, 2, WATCHER)] == before
    assert player_view(state, 0).mine == 7
    world = state.imagine(1, Rng(1))
    assert world.owing == 0b111
    assert state.imagine(0, Rng(1)).pack() == state.pack()


def test_r2_the_order_of_the_answers_does_not_matter() -> None:
    packs = set()
    for order in permutations(range(3)):
        state = new_match()
        state.deal_outcome(RING)
        for seat in order:
            state.play(seat, (3, 8, 8)[seat])
        packs.add(state.pack())
    assert len(packs) == 1


def test_r2_nobody_bids_twice() -> None:
    state = new_match()
    state.deal_outcome(KEY)
    state.play(1, 3)
    refused = explain_refusal(GAME, CONTEXT, state, 1, 2)
    assert refused is not None
    assert refused.rule == "kernel"


def test_r3_the_highest_bid_pays_and_takes_all_others_keep_theirs() -> None:
    state = play_round(new_match(journal=Journal()), SPOON, 5, 2, 4)
    assert list(state.purse) == [10, 15, 15]
    assert list(state.hoard) == [4, 0, 0]
    assert (recorded_events(state)[-1].kind, recorded_events(state)[-1].arguments[:3]) == (WON, (0, SPOON, 5))


def test_r3_a_tie_below_the_highest_does_not_matter() -> None:
    state = play_round(new_match(), SPOON, 2, 2, 3)
    assert (list(state.purse), list(state.hoard)) == ([15, 15, 12], [0, 0, 4])


@pytest.mark.parametrize("bids", [(5, 5, 2), (5, 2, 5), (2, 5, 5), (5, 5, 5), (0, 0, 0)])
def test_r4_a_tie_for_the_highest_spoils_the_trinket(bids: tuple[int, int, int]) -> None:
    state = play_round(new_match(journal=Journal()), SPOON, *bids)
    assert (list(state.purse), list(state.hoard)) == ([15, 15, 15], [0, 0, 0])
    assert (recorded_events(state)[-1].kind, recorded_events(state)[-1].arguments[0]) == (SPOILED, SPOON)
    assert state.bag[SPOON] == 1


def test_r4_a_higher_bid_after_a_tie_still_buys() -> None:
    state = play_round(new_match(4), SPOON, 2, 2, 4, 3)
    assert list(state.hoard) == [0, 0, 4, 0]


def test_r5_the_game_ends_when_the_bag_is_empty() -> None:
    state = new_match(2)
    for kind in range(6):
        for _ in range(2):
            assert not state.over()
            play_round(state, kind, 1, 0)
    assert state.over()
    assert sum(state.bag) == 0
    assert state.points(0) == 2 * (1 + 2 + 3 + 4 + 5 + 6)


def finished_match(purse: tuple[int, int], hoard: tuple[int, int]) -> Magpie:
    """Returns a finished match with these stones and points."""
    state = leave_only(new_match(2), BUTTON)
    for seat in (0, 1):
        state.purse[seat] = purse[seat]
        state.hoard[seat] = hoard[seat]
    return play_round(state, BUTTON, 0, 0)


@pytest.mark.parametrize(
    ("purse", "hoard", "won"),
    [
        ((0, 15), (9, 8), [0]),
        ((3, 2), (8, 8), [0]),
        ((2, 3), (8, 8), [1]),
        ((3, 3), (8, 8), [0, 1]),
        ((1, 0), (0, 0), [0]),
        ((0, 0), (0, 0), []),
        ((0, 30), (1, 0), [0]),
    ],
)
def test_r6_most_points_then_most_stones(purse: tuple[int, int], hoard: tuple[int, int], won: list[int]) -> None:
    state = finished_match(purse, hoard)
    assert state.over()
    assert list(winners(state)) == won


def test_the_default_answer_is_to_bid_nothing() -> None:
    state = new_match()
    state.deal_outcome(THIMBLE)
    assert [state.default_answer(seat) for seat in range(3)] == [0, 0, 0]
    assert state.refusal(0, state.default_answer(0)) == 0


def test_stones_and_trinkets_balance() -> None:
    state = new_match(3, journal=Journal())
    rng = Rng(5)
    while not state.over():
        if state.outcomes > 0:
            state.deal_outcome(rng.weighted_index(state.odds()))
        else:
            seat = next(seat for seat in range(3) if state.owes(seat))
            state.play(seat, rng.pick(state.legal(seat)))
    paid = sum(event.arguments[2] for event in recorded_events(state) if event.kind == WON)
    taken = sum(event.arguments[1] + 1 for event in recorded_events(state) if event.kind == WON)
    spoiled = sum(event.arguments[0] + 1 for event in recorded_events(state) if event.kind == SPOILED)
    assert sum(state.purse) + paid == 45
    assert sum(state.hoard) == taken
    assert taken + spoiled == 42
