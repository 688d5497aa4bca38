"""The sentences of all kinds of events."""

from __future__ import annotations

import re

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import events as ev
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.positions import (
    ALL_GAMES,
    LOSING_LINES,
    WINNING_LINES,
    RandomAnswerBot,
    at_place,
    campaign_with_tutorial,
    campaign_without_tutorial,
    move_to,
    place_index,
    play_lines,
    recorded_events,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.journal import Journal
from parlour.kernel.match import play_out_match
from parlour.kernel.text import Event, MatchContext, log_categories

MIRA = MatchContext(("Bo",), {"tutorial": True, "boss": "Mira"})
BUST = ("6 6 6", "roll", "6", "hold")
OVER = ("6 6 6", "roll", "6", "roll", "6", "roll", "1")
TIE = ("6 6 3", "hold", "low")


def with_journal(state: Bones) -> Bones:
    state.journal = Journal()
    return state


def all_events() -> list[Event]:
    """Returns the events of scenes that together contain every kind, and of some random matches."""
    scenes = [
        play_lines(campaign_with_tutorial(Journal()), *BUST, *OVER),
        play_lines(campaign_with_tutorial(Journal()), "6 6 2", "hold", "low", *TIE),
        play_lines(campaign_with_tutorial(Journal()), *WINNING_LINES, *WINNING_LINES),
        play_lines(campaign_with_tutorial(Journal()), *OVER, *LOSING_LINES),
        play_lines(move_to(campaign_without_tutorial(Journal()), "C7"), "go west"),
        play_lines(with_journal(at_place("F1")), "go east"),
        play_lines(with_journal(at_place("F1", wins=3)), "go east"),
        play_lines(with_journal(at_place("C7", wins=2)), "fight", *WINNING_LINES),
        play_lines(with_journal(at_place("F7", wins=7)), "fight", *WINNING_LINES),
        play_lines(
            with_journal(at_place("G5", wins=8)), "fight", "1 1 1", "add", "subtract", "re-roll", "2", "re-roll", "3"
        ),
        play_lines(with_journal(at_place("G5", wins=9)), "fight", *WINNING_LINES),
        play_lines(
            with_journal(at_place("F1", wins=8, health=3)),
            "go east",
            "fight",
            *BUST,
            *WINNING_LINES,
            *OVER,
            "go west",
            "go east",
            "fight",
            *LOSING_LINES,
            *("6 6 6", "hold", "low"),
        ),
        play_lines(with_journal(at_place("G1", wins=8)), "fight", *WINNING_LINES, *WINNING_LINES),
        play_lines(with_journal(at_place("C7", health=1)), "fight", *LOSING_LINES),
    ]
    for label in ALL_GAMES:
        for lines in (WINNING_LINES, LOSING_LINES, BUST, OVER):
            scenes.append(play_lines(move_to(campaign_without_tutorial(Journal()), label), "fight", *lines))
    for seed in range(40):
        state = campaign_with_tutorial(Journal())
        play_out_match(state, [RandomAnswerBot()], seed, None)
        scenes.append(state)
    return [event for state in scenes for event in recorded_events(state)]


@pytest.fixture(scope="module")
def events_that_happened() -> list[Event]:
    return all_events()


def test_every_kind_of_event_happens(events_that_happened: list[Event]) -> None:
    assert {event.kind for event in events_that_happened} == set(range(len(GAME.text.events)))


def test_every_sentence_reads_well(events_that_happened: list[Event]) -> None:
    for event in set(events_that_happened):
        line = GAME.text.sentence(MIRA, event, 0)
        name = GAME.text.events[event.kind].name
        assert re.match(r"[A-Z0-9\"(]", line), (name, line)
        assert re.search(r"[.!?)\"]$", line), (name, line)
        assert not re.search(r"[{}]|  |\bNone\b(?! left)|Volo|\bAnn\b", line), (name, line)
        assert line.isprintable()


def test_every_event_is_public_and_has_a_category(events_that_happened: list[Event]) -> None:
    assert {event.audience for event in events_that_happened} == {-1}
    assert " ".join(one.name for one in log_categories(GAME.text)) == "story dice walk trick success defeat system"
    assert len({kind.name for kind in GAME.text.events}) == len(GAME.text.events) == 32


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
        assert GAME.text.events[kind].reveals


def sentences_of(state: Bones, kind: int) -> list[str]:
    return [GAME.text.sentence(MIRA, event, 0) for event in recorded_events(state) if event.kind == kind]


@pytest.mark.parametrize("label", ALL_GAMES)
def test_r38_the_opponents_own_words_for_win_and_loss(label: str) -> None:
    here = places()[place_index(label)]
    for lines, kind, words in (
        (WINNING_LINES, ev.GAME_WON, here["win"]),
        (LOSING_LINES, ev.GAME_LOST, [here["lose"]]),
    ):
        state = play_lines(move_to(campaign_without_tutorial(Journal()), label), "fight", *lines)
        (line,) = sentences_of(state, kind)
        assert any(line.endswith(f" {here['opponent']}: {said}") for said in words)


def test_r38_all_lines_are_different() -> None:
    fights, boss = texts()["fight_lines"], texts()["boss"]
    own = [line for place in places() if "opponent" in place for line in (*place["win"], place["lose"])]
    told = [*own, *(line for lines in fights.values() for line in lines), *boss["round_won"], *boss["round_lost"]]
    assert len(own) == 3 * len(ALL_GAMES)
    assert len(set(told)) == len(told)


def talk(state: Bones) -> list[str]:
    """Returns what opponents and narrator say about results, without the numbers."""
    kinds = (ev.GAME_WON, ev.GAME_LOST, ev.ROUND_WON, ev.ROUND_LOST, ev.MATCH_LOST)
    told = [GAME.text.sentence(MIRA, event, 0) for event in recorded_events(state) if event.kind in kinds]
    return [re.sub(r"^(Bust at|\d+ against) \d+(: \w+, a \w+)?\.|\d+ to \d+\.$", "", line) for line in told]


@pytest.mark.parametrize("bot", ["thumb", "hold18", "explorer"])
def test_r38_no_line_comes_twice_in_a_campaign(bot: str) -> None:
    for seed in range(25):
        state = campaign_with_tutorial(Journal())
        play_out_match(state, [GAME.bots[bot]("")], seed, None)
        said = talk(state)
        assert len(said) == len(set(said)), [line for line in said if said.count(line) > 1]


def test_r38_five_defeats_at_one_table_are_told_in_five_ways() -> None:
    state = move_to(campaign_without_tutorial(Journal()), "C7")
    state.health = 6
    for lines in (BUST, BUST, TIE, TIE, LOSING_LINES):
        play_lines(state, "fight", *lines, "go west", "go east")
    told = sentences_of(state, ev.GAME_LOST)
    assert len({line.partition(". ")[2] for line in told}) == 5
    assert len({line.partition("Pell the eel-catcher: ")[2] for line in told}) == 5


def test_the_challenge_is_the_places_own() -> None:
    for label in ALL_GAMES:
        state = play_lines(move_to(campaign_without_tutorial(Journal()), label), "fight")
        here = places()[state.place]
        assert GAME.text.sentence(MIRA, recorded_events(state)[-1], 0) == f"{here['opponent']}: {here['challenge']}"
