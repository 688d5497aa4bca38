"""The coach of Baldur's Bones: the chance to win after each choice, and a review of luck and skill after the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from parlour.games.bones.bots.roster import best_area, exact_answer, step_towards
from parlour.games.bones.rules.campaign import FIGHT, Bones
from parlour.games.bones.rules.city import AREA, BOSS
from parlour.games.bones.rules.state import GAME, LESSON, MATCH, WALKING
from parlour.games.bones.study.odds.solver import (
    answer_value,
    campaign_chance,
    fight_chance,
    solution_alone,
    solution_of,
    value_of_game,
)
from parlour.games.bones.text.texts import opponent_at, texts
from parlour.kernel.coach import Hint, LogStep
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import MatchContext


def hints(context: MatchContext, state: State, seat: int) -> list[Hint]:
    """Returns a hint with the chance to win for every legal answer of the player, the best answer first."""
    assert isinstance(state, Bones)
    best = best_action(state)
    found = [hint(state, action, best) for action in state.legal(seat)]
    return sorted(found, key=lambda one: (one.action != best, -(one.chance or 0.0), one.action))


def best_action(state: Bones) -> int:
    """Returns the best action for the player, the one that the bot optimal would choose."""
    if state.bout == WALKING:
        return step_towards(state, best_area(state))
    return exact_answer(state)


def hint(state: Bones, action: int, best: int) -> Hint:
    if state.bout == WALKING:
        return walking_hint(state, action, best)
    value = answer_value(solution_of(state), state, action)
    single = answer_value(solution_alone(state), state, action)
    if state.bout in (GAME, MATCH):
        return Hint(action, value, f"wins this game {percent(single)}, the campaign {percent(value)}")
    return Hint(action, value, f"wins this game {percent(single)}")


def walking_hint(state: Bones, action: int, best: int) -> Hint:
    if action == FIGHT:
        value = value_of_game(state, AREA[state.place])
        what = "the match" if AREA[state.place] == BOSS else "playing here"
        return Hint(action, value, f"{what} keeps the campaign at {percent(value)}")
    towards = ", and this way lies the next game worth playing" if action == best else ""
    return Hint(action, campaign_chance(state), f"walking is free{towards}")


def percent(value: float) -> str:
    return f"{value * 100:.2f} %"


def signed_percent(value: float) -> str:
    return f"{value * 100:+.2f} %"


@dataclass
class ChanceChange:
    """The change of a chance to win, divided into luck (the dice) and skill (the player's choices)."""

    luck: float = 0.0
    skill: float = 0.0

    def add(self, by_dealer: bool, change: float) -> None:
        if by_dealer:
            self.luck += change
        else:
            self.skill += change


@dataclass
class FightReview:
    """The review of one dice fight: the result, and luck and skill in the fight itself and within the campaign."""

    name: str
    practice: bool
    won: bool
    game: ChanceChange
    campaign: ChanceChange


def review_fights(steps: Iterable[LogStep]) -> Iterator[FightReview]:
    """Yields a review of every finished dice fight of a match's log; luck and skill add up to the change of the chance
    to win."""
    game, campaign = ChanceChange(), ChanceChange()
    for before, who, what, after, _ in steps:
        assert isinstance(before, Bones)
        assert isinstance(after, Bones)
        if before.bout == WALKING:
            campaign.add(False, campaign_chance(after) - campaign_chance(before))  # the opponent is a choice too
            continue
        over = after.bout == WALKING or after.outcomes == 216
        won = who == DEALER and before.outcomes == 2 and before.total > before.book.low[before.foe] + what
        single = float(won) if over else fight_chance(after)
        game.add(who == DEALER, single - fight_chance(before))
        practice = before.bout not in (GAME, MATCH)
        if not practice:
            campaign.add(who == DEALER, campaign_chance(after) - campaign_chance(before))
        if over:
            yield FightReview(fight_name(before), practice, won, game, campaign)
            game, campaign = ChanceChange(), ChanceChange()


def fight_name(state: Bones) -> str:
    if state.bout == GAME:
        return opponent_at(state.place)
    if state.bout == MATCH:
        return f"the match, round {state.rounds_won + state.rounds_lost + 1}"
    lines = texts()["tutorial" if state.bout == LESSON else "introductory_fight"]
    return str(lines["opponent"])


def review(context: MatchContext, steps: Iterable[LogStep]) -> list[str]:
    """Returns the review of a match: a line on luck and choices for every fight, and one for the whole campaign if it
    is over."""
    steps = list(steps)
    found = list(review_fights(steps))
    lines = [review_line(fight) for fight in found]
    if steps[-1].after.over():
        luck = sum(fight.campaign.luck for fight in found)
        skill = sum(fight.campaign.skill for fight in found)
        lines.append(f"The whole campaign: luck {signed_percent(luck)}, choices {signed_percent(skill)}.")
    return lines


def review_line(fight: FightReview) -> str:
    end = "won" if fight.won else "lost"
    line = f"{fight.name}, {end}: luck {signed_percent(fight.game.luck)}, choices {signed_percent(fight.game.skill)}"
    if fight.practice:
        return line + "."
    change = fight.campaign
    return f"{line}; in the campaign luck {signed_percent(change.luck)}, choices {signed_percent(change.skill)}."
