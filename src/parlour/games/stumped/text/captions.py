"""Captions for graphical boards of Stumped: title, status, hint, who is ahead, how the match ended."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.stumped.rules.state import CHOOSING, MAPPING, MEASURING, ORDERING, OVER, TOSSING
from parlour.games.stumped.text.story import DECIDERS, ENDS
from parlour.games.stumped.text.wording import branch_count, plural
from parlour.games.stumped.view import View as ValleyView
from parlour.kernel.text import MatchContext, View

HINTS = {
    int(CHOOSING): "Choose a beaver or a lodge, then its order; or end the turn.",
    int(ORDERING): "Choose what it shall do.",
    int(MEASURING): "Choose how much.",
}


def captions(context: MatchContext, view: View) -> Mapping[str, str]:
    """Returns the captions of a graphical board by name (title, status, hint, ...), without empty ones."""
    assert isinstance(view, ValleyView)
    found = {
        "title": title(view),
        "status": status(context, view),
        "hint": hint(context, view),
        "decided": decided(view),
        "left": turns_left(view),
        "ahead": ahead(context, view),
        "undecided": undecided(context, view),
    }
    return {name: text for name, text in found.items() if text}


def title(view: ValleyView) -> str:
    if view.phase == OVER:
        return "The match is over"
    return f"Turn {view.turn} of {view.turns}" if view.phase != MAPPING else "The valley is being made"


def turns_left(view: ValleyView) -> str:
    left = view.turns - view.turn
    return f"{plural(left, 'turn')} left" if view.phase not in (MAPPING, OVER) else ""


def status(context: MatchContext, view: ValleyView) -> str:
    """Returns the board's status line: who has won, or who moves, orders given, and how many units can still act."""
    if view.phase == OVER:
        return f"{context.names[view.winner]} has won. {decided(view)}"
    if view.phase == TOSSING:
        return "All is equal: a coin decides."
    if view.phase == MAPPING:
        return ""
    mover = context.names[view.player]
    given = f", {plural(view.given, 'order')} given" if view.given else ""
    return f"{mover} moves{given}; {can_act(view)}."


def can_act(view: ValleyView) -> str:
    can = len(view.open)
    return f"{plural(can, 'unit')} can still act" if can else "nobody can act any more"


def ahead(context: MatchContext, view: ValleyView) -> str:
    """Returns a sentence that says which player would win by the tie-breaks if the match ended now, or that nobody
    would; empty before the map is made and after the end."""
    if view.phase in (MAPPING, OVER):
        return ""
    pairs = (
        (view.lodge_count, "lodge", plural),
        (view.stored_branches, "branch", lambda count, _: branch_count(count)),
        (view.stored_food, "food", lambda count, _: f"{count} food"),
    )
    for (first, second), word, phrase in pairs:
        if first != second:
            leader = 0 if first > second else 1
            more = "" if word == "lodge" else " in the lodges"
            high, low = max(first, second), min(first, second)
            return f"{context.names[leader]} is ahead, {phrase(high, word)} to {low}{more}."
    return "Nobody is ahead."


def undecided(context: MatchContext, view: ValleyView) -> str:
    """Returns a sentence that says why a player with lodges enough has not won yet; empty if nobody has enough (rule
    R16)."""
    most = max(view.lodge_count)
    if most < view.lodges_to_win or view.phase in (TOSSING, OVER):
        return ""
    first, second = context.names
    if view.player == 0:
        wait = f"but {second} still has a turn, so that both have had equally many (rule 10)"
        return f"{first} has {most} lodges, enough to win, {wait}."
    if view.lodge_count[0] == view.lodge_count[1]:
        return f"Both have {most} lodges, enough to win: this turn is the last, more branches in them win (rule 10)."
    if view.lodge_count[0] == most:
        wait = f"and wins after this turn, unless {second} empties a lodge or builds as many (rule 10)"
        return f"{first} has {most} lodges, enough to win, {wait}."
    return f"{second} has {most} lodges, enough to win, and wins when this turn is ended (rule 10)."


def decided(view: ValleyView) -> str:
    """Returns a sentence that says how the match ended and which tie-break decided; empty before the end."""
    if view.phase != OVER:
        return ""
    how = DECIDERS.get(view.decided)
    return f"{ENDS[view.ended]}{f': {how}' if how else ''}."


def hint(context: MatchContext, view: ValleyView) -> str:
    """Returns a sentence that tells beginners what to do now (choose a unit, an order, an amount, or end the turn);
    empty if no player is asked."""
    if view.phase == CHOOSING and not view.open:
        return "Nobody has an order left: end the turn."
    return HINTS.get(view.phase, "")
