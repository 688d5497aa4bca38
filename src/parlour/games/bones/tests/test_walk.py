"""Section 5: movement and visits."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import events as ev
from parlour.games.bones.tests.positions import (
    ALL_GAMES,
    CONTEXT,
    END_PLACES,
    EXPLORE_PLACES,
    LOSING_LINES,
    WINNING_LINES,
    ability_pool,
    at_place,
    campaign_without_tutorial,
    event_kinds,
    event_sentences,
    legal_answers,
    move_to,
    place_index,
    play_lines,
    player_view,
    recorded_events,
    stats,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.answers import explain_refusal
from parlour.kernel.journal import Journal

WAYS = ("north", "east", "south", "west")


def test_s5_1_out_of_the_map_is_a_message_and_the_same_visit() -> None:
    state = at_place("A7")
    before = state.pack()
    for action, way in enumerate(WAYS):
        refused = explain_refusal(GAME, CONTEXT, state, 0, action)
        if f"go {way}" in legal_answers(state):
            assert refused is None
        else:
            assert refused == ("R31", texts()["movement"]["blocked"][way])
    assert state.pack() == before


def test_r31_bumping_the_edge_is_no_way_to_a_rematch() -> None:
    state = play_lines(at_place("D7"), "fight", *LOSING_LINES)
    assert "go south" not in legal_answers(state)
    assert "fight" not in legal_answers(state)


def test_s5_2_moving_costs_nothing() -> None:
    state = campaign_without_tutorial()
    for way in ("north", "north", "north", "east", "east", "south", "west"):
        play_lines(state, f"go {way}")
    assert (stats(state), ability_pool(state)) == ((3, 1, 0), (1, 1, 0))


@pytest.mark.parametrize("label", ["B7", "A6", "F1", "C7", "E3", "A2"])
def test_r27_text_by_the_old_status_then_the_update(label: str) -> None:
    state = move_to(campaign_without_tutorial(Journal()), label)
    text = places()[place_index(label)]
    arrivals = [event for event in recorded_events(state) if event.kind == ev.ARRIVED]
    assert arrivals[-1].arguments[:2] == (place_index(label), 1)
    assert any(line.endswith(text["first"]) for line in event_sentences(state))
    assert state.status[state.place] == 2
    move_to(state, label)
    assert any(line.endswith(text["again"]) for line in event_sentences(state))


def test_r27_a_beaten_place_shows_its_beaten_text() -> None:
    state = play_lines(move_to(campaign_without_tutorial(Journal()), "C7"), "fight", *WINNING_LINES)
    move_to(state, "C7")
    assert event_sentences(state)[-1].endswith(places()[place_index("C7")]["beaten"])
    assert places()[place_index("C7")]["beaten"][:40] in GAME.text.board(CONTEXT, player_view(state))


@pytest.mark.parametrize("label", ["A7", *EXPLORE_PLACES, *END_PLACES])
def test_s5_3_plain_places_offer_directions_only(label: str) -> None:
    state = at_place(label, wins=8)
    assert legal_answers(state) <= {f"go {way}" for way in WAYS}
    assert explain_refusal(GAME, CONTEXT, state, 0, 4) == ("5.3", "Nobody plays bones here.")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s5_3_an_unbeaten_fight_may_be_played_or_left_in_any_direction(label: str) -> None:
    state = move_to(campaign_without_tutorial(Journal()), label)
    assert "fight" in legal_answers(state)
    assert event_kinds(state)[-1] == ev.MET
    bare = move_to(campaign_without_tutorial(), "D4")
    assert legal_answers(bare) == {f"go {way}" for way in WAYS}


@pytest.mark.parametrize("way", ["north", "east", "south", "west"])
def test_r19_leaving_without_fighting_costs_nothing(way: str) -> None:
    state = at_place("E4")
    play_lines(state, f"go {way}")
    assert (stats(state), ability_pool(state), state.losses) == ((3, 1, 0), (1, 1, 0), 0)


def test_r19_the_skip_is_told_and_the_boss_can_be_left_too() -> None:
    state = move_to(campaign_without_tutorial(Journal()), "C7")
    play_lines(state, "go west")
    assert texts()["encounter"]["skip"] in event_sentences(state)
    boss = at_place("G1", wins=8)
    assert {"fight", "go south", "go west"} == legal_answers(boss)
    play_lines(boss, "go west")
    assert (boss.health, boss.matches) == (5, 0)


@pytest.mark.parametrize("wins", [0, 1, 3, 7])
def test_r21_below_level_3_the_boss_turns_the_player_away(wins: int) -> None:
    state = at_place("F1", wins)
    before = (stats(state), ability_pool(state))
    state.journal = Journal()
    play_lines(state, "go east")
    assert legal_answers(state) == {"go south", "go west"}
    assert event_kinds(state)[-1] == ev.TURNED_AWAY
    assert (stats(state), ability_pool(state)) == before
    refused = explain_refusal(GAME, CONTEXT, state, 0, 4)
    assert refused is not None
    assert refused.rule == "R21"


def test_r21_each_level_has_its_own_words() -> None:
    for wins, level in ((0, "1"), (3, "2")):
        state = at_place("F1", wins)
        state.journal = Journal()
        play_lines(state, "go east")
        assert event_sentences(state)[-1] == texts()["boss"]["turned_away"][level].replace("{boss}", "Volo")


def test_s5_3_at_level_3_the_boss_plays() -> None:
    state = at_place("F1", wins=8)
    state.journal = Journal()
    play_lines(state, "go east")
    assert "fight" in legal_answers(state)
    assert event_kinds(state)[-1] == ev.MET


@pytest.mark.parametrize("lines", [WINNING_LINES, LOSING_LINES], ids=["won", "lost"])
def test_r20_one_fight_a_visit(lines: tuple[str, ...]) -> None:
    state = play_lines(at_place("C7"), "fight", *lines)
    assert "fight" not in legal_answers(state)
    refused = explain_refusal(GAME, CONTEXT, state, 0, 4)
    assert refused is not None
    assert refused.rule == ("3.5" if lines == WINNING_LINES else "R20")


def test_r20_a_lost_fight_opens_again_after_leaving_without_limit() -> None:
    state = at_place("C7", health=9)
    for lost in range(1, 5):
        play_lines(state, "fight", *LOSING_LINES, "go west", "go east")
        assert state.losses == lost
        assert "fight" in legal_answers(state)


def test_s5_character_and_map_are_closed_during_a_fight() -> None:
    state = at_place("C7")
    assert set(GAME.text.pages(CONTEXT, player_view(state))) == {"Character", "Map"}
    play_lines(state, "fight")
    assert GAME.text.pages(CONTEXT, player_view(state)) == {}
    play_lines(state, "1 1 1")
    assert GAME.text.pages(CONTEXT, player_view(state)) == {}
    play_lines(state, "hold", "low")
    assert set(GAME.text.pages(CONTEXT, player_view(state))) == {"Character", "Map"}
