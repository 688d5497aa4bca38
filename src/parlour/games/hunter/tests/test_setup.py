"""Sections 2 and 3: the boards at the start, and the places of dummies."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.book import COLOUR_NAMES, WEAPON_NAMES
from parlour.games.hunter.rules.state import SELECTION
from parlour.games.hunter.tests.positions import Position, opening_position, selection_position
from parlour.kernel.problem import Problem

FIGURES = {  # 9.1: start money, capacity, attack dice, defense dice with the Sword's own
    "Bat": (4, 6, 2, 0),
    "Katana": (4, 4, 2, 0),
    "Rifle": (2, 8, 2, 0),
    "Plasma": (0, 8, 2, 0),
    "Chain": (4, 6, 2, 0),
    "Axe": (4, 6, 2, 0),
    "Whip": (4, 6, 2, 0),
    "Bow": (4, 6, 2, 0),
    "Sword": (4, 4, 2, 1),
    "Knife": (8, 10, 2, 0),
    "Gloves": (4, 6, 2, 0),
}
BLOCKED = {  # 2.2: by players, the printed numbers of the places, round by round
    2: ((2, 4, 6), (1, 3, 5), (2, 4, 6), (1, 3, 5), (2, 4, 6), (1, 3, 5), (2, 4, 6)),
    3: ((2, 5), (3, 6), (1, 4), (2, 5), (3, 6), (1, 4), (2, 5)),
    4: ((3,), (4,), (5,), (6,), (1,), (2,), (3,)),
    5: ((), (), (), (), (), (), ()),
}


def play_round(at: Position) -> None:
    """A round in which nobody goes to the Forest, with default answers."""
    before = at.state.round
    while at.state.round == before:
        seat = at.asked_seats[0]
        at.state.play(seat, at.state.default_answer(seat))


@pytest.mark.parametrize("seats", [1, 6])
def test_s2_two_to_five_players(seats: int) -> None:
    with pytest.raises(Problem, match=f"cannot be played with {seats} seats?; choose 2 or 3 or 4 or 5"):
        opening_position(seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s2_2_dummies_move_up_and_leave_out_the_forest(seats: int) -> None:
    at = selection_position(seats)
    for number, printed in enumerate(BLOCKED[seats], 1):
        assert at.state.round == number
        assert at.view().dummies == [place - 1 for place in printed]
        play_round(at)


def test_s2_2_the_story_tells_where_they_stand() -> None:
    at = selection_position(3)
    play_round(at)
    assert at.events("round", "dummies") == [("round", 2), ("dummies", 2, 5, -1)]


def test_s3_2_weapons_are_dealt_in_seat_order_without_repetition() -> None:
    at = opening_position(3)
    assert at.possible_outcomes == {name.lower(): 1 for name in WEAPON_NAMES}
    at.deal("bow")
    assert at.possible_outcomes == {name.lower(): 1 for name in WEAPON_NAMES if name != "Bow"}
    at.deal("axe", "bat")
    assert [WEAPON_NAMES[weapon] for weapon in at.column("weapon")] == ["Bow", "Axe", "Bat"]
    assert [fact[1:] for fact in at.events("armed")] == [(0, 7), (1, 5), (2, 0)]


def test_s3_3_colours_are_dealt_in_seat_order_without_repetition() -> None:
    at = opening_position(2).deal("bow", "axe")
    assert at.possible_outcomes == {name.lower(): 1 for name in COLOUR_NAMES}
    at.deal("black")
    assert at.possible_outcomes == {name.lower(): 1 for name in COLOUR_NAMES if name != "Black"}
    at.deal("orange")
    assert at.column("colour") == [6, 0]
    assert at.events("coloured") == [("coloured", 0, 6), ("coloured", 1, 0)]


@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_s3_4_r7_what_a_weapon_brings(weapon: str) -> None:
    at = selection_position(weapons=(weapon,), seats=2)
    state = at.state
    assert (state.money[0], state.capacity(0), state.attack[0], state.defense[0]) == FIGURES[weapon]


def test_s3_4_what_everybody_begins_with() -> None:
    at = selection_position(5)
    begin = {"exp": 3, "hp": 4, "hp_max": 4, "ep": 6, "ep_max": 6, "score": 0, "hp_put": 0, "ep_put": 0, "track": 1}
    begin |= {"reward": 0, "fame": 0, "stage": 1, "since_plaza": 0}
    for name, number in begin.items():
        assert at.column(name) == [number] * 5, name
    assert not any(at.column("held") + at.column("pets") + at.column("kills") + at.column("sources"))
    assert [at.state.power(seat) for seat in range(5)] == [1] * 5


def test_s3_5_the_first_round_begins_with_everybody_s_selection_and_no_powers() -> None:
    at = opening_position(2, weapons="Chain,Whip").deal("red", "blue")
    assert at.phase == SELECTION
    assert at.asked_seats == [0, 1]
    assert at.state.round == 1
    assert at.events("power_gain") == []
    assert at.events("game_begins", "round", "dummies") == [
        ("game_begins", 2),
        ("round", 1),
        ("dummies", 1, 3, 5),
    ]


def test_agreed_weapons_are_not_dealt() -> None:
    at = opening_position(3, weapons="?,Sword")
    assert set(at.possible_outcomes) == {name.lower() for name in WEAPON_NAMES if name != "Sword"}
    at.deal("knife", "bat")
    assert [WEAPON_NAMES[weapon] for weapon in at.column("weapon")] == ["Knife", "Sword", "Bat"]
    assert at.column("money") == [8, 4, 4]
