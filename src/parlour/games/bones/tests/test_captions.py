"""The texts of a moment, for screens that draw the rest themselves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.sheets import (
    FULL,
    LOSE,
    ROOM,
    STEADY,
    WIN,
    new_game,
    playing,
    random_turns,
    seen,
    set_out,
    standing,
    tell,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.game import MatchContext

ALWAYS = {"hero", "rank", "boss", "renown", "credibility_means", "reputation_means", "renown_means"}


def captions(state: Bones, room: MatchContext = ROOM) -> Mapping[str, str]:
    return GAME.words.captions(room, seen(state))


def test_a_place() -> None:
    found = captions(set_out())
    assert {name: found[name] for name in ("place", "label", "district", "description")} == {
        "place": "Gullwing Landing",
        "label": "A7",
        "district": "The Landing",
        "description": "A crooked jetty, one moored ferry, and Aunt Brindle on an upturned bucket with a cup of "
        "dice in her lap.",
    }
    assert set(found) == ALWAYS | {"place", "label", "district", "scenery", "description", "at A7"}


@pytest.mark.parametrize(
    ("label", "painted"),
    [("A7", "landing"), ("B7", "street"), ("C7", "table"), ("F1", "street"), ("G1", "back room")],
)
def test_what_to_paint(label: str, painted: str) -> None:
    assert captions(standing(label))["scenery"] == painted


def test_s2_who_the_player_is() -> None:
    found = captions(standing("B7", wins=4), MatchContext(("Bo",), {**FULL, "boss": "Mira"}))
    assert (found["hero"], found["rank"], found["boss"], found["renown"]) == (
        "Bo",
        "Tavern Regular",
        "Mira",
        "1 of 5",
    )
    assert found["reputation_means"] == "of 3; at 3 Mira will play"
    assert captions(standing("B7", wins=9))["renown"] == "1"


@pytest.mark.parametrize(("health", "warned"), [(1, True), (2, False)])
def test_the_last_defeat_that_can_be_afforded_is_named(health: int, warned: bool) -> None:
    assert ("last_chance" in captions(standing("B7", health=health))) is warned


def test_r25_at_reputation_three_the_boss_waits() -> None:
    assert "Volo is waiting" in captions(standing("B7", wins=8))["boss_waits"]
    assert "boss_waits" not in captions(standing("B7", wins=7))


def test_s3_5_the_text_of_a_place_goes_by_what_it_was_on_arrival() -> None:
    tavern = places()[44]
    state = standing("C7")
    assert captions(state)["description"] == tavern["first"]
    assert captions(state, ROOM._replace(resumed=True))["description"] == tavern["again"]
    assert captions(tell(state, "go west", "go east"))["description"] == tavern["again"]
    assert captions(tell(state, "fight", *WIN))["description"] == tavern["beaten"]


def test_the_opponent_is_named_while_somebody_will_play() -> None:
    state = standing("C7")
    assert captions(state)["opponent"] == "Pell the eel-catcher"
    assert "opponent" not in captions(tell(state, "fight", *LOSE))
    assert captions(standing("G1", wins=8))["opponent"] == "Volo"
    assert "opponent" not in captions(standing("G1", wins=7))


def test_r21_turned_away() -> None:
    for wins, rank in ((0, "1"), (3, "2")):
        assert captions(standing("G1", wins))["turned_away"] == texts()["boss"]["turned_away"][rank].replace(
            "{boss}", "Volo"
        )
    assert "turned_away" not in captions(standing("G1", wins=8))
    assert "turned_away" not in captions(standing("F1"))


def test_a_game() -> None:
    found = captions(playing("D7", "2 4 5", wins=3))
    assert (found["scene"], found["note"]) == ("Bones with Hodge the caulker", "The Tarred Plank")
    assert found["opponent"] == "Hodge the caulker"
    assert not {"warning", "match", "description"} & set(found)


def test_r16_over_21_is_warned_of() -> None:
    state = tell(playing("C7", "6 6 6"), "roll", "3")
    assert "warning" not in captions(state)
    assert captions(tell(state, "add"))["warning"].startswith("OVER 21")


def test_s9_a_match() -> None:
    found = captions(tell(standing("G1", wins=8), "fight", *WIN, "2 2 2"))
    assert (found["scene"], found["note"]) == ("A Match with Volo", "Round 2, you 1, Volo 0")
    assert "higher when behind" in found["match"]


def test_r14_lesson_and_practice_are_without_stakes() -> None:
    state = tell(new_game(), "1 2 3")
    assert (captions(state)["opponent"], captions(state)["note"]) == ("Aunt Brindle", "The lesson, without stakes")
    tell(state, "hold", "low", "1 2 3")
    assert captions(state)["note"] == "A practice game, without stakes"


@pytest.mark.parametrize(
    ("state", "name"),
    [
        (tell(standing("G1", wins=8), "fight", *WIN, *WIN), "win"),
        (tell(standing("C7", health=1), "fight", *LOSE), "lose"),
        (tell(standing("G1", wins=8, health=2), "fight", *LOSE, *LOSE), "lose_to_boss"),
    ],
)
def test_s10_endings(state: Bones, name: str) -> None:
    found = captions(state)
    assert found["ending"] == texts()["endings"][name]["title"]
    assert "Ann" in found["ending_text"]
    assert "description" not in found


@given(st.integers(0, 2**60))
@STEADY
def test_r36_every_visited_place_has_its_name_and_no_other(seed: int) -> None:
    for turn in random_turns(seed, standing("D6", wins=4)):
        view = seen(turn.state)
        named = {name for name in captions(turn.state) if name.startswith("at ")}
        known = {n for n, symbol in enumerate(view.symbols) if symbol in "0#!"} | {view.place}
        assert named == {f"at {places()[number]['label']}" for number in known}
        assert all(text for text in captions(turn.state).values())
