"""The words of the game: notation, questions, labels, refusals, the text board, rules and pages."""

from __future__ import annotations

import json
import re

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    Position,
    make_pack,
    opening_position,
    pack_landmark,
    position,
)
from parlour.games.harmonictook.tests.table_variants import TEA_PACK
from parlour.games.harmonictook.tests.test_story import TABLES, RandomAnswerBot, match_context
from parlour.games.harmonictook.text.questions import REASONS
from parlour.kernel.answers import explain_refusal, read_answer
from parlour.kernel.game import game_for_options
from parlour.kernel.match import play_out_match
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.state import NOT_LEGAL
from parlour.kernel.text import MatchContext

ALL = ("train_station", "shopping_mall", "amusement_park", "radio_tower")


def question(at: Position) -> str:
    return at.words.question(at.context, at.view)


def labels(at: Position) -> list[str]:
    return [at.words.label(at.context, at.view, action) for action in at.state.legal(at.active)]


def label(at: Position, answer: str) -> str:
    return at.words.label(at.context, at.view, at.actions[answer])


def text_board(at: Position) -> str:
    return at.words.board(at.context, at.view)


# Notation.


def test_notation_both_ways() -> None:
    texts = [GAME.text.notation(action) for action in range(GAME.actions)]
    assert len(set(texts)) == GAME.actions == 487
    for action, text in enumerate(texts):
        assert read_answer(GAME, f" {text.upper()} ") == action
    assert texts[:10] == ["roll 1", "roll 2", "keep", "reroll", "stay", "raise", "pass", "decline", "hold", "invest"]
    assert texts[a.SEAT] == "seat 1"
    assert texts[a.BUY] == "buy wheat_field"
    assert texts[a.BUILD + 5] == "build harbor"
    assert texts[a.DEMOLISH] == "demolish train_station"
    assert texts[a.TAKE_CLOSED + 11] == "take mine closed"
    assert texts[a.GIVE_CLOSED + 2] == "give bakery closed"
    assert texts[a.CLOSE + 2] == "close bakery"
    assert texts[a.EXHIBIT + 38] == "exhibit members_only_club"


def test_a_pack_has_notation_of_its_own() -> None:
    options = match_context(3, {"cards": f"tea.json\n{json.dumps(TEA_PACK)}"}).options
    game = game_for_options(GAME, options)
    assert game.text.notation(int(a.BUY) + 39) == "buy tea_qa"
    assert game.text.notation(int(a.BUILD) + 7) == "build tea_tower"
    assert read_answer(game, "BUY TEA_QA") == int(a.BUY) + 39
    assert game.text.things["card"][39] == "Tea QA"


def test_kinds_name_every_action_once() -> None:
    assert [action for span in GAME.text.kinds.values() for action in span] == list(range(GAME.actions))


def test_outcomes_both_ways_for_each_thing_the_dealer_owes() -> None:
    one = position()
    two = position(landmarks={0: STATION_BUILT}).play_lines("roll 2")
    lot = opening_position(3, random_first_player=True)
    card = opening_position(2, market="variable")
    for at, fan in ((one, 6), (two, 36), (lot, 3)):
        texts = [at.words.outcome(at.state, outcome) for outcome in range(fan)]
        assert len(set(texts)) == fan == at.state.outcomes
        assert [at.words.read_outcome(at.state, text) for text in texts] == list(range(fan))
    assert one.words.outcome(one.state, 3) == "4"
    assert two.words.outcome(two.state, 15) == "3 4"
    assert lot.words.outcome(lot.state, 1) == "seat 2"
    assert card.words.outcome(card.state, 11) == "mine"
    assert card.words.read_outcome(card.state, "mine") == 11
    for at, wrong in ((one, "7"), (one, "1 2"), (two, "3"), (two, "0 1"), (card, "castle")):
        with pytest.raises((Problem, ValueError)):
            at.words.read_outcome(at.state, wrong)


# Questions and choices.

SWAP = {0: {"business_center": 1, "bakery": 1}, 1: {"mine": 1, "ranch": 2}, 2: {"cafe": 1}}


def swap_position(*lines: str) -> Position:
    return position(3, cards=SWAP, coins=(3, 4, 5)).roll(6).play_lines(*lines)


def millionaires_row_position(total: tuple[int, ...], **cards: int) -> Position:
    """A table of three with Millionaire's Row; the first seat has a station, some landmarks and these cards."""
    cities = {0: cards, 1: {"bakery": 2, "mine": 1}, 2: {"bakery": 1}}
    marks = {0: ("train_station", "shopping_mall")}
    return position(3, (3, 1, 9), cities, marks, {1: {"mine": 1}}, stored=(2, 0, 0), millionaires_row=True).roll(*total)


@pytest.mark.parametrize(
    ("at", "asked", "choices"),
    [
        (
            position(landmarks={0: STATION_BUILT}),
            "Your turn. Roll one die or two?",
            ["Roll one die", "Roll two dice"],
        ),
        (
            position(landmarks={0: ALL[::3]}).roll(4, 3),
            "You rolled 4 + 3 = 7. Keep it, or roll again?",
            ["Keep the 7", "Roll again"],
        ),
        (
            position(landmarks={0: ALL[::3]}).roll(4).play_lines("reroll"),
            "You roll again. One die or two?",
            ["Roll one die", "Roll two dice"],
        ),
        (
            position(landmarks={0: ("train_station", "harbor")}, harbor=True).roll(5, 6),
            "You rolled 5 + 6 = 11. Stay there, or raise it to 13?",
            ["Stay at 11", "Raise to 13"],
        ),
        (
            position(3, (0, 3, 8), {0: {"tv_station": 1}}).roll(6),
            "TV Station: who pays you 5 coins?",
            ["Bob (has 3 coins, pays 3)", "Cleo (has 8 coins, pays 5)"],
        ),
        (
            swap_position(),
            "Business Center: with whom do you swap a card?",
            ["Swap nothing", "Bob (3 cards, 4 coins)", "Cleo (1 card, 5 coins)"],
        ),
        (
            swap_position("seat 2"),
            "Business Center: which card of Bob's do you take?",
            ["Swap nothing", "Take Ranch (any 2: bank pays 1)", "Take Mine (any 9: bank pays 5)"],
        ),
        (
            swap_position("seat 2", "take mine"),
            "Business Center: which card do you give Bob for the Mine?",
            [
                "Swap nothing",
                "Give Bakery (your 2-3: bank pays 1)",
                "Give Business Center (your 6: swap a card with an opponent)",
            ],
        ),
        (
            millionaires_row_position((4, 5), moving_company=2, bakery=1),
            "Moving Company: which card do you give away for 4 coins? (2 gifts to make)",
            ["Give Bakery (your 2-3: bank pays 1)", "Give Moving Company (your 9-10: give a card away for 4 coins)"],
        ),
        (
            millionaires_row_position((4, 5), moving_company=1, bakery=1).play_lines("give bakery"),
            "Moving Company: who gets the Bakery?",
            ["Bob (3 cards, 1 coin)", "Cleo (1 card, 9 coins)"],
        ),
        (
            millionaires_row_position((4,), demolition_company=1),
            "Demolition Company: which landmark do you pull down for 8 coins?",
            ["Pull down Train Station", "Pull down Shopping Mall"],
        ),
        (
            millionaires_row_position((4, 4), renovation_company=1, bakery=3),
            "Renovation Company: which cards close? Each opponent pays you 1 a card.",
            ["Close nothing", "Close Bakeries (3 of yours, Bob pays 1, Cleo pays 1)"],
        ),
        (
            millionaires_row_position((5, 5), exhibit_hall=1, bakery=3),
            "Exhibit Hall: which of your cards do you run?",
            ["Exhibit nothing", "Run 3 x Bakery (your 2-3: bank pays 1)"],
        ),
        (
            millionaires_row_position((1, 2), tech_startup=1).play_lines("pass"),
            "Put 1 coin on your Tech Startup? It holds 2.",
            ["Put nothing there", "Put it there"],
        ),
    ],
)
def test_questions_and_their_choices(at: Position, asked: str, choices: list[str]) -> None:
    assert question(at) == asked
    assert labels(at) == choices


def test_building_tells_the_roll_the_purse_and_the_price() -> None:
    at = position(coins=(9, 3), landmarks={0: STATION_BUILT}).roll(3, 4)
    assert question(at) == "You rolled 3 + 4 = 7 and have 9 coins. Build one thing, or pass."
    assert label(at, "pass") == "Build nothing"
    assert label(at, "buy wheat_field") == "Buy Wheat Field, 1 coin (any 1: bank pays 1)"
    assert label(at, "buy cheese_factory") == "Buy Cheese Factory, 5 coins (your 7: bank pays 3 per livestock card)"
    assert label(at, "buy cafe") == "Buy Cafe, 2 coins (their 3: roller pays 1)"
    assert label(at, "build radio_tower") == "Build Radio Tower, 22 coins (roll again once a turn)"


def test_building_after_raising_tells_the_total() -> None:
    at = position(landmarks={0: ("train_station", "harbor", "airport")}, harbor=True).roll(5, 6).play_lines("raise")
    assert question(at) == "Your total is 13, and you have 3 coins. Build one thing, or pass."
    assert label(at, "pass") == "Build nothing (Airport: 10 coins)"


def test_the_last_landmark_says_that_it_wins() -> None:
    at = position(coins=(30, 3), landmarks={0: ALL[:3]}).roll(1)
    assert label(at, "build radio_tower") == "Build Radio Tower, 22 coins (wins the game)"
    assert label(position(landmarks_to_win=1).roll(1), "build train_station").endswith("(wins the game)")
    tower = pack_landmark("folly", "QZ", {"kind": "reroll", "times": 2}, counts_for_win=False)
    own = position(coins=(30, 3), landmarks={0: ALL[:3]}, pack=make_pack(landmarks=[tower])).roll(1)
    assert label(own, "build folly") == "Build Folly, 5 coins (roll again 2 times a turn)"


def test_closed_cards_and_paid_refusals_of_a_swap_say_so() -> None:
    cities = {0: {"business_center": 1, "winery": 1}, 1: {"mine": 1}}
    asleep = {0: {"winery": 1}, 1: {"mine": 1}}
    at = position(cards=cities, closed=asleep, bc_decline_coins=5, millionaires_row=True).roll(6)
    assert labels(at)[0] == "Swap nothing (the bank pays 5 coins)"
    assert labels(at.play_lines("seat 2"))[1] == "Take Mine, closed (any 9: bank pays 5)"
    assert question(at.play_lines("take mine closed")).endswith("which card do you give Bob for the closed Mine?")
    assert "Give Winery, closed (your 9: bank pays 6 per Vineyard, then Winery closes)" in labels(at)


def test_every_label_can_be_said_even_of_what_is_not_there() -> None:
    at = position().roll(1)
    for action in range(GAME.actions):
        assert at.words.label(at.context, at.view, action).isprintable()
    assert at.words.label(at.context, at.view, int(a.BUY) + 63) == "Card 63, which does not exist"
    assert at.words.label(at.context, at.view, int(a.DEMOLISH) + 11) == "Landmark 11, which does not exist"
    assert at.words.label(at.context, at.view, int(a.SEAT) + 4) == "Seat 5, which does not exist"


# Refusals.


def test_every_reason_has_a_rule_and_a_sentence() -> None:
    reasons = (
        a.TOO_DEAR,
        a.SOLD_OUT,
        a.FACE_DOWN,
        a.LIMIT_REACHED,
        a.ALREADY_BUILT,
        a.NOT_IN_PLAY,
        a.NOT_NOW,
        NOT_LEGAL,
    )
    assert sorted(REASONS) == sorted(int(reason) for reason in reasons)
    for refused in REASONS.values():
        assert re.fullmatch(r"[A-Z][^.]+\.", refused.sentence)


@pytest.mark.parametrize(
    ("answer", "rule", "words"),
    [
        ("buy mine", "6.1", "enough coins"),
        ("buy ranch", "6.2", "Sold out"),
        ("buy stadium", "6.1", "own no more"),
        ("build train_station", "6.1", "built it already"),
        ("buy sushi_bar", "2", "not in play"),
        ("roll 1", "3", "another question"),
    ],
)
def test_refusals_while_building(answer: str, rule: str, words: str) -> None:
    piles = {"mine": 6, "bakery": 6, "stadium": 2}
    at = position(cards={0: {"stadium": 1}}, landmarks={0: STATION_BUILT}, offer=piles).roll(1)
    refused = explain_refusal(GAME, at.context, at.state, 0, at.actions[answer])
    assert refused is not None
    assert refused.rule == rule
    assert words in refused.sentence


def test_refusals_of_face_down_cards_and_of_wrong_cards() -> None:
    at = position(2, offer={"bakery": 6}, deck={"ranch": 6}, market="variable").roll(1)
    refused = explain_refusal(GAME, at.context, at.state, 0, at.actions["buy ranch"])
    assert refused is not None
    assert refused.rule == "6.3"
    wrong = explain_refusal(GAME, at.context, swap_position("seat 2").state, 0, at.actions["take cafe"])
    assert wrong is not None
    assert wrong.rule == "3"


# The board.


def test_board_of_a_small_town() -> None:
    at = position(
        2,
        (12, 0),
        {0: {"wheat_field": 1, "ranch": 3, "cheese_factory": 1}, 1: {"bakery": 2, "cafe": 1, "stadium": 1}},
        {0: STATION_BUILT},
        offer={"mine": 6, "cafe": 2, "bakery": 1},
    ).roll(4, 3)
    assert text_board(at).splitlines() == [
        "Turn 1, Ann   [4] [3]   4 + 3 = 7",
        "",
        "> Ann   21 coins   [x]TS [ ]SM [ ]AP [ ]RT",
        "    blue: Wheat Field, Ranch x3; green: Cheese Factory",
        "  Bob    0 coins   [ ]TS [ ]SM [ ]AP [ ]RT",
        "    red: Cafe; green: Bakery x2; purple: Stadium",
        "",
        "Landmarks, 4 to win: TS Train Station 4, SM Shopping Mall 10,",
        "  AP Amusement Park 16, RT Radio Tower 22",
        "",
        "Market: number, name, cost, copies",
        "G   2-3 BA Bakery  1  x1   B     9 MI Mine    6  x6",
        "R     3 CA Cafe    2  x2",
        "R red: others' rolls   B blue: any roll   G green, P purple: own roll",
    ]


def test_board_shows_closed_cards_stored_coins_the_deck_and_what_is_pending() -> None:
    cities = {0: {"winery": 2, "moving_company": 1}, 1: {"tech_startup": 1, "mine": 1}}
    asleep = {0: {"winery": 1}, 1: {"mine": 1}}
    piles = {"mine": 1, "ranch": 1}
    at = position(
        2,
        (5, 1),
        cities,
        {0: STATION_BUILT},
        asleep,
        (0, 3),
        piles,
        {"bakery": 1},
        market="variable",
        millionaires_row=True,
    )
    assert "green: Winery x2 (1 closed), Moving Company" in text_board(at)
    assert "blue: Mine (closed); purple: Tech Startup (3 coins on it)" in text_board(at)
    assert "Market: number, name, cost, copies, 1 card to come" in text_board(at)
    at.roll(5, 5)
    assert text_board(at).splitlines()[1] == "Moving Company fires"
    assert "for the Mine" in text_board(swap_position("seat 2", "take mine"))
    assert (
        text_board(swap_position("seat 2", "take mine")).splitlines()[1]
        == "Business Center fires, a swap with Bob, for the Mine"
    )


def test_board_of_a_raised_double_and_of_the_end() -> None:
    marks = {0: ("train_station", "harbor", "amusement_park")}
    at = position(2, (99, 3), landmarks=marks, landmarks_to_win=4, harbor=True).roll(6, 6).play_lines("raise")
    first = "Turn 1, Ann   [6] [6]   6 + 6 = 12, raised to 14, a double: another turn follows"
    assert text_board(at).splitlines()[0] == first
    at.play_lines("build airport")
    assert text_board(at).splitlines()[1] == "Ann has won; the match is over."
    assert re.search(r"Ann +69 coins .* \d+ points", text_board(at))
    stopped = position(max_turns=10)
    while not stopped.state.over():
        stopped.roll(5).finish_turn()
    assert text_board(stopped).splitlines()[1] == "Nobody has won; the match is over."


@pytest.mark.parametrize(("seats", "given"), TABLES)
def test_all_that_is_shown_fits_any_terminal(seats: int, given: dict[str, Value]) -> None:
    """The board uses only characters of the Windows code pages, and no row is wider than a hundred."""
    at = opening_position(seats, None, **given)
    names = MatchContext(tuple("Bartholomew the 2nd Earl"[:23] + str(seat) for seat in range(seats)), at.options)
    play_out_match(at.state, [RandomAnswerBot() for _ in range(seats)], 5, None, 40)
    texts = [at.words.board(names, at.view), at.words.rules(at.options), *at.words.pages(names, at.view).values()]
    for text in texts:
        for code in ("ascii", "cp437", "cp1252"):
            text.encode(code)
        assert max(len(row) for row in text.splitlines()) <= 100


def test_names_of_cards_are_not_broken_over_two_rows() -> None:
    at = position(2, cards={0: {card.id: 2 for card in OFFICIAL[0].cards}})
    for card in OFFICIAL[0].cards:
        assert f"{card.name} x2" in text_board(at)


# Rules and pages.


def test_the_rules_tell_of_the_cards_in_play_and_of_no_others() -> None:
    base = GAME.text.rules(match_context(2, {}).options)
    both = GAME.text.rules(match_context(2, {**WITH_BOTH, "use_exhibit_hall": False}).options)
    for pack in OFFICIAL:
        for name in (*(card.name for card in pack.cards), *(mark.name for mark in pack.landmarks)):
            row = re.compile(rf"^( *[-\d]+|\w\w) +{name} +(\d+|built)  ", re.MULTILINE)
            assert bool(row.search(base)) == (pack.id == "base"), name
            assert bool(row.search(both)) == (name != "Exhibit Hall"), name
    assert "built 4 landmarks" in base
    assert "built 6 landmarks" in both
    assert "All cards are on offer" in base
    assert "10 different piles" in both
    assert "CLOSED CARDS" in both
    assert "CLOSED CARDS" not in base


def test_the_rules_tell_the_house_rules_and_changed_cards() -> None:
    given: dict[str, Value] = {"market": "hybrid", "hybrid_sizes": "4,4,2", "starting_coins": 7}
    given |= {"cards": f"tea.json\n{json.dumps(TEA_PACK)}", "card_overrides": "mine.cost=9 mine.hits_on=8,9"}
    text = GAME.text.rules(match_context(2, given).options)
    assert "  cards tea.json: A card pack" in text
    assert "schema" not in text
    assert "  starting_coins 7: " in text
    assert "begins with 7 coins" in text
    assert "4 piles of cards with numbers up to 6, 4 piles of higher ones" in text
    assert re.search(r"  8-9  Mine +9  bank pays 5", text)
    assert re.search(r" 5-6  Tea QA +2  roller pays 1", text)
    assert "AGREED" not in GAME.text.rules(match_context(2, {}).options)


def test_the_rules_say_which_cards_are_counted_together() -> None:
    text = GAME.text.rules(match_context(2, {}).options)
    assert "- livestock: Ranch\n" in text
    assert "- grain: Wheat Field and Apple Orchard\n" in text


def test_pages_to_look_up() -> None:
    at = position(2, offer={"ranch": 5}, deck={"mine": 3}, landmarks={1: STATION_BUILT}, market="variable")
    pages = at.words.pages(at.context, at.view)
    assert list(pages) == ["Cards", "Landmarks", "Odds"]
    assert re.search(r"    2 RA Ranch +1   5/0  bank pays 1\n", pages["Cards"])
    assert re.search(r"    9 MI Mine +6   0/3  bank pays 5\n", pages["Cards"])
    assert "4 landmarks win the game." in pages["Landmarks"]
    assert "Ann: none yet" in pages["Landmarks"]
    assert "Bob: Train Station" in pages["Landmarks"]
    assert re.search(r"    7        -    16.7 %  CF\n", pages["Odds"])
    assert re.search(r"    1   16.7 %         -  WF\n", pages["Odds"])
    assert "above 12" not in pages["Odds"]


# Facts.


def test_facts_are_what_is_printed_on_the_cards() -> None:
    found = GAME.text.facts
    assert [row["name"] for row in found["card"]] == list(GAME.text.things["card"])
    assert [row["name"] for row in found["landmark"]] == list(GAME.text.things["landmark"])
    mine, park = found["card"][11], found["card"][37]
    assert mine["id"] == "mine"
    assert (mine["colour"], mine["category"], mine["category_label"]) == ("blue", "gear", "Resource")
    assert (mine["cost"], mine["hits_on"], mine["max"], mine["supply"]) == (6, [9], None, 6)
    assert (park["id"], park["max"], park["supply"], park["set"]) == ("park", 1, None, "millionaires_row")
    hall = found["landmark"][4]
    assert (hall["id"], hall["wins"], hall["start_built"], hall["cost"]) == ("city_hall", False, True, 0)
    for rows in found.values():
        json.dumps(rows)


def test_facts_of_a_pack_and_of_changed_cards() -> None:
    given = {"cards": f"tea.json\n{json.dumps(TEA_PACK)}", "card_overrides": "mine.cost=9"}
    found = game_for_options(GAME, match_context(3, given).options).text.facts
    assert found["card"][11]["cost"] == 9
    assert (found["card"][39]["name"], found["card"][39]["set"]) == ("Tea QA", "tea")
    assert found["landmark"][7]["name"] == "Tea Tower"
