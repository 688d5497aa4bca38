"""The captions, for screens that draw the board themselves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.positions import (
    CONTEXT,
    HYPOTHESIS_SETTINGS,
    LOSING_LINES,
    WINNING_LINES,
    WITH_TUTORIAL,
    at_place,
    campaign_with_tutorial,
    campaign_without_tutorial,
    in_game,
    play_lines,
    player_view,
    random_match,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.text import MatchContext

ALWAYS_PRESENT = {"hero", "rank", "boss", "renown", "credibility_means", "reputation_means", "renown_means"}


def captions_of(state: Bones, context: MatchContext = CONTEXT) -> Mapping[str, str]:
    return GAME.text.captions(context, player_view(state))


def test_a_place() -> None:
    found = captions_of(campaign_without_tutorial())
    assert {name: found[name] for name in ("place", "label", "district", "description")} == {
        "place": "Gullwing Landing",
        "label": "A7",
        "district": "The Landing",
        "description": "A crooked jetty, one moored ferry, and Aunt Brindle on an upturned bucket with a cup of "
        "dice in her lap.",
    }
    assert set(found) == ALWAYS_PRESENT | {"place", "label", "district", "scenery", "description", "at A7"}


@pytest.mark.parametrize(
    ("label", "painted"),
    [("A7", "landing"), ("B7", "street"), ("C7", "table"), ("F1", "street"), ("G1", "back room")],
)
def test_what_to_paint(label: str, painted: str) -> None:
    assert captions_of(at_place(label))["scenery"] == painted


def test_s2_who_the_player_is() -> None:
    found = captions_of(at_place("B7", wins=4), MatchContext(("Bo",), {**WITH_TUTORIAL, "boss": "Mira"}))
    assert (found["hero"], found["rank"], found["boss"], found["renown"]) == (
        "Bo",
        "Tavern Regular",
        "Mira",
        "1 of 5",
    )
    assert found["reputation_means"] == "of 3; at 3 Mira will play"
    assert captions_of(at_place("B7", wins=9))["renown"] == "1"


@pytest.mark.parametrize(("health", "warned"), [(1, True), (2, False)])
def test_the_last_defeat_that_can_be_afforded_is_named(health: int, warned: bool) -> None:
    assert ("last_chance" in captions_of(at_place("B7", health=health))) is warned


def test_r25_at_reputation_three_the_boss_waits() -> None:
    assert "Volo is waiting" in captions_of(at_place("B7", wins=8))["boss_waits"]
    assert "boss_waits" not in captions_of(at_place("B7", wins=7))


def test_s3_5_the_text_of_a_place_goes_by_what_it_was_on_arrival() -> None:
    tavern = places()[44]
    state = at_place("C7")
    assert captions_of(state)["description"] == tavern["first"]
    assert captions_of(state, CONTEXT._replace(resumed=True))["description"] == tavern["again"]
    assert captions_of(play_lines(state, "go west", "go east"))["description"] == tavern["again"]
    assert captions_of(play_lines(state, "fight", *WINNING_LINES))["description"] == tavern["beaten"]


def test_the_opponent_is_named_while_somebody_will_play() -> None:
    state = at_place("C7")
    assert captions_of(state)["opponent"] == "Pell the eel-catcher"
    assert "opponent" not in captions_of(play_lines(state, "fight", *LOSING_LINES))
    assert captions_of(at_place("G1", wins=8))["opponent"] == "Volo"
    assert "opponent" not in captions_of(at_place("G1", wins=7))


def test_r21_turned_away() -> None:
    for wins, rank in ((0, "1"), (3, "2")):
        assert captions_of(at_place("G1", wins))["turned_away"] == texts()["boss"]["turned_away"][rank].replace(
            "{boss}", "Volo"
        )
    assert "turned_away" not in captions_of(at_place("G1", wins=8))
    assert "turned_away" not in captions_of(at_place("F1"))


def test_a_game() -> None:
    found = captions_of(in_game("D7", "2 4 5", wins=3))
    assert (found["scene"], found["note"]) == ("Bones with Hodge the caulker", "The Tarred Plank")
    assert found["opponent"] == "Hodge the caulker"
    assert not {"warning", "match", "description"} & set(found)


def test_r16_over_21_is_warned_of() -> None:
    state = play_lines(in_game("C7", "6 6 6"), "roll", "3")
    assert "warning" not in captions_of(state)
    assert captions_of(play_lines(state, "add"))["warning"].startswith("OVER 21")


def test_s9_a_match() -> None:
    found = captions_of(play_lines(at_place("G1", wins=8), "fight", *WINNING_LINES, "2 2 2"))
    assert (found["scene"], found["note"]) == ("A Match with Volo", "Round 2, you 1, Volo 0")
    assert "higher when behind" in found["match"]


def test_r14_lesson_and_practice_are_without_stakes() -> None:
    state = play_lines(campaign_with_tutorial(), "1 2 3")
    assert (captions_of(state)["opponent"], captions_of(state)["note"]) == (
        "Aunt Brindle",
        "The lesson, without stakes",
    )
    play_lines(state, "hold", "low", "1 2 3")
    assert captions_of(state)["note"] == "A practice game, without stakes"


@pytest.mark.parametrize(
    ("state", "name"),
    [
        (play_lines(at_place("G1", wins=8), "fight", *WINNING_LINES, *WINNING_LINES), "win"),
        (play_lines(at_place("C7", health=1), "fight", *LOSING_LINES), "lose"),
        (play_lines(at_place("G1", wins=8, health=2), "fight", *LOSING_LINES, *LOSING_LINES), "lose_to_boss"),
    ],
)
def test_s10_endings(state: Bones, name: str) -> None:
    found = captions_of(state)
    assert found["ending"] == texts()["endings"][name]["title"]
    assert "Ann" in found["ending_text"]
    assert "description" not in found


@given(st.integers(0, 2**60))
@HYPOTHESIS_SETTINGS
def test_r36_every_visited_place_has_its_name_and_no_other(seed: int) -> None:
    for turn in random_match(seed, at_place("D6", wins=4)):
        view = player_view(turn.state)
        named = {name for name in captions_of(turn.state) if name.startswith("at ")}
        known = {n for n, symbol in enumerate(view.symbols) if symbol in "0#!"} | {view.place}
        assert named == {f"at {places()[number]['label']}" for number in known}
        assert all(text for text in captions_of(turn.state).values())
