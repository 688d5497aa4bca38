"""Notation, questions, choices and the text board of Baldur's Bones."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from parlour.games.bones.rules import events as ev
from parlour.games.bones.rules.campaign import ACTIONS, ADD, FIGHT, REROLL, ROLL, STEP, SUBTRACT, WEST
from parlour.games.bones.rules.city import PLACES, SIDE
from parlour.games.bones.rules.state import MATCH, OPENING, SHOWDOWN, WALKING, Campaign
from parlour.games.bones.text.captions import (
    OVER_21,
    RENOWN_MEANS,
    captions,
    description,
    district,
    ending_text,
    ending_title,
    fight_note,
    fight_title,
    opponent_name,
    rank,
    renown,
    reputation_means,
    turned_away,
)
from parlour.games.bones.text.offer import offer
from parlour.games.bones.text.story import EVENTS, sentence
from parlour.games.bones.text.texts import as_subject, fill_in, places, texts
from parlour.games.bones.text.wording import (
    best_of_three,
    changed_figures,
    changed_figures_here,
    credibility_means,
    fill_in_figures,
    level_sentence,
)
from parlour.games.bones.view import BonesView
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import NOT_LEGAL, State
from parlour.kernel.text import MatchContext, Text, View, Why

DIRECTIONS = ("north", "east", "south", "west")
NOTATION = (*(f"go {way}" for way in DIRECTIONS), "fight", "roll", "hold", "add", "subtract", "re-roll")
LEGEND = "@ you   0 the landing   X the back room   ? not visited   # nothing left to do   ! a game not won"
WIDTH = 72


def notation(action: int) -> str:
    return NOTATION[action]


def outcome(state: State, number: int) -> str:
    """Writes a random result in the notation of logs: dice as their faces, the opponent's total as `low` or `high`."""
    assert isinstance(state, Campaign)
    if state.due == OPENING:
        return f"{number // 36 + 1} {number // 6 % 6 + 1} {number % 6 + 1}"
    return ("low", "high")[number] if state.due == SHOWDOWN else str(number + 1)


def read_outcome(state: State, text: str) -> int:
    assert isinstance(state, Campaign)
    if state.due == SHOWDOWN:
        return ("low", "high").index(text)
    dice = [int(word) - 1 for word in text.split(" ")]
    if len(dice) != (3 if state.due == OPENING else 1) or not all(0 <= die < 6 for die in dice):
        raise Problem(
            f"{text!r} is not a roll of the dice that are rolled now; write a number from 1 to 6 for each, as in "
            "'3 4 1'."
        )
    return dice[0] * 36 + dice[1] * 6 + dice[2] if state.due == OPENING else dice[0]


def question(context: MatchContext, view: View) -> str:
    assert isinstance(view, BonesView)
    if view.bout == WALKING:
        if not view.open:
            return str(texts()["movement"]["prompt"])
        return f"{as_subject(opponent_name(context, view))} is ready to throw. Play, or walk on?"
    if view.total > 21:
        return f"Your total is {view.total}, over 21. What now?"
    return f"Your total is {view.total}, your last roll {view.last}. What now?"


def label(context: MatchContext, view: View, action: int) -> str:
    assert isinstance(view, BonesView)
    if action <= WEST:
        return f"Go {DIRECTIONS[action]}{next_place(view, action)}"
    if action == FIGHT:
        return (
            f"Play a game of bones with {opponent_name(context, view)}"
            if opponent_name(context, view)
            else "Play a game of bones"
        )
    if action == ADD:
        return f"Add: {view.total} becomes {view.total + 1} ({view.add} left)"
    if action == SUBTRACT:
        return f"Subtract: {view.total} becomes {view.total - 1} ({view.subtract} left)"
    if action == REROLL:
        return f"Re-Roll the {view.last} ({view.reroll} left)"
    return "Roll one more die" if action == ROLL else f"Hold at {view.total}"


def next_place(view: BonesView, direction: int) -> str:
    """Returns what the player map shows of the next place in a direction, as the end of that choice's label; empty
    beyond the edge of the map."""
    row, column = divmod(view.place, SIDE)
    row += (-1, 0, 1, 0)[direction]
    column += (0, 1, 0, -1)[direction]
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        return ""
    place = view.place + STEP[direction]
    if view.symbols[place] == "?":
        return ", where you have not been"
    return f", to {places()[place]['name']}" + (" (a game not won)" if view.symbols[place] == "!" else "")


REFUSALS = {
    ev.NO_GAME_HERE: ("5.3", "Nobody plays bones here."),
    ev.IN_A_GAME: ("6", "There is no way to leave a game once the opening dice have fallen."),
    ev.NOT_IN_A_GAME: ("6", "You are not in a game of bones."),
    ev.NO_ADD: ("6.3", "You have no Add left."),
    ev.NO_SUBTRACT: ("6.3", "You have no Subtract left."),
    ev.NO_REROLL: ("6.3", "You have no Re-Roll left."),
    NOT_LEGAL: ("6.3", "There is no such action."),
}


def why(context: MatchContext, reason: int) -> Why:
    if reason in REFUSALS:
        return Why(*REFUSALS[reason])
    if reason == ev.BEATEN_HERE:
        return Why("3.5", texts()["encounter"]["none_left"])
    if reason == ev.ONE_A_VISIT:
        return Why("R20", texts()["encounter"]["after_loss"])
    if reason == ev.NOT_KNOWN_ENOUGH:
        return Why("R21", fill_in("{boss} plays only with people of reputation 3.", context))
    if reason == ev.LEAVE_FIRST:
        return Why("R20", texts()["boss"]["must_leave"])
    return Why("R31", texts()["movement"]["blocked"][DIRECTIONS[reason - ev.EDGE]])


def board(context: MatchContext, view: View) -> str:
    assert isinstance(view, BonesView)
    if view.ending:
        return ending_board(context, view)
    top = place_board(context, view) if view.bout == WALKING else game_board(context, view)
    return "\n".join([*top, "", *stat_rows(context, view)])


def place_board(context: MatchContext, view: BonesView) -> list[str]:
    here = places()[view.place]
    rows = [title_row(str(here["name"]), f"{here['label']}, {district(view)}"), ""]
    rows += textwrap.wrap(description(context, view), WIDTH)
    rows += textwrap.wrap(turned_away(context, view), WIDTH)
    return [*rows, "", *(f"    {row}" for row in mini_map(view))]


def title_row(left: str, right: str) -> str:
    return f"{left:<{WIDTH - len(right) - 1}} {right}"


def mini_map(view: BonesView) -> list[str]:
    """Returns the rows of a small map with the nine places around the player; / is outside the city (rule 3.4)."""
    row, column = divmod(view.place, SIDE)
    return [" ".join(map_cell(view, row + south, column + east) for east in (-1, 0, 1)) for south in (-1, 0, 1)]


def map_cell(view: BonesView, row: int, column: int) -> str:
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        return "/"
    place = row * SIDE + column
    return "@" if place == view.place else view.symbols[place]


def game_board(context: MatchContext, view: BonesView) -> list[str]:
    rows = [title_row(fight_title(context, view), fight_note(context, view)), ""]
    rows += dice_rows(view.dice)
    rows += ["", f"Total {view.total:>3}    last roll {view.last}"]
    if view.total > 21:
        rows.append(f"!! {OVER_21}")
    if view.bout == MATCH:
        rows += ["", best_of_three(context)]
    if changed_figures_here(context, view):
        rows += ["", changed_figures_here(context, view)]
    return rows


def dice_rows(dice: list[int]) -> list[str]:
    """Draws the dice of a fight as rows of text, the last die marked."""
    if not dice:
        return ["(the dice are in the cup)"]
    mark = "      " * (len(dice) - 1) + "  ^"
    return ["+---+ " * len(dice), " ".join(f"| {die} |" for die in dice), "+---+ " * len(dice), mark]


def stat_rows(context: MatchContext, view: BonesView) -> list[str]:
    return [
        f"{context.names[0]}, {rank(view)}",
        f"Credibility {view.credibility}   Reputation {view.reputation}   Renown {renown(view)}",
        f"Tricks: Add {view.add}   Subtract {view.subtract}   Re-Roll {view.reroll}",
    ]


def ending_board(context: MatchContext, view: BonesView) -> str:
    """Returns the board of a finished campaign: title, text and statistics (section 10)."""
    return "\n".join([
        ending_title(view).upper(),
        "",
        *textwrap.wrap(ending_text(context, view), WIDTH),
        "",
        f"Games won {view.wins}, lost {view.losses}.   Matches with {context.options['boss']}: {view.matches}.",
        f"Credibility left {max(view.credibility, 0)}.   "
        f"Tricks left: Add {view.add}, Subtract {view.subtract}, Re-Roll {view.reroll}.",
    ])  # fmt: skip


def pages(context: MatchContext, view: View) -> Mapping[str, str]:
    """Returns the pages Character and Map while the game waits for a direction, and none during a fight (section 5)."""
    assert isinstance(view, BonesView)
    if view.bout != WALKING:
        return {}
    return {"Character": character(context, view), "Map": full_map(view)}


def character(context: MatchContext, view: BonesView) -> str:
    return "\n".join([
        "   .-~~~-.",
        "  / o   o \\",
        " |    >    |     " + context.names[0],
        "  \\  ---  /      " + rank(view),
        "   '-...-'",
        "",
        f"Credibility  {view.credibility}   {credibility_means(context)}",
        f"Reputation   {view.reputation}   {reputation_means(context)}",
        f"Renown       {renown(view)}   {RENOWN_MEANS}",
        "",
        f"Add          {view.add}",
        f"Subtract     {view.subtract}",
        f"Re-Roll      {view.reroll}",
        "",
        f"Games won {view.wins}, lost {view.losses}, matches with {context.options['boss']}: {view.matches}",
        *filter(None, [level_sentence(context)]),
    ])  # fmt: skip


def full_map(view: BonesView) -> str:
    rows = ["    A B C D E F G", ""]
    for row in range(SIDE):
        rows.append(f"{row + 1}   " + " ".join(map_cell(view, row, column) for column in range(SIDE)))
    return "\n".join([*rows, "", *textwrap.wrap(LEGEND, WIDTH)])


def rules(options: Options) -> str:
    """Returns the rules for players to read: only the three pages of the texts file and the figures changed for the
    match (ruling R36 in the README)."""
    context = MatchContext(("you",), options)
    rows = ["Baldur's Bones"]
    for page in texts()["game_info"]:
        rows += ["", f"Page {page['page']} of 3"]
        for entry in page["entries"]:
            text = fill_in_figures(entry["text"], context)
            rows += ["", entry["title"], *textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    changes = [*filter(None, [level_sentence(context)]), *changed_figures(context)]
    if changes:
        rows += ["", "Agreed for this match", *(f"  {change}" for change in changes)]
    return "\n".join(rows) + "\n"


TEXT = Text(
    notation=notation,
    kinds={name: range(number, number + 1) for number, name in enumerate(NOTATION)},
    events=EVENTS,
    sentence=sentence,
    question=question,
    label=label,
    why=why,
    board=board,
    rules=rules,
    blurb="You arrive with a dice cup and no name. Walk the hidden city, beat its people at twenty-one with dice "
    "and three small tricks, and make yourself known. Then beat the boss at his own table.",
    things={"place": tuple(str(place["label"]) for place in places())},  # R36: anyone may read these
    offer=offer,
    outcome=outcome,
    read_outcome=read_outcome,
    pages=pages,
    captions=captions,
)
assert len(NOTATION) == ACTIONS
assert len(places()) == PLACES
