"""Texts: notation, questions, choices, reasons, sentences, captions and the text board."""

from __future__ import annotations

import re
from random import Random

import pytest

from parlour.games.stumped import GAME
from parlour.games.stumped.options import OPTIONS, TRIALS
from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules import events, reasons
from parlour.games.stumped.rules.state import BY_COIN, TOSSING, TURN_LIMIT
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests.positions import Position, draw_position
from parlour.games.stumped.text.game_text import text_of
from parlour.games.stumped.text.story import EVENTS, SENTENCES
from parlour.games.stumped.text.wording import REASONS
from parlour.kernel.answers import read_answer, read_answers
from parlour.kernel.game import game_for_options
from parlour.kernel.journal import EVERYONE, WATCHER
from parlour.kernel.options import Options, resolve_options
from parlour.kernel.problem import Problem
from parlour.kernel.state import NOT_LEGAL
from parlour.kernel.text import Event, MatchContext, Text, log_categories, visible_events
from parlour.terminal.text_painter import TextPainter

NAMES = ("Ann", "Ben")
USUAL = resolve_options(OPTIONS, {})
SMALL = resolve_options(OPTIONS, {"width": 5, "height": 4})
DRAWN = """
.   T3  .   .   ~
.   .   >   >   ~
.   .   .   C2  ~
.   .   v   ~   ~
"""


def words_of_position(position: Position) -> Text:
    return position.game.text


def context_of(position: Position) -> MatchContext:
    return MatchContext(NAMES, position.options)


def question(position: Position) -> str:
    return words_of_position(position).question(context_of(position), position.view())


def label(position: Position, notation: str) -> str:
    action = read_answer(position.game, notation)
    assert action is not None, notation
    return words_of_position(position).label(context_of(position), position.view(), action)


def labels(position: Position) -> list[str]:
    """Returns the labels of the legal choices, in the order they are shown."""
    offers = position.game.text.offer(position.state, int(position.state.player))
    return [
        words_of_position(position).label(context_of(position), position.view(), one.action)
        for one in offers
        if one.reason == 0
    ]


def closed_choices(position: Position) -> dict[str, str]:
    offers = position.game.text.offer(position.state, int(position.state.player))
    why = words_of_position(position).why
    return {
        words_of_position(position).notation(o.action): why(context_of(position), o.reason).sentence
        for o in offers
        if o.reason
    }


def first_position(profile: str = "document", **options: int) -> Position:
    position = draw_position(DRAWN, profile, **options)
    position.add_beaver(0, "Builder", 1, 1, branches=4)
    position.add_beaver(1, "Fighter", 0, 1)
    position.add_lodge(0, 0, 0, 2, 7)
    return position


# Notation.


@pytest.mark.parametrize("options", [USUAL, SMALL], ids=["usual", "small"])
def test_every_answer_is_read_back_whatever_its_case(options: Options) -> None:
    game = game_for_options(GAME, options)
    texts = [game.text.notation(action) for action in range(game.actions)]
    assert len(set(texts)) == game.actions == a.TILES + int(options["width"]) * int(options["height"])
    for action, text in enumerate(texts):
        assert read_answer(game, text) == read_answer(game, f"  {text.upper()} ") == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (a.END, "end"),
        (a.MOVE + 1, "move east"),
        (a.HARVEST, "harvest north"),
        (a.ATTACK + 3, "attack west"),
        (a.BUILD, "build"),
        (a.DROP, "drop branches here"),
        (a.DROP + 5 + 3, "drop food south"),
        (a.PICKUP + 4, "pickup branches west"),
        (a.PICKUP + 9, "pickup food west"),
        (a.RECRUIT + 4, "recruit Hot Lady"),
        (a.RECRUIT + 6, "recruit Swift"),
        (a.AMOUNT + 1, "1"),
        (a.AMOUNT + 15, "15"),
        (a.TILES, "0,0"),
        (a.TILES + 12 + 7 * 32, "12,7"),
        (a.TILES + 31 + 19 * 32, "31,19"),
    ],
)
def test_the_notation_is_stable(action: int, text: str) -> None:
    assert GAME.text.notation(action) == text


def test_a_whole_order_is_read_in_its_stages() -> None:
    assert read_answers(GAME, "12,7 move east") == [a.TILES + 12 + 7 * 32, a.MOVE + 1]
    assert read_answers(GAME, "4,9 drop branches west 3") == [a.TILES + 4 + 9 * 32, a.DROP + 4, a.AMOUNT + 3]
    assert read_answers(GAME, "3,3 recruit hot lady") == [a.TILES + 3 + 3 * 32, a.RECRUIT + 4]


def test_every_answer_is_of_one_kind() -> None:
    for options in (USUAL, SMALL):
        game = game_for_options(GAME, options)
        kinds = game.text.kinds
        assert [action for numbers in kinds.values() for action in numbers] == list(range(game.actions))


def test_outcomes_are_read_back_and_others_get_a_sentence() -> None:
    state = GAME.start(2, USUAL, None)
    assert isinstance(state, Stumped)
    for number in (0, 4711, 2**20 - 1):
        assert GAME.text.read_outcome(state, GAME.text.outcome(state, number)) == number
    for text in ("map 1048576", "map -1", "map", "a valley", "map \N{SUPERSCRIPT TWO}"):
        with pytest.raises(
            Problem, match=r"is not a map that the dealer can deal; write 'map ' and a number below \d+\."
        ):
            GAME.text.read_outcome(state, text)
    state.deal_outcome(7)
    state.phase, state.outcomes = TOSSING, 2
    assert [GAME.text.outcome(state, number) for number in range(2)] == ["coin first", "coin second"]
    assert [GAME.text.read_outcome(state, text) for text in ("Coin First", "coin  second")] == [0, 1]
    with pytest.raises(Problem, match="is not a result of the coin toss"):
        GAME.text.read_outcome(state, "map 3")


# Questions and choices.


def test_the_first_stage_names_units_with_what_they_have() -> None:
    at = first_position()
    assert question(at) == "Turn 0: which beaver or lodge? 2 can still do something."
    assert labels(at) == [
        "Lodge at 0,0 (recruit, free)",
        "Builder at 1,1 (3 moves, 1 action, 4 branches)",
        "end the turn (2 units could still act)",
    ]
    dear = first_position(free_beavers=0)
    assert label(dear, "0,0") == "Lodge at 0,0 (recruit, 7 food)"


def test_when_nobody_can_act_the_question_says_so() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Basic", 0, 0, moves=0, actions=0)
    assert question(at) == "Turn 0: nobody has an order left."
    assert labels(at) == ["end the turn"]


def test_the_second_stage_tells_what_every_order_costs_and_brings() -> None:
    at = first_position().give_orders("1,1")
    assert question(at) == "Builder at 1,1 (3 moves, 1 action, 4 branches): what shall it do?"
    assert labels(at) == [
        "move east to 2,1 (2 moves)",
        "move south to 1,2 (2 moves)",
        "harvest the tree north (11 branches, health 3)",
        "attack Ben's Fighter west (1 of 4 health)",
        "build a lodge here (2 branches)",
        "drop branches here (1 to 4)",
        "drop branches east, on 2,1 (1 to 4)",
        "drop branches south, on 1,2 (1 to 4)",
        "drop branches west, on 0,1 (1 to 4)",
    ]
    assert label(at, "move west") == "move west to 0,1 (2 moves)"


def test_rivers_are_named_by_what_they_do_to_a_step() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Basic", 2, 1)
    assert label(at.give_orders("2,1"), "move east") == "move east to 3,1 (1 move, downstream)"
    at = draw_position(DRAWN)
    at.add_beaver(0, "Basic", 4, 1)
    assert label(at.give_orders("4,1"), "move west") == "move west to 3,1 (3 moves, upstream)"


def test_cattails_are_munched_and_the_rest_does_not_fit() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Swift", 3, 1)
    assert label(at.give_orders("3,1"), "harvest south") == "harvest the cattails south (2 food, health 2)"


def test_a_lady_distracts_but_not_twice() -> None:
    at = draw_position(DRAWN)
    at.add_beaver(0, "Hot Lady", 1, 2)
    at.add_beaver(1, "Basic", 1, 3)
    at.add_beaver(0, "Hungry", 0, 2, distracted=2)
    at.give_orders("1,2")
    assert label(at, "attack south") == "attack Ben's Basic south (1 of 3 health, distracts for 3 turns)"
    assert label(at, "attack west") == "attack your own Hungry west (1 of 3 health)"


def test_building_warns_of_what_is_lost() -> None:
    at = first_position().put_goods(1, 1, 6)
    assert (
        label(at.give_orders("1,1"), "build") == "build a lodge here (2 branches; 4 branches on the tile would be lost)"
    )


def test_what_a_unit_cannot_do_says_why() -> None:
    at = first_position()
    at.state.held_branches[0] = 1
    assert closed_choices(at.give_orders("1,1")) == {
        "build": "It holds too few branches for a lodge, with those on its tile."
    }
    dear = first_position(free_beavers=0).give_orders("0,0")
    assert labels(dear) == [
        "recruit a Basic beaver (3 food; 3 moves, health 3, carries 3)",
        "recruit a Builder (6 food; 3 moves, health 3, carries 15, chops x3)",
        "recruit a Swift beaver (6 food; 5 moves, health 3, carries 2, munches x2)",
    ]
    assert set(closed_choices(dear).values()) == {"There is too little food in this lodge."}
    assert list(closed_choices(dear)) == ["recruit Bulky", "recruit Fighter", "recruit Hot Lady", "recruit Hungry"]


def test_goods_are_dropped_and_picked_up_by_amount() -> None:
    at = first_position().give_orders("1,1", "drop branches east")
    assert question(at) == "Builder at 1,1: how many branches shall it drop east, on 2,1?"
    assert labels(at) == ["drop 1", "drop 2", "drop 3", "drop 4"]
    near = draw_position(DRAWN, "server").put_goods(2, 1, 3, 5).add_lodge(1, 2, 3, 2)
    near.add_beaver(0, "Builder", 2, 2)
    near.give_orders("2,2")
    assert [one for one in labels(near) if one.startswith("pick")] == [
        "pick up branches north, on 2,1 (1 to 3)",
        "pick up branches south, on 2,3 (1 to 2, the lodge falls if all are taken)",
        "pick up food north, on 2,1 (1 to 5)",
    ]
    near.give_orders("pickup food north")
    assert question(near) == "Builder at 2,2: how much food shall it pick up north, on 2,1?"
    assert labels(near)[-1] == "pick up 5"


def test_in_the_document_profile_all_is_picked_up() -> None:
    at = draw_position(DRAWN).add_lodge(1, 2, 2, 20, 1)
    at.add_beaver(0, "Builder", 2, 2)
    assert [one for one in labels(at.give_orders("2,2")) if one.startswith("pick")] == [
        "pick up branches here (15 branches)",
        "pick up food here (1 food)",
    ]


@pytest.mark.parametrize("given", [{}, *TRIALS], ids=str)
def test_every_choice_of_a_match_has_a_label_of_its_own(given: Options) -> None:
    options = resolve_options(OPTIONS, {**given, "turns": 24})
    game, rng = game_for_options(GAME, options), Random(9)
    state = game.start(2, options, None)
    state.deal_outcome(77)
    there = MatchContext(NAMES, options)
    while not state.over() and not state.outcomes:
        seat = 0 if state.owes(0) else 1
        view = game.view(state, seat)
        offers = game.text.offer(state, seat)
        labels = [game.text.label(there, view, one.action) for one in offers]
        assert len(set(labels)) == len(labels)
        assert all(0 < len(one) <= 100 and one.isprintable() for one in labels), labels
        assert 0 < len(game.text.question(there, view)) <= 100
        assert sorted(one.action for one in offers if not one.reason) == [int(one) for one in state.legal(seat)]
        state.play(seat, rng.choice([one.action for one in offers if not one.reason]))


def test_every_answer_has_a_label_out_of_its_place_too() -> None:
    at = first_position()
    for action in range(at.game.actions):
        assert words_of_position(at).label(context_of(at), at.view(), action)


# Reasons.


def reason_numbers() -> list[int]:
    return [int(number) for name, number in vars(reasons).items() if name.isupper() and isinstance(number, int)]


@pytest.mark.parametrize("profile", ["document", "server"])
def test_every_reason_has_a_rule_and_a_sentence(profile: str) -> None:
    options = resolve_options(OPTIONS, {"profile": profile})
    assert sorted(REASONS) == sorted([*reason_numbers(), int(NOT_LEGAL)])
    found = [GAME.text.why(MatchContext(NAMES, options), number) for number in REASONS]
    assert len({why.sentence for why in found}) == len(found)
    text = GAME.text.rules(options)
    for why in found:
        assert why.sentence.endswith(".")
        assert len(why.sentence) <= 90
        assert re.search(rf"^{why.rule}  ", text, re.MULTILINE), why.rule


def test_a_reason_follows_the_profile() -> None:
    far, none = int(reasons.PICKUP_TOO_FAR), int(reasons.NOTHING_THERE)
    there = {
        profile: MatchContext(NAMES, resolve_options(OPTIONS, {"profile": profile}))
        for profile in ("document", "server")
    }
    assert GAME.text.why(there["document"], far).sentence == "It picks up from its own tile only."
    assert GAME.text.why(there["server"], far).sentence.endswith("or from one of the four beside it.")
    assert GAME.text.why(there["server"], none) != GAME.text.why(there["document"], none)


# Sentences.


def test_events_are_in_the_order_of_their_numbers() -> None:
    numbers = {int(number): name for name, number in vars(events).items() if name.isupper() and isinstance(number, int)}
    assert [numbers[kind] for kind in range(len(numbers))] == [kind.name.upper() for kind in EVENTS]
    assert len(EVENTS) == len(SENTENCES)
    assert " ".join(one.name for one in log_categories(GAME.text)) == "match turn step goods fight colony system"
    assert all(len(kind.arguments) <= 6 for kind in EVENTS)


@pytest.mark.parametrize(
    ("kind", "arguments", "sentence"),
    [
        (
            events.GAME_BEGINS,
            (7, 12, 2, 30, 80, 5),
            "Map 7: 12 trees and 2 groups of cattails, 5 rivers of 30 tiles and a pond of 80.",
        ),
        (events.STARTS_AT, (1, 33), "Ben begins at 1,1, with one Basic beaver and 1 branch."),
        (events.TURN, (0, 12), "Turn 12: you."),
        (events.TURN, (1, 13), "Turn 13: Ben."),
        (events.MOVED, (0, 3, 33, 34, 2), ""),
        (events.HARVESTED, (0, 3, 34, 0, 6, 4), "You harvest 6 branches from the tree at 2,1, health 4 now."),
        (events.HARVESTED, (1, 4, 34, 1, 1, 0), "Ben harvests 1 food from the cattails at 2,1, health 0 now."),
        (events.ATTACKED, (0, 3, 4, 34, 2, 0), "You attack the beaver at 2,1: 2 damage."),
        (events.ATTACKED, (1, 4, 3, 33, 1, 3), "Ben attacks the beaver at 1,1: 1 damage, dazed for 3 turns."),
        (events.DIED, (1, 4, 34, 1, 2), "Ben's beaver at 2,1 dies and leaves 1 branch and 2 food."),
        (events.DIED, (0, 3, 34, 0, 0), "Your beaver at 2,1 dies."),
        (events.BUILT, (0, 3, 34, 2, 2), "You build a lodge of 2 branches at 2,1: 2 lodges now."),
        (events.DROPPED, (0, 3, 34, 0, 1), "You drop 1 branch at 2,1."),
        (events.PICKED_UP, (1, 4, 34, 1, 5), "Ben picks up 5 food at 2,1."),
        (events.DESTROYED, (0, 34, 1, 1), "Your lodge at 2,1 falls, for Ben has emptied it: 1 lodge left."),
        (events.DESTROYED, (1, 34, 0, 0), "Ben's lodge at 2,1 falls, for you have emptied it: 0 lodges left."),
        (events.DESTROYED, (1, 34, 0, 1), "Ben's lodge at 2,1 falls, for its own branches are taken: 0 lodges left."),
        (events.RECRUITED, (0, 5, 34, 1, 0), "You recruit a Builder at 2,1 for nothing."),
        (events.RECRUITED, (1, 6, 34, 5, 8), "Ben recruits a Hungry beaver at 2,1 for 8 food."),
        (events.LOST_FOOD, (34, 3), "The water at 2,1 takes 3 food."),
        (events.TURN_ENDS, (0, 12, 0), "You let turn 12 pass."),
        (events.TURN_ENDS, (1, 13, 1), "Ben ends turn 13 after 1 order."),
        (events.FORFEITED, (1,), "Ben gives up."),
        (events.GAME_OVER, (1, 0), "One side has neither beaver nor lodge."),
        (events.GAME_OVER, (2, 1), "There are lodges enough to win: more lodges decide."),
        (events.GAME_OVER, (3, 4), "The last turn is over: all is equal, and the coin decides."),
        (events.GAME_OVER, (4, 0), "The match is given up."),
        (events.WINNER, (0, 10, 201, 4), "You win with 10 lodges, 201 branches and 4 food in them."),
        (events.WINNER, (1, 1, 1, 0), "Ben wins with 1 lodge, 1 branch and 0 food in it."),
    ],
)  # fmt: skip
def test_every_event_has_a_sentence(kind: int, arguments: tuple[int, ...], sentence: str) -> None:
    event = Event(int(EVERYONE), int(kind), arguments)
    assert GAME.text.sentence(MatchContext(NAMES, USUAL), event, 0) == sentence


def test_a_story_is_told_as_it_happens() -> None:
    at = first_position()
    at.give_orders("1,1 harvest north", "1,1 move south", "0,0 recruit Swift", "end")
    assert at.state.journal is not None
    sentences = [
        words_of_position(at).sentence(context_of(at), event, int(WATCHER))
        for event in visible_events(at.state.journal, 0, -1)
    ]
    assert [one for one in sentences if one] == [
        "Turn 0: Ann.",
        "Ann harvests 11 branches from the tree at 1,0, health 2 now.",
        "Ann recruits a Swift beaver at 0,0 for nothing.",
        "Ann ends turn 0 after 3 orders.",
        "Turn 1: Ben.",
    ]


# Captions and pages.


ANN_HAS = "Ann has 2 lodges, enough to win"


@pytest.mark.parametrize(
    ("turn", "lodges", "sentence"),
    [
        (4, (1, 1), ""),
        (4, (2, 1), f"{ANN_HAS}, but Ben still has a turn, so that both have had equally many (rule 10)."),
        (5, (2, 1), f"{ANN_HAS}, and wins after this turn, unless Ben empties a lodge or builds as many (rule 10)."),
        (5, (2, 2), "Both have 2 lodges, enough to win: this turn is the last, more branches in them win (rule 10)."),
        (5, (1, 2), "Ben has 2 lodges, enough to win, and wins when this turn is ended (rule 10)."),
    ],
)  # fmt: skip
def test_r16_the_board_says_why_lodges_enough_have_not_won_yet(
    turn: int, lodges: tuple[int, int], sentence: str
) -> None:
    at = draw_position(". . . .\n. . . .", turn=turn, lodges=2)
    for seat, count in enumerate(lodges):
        for x in range(count):
            at.add_lodge(seat, x, seat)
    text, context = words_of_position(at), context_of(at)
    assert text.captions(context, at.view()).get("undecided", "") == sentence
    assert sentence in " ".join(text.board(context, at.view()).split())
    at.end_turns(2 - turn % 2)
    assert "undecided" not in text.captions(context, at.view())


def test_captions_tell_who_is_ahead_and_how_it_ended() -> None:
    at = first_position()
    captions = words_of_position(at).captions(context_of(at), at.view())
    assert captions == {
        "title": "Turn 0 of 500",
        "status": "Ann moves; 2 units can still act.",
        "hint": "Choose a beaver or a lodge, then its order; or end the turn.",
        "left": "500 turns left",
        "ahead": "Ann is ahead, 1 lodge to 0.",
    }
    at.add_lodge(1, 0, 3, 2)
    assert (
        words_of_position(at).captions(context_of(at), at.view())["ahead"] == "Ann is ahead, 7 food to 0 in the lodges."
    )
    at.put_goods(0, 3, 1)
    assert (
        words_of_position(at).captions(context_of(at), at.view())["ahead"]
        == "Ann is ahead, 2 branches to 1 in the lodges."
    )
    at.state.forfeit(0)
    over = words_of_position(at).captions(context_of(at), at.view())
    assert over == {
        "title": "The match is over",
        "status": "Ben has won. The match is given up.",
        "decided": "The match is given up.",
    }


def test_before_the_map_and_under_the_coin_there_is_something_to_read() -> None:
    state = GAME.start(2, USUAL, None)
    assert isinstance(state, Stumped)
    there = MatchContext(NAMES, USUAL)
    assert GAME.text.captions(there, GAME.view(state, 0)) == {"title": "The valley is being made"}
    assert GAME.text.board(there, GAME.view(state, 0)).startswith("The valley is being made\n\n")
    assert "Jobs" in GAME.text.pages(there, GAME.view(state, 0))
    state.deal_outcome(7)
    state.phase, state.ended, state.decided, state.owing, state.outcomes = TOSSING, TURN_LIMIT, BY_COIN, 0, 2
    assert GAME.text.captions(there, GAME.view(state, 0))["status"] == "All is equal: a coin decides."
    assert GAME.text.question(there, GAME.view(state, 0)) == "Nobody is asked anything."


def test_pages_show_everything_in_full() -> None:
    at = first_position().put_goods(3, 3, 2, 1)
    pages = words_of_position(at).pages(context_of(at), at.view())
    assert list(pages) == ["Beavers", "Lodges", "Goods", "Jobs", "Prices", "Checks"]
    assert pages["Beavers"].splitlines()[:4] == [
        "Ann: 1 beaver",
        "    0 Builder  1,1   3m 1a 4b 0f  h3",
        "Ben: 1 beaver",
        "    1 Fighter  0,1   2m 1a 0b 0f  h4",
    ]
    assert pages["Lodges"].splitlines()[:2] == ["Ann: 1 lodge, the next for 2", "  0,0    2 branches and 7 food"]
    assert pages["Goods"].splitlines() == [
        "Lying about",
        "  3,3    2 branches and 1 food",
        "",
        "Trees (health): 1,0 (3)",
        "",
        "Cattails (health): 3,2 (2)",
    ]
    assert " ".join(pages["Prices"].splitlines()[1].split()) == "the next costs 1 2 3 5 7 12 18 30 47 77"


@pytest.mark.parametrize("given", [{}, *TRIALS], ids=str)
def test_rules_and_pages_fit_into_a_terminal(given: Options) -> None:
    options = resolve_options(OPTIONS, given)
    rules = text_of(options).rules(options)
    assert all(len(row) <= 78 for row in rules.splitlines())
    assert ("AGREED FOR THIS GAME" in rules) == bool(given)
    served, text = options["profile"] == "server", " ".join(rules.split())
    assert ("Nobody enters a lodge" in text) == served
    assert ("open water takes the food" in text) != served
    assert f"if anybody has {options['lodges']} lodges" in text


# The board as text.


def test_the_valley_in_letters() -> None:
    at = first_position().put_goods(3, 3, 2, 1).put_goods(2, 2, 3).put_goods(1, 3, 0, 2).add_lodge(1, 4, 3)
    at.add_beaver(0, "Hot Lady", 3, 1)
    at.add_beaver(0, "Swift", 0, 3, distracted=2)
    at.add_beaver(1, "Hungry", 4, 3, recruited=0)
    at.add_beaver(1, "Bulky", 4, 1, branches=2)
    at.give_orders("1,1")
    assert words_of_position(at).board(context_of(at), at.view()).splitlines() == [
        "Turn 0 of 500",
        "Ann moves; 3 units can still act.",
        "Ann is ahead, 2 branches to 1 in the lodges.",
        "",
        "   0 1 2 3 4",
        " 0[]&3 . .~~ 0",
        " 1 f*B >>L~k 1",
        " 2 . . =%2~~ 2",
        " 3 S : v~+{h 3",
        "",
        "Ann: A to Z, lodge []   Ben: a to z, lodge {}   * chosen",
        "A Basic  B Builder  K Bulky  F Fighter  L Hot Lady  H Hungry  S Swift",
        "&3 tree, %3 cattails (health)   ~ pond   ^>v< river   = branches   : food",
        "",
        "                 lodges  next  branches  food  beavers",
        "* Ann              1/10     2         2     7        3",
        "  Ben              1/10     2         1     0        3",
        "",
        "  0 Builder  1,1   3m 1a 4b 0f  h3     3 Swift    0,3   dazed2 0b 0f  h3",
        "  2 Hot Lady 3,1   3m 1a 0b 0f  h3",
    ]


def test_the_usual_valley_fits_into_a_terminal() -> None:
    for profile in ("document", "server"):
        options = resolve_options(OPTIONS, {"profile": profile})
        state = GAME.start(2, options, None)
        state.deal_outcome(4711)
        rows = GAME.text.board(MatchContext(NAMES, options), GAME.view(state, 0)).splitlines()
        assert max(len(row) for row in rows) <= 74
        assert "   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1" in rows
        drawn = [row for row in rows if re.match(r"[ 1]\d.*\d$", row)]
        assert len(drawn) == 20
        assert [row[:2] + row[66:] for row in drawn] == [f"{y:>2} {y}" for y in range(20)]


def test_many_beavers_are_cut_short_below_the_map() -> None:
    at = draw_position("\n".join([" ".join(". " * 10)] * 4))
    for number in range(30):
        at.add_beaver(0, "Basic", number % 10, number // 10)
    rows = words_of_position(at).board(context_of(at), at.view()).splitlines()
    assert rows[-1] == "and 6 more, on the page Beavers"
    assert len(words_of_position(at).pages(context_of(at), at.view())["Beavers"].splitlines()) == 34


def test_signs_of_the_map_are_painted() -> None:
    at = first_position()
    paint = TextPainter(at.game)
    row = " 1 f*B >>L~k 1"
    inks = {row[span.start : span.end]: str(span.style) for span in paint(row).spans}
    assert inks == {"*": "$ink-red", ">>": "$ink-blue", "~": "$ink-blue"}
    assert [str(span.style) for span in paint("&3%2[]{}").spans] == [
        *("$ink-green", "$ink-purple", "$ink-orange", "$ink-orange", "$ink-green", "$ink-green"),
    ]


def test_jobs_have_facts() -> None:
    facts = GAME.text.facts["job"]
    assert [fact["id"] for fact in facts] == ["basic", "builder", "bulky", "fighter", "hot-lady", "hungry", "swift"]
    assert facts[4] == {
        "id": "hot-lady", "cost": 15, "damage": 1, "health": 3, "moves": 3, "actions": 1, "chopping": 1,
        "munching": 1, "distraction": 3, "carry": 1,
    }  # fmt: skip
