"""Every event told: sentences that read well, for every kind there is."""

from __future__ import annotations

import re

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import events as ev
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.sheets import (
    ALL_GAMES,
    LOSE,
    WIN,
    Anything,
    come_to,
    events,
    new_game,
    set_out,
    standing,
    tell,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.game import EVENT_CATEGORIES, Event, MatchContext
from parlour.kernel.journal import Journal
from parlour.kernel.match import play_out_match

MIRA = MatchContext(("Bo",), {"tutorial": True, "boss": "Mira"})
BUST = ("6 6 6", "roll", "6", "hold")
OVER = ("6 6 6", "roll", "6", "roll", "6", "roll", "1")
TIE = ("6 6 3", "hold", "low")


def listened(state: Bones) -> Bones:
    state.journal = Journal()
    return state


def told() -> list[Event]:
    """Scenes that together let everything happen, and some random matches."""
    scenes = [
        tell(new_game(Journal()), *BUST, *OVER),
        tell(new_game(Journal()), "6 6 2", "hold", "low", *TIE),
        tell(new_game(Journal()), *WIN, *WIN),
        tell(new_game(Journal()), *OVER, *LOSE),
        tell(come_to(set_out(Journal()), "C7"), "go west"),
        tell(listened(standing("F1")), "go east"),
        tell(listened(standing("F1", wins=3)), "go east"),
        tell(listened(standing("C7", wins=2)), "fight", *WIN),
        tell(listened(standing("F7", wins=7)), "fight", *WIN),
        tell(listened(standing("G5", wins=8)), "fight", "1 1 1", "add", "subtract", "re-roll", "2", "re-roll", "3"),
        tell(listened(standing("G5", wins=9)), "fight", *WIN),
        tell(listened(standing("F1", wins=8, health=3)), "go east", "fight", *BUST, *WIN, *OVER, "go west", "go east",
             "fight", *LOSE, *("6 6 6", "hold", "low")),
        tell(listened(standing("G1", wins=8)), "fight", *WIN, *WIN),
        tell(listened(standing("C7", health=1)), "fight", *LOSE),
    ]  # fmt: skip
    for label in ALL_GAMES:
        for lines in (WIN, LOSE, BUST, OVER):
            scenes.append(tell(come_to(set_out(Journal()), label), "fight", *lines))
    for seed in range(40):
        state = new_game(Journal())
        play_out_match(state, [Anything()], seed, None)
        scenes.append(state)
    return [event for state in scenes for event in events(state)]


@pytest.fixture(scope="module")
def happened() -> list[Event]:
    return told()


def test_every_kind_of_event_happens(happened: list[Event]) -> None:
    assert {event.kind for event in happened} == set(range(len(GAME.words.events)))


def test_every_sentence_reads_well(happened: list[Event]) -> None:
    for event in set(happened):
        line = GAME.words.sentence(MIRA, event, 0)
        name = GAME.words.events[event.kind].name
        assert re.match(r"[A-Z0-9\"(]", line), (name, line)
        assert re.search(r"[.!?)\"]$", line), (name, line)
        assert not re.search(r"[{}]|  |\bNone\b(?! left)|Volo|\bAnn\b", line), (name, line)
        assert line.isprintable()


def test_every_event_is_public_and_has_a_category(happened: list[Event]) -> None:
    assert {event.audience for event in happened} == {-1}
    assert all(kind.category in EVENT_CATEGORIES for kind in GAME.words.events)
    assert len({kind.name for kind in GAME.words.events}) == len(GAME.words.events) == 32


def test_what_chance_showed_cannot_be_undone() -> None:
    for kind in (
        ev.OPENED,
        ev.ROLLED,
        ev.REROLLED,
        ev.ARRIVED,
        ev.GAME_WON,
        ev.GAME_LOST,
        ev.ROUND_WON,
        ev.ROUND_LOST,
    ):
        assert GAME.words.events[kind].reveals


@pytest.mark.parametrize("label", ALL_GAMES)
def test_the_opponents_own_words_for_win_and_loss(label: str) -> None:
    area = places()[come_to(set_out(), label).place]["area"]
    for lines, side, kind in ((WIN, "win", ev.GAME_WON), (LOSE, "lose", ev.GAME_LOST)):
        state = tell(come_to(set_out(Journal()), label), "fight", *lines)
        line = next(GAME.words.sentence(MIRA, event, 0) for event in events(state) if event.kind == kind)
        who = places()[state.place]["opponent"]
        assert any(line.endswith(f" {who}: {words}") for words in texts()["fight_lines"][area][side])


def test_the_challenge_is_the_places_own() -> None:
    for label in ALL_GAMES:
        state = tell(come_to(set_out(Journal()), label), "fight")
        here = places()[state.place]
        assert GAME.words.sentence(MIRA, events(state)[-1], 0) == f"{here['opponent']}: {here['challenge']}"
