"""The texts of Magpie."""

from __future__ import annotations

import pytest

from parlour.games.magpie import GAME
from parlour.games.magpie.rules import NAMES
from parlour.games.magpie.tests.positions import (
    CONTEXT,
    KEY,
    RING,
    leave_only,
    new_match,
    play_round,
    player_view,
    recorded_events,
)
from parlour.kernel.answers import read_answer
from parlour.kernel.features import feature_values
from parlour.kernel.journal import Journal
from parlour.kernel.problem import Problem


def test_notation_both_ways() -> None:
    for action in range(GAME.actions):
        assert read_answer(GAME, GAME.text.notation(action)) == action
    assert GAME.text.notation(7) == "bid 7"


def test_outcomes_both_ways() -> None:
    state = new_match()
    for kind in range(6):
        assert GAME.text.read_outcome(state, GAME.text.outcome(state, kind)) == kind
    assert GAME.text.outcome(state, KEY) == "brass key"
    with pytest.raises(ValueError):
        GAME.text.read_outcome(state, "brass band")


def test_every_event_has_its_sentence() -> None:
    state = play_round(play_round(new_match(journal=Journal()), KEY, 4, 1, 0), RING, 2, 2, 0)
    assert [GAME.text.sentence(CONTEXT, event, 0) for event in recorded_events(state)] == [
        "Out of the bag comes a brass key.",
        "Ann buys a brass key for 4.",
        "Out of the bag comes a gold ring.",
        "A tie: a gold ring is spoiled.",
    ]
    assert {event.kind for event in recorded_events(state)} == set(range(len(GAME.text.events)))


def test_board_question_and_labels() -> None:
    state = play_round(new_match(), KEY, 4, 1, 0)
    state.deal_outcome(RING)
    state.play(1, 6)
    view = player_view(state, 1)
    assert GAME.text.board(CONTEXT, view).splitlines() == [
        "On offer: a gold ring, worth 6.",
        "",
        "                  stones  points",
        "Ann                   11       3",
        "Ben                   15       0",
        "Cleo                  15       0",
        "",
        "Still in the bag: 2 x button, 2 x thimble, 1 x brass key, 2 x silver spoon, 2 x pearl, 1 x gold ring.",
        "In your cup: 6.",
    ]
    assert "cup" not in GAME.text.board(CONTEXT, player_view(state, 0))
    assert GAME.text.question(CONTEXT, view) == "How many stones do you bid for a gold ring (worth 6)?"
    assert [GAME.text.label(CONTEXT, view, action) for action in (0, 3)] == ["Bid nothing", "Bid 3"]


def test_board_before_the_first_deal() -> None:
    assert GAME.text.board(CONTEXT, player_view(new_match(), 0)).startswith("The first trinket is still in the bag.")


def test_board_at_the_end() -> None:
    state = play_round(leave_only(new_match(), KEY), KEY, 1, 0, 0)
    board = GAME.text.board(CONTEXT, player_view(state, 0))
    assert board.startswith("The bag is empty.")
    assert board.endswith("Still in the bag: nothing.")


def test_the_rules_name_every_trinket() -> None:
    text = " ".join(GAME.text.rules({"stones": 15}).split())
    for name in NAMES:
        assert name in text
    assert all(f" {number}. " in text for number in range(1, 7))


def test_features_begin_with_the_own_seat() -> None:
    state = play_round(new_match(), KEY, 4, 1, 0)  # seat 0 of three wins 3 points
    features = GAME.study.features
    for seat, points in enumerate(([3, 0, 0], [0, 0, 3], [0, 3, 0])):
        numbers = dict(zip(features.names, feature_values(features, state, seat), strict=True))
        assert [numbers[f"points {distance}"] * 32 for distance in range(3)] == points
        assert (numbers["present 2"], numbers["present 3"]) == (1, 0)


def test_thrifty_takes_no_argument() -> None:
    with pytest.raises(Problem, match="takes no argument"):
        GAME.bots["thrifty"]("5")
