"""The record of a game stays small enough to grasp."""

from parlour.kernel.game import Game

MAX_FIELDS = 14


def test_the_core_of_a_game_has_few_fields() -> None:
    assert len(Game._fields) <= MAX_FIELDS, Game._fields


def test_a_small_game_writes_only_what_it_must() -> None:
    needed = [field for field in Game._fields if field not in Game._field_defaults]
    assert needed == ["name", "title", "version", "home", "seats", "actions", "start", "view", "text"]
