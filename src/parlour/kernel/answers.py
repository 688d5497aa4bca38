"""Reads the answers that players write in a game's notation, and explains why one is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from parlour.kernel.game import GAME_CACHE_SIZE, Game
from parlour.kernel.state import NOT_ASKED, State
from parlour.kernel.text import MatchContext, Why

MAX_MISREAD_LENGTH = 40  # letters of a misread answer that an error repeats


@lru_cache(maxsize=GAME_CACHE_SIZE)
def _actions_by_notation(notation: Callable[[int], str], count: int) -> tuple[dict[str, int], int]:
    """Returns a game's actions by lower-case notation, and the number of words in the longest notation."""
    known = {notation(action).lower(): action for action in range(count)}
    return known, max((len(text.split()) for text in known), default=0)


def read_answer(game: Game, text: str) -> int | None:
    """Returns the action that a text denotes in the game's notation, ignoring case and extra blanks; None if none."""
    return _actions_by_notation(game.text.notation, game.actions)[0].get(" ".join(text.lower().split()))


def read_answers(game: Game, text: str) -> list[int] | None:
    """Returns the actions whose notations make up the whole text, ignoring case and extra blanks; else None."""
    single = read_answer(game, text)
    if single is not None:
        return [single]
    found, left = _parse_answers(game, text)
    return found if found and not left else None


def explain_misread(game: Game, text: str) -> str:
    """Returns an error sentence that names the part of a player's text that is not an answer of the game."""
    rest = unread_rest(game, text)[:MAX_MISREAD_LENGTH]
    return f"{rest!r} is not an answer in {game.title}; write one of the listed choices."


def unread_rest(game: Game, text: str) -> str:
    """Returns the part of a player's text that is left after the answers at its start; empty if nothing is left."""
    return _parse_answers(game, text)[1]


def _parse_answers(game: Game, text: str) -> tuple[list[int], str]:
    """Returns the actions at the start of a player's text, and the rest. Longer notations are tried first."""
    known, longest = _actions_by_notation(game.text.notation, game.actions)
    words = text.split()
    ways: dict[int, tuple[int, int]] = {0: (0, 0)}  # by word index: index before, action between
    for first in range(len(words)):
        if first in ways:
            for end in range(min(len(words), first + longest), first, -1):
                action = known.get(" ".join(words[first:end]).lower())
                if action is not None and end not in ways:
                    ways[end] = first, action
    at = far = max(ways)
    found: list[int] = []
    while at > 0:
        at, action = ways[at]
        found.append(action)
    return found[::-1], " ".join(words[far:])


def explain_refusal(game: Game, context: MatchContext, state: State, seat: int, action: int) -> Why | None:
    """Returns the rule and sentence why a seat may not choose an action now; None if it may."""
    if not 0 <= action < game.actions:
        return Why("kernel", "There is no such action.")
    reason = int(state.refusal(seat, action))
    if reason == 0:
        return None
    if reason == NOT_ASKED:
        return Why("kernel", "It is not your turn to answer.")
    return game.text.why(context, reason)
