"""R53: Station, store and overflow are open to all at once, and the order of answers changes nothing."""

from __future__ import annotations

from functools import cache

from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.games.hunter.rules.state import BEFORE, HUNTING, OVERFLOW, STATION, STORE
from parlour.games.hunter.tests.positions import Position, selection_position

Script = tuple[list[int], ...]


@cache
def station_position(store: str) -> Position:
    """Three hunters are at the Station, one is in the Forest; some carry items."""
    at = selection_position(
        weapons=("Katana", "Rifle", "Sword", "Bow"),
        dummies="none",
        money={0: 7, 1: 9, 2: 3, 3: 15},
        exp=8,
        ep={0: 2, 1: 5, 2: 6, 3: 4},
        hp={0: 2, 1: 4, 2: 3, 3: 1},
        items={0: ["beer"] * 4 + ["bomb"], 1: ["blood-bag"] * 3 + ["dynamite"], 3: ["beer", "blood-bag", "dynamite"]},
        store=store,
    )
    return at.send_tokens("station forest", "station bar", "station dojo", "forest bar")


def play_script(script: Script, order: list[int], store: str = "together") -> Position:
    """Plays Station, store and overflow: each seat answers by its script, in the given order of seats."""
    at = station_position(store).copy()
    heard = [0, 0, 0, 0]
    turn = 0
    while at.phase in (STATION, STORE, OVERFLOW):
        owing = at.asked_seats
        seat = owing[order[turn % len(order)] % len(owing)]
        turn += 1
        legal = list(at.state.legal(seat))
        answered = heard[seat]
        heard[seat] += 1
        action = (
            legal[script[seat][answered] % len(legal)]
            if answered < len(script[seat])
            else at.state.default_answer(seat)
        )
        at.state.play(seat, action)
    return at


SCRIPT = st.tuples(*[st.lists(st.integers(0, 40), max_size=9)] * 4)


@settings(max_examples=40, deadline=None)
@given(SCRIPT, st.lists(st.integers(0, 11), min_size=1, max_size=40))
@example(([3], [2, 9], [1], [4, 4, 4]), [3, 2, 1])
def test_r53_the_order_of_arrival_changes_nothing(script: Script, order: list[int]) -> None:
    in_seat_order = play_script(script, [0])
    assert play_script(script, order).state.pack() == in_seat_order.state.pack()
    assert in_seat_order.phase == HUNTING


@settings(max_examples=30, deadline=None)
@given(SCRIPT)
def test_r53_in_turn_leads_to_the_same_position(script: Script) -> None:
    assert play_script(script, [0], "in_turn").state.pack() == play_script(script, [5, 2, 7, 1]).state.pack()


def test_r53_all_concerned_are_asked_at_once_and_the_story_keeps_the_order_of_arrival() -> None:
    at = selection_position(4, dummies="none").send_tokens("station bar", "dojo bar", "station bar", "plaza bar")
    assert at.asked_seats == [0, 2]
    at.answer(2, "take exp").answer(0, "take exp")
    assert (at.phase, at.asked_seats) == (STORE, [0, 1, 2, 3])
    at.answer(3, "buy beer").answer(1, "buy bomb").answer(3, "buy beer")
    assert [fact[1:3] for fact in at.events("bought")] == [(3, 0), (1, 3), (3, 0)]
    assert at.view(0).money[3] == 0


def test_r53_in_turn_seats_are_asked_one_after_the_other() -> None:
    at = selection_position(4, dummies="none", store="in_turn", items={0: ["bomb"] * 3, 3: ["bomb"] * 3})
    at.send_tokens("station bar", "dojo bar", "station bar", "plaza bar")
    asked = []
    while at.state.round == 1 and at.phase != BEFORE:
        [seat] = at.asked_seats
        asked.append((at.phase, seat))
        at.state.play(seat, at.state.default_answer(seat))
    assert asked[:6] == [(STATION, 0), (STATION, 2), (STORE, 0), (STORE, 1), (STORE, 2), (STORE, 3)]
    assert [seat for phase, seat in asked if phase == OVERFLOW] == sorted(
        seat for phase, seat in asked if phase == OVERFLOW
    )
    assert {seat for phase, seat in asked if phase == OVERFLOW} == {0, 3}
