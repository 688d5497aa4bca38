"""R36: no text or view reveals a place that was never visited."""

from __future__ import annotations

from dataclasses import asdict

from hypothesis import given
from hypothesis import strategies as st

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.city import BACK_ROOM, UNFOUND
from parlour.games.bones.tests.positions import (
    CONTEXT,
    HYPOTHESIS_SETTINGS,
    at_place,
    campaign_with_tutorial,
    event_sentences,
    player_view,
    random_match,
    recorded_events,
)
from parlour.games.bones.text.texts import places
from parlour.kernel.features import feature_values
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.rng import Rng


def all_texts(state: Bones) -> str:
    """Returns all texts that a screen can show of a position."""
    view = player_view(state)
    offers = GAME.text.offer(state, 0) if not state.over() and state.outcomes == 0 else []
    return "\n".join([
        GAME.text.board(CONTEXT, view),
        *GAME.text.pages(CONTEXT, view).values(),
        *GAME.text.captions(CONTEXT, view).values(),
        GAME.text.question(CONTEXT, view),
        *(GAME.text.label(CONTEXT, view, offer.action) for offer in offers),
        *(GAME.text.why(CONTEXT, offer.reason).sentence for offer in offers if offer.reason),
    ])  # fmt: skip


def check_secrets(state: Bones, text: str) -> None:
    symbols = player_view(state).symbols
    known = feature_values(GAME.study.features, state, 0)[-49:]
    for number in range(49):
        if state.status[number] != UNFOUND or number == BACK_ROOM or state.place == number:
            continue
        place = places()[number]
        assert symbols[number] == "?"
        assert known[number] == 0
        for name in ("name", "opponent", "first", "again", "beaten"):
            assert place.get(name, "\0") not in text


@given(st.integers(0, 2**60), st.integers(0, 9))
@HYPOTHESIS_SETTINGS
def test_r36_views_boards_and_pages_never_show_an_unvisited_place(seed: int, wins: int) -> None:
    for turn in random_match(seed, at_place("D6", wins)):
        check_secrets(turn.state, all_texts(turn.state))


@given(st.integers(0, 2**60))
@HYPOTHESIS_SETTINGS
def test_r36_the_story_never_tells_of_an_unvisited_place(seed: int) -> None:
    state = campaign_with_tutorial(Journal())
    for _ in random_match(seed, state):
        pass
    told = event_sentences(state)
    check_secrets(state, "\n".join(told))
    assert len(told) == len(recorded_events(state))


def test_r36_enemy_rolls_are_not_in_the_view_before_hold() -> None:
    low = {"foe", "low", "high", "status", "codes", "due"}
    assert not low & set(asdict(player_view(at_place("C7"))))


@given(st.integers(0, 2**60))
@HYPOTHESIS_SETTINGS
def test_a_watcher_and_an_imagined_world_show_the_same_view(seed: int) -> None:
    for turn in random_match(seed):
        assert GAME.view(turn.state, WATCHER) == player_view(turn.state)
        assert GAME.view(turn.state.imagine(0, Rng(seed)), 0) == player_view(turn.state)


@given(st.integers(0, 2**60))
@HYPOTHESIS_SETTINGS
def test_features_have_a_name_each_and_say_what_the_view_says(seed: int) -> None:
    for turn in random_match(seed):
        numbers = dict(zip(GAME.study.features.names, feature_values(GAME.study.features, turn.state, 0), strict=True))
        view = player_view(turn.state)
        assert [numbers[f"at {place}"] for place in range(49)] == [place == view.place for place in range(49)]
        assert (numbers["credibility"] * 8, numbers["total"] * 16, numbers["open"]) == (
            view.credibility,
            view.total,
            view.open,
        )
        for number, symbol in enumerate(view.symbols):
            if symbol in "?#!":
                assert numbers[f"place {number}"] == "?#!".index(symbol)
