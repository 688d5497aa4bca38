"""The answers that Baldur's Bones shows to the player, when saving is possible, and statistics for simulations."""

from __future__ import annotations

from parlour.games.bones.options import level_of
from parlour.games.bones.rules.campaign import FIGHT, NORTH, REROLL, ROLL, Bones
from parlour.games.bones.rules.state import GAME, MATCH, WALKING, WON
from parlour.kernel.state import State
from parlour.kernel.study import Score
from parlour.kernel.table_overrides import OVERRIDES_OPTION
from parlour.kernel.text import MatchContext, Offer


def offer(state: State, seat: int) -> list[Offer]:
    """Returns the answers to show to the player: four directions and Fight while walking, five actions in a game; those
    not allowed have a reason."""
    assert isinstance(state, Bones)
    shown = range(NORTH, FIGHT + 1) if state.bout == WALKING else range(ROLL, REROLL + 1)
    return [Offer(action, state.refusal(seat, action)) for action in shown]


def unsavable(state: State) -> str | None:
    """Returns why no named save is possible now (a fight is going on), or None while walking (section 11)."""
    assert isinstance(state, Bones)
    return None if state.bout == WALKING else "A game of bones cannot be saved half-way (rule 11); finish it first."


def game_number(state: State) -> int:
    """Returns how many games of bones have begun, without lesson and practice game: a match against the boss is one
    game, and the walk after a game belongs to it."""
    assert isinstance(state, Bones)
    return int(state.wins + state.losses + state.matches + (state.bout in (GAME, MATCH)))


def score(context: MatchContext, state: State) -> Score | None:
    """Returns the result of a campaign to compare: with the boss beaten, credibility and then tricks left count, else
    the games won; None if figures were changed, as such campaigns are not compared."""
    assert isinstance(state, Bones)
    if context.options.get(OVERRIDES_OPTION):
        return None
    level, tricks = level_of(context.options), state.add + state.subtract + state.reroll
    if state.ending != WON:
        return Score(level, state.wins, f"{state.wins} {'game' if state.wins == 1 else 'games'} won")
    left = f"{state.health} credibility and {tricks} {'trick' if tricks == 1 else 'tricks'} left"
    return Score(level, 100 + 10 * state.health + tricks, f"beat {context.options['boss']} with {left}")


def tally(context: MatchContext, state: State, seat: int) -> dict[str, int]:
    assert isinstance(state, Bones)
    return {
        "beat_the_boss": int(state.ending == WON),
        "reputation": state.level,
        "credibility": state.health,
        "games_won": state.wins,
        "games_lost": state.losses,
        "matches": state.matches,
        "tricks_left": state.add + state.subtract + state.reroll,
    }
