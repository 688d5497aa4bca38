"""Section 5: movement and visits."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import events as ev
from parlour.games.bones.tests.sheets import (
    ALL_GAMES,
    ENDS,
    EXPLORES,
    LOSE,
    ROOM,
    WIN,
    allowed,
    come_to,
    events,
    kinds,
    place,
    pool,
    said,
    seen,
    set_out,
    standing,
    stats,
    tell,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.game import explain_refusal
from parlour.kernel.journal import Journal

WAYS = ("north", "east", "south", "west")


def test_s5_1_out_of_the_map_is_a_message_and_the_same_visit() -> None:
    state = standing("A7")
    before = state.pack()
    for action, way in enumerate(WAYS):
        refused = explain_refusal(GAME, ROOM, state, 0, action)
        if f"go {way}" in allowed(state):
            assert refused is None
        else:
            assert refused == ("R31", texts()["movement"]["blocked"][way])
    assert state.pack() == before


def test_r31_bumping_the_edge_is_no_way_to_a_rematch() -> None:
    state = tell(standing("D7"), "fight", *LOSE)
    assert "go south" not in allowed(state)
    assert "fight" not in allowed(state)


def test_s5_2_moving_costs_nothing() -> None:
    state = set_out()
    for way in ("north", "north", "north", "east", "east", "south", "west"):
        tell(state, f"go {way}")
    assert (stats(state), pool(state)) == ((3, 1, 0), (1, 1, 0))


@pytest.mark.parametrize("label", ["B7", "A6", "F1", "C7", "E3", "A2"])
def test_r27_text_by_the_old_status_then_the_update(label: str) -> None:
    state = come_to(set_out(Journal()), label)
    text = places()[place(label)]
    arrivals = [event for event in events(state) if event.kind == ev.ARRIVED]
    assert arrivals[-1].arguments[:2] == (place(label), 1)
    assert any(line.endswith(text["first"]) for line in said(state))
    assert state.status[state.place] == 2
    come_to(state, label)
    assert any(line.endswith(text["again"]) for line in said(state))


def test_r27_a_beaten_place_shows_its_beaten_text() -> None:
    state = tell(come_to(set_out(Journal()), "C7"), "fight", *WIN)
    come_to(state, "C7")
    assert said(state)[-1].endswith(places()[place("C7")]["beaten"])
    assert places()[place("C7")]["beaten"][:40] in GAME.words.board(ROOM, seen(state))


@pytest.mark.parametrize("label", ["A7", *EXPLORES, *ENDS])
def test_s5_3_plain_places_offer_directions_only(label: str) -> None:
    state = standing(label, wins=8)
    assert allowed(state) <= {f"go {way}" for way in WAYS}
    assert explain_refusal(GAME, ROOM, state, 0, 4) == ("5.3", "Nobody plays bones here.")


@pytest.mark.parametrize("label", ALL_GAMES)
def test_s5_3_an_unbeaten_fight_may_be_played_or_left_in_any_direction(label: str) -> None:
    state = come_to(set_out(Journal()), label)
    assert "fight" in allowed(state)
    assert kinds(state)[-1] == ev.MET
    bare = come_to(set_out(), "D4")
    assert allowed(bare) == {f"go {way}" for way in WAYS}


@pytest.mark.parametrize("way", ["north", "east", "south", "west"])
def test_r19_leaving_without_fighting_costs_nothing(way: str) -> None:
    state = standing("E4")
    tell(state, f"go {way}")
    assert (stats(state), pool(state), state.losses) == ((3, 1, 0), (1, 1, 0), 0)


def test_r19_the_skip_is_told_and_the_boss_can_be_left_too() -> None:
    state = come_to(set_out(Journal()), "C7")
    tell(state, "go west")
    assert texts()["encounter"]["skip"] in said(state)
    boss = standing("G1", wins=8)
    assert {"fight", "go south", "go west"} == allowed(boss)
    tell(boss, "go west")
    assert (boss.health, boss.matches) == (5, 0)


@pytest.mark.parametrize("wins", [0, 1, 3, 7])
def test_r21_below_level_3_the_boss_turns_the_player_away(wins: int) -> None:
    state = standing("F1", wins)
    before = (stats(state), pool(state))
    state.journal = Journal()
    tell(state, "go east")
    assert allowed(state) == {"go south", "go west"}
    assert kinds(state)[-1] == ev.TURNED_AWAY
    assert (stats(state), pool(state)) == before
    refused = explain_refusal(GAME, ROOM, state, 0, 4)
    assert refused is not None
    assert refused.rule == "R21"


def test_r21_each_level_has_its_own_words() -> None:
    for wins, level in ((0, "1"), (3, "2")):
        state = standing("F1", wins)
        state.journal = Journal()
        tell(state, "go east")
        assert said(state)[-1] == texts()["boss"]["turned_away"][level].replace("{boss}", "Volo")


def test_s5_3_at_level_3_the_boss_plays() -> None:
    state = standing("F1", wins=8)
    state.journal = Journal()
    tell(state, "go east")
    assert "fight" in allowed(state)
    assert kinds(state)[-1] == ev.MET


@pytest.mark.parametrize("lines", [WIN, LOSE], ids=["won", "lost"])
def test_r20_one_fight_a_visit(lines: tuple[str, ...]) -> None:
    state = tell(standing("C7"), "fight", *lines)
    assert "fight" not in allowed(state)
    refused = explain_refusal(GAME, ROOM, state, 0, 4)
    assert refused is not None
    assert refused.rule == ("3.5" if lines == WIN else "R20")


def test_r20_a_lost_fight_opens_again_after_leaving_without_limit() -> None:
    state = standing("C7", health=9)
    for lost in range(1, 5):
        tell(state, "fight", *LOSE, "go west", "go east")
        assert state.losses == lost
        assert "fight" in allowed(state)


def test_s5_character_and_map_are_closed_during_a_fight() -> None:
    state = standing("C7")
    assert set(GAME.words.pages(ROOM, seen(state))) == {"Character", "Map"}
    tell(state, "fight")
    assert GAME.words.pages(ROOM, seen(state)) == {}
    tell(state, "1 1 1")
    assert GAME.words.pages(ROOM, seen(state)) == {}
    tell(state, "hold", "low")
    assert set(GAME.words.pages(ROOM, seen(state))) == {"Character", "Map"}
