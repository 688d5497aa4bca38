"""The texts: notation both ways, boards, questions, choices, refusals and the rules pages."""

from __future__ import annotations

import re

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.tests.positions import (
    CONTEXT,
    LOSING_LINES,
    WINNING_LINES,
    WITH_TUTORIAL,
    at_place,
    campaign_with_tutorial,
    campaign_without_tutorial,
    event_sentences,
    in_game,
    move_to,
    play_lines,
    player_view,
)
from parlour.games.bones.text.texts import places, texts
from parlour.kernel.answers import explain_refusal, read_answer
from parlour.kernel.journal import Journal
from parlour.kernel.problem import Problem
from parlour.kernel.text import MatchContext

NOTATION = ("go north", "go east", "go south", "go west", "fight", "roll", "hold", "add", "subtract", "re-roll")
MIRA = MatchContext(("Bo",), {"tutorial": True, "boss": "Mira"})


def text_board(state: Bones, context: MatchContext = CONTEXT) -> str:
    """The text board, without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in GAME.text.board(context, player_view(state)).splitlines())


def offered_labels(state: Bones, context: MatchContext = CONTEXT) -> list[str]:
    return [GAME.text.label(context, player_view(state), offer.action) for offer in GAME.text.offer(state, 0)]


# Notation.


def test_notation_both_ways() -> None:
    assert tuple(GAME.text.notation(action) for action in range(GAME.actions)) == NOTATION
    for action, text in enumerate(NOTATION):
        assert read_answer(GAME, text) == action
        assert read_answer(GAME, f"  {text.upper()} ") == action
    assert read_answer(GAME, "jump") is None


def test_kinds_name_every_action_once() -> None:
    assert [action for span in GAME.text.kinds.values() for action in span] == list(range(GAME.actions))


def test_outcomes_both_ways_for_each_thing_the_dealer_owes() -> None:
    opening = play_lines(at_place("D7", wins=3), "fight")
    die = play_lines(opening.clone(), "1 2 3", "roll")
    again = play_lines(opening.clone(), "1 2 3", "re-roll")
    enemy = play_lines(opening.clone(), "1 2 3", "hold")
    for state, fan in ((opening, 216), (die, 6), (again, 6), (enemy, 2)):
        texts_ = [GAME.text.outcome(state, outcome) for outcome in range(fan)]
        assert len(set(texts_)) == fan == state.outcomes
        assert [GAME.text.read_outcome(state, text) for text in texts_] == list(range(fan))
    assert GAME.text.outcome(opening, 0) == "1 1 1"
    assert GAME.text.outcome(opening, 215) == "6 6 6"
    assert GAME.text.outcome(opening, 8) == "1 2 3"
    assert [GAME.text.outcome(enemy, outcome) for outcome in (0, 1)] == ["low", "high"]


@pytest.mark.parametrize("text", ["", "7", "0", "1 2", "1 2 3 4", "1 2 7", "one", "low", "-1"])
def test_a_wrong_outcome_is_refused(text: str) -> None:
    opening = play_lines(at_place("D7", wins=3), "fight")
    die = play_lines(opening.clone(), "1 2 3", "roll")
    enemy = play_lines(opening.clone(), "1 2 3", "hold")
    for state in (opening, die, enemy):
        if (state is enemy and text == "low") or (state is die and text == "1"):
            continue
        with pytest.raises((Problem, ValueError)):
            GAME.text.read_outcome(state, text)


# Boards.


def test_board_of_a_place() -> None:
    assert text_board(campaign_without_tutorial()) == "\n".join([
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
    state = play_lines(in_game("D7", "6 6 6", wins=3), "roll", "5")
    assert text_board(state) == "\n".join([
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
    lines = text_board(play_lines(at_place("G1", wins=8), "fight", *WINNING_LINES, "2 2 2")).splitlines()
    assert lines[0] == "A Match with Volo                                 Round 2, you 1, Volo 0"
    assert "Best of three. He plays higher when behind, lower when ahead." in lines


def test_board_of_lesson_and_practice() -> None:
    state = play_lines(campaign_with_tutorial(), "1 2 3")
    assert text_board(state).startswith("Bones with Aunt Brindle ")
    assert "The lesson, without stakes" in text_board(state)
    play_lines(state, "hold", "low", "1 2 3")
    assert text_board(state).startswith("Bones with Pim the net-mender ")
    assert "A practice game, without stakes" in text_board(state)


def test_board_of_the_boss_who_turns_the_player_away() -> None:
    assert "Volo bows to you with great courtesy" in text_board(at_place("G1"))
    assert "the one from the lower tables" in text_board(at_place("G1", wins=3))
    assert "Volo bows" not in text_board(at_place("G1", wins=8))


def test_map_page() -> None:
    state = at_place("C7", wins=2)
    assert GAME.text.pages(CONTEXT, player_view(state))["Map"].splitlines() == [
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
    page = GAME.text.pages(CONTEXT, player_view(at_place("C7", wins=4)))["Character"]
    for line in ("Credibility  4", "Reputation   2", "Renown       1 of 5", "Add          2", "Games won 4, lost 0"):
        assert line in page
    assert "Ann" in page
    assert "Tavern Regular" in page


def test_s2_a_rank_title_goes_with_each_level() -> None:
    for wins, title in ((0, "Dockside Unknown"), (3, "Tavern Regular"), (8, "Talk of the City")):
        assert f"Ann, {title}" in text_board(at_place("C7", wins))


# Questions and choices.


@pytest.mark.parametrize(
    ("state", "question"),
    [
        (campaign_without_tutorial(), "Which way?"),
        (at_place("C7"), "Pell the eel-catcher is ready to throw. Play, or walk on?"),
        (at_place("G1", wins=8), "Volo is ready to throw. Play, or walk on?"),
        (at_place("G1"), "Which way?"),
        (in_game("C7", "2 4 5"), "Your total is 11, your last roll 5. What now?"),
        (play_lines(in_game("C7", "6 6 6"), "roll", "4"), "Your total is 22, over 21. What now?"),
        (play_lines(in_game("C7", "1 1 1"), "hold", "low"), "Which way?"),
    ],
)
def test_questions(state: Bones, question: str) -> None:
    assert GAME.text.question(CONTEXT, player_view(state)) == question


def test_labels_on_the_way() -> None:
    state = play_lines(campaign_without_tutorial(), "go east", "go east", "go east")
    assert offered_labels(state) == [
        "Go north, where you have not been",
        "Go east, where you have not been",
        "Go south",
        "Go west, to The Soggy Anchor (a game not won)",
        "Play a game of bones with Hodge the caulker",
    ]
    assert offered_labels(play_lines(state, "go west", "go west"))[3:] == [
        "Go west, to Gullwing Landing",
        "Play a game of bones",
    ]


def test_labels_in_a_game() -> None:
    assert offered_labels(in_game("D7", "2 4 5", wins=3)) == [
        "Roll one more die",
        "Hold at 11",
        "Add: 11 becomes 12 (2 left)",
        "Subtract: 11 becomes 10 (2 left)",
        "Re-Roll the 5 (1 left)",
    ]


def test_the_offer_marks_what_is_closed_and_matches_the_legal_answers() -> None:
    for state in (
        campaign_without_tutorial(),
        at_place("C7"),
        in_game("C7", "1 1 1"),
        at_place("G1"),
        play_lines(at_place("C7"), "fight", *WINNING_LINES),
    ):
        shown = GAME.text.offer(state, 0)
        assert [offer.action for offer in shown if offer.reason == 0] == list(state.legal(0))
        assert len(shown) == 5


@pytest.mark.parametrize(
    ("state", "action", "rule"),
    [
        (at_place("A1"), "go north", "R31"),
        (at_place("G1"), "go east", "R31"),
        (at_place("G7"), "go south", "R31"),
        (at_place("A7"), "go west", "R31"),
        (at_place("B7"), "fight", "5.3"),
        (play_lines(at_place("C7"), "fight", *WINNING_LINES), "fight", "3.5"),
        (play_lines(at_place("C7"), "fight", *LOSING_LINES), "fight", "R20"),
        (at_place("G1"), "fight", "R21"),
        (play_lines(at_place("G1", wins=8), "fight", *LOSING_LINES, *LOSING_LINES), "fight", "R20"),
        (in_game("C7", "1 1 1"), "go north", "6"),
        (in_game("C7", "1 1 1"), "fight", "6"),
        (at_place("C7"), "roll", "6"),
        (in_game("C7", "1 1 1", add=0), "add", "6.3"),
        (in_game("C7", "1 1 1", subtract=0), "subtract", "6.3"),
        (in_game("C7", "1 1 1"), "re-roll", "6.3"),
    ],
)
def test_every_refusal_names_its_rule_in_a_sentence(state: Bones, action: str, rule: str) -> None:
    number = read_answer(GAME, action)
    assert number is not None
    refused = explain_refusal(GAME, CONTEXT, state, 0, number)
    assert refused is not None
    assert refused.rule == rule
    assert re.fullmatch(r"[A-Z][^{}]+\.", refused.sentence)


# Names.


def test_r35_the_bosss_name_is_an_option() -> None:
    assert texts()["boss_name"] == next(option.default for option in GAME.options if option.name == "boss") == "Volo"
    match_ = play_lines(at_place("G1", wins=8), "fight", "1 1 1")
    over = play_lines(at_place("G1", wins=8, health=2), "fight", *LOSING_LINES, *LOSING_LINES)
    for state in (at_place("G1"), at_place("G1", wins=3), match_, over):
        assert "Mira" in text_board(state, MIRA)
        assert "Volo" not in text_board(state, MIRA)
    assert offered_labels(at_place("G1", wins=8), MIRA)[4] == "Play a game of bones with Mira"
    assert "Mira" in GAME.text.rules(MIRA.options)
    assert "Volo" not in GAME.text.rules(MIRA.options)


def test_names_in_texts() -> None:
    assert "Bo, Dockside Unknown" in text_board(campaign_without_tutorial(), MIRA)
    won = play_lines(at_place("G1", wins=8), "fight", *WINNING_LINES, *WINNING_LINES)
    assert "let Bo pay" in text_board(won, MIRA)


def test_r24_the_in_game_names() -> None:
    for state in (
        campaign_without_tutorial(),
        in_game("C7", "1 1 1"),
        play_lines(at_place("C7", health=1), "fight", *LOSING_LINES),
    ):
        pages = GAME.text.pages(CONTEXT, player_view(state)).values()
        shown = "\n".join([text_board(state), *pages]).lower()
        assert "credibility" in shown
        assert not re.search(r"\b(health|experience|level \d)\b", shown)


# The rules pages.


def test_s13_three_pages_of_three_titled_entries() -> None:
    text = GAME.text.rules(WITH_TUTORIAL)
    assert [page["page"] for page in texts()["game_info"]] == [1, 2, 3]
    for page in texts()["game_info"]:
        assert f"Page {page['page']} of 3" in text
        assert len(page["entries"]) == 3
        for entry in page["entries"]:
            assert f"\n{entry['title']}\n" in text
    assert "{" not in text


def test_r36_nothing_hidden_stands_in_the_rules_pages() -> None:
    text = GAME.text.rules(WITH_TUTORIAL)
    for place in places():
        assert place["name"] not in text
        assert place.get("opponent", "\0") not in text
    assert not re.search(r"\b(14|15|16|17|18|19|20)\b|%|probab", text)


def test_r36_things_are_the_places_by_their_labels_alone() -> None:
    names = GAME.text.things["place"]
    assert len(names) == 49
    assert (names[42], names[6]) == ("A7", "G1")


def test_a_title_after_a_name_is_closed_by_a_comma() -> None:
    question = GAME.text.question(CONTEXT, player_view(at_place("C6")))
    assert question == "Old Dunstan, lamplighter, is ready to throw. Play, or walk on?"


def test_s6_5_a_tie_says_that_it_is_a_loss() -> None:
    state = play_lines(move_to(campaign_without_tutorial(Journal()), "C7"), "fight", "6 6 3", "hold", "low")
    assert any(line.startswith("15 against 15: a tie, a loss. ") for line in event_sentences(state))
