"""The game in language: notation both ways, boards, questions, choices, refusals, the rules pages."""

from __future__ import annotations

import re

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.sheets import (
    FULL,
    LOSE,
    ROOM,
    WIN,
    new_game,
    playing,
    seen,
    set_out,
    standing,
    tell,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.game import MatchContext, explain_refusal, read_answer
from parlour.kernel.problem import Problem

NOTATION = ("go north", "go east", "go south", "go west", "fight", "roll", "hold", "add", "subtract", "re-roll")
MIRA = MatchContext(("Bo",), {"tutorial": True, "boss": "Mira"})


def board(state: Bones, room: MatchContext = ROOM) -> str:
    """The text board, without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in GAME.words.board(room, seen(state)).splitlines())


def labels(state: Bones, room: MatchContext = ROOM) -> list[str]:
    return [GAME.words.label(room, seen(state), offer.action) for offer in GAME.offer(state, 0)]


# Notation.


def test_notation_both_ways() -> None:
    assert tuple(GAME.words.notation(action) for action in range(GAME.actions)) == NOTATION
    for action, text in enumerate(NOTATION):
        assert read_answer(GAME, text) == action
        assert read_answer(GAME, f"  {text.upper()} ") == action
    assert read_answer(GAME, "jump") is None


def test_kinds_name_every_action_once() -> None:
    assert [action for span in GAME.words.kinds.values() for action in span] == list(range(GAME.actions))


def test_outcomes_both_ways_for_each_thing_the_dealer_owes() -> None:
    opening = tell(standing("D7", wins=3), "fight")
    die = tell(opening.clone(), "1 2 3", "roll")
    again = tell(opening.clone(), "1 2 3", "re-roll")
    enemy = tell(opening.clone(), "1 2 3", "hold")
    for state, fan in ((opening, 216), (die, 6), (again, 6), (enemy, 2)):
        texts_ = [GAME.words.outcome(state, outcome) for outcome in range(fan)]
        assert len(set(texts_)) == fan == state.outcomes
        assert [GAME.words.read_outcome(state, text) for text in texts_] == list(range(fan))
    assert GAME.words.outcome(opening, 0) == "1 1 1"
    assert GAME.words.outcome(opening, 215) == "6 6 6"
    assert GAME.words.outcome(opening, 8) == "1 2 3"
    assert [GAME.words.outcome(enemy, outcome) for outcome in (0, 1)] == ["low", "high"]


@pytest.mark.parametrize("text", ["", "7", "0", "1 2", "1 2 3 4", "1 2 7", "one", "low", "-1"])
def test_a_wrong_outcome_is_refused(text: str) -> None:
    opening = tell(standing("D7", wins=3), "fight")
    die = tell(opening.clone(), "1 2 3", "roll")
    enemy = tell(opening.clone(), "1 2 3", "hold")
    for state in (opening, die, enemy):
        if (state is enemy and text == "low") or (state is die and text == "1"):
            continue
        with pytest.raises((Problem, ValueError)):
            GAME.words.read_outcome(state, text)


# Boards.


def test_board_of_a_place() -> None:
    assert board(set_out()) == "\n".join([
        "Gullwing Landing                                         A7, The Landing",
        "",
        "A crooked jetty, one moored ferry, and Aunt Brindle on an upturned",
        "bucket with a cup of dice in her lap.",
        "",
        "    / ? ?",
        "    / @ ?",
        "    / / /",
        "",
        "Ann, Dockside Unknown",
        "Credibility 3   Reputation 1   Renown 0 of 3",
        "Tricks: Add 1   Subtract 1   Re-Roll 0",
    ])  # fmt: skip


def test_board_of_a_game() -> None:
    state = tell(playing("D7", "6 6 6", wins=3), "roll", "5")
    assert board(state) == "\n".join([
        "Bones with Hodge the caulker                            The Tarred Plank",
        "",
        "+---+ +---+ +---+ +---+",
        "| 6 | | 6 | | 6 | | 5 |",
        "+---+ +---+ +---+ +---+",
        "                    ^",
        "",
        "Total  23    last roll 5",
        "!! OVER 21: holding loses. A trick may still save you; 31 ends the game.",
        "",
        "Ann, Tavern Regular",
        "Credibility 4   Reputation 2   Renown 0 of 5",
        "Tricks: Add 2   Subtract 2   Re-Roll 1",
    ])  # fmt: skip


def test_board_of_the_match() -> None:
    lines = board(tell(standing("G1", wins=8), "fight", *WIN, "2 2 2")).splitlines()
    assert lines[0] == "A Match with Volo                                 Round 2, you 1, Volo 0"
    assert "Best of three. He plays higher when behind, lower when ahead." in lines


def test_board_of_lesson_and_practice() -> None:
    state = tell(new_game(), "1 2 3")
    assert board(state).startswith("Bones with Aunt Brindle ")
    assert "The lesson, without stakes" in board(state)
    tell(state, "hold", "low", "1 2 3")
    assert board(state).startswith("Bones with Pim the net-mender ")
    assert "A practice game, without stakes" in board(state)


def test_board_of_the_boss_who_turns_the_player_away() -> None:
    assert "Volo bows to you with great courtesy" in board(standing("G1"))
    assert "the one from the lower tables" in board(standing("G1", wins=3))
    assert "Volo bows" not in board(standing("G1", wins=8))


def test_map_page() -> None:
    state = standing("C7", wins=2)
    assert GAME.words.pages(ROOM, seen(state))["Map"].splitlines() == [
        "    A B C D E F G",
        "",
        "1   ? ? ? ? ? ? X",
        "2   ? ? ? ? ? ? ?",
        "3   ? ? ? ? ? ? ?",
        "4   # ? ? ? ? ? ?",
        "5   # ? ? ? ? ? ?",
        "6   ? ? ? ? ? ? ?",
        "7   0 ? @ ? ? ? ?",
        "",
        "@ you   0 the landing   X the back room   ? not visited   # nothing left",
        "to do   ! a game not won",
    ]


def test_character_page() -> None:
    page = GAME.words.pages(ROOM, seen(standing("C7", wins=4)))["Character"]
    for line in ("Credibility  4", "Reputation   2", "Renown       1 of 5", "Add          2", "Games won 4, lost 0"):
        assert line in page
    assert "Ann" in page
    assert "Tavern Regular" in page


def test_s2_a_rank_title_goes_with_each_level() -> None:
    for wins, title in ((0, "Dockside Unknown"), (3, "Tavern Regular"), (8, "Talk of the City")):
        assert f"Ann, {title}" in board(standing("C7", wins))


# Questions and choices.


@pytest.mark.parametrize(
    ("state", "question"),
    [
        (set_out(), "Which way?"),
        (standing("C7"), "Pell the eel-catcher is ready to throw. Play, or walk on?"),
        (standing("G1", wins=8), "Volo is ready to throw. Play, or walk on?"),
        (standing("G1"), "Which way?"),
        (playing("C7", "2 4 5"), "Your total is 11, your last roll 5. What now?"),
        (tell(playing("C7", "6 6 6"), "roll", "4"), "Your total is 22, over 21. What now?"),
        (tell(playing("C7", "1 1 1"), "hold", "low"), "Which way?"),
    ],
)
def test_questions(state: Bones, question: str) -> None:
    assert GAME.words.question(ROOM, seen(state)) == question


def test_labels_on_the_way() -> None:
    state = tell(set_out(), "go east", "go east", "go east")
    assert labels(state) == [
        "Go north, where you have not been",
        "Go east, where you have not been",
        "Go south",
        "Go west, to The Soggy Anchor (a game not won)",
        "Play a game of bones with Hodge the caulker",
    ]
    assert labels(tell(state, "go west", "go west"))[3:] == ["Go west, to Gullwing Landing", "Play a game of bones"]


def test_labels_in_a_game() -> None:
    assert labels(playing("D7", "2 4 5", wins=3)) == [
        "Roll one more die",
        "Hold at 11",
        "Add: 11 becomes 12 (2 left)",
        "Subtract: 11 becomes 10 (2 left)",
        "Re-Roll the 5 (1 left)",
    ]


def test_the_offer_marks_what_is_closed_and_matches_the_legal_answers() -> None:
    for state in (
        set_out(),
        standing("C7"),
        playing("C7", "1 1 1"),
        standing("G1"),
        tell(standing("C7"), "fight", *WIN),
    ):
        shown = GAME.offer(state, 0)
        assert [offer.action for offer in shown if offer.reason == 0] == list(state.legal(0))
        assert len(shown) == 5


@pytest.mark.parametrize(
    ("state", "action", "rule"),
    [
        (standing("A1"), "go north", "R31"),
        (standing("G1"), "go east", "R31"),
        (standing("G7"), "go south", "R31"),
        (standing("A7"), "go west", "R31"),
        (standing("B7"), "fight", "5.3"),
        (tell(standing("C7"), "fight", *WIN), "fight", "3.5"),
        (tell(standing("C7"), "fight", *LOSE), "fight", "R20"),
        (standing("G1"), "fight", "R21"),
        (tell(standing("G1", wins=8), "fight", *LOSE, *LOSE), "fight", "R20"),
        (playing("C7", "1 1 1"), "go north", "6"),
        (playing("C7", "1 1 1"), "fight", "6"),
        (standing("C7"), "roll", "6"),
        (playing("C7", "1 1 1", add=0), "add", "6.3"),
        (playing("C7", "1 1 1", subtract=0), "subtract", "6.3"),
        (playing("C7", "1 1 1"), "re-roll", "6.3"),
    ],
)
def test_every_refusal_names_its_rule_in_a_sentence(state: Bones, action: str, rule: str) -> None:
    number = read_answer(GAME, action)
    assert number is not None
    refused = explain_refusal(GAME, ROOM, state, 0, number)
    assert refused is not None
    assert refused.rule == rule
    assert re.fullmatch(r"[A-Z][^{}]+\.", refused.sentence)


# Names.


def test_r35_the_bosss_name_is_an_option() -> None:
    assert texts()["boss_name"] == next(option.default for option in GAME.options if option.name == "boss") == "Volo"
    match_ = tell(standing("G1", wins=8), "fight", "1 1 1")
    over = tell(standing("G1", wins=8, health=2), "fight", *LOSE, *LOSE)
    for state in (standing("G1"), standing("G1", wins=3), match_, over):
        assert "Mira" in board(state, MIRA)
        assert "Volo" not in board(state, MIRA)
    assert labels(standing("G1", wins=8), MIRA)[4] == "Play a game of bones with Mira"
    assert "Mira" in GAME.words.rules(MIRA.options)
    assert "Volo" not in GAME.words.rules(MIRA.options)


def test_names_in_texts() -> None:
    assert "Bo, Dockside Unknown" in board(set_out(), MIRA)
    won = tell(standing("G1", wins=8), "fight", *WIN, *WIN)
    assert "let Bo pay" in board(won, MIRA)


def test_r24_the_in_game_names() -> None:
    for state in (set_out(), playing("C7", "1 1 1"), tell(standing("C7", health=1), "fight", *LOSE)):
        pages = GAME.words.pages(ROOM, seen(state)).values()
        shown = "\n".join([board(state), *pages]).lower()
        assert "credibility" in shown
        assert not re.search(r"\b(health|experience|level \d)\b", shown)


# The rules pages.


def test_s13_three_pages_of_three_titled_entries() -> None:
    text = GAME.words.rules(FULL)
    assert [page["page"] for page in texts()["game_info"]] == [1, 2, 3]
    for page in texts()["game_info"]:
        assert f"Page {page['page']} of 3" in text
        assert len(page["entries"]) == 3
        for entry in page["entries"]:
            assert f"\n{entry['title']}\n" in text
    assert "{" not in text


def test_r36_nothing_hidden_stands_in_the_rules_pages() -> None:
    text = GAME.words.rules(FULL)
    for place in places():
        assert place["name"] not in text
        assert place.get("opponent", "\0") not in text
    assert not re.search(r"\b(14|15|16|17|18|19|20)\b|%|probab", text)


def test_r36_things_are_the_places_by_their_labels_alone() -> None:
    names = GAME.words.things["place"]
    assert len(names) == 49
    assert (names[42], names[6]) == ("A7", "G1")
