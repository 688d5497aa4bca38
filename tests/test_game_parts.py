"""The record of a game stays small enough to grasp, and a mistake in it is one clear sentence."""

from __future__ import annotations

import pytest

from parlour.kernel.checks import check, conform
from parlour.kernel.game import Game
from tests.faulty_games import FAULTY_GAMES
from tests.sealed_answers_game import GAME

MAX_FIELDS = 14


def test_the_core_of_a_game_has_few_fields() -> None:
    assert len(Game._fields) <= MAX_FIELDS, Game._fields


def test_a_small_game_writes_only_what_it_must() -> None:
    needed = [field for field in Game._fields if field not in Game._field_defaults]
    assert needed == ["name", "title", "version", "home", "seats", "actions", "start", "view", "text"]
    conform(Game(**{field: getattr(GAME, field) for field in needed}), 200)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("an event has a text as category", "the event 'scored' has the category 'fun', which is not a Category"),
        ("a category has an unknown colour", "the category 'fun' has the colour 'pink'; choose orange or yellow or"),
        ("a category has an unknown icon", "the category 'fun' has the icon 'unicorn'; choose round or selection or"),
        ("two categories have one name", "the event 'scored' has another category 'system' than the events before it"),
        ("the texts are a dictionary", "GAME.text is {}; it must be a Text"),
    ],
)
def test_a_wrong_part_of_a_game_is_one_sentence(fault: str, sentence: str) -> None:
    (failure,) = check(FAULTY_GAMES[fault][0](), 50).failures
    assert failure.what.startswith(sentence)
