"""The coach of Baldur's Bones: the chance to win after each choice, and a review of luck and skill after the match.

Both use one yardstick: first the chance to win this game (against the boss, this round), then the chance to win the
campaign. Whoever follows the coach is charged nothing by the review."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from parlour.games.bones.bots.roster import step_towards
from parlour.games.bones.rules.campaign import ADD, FIGHT, REROLL, SUBTRACT, Bones
from parlour.games.bones.rules.city import AREA, BOSS
from parlour.games.bones.rules.state import GAME, LESSON, MATCH, WALKING
from parlour.games.bones.study.odds.coached import (
    coach_of,
    coached_answer,
    coached_area,
    coached_chance,
    solution_with_coach,
)
from parlour.games.bones.study.odds.solver import (
    TOLERANCE,
    answer_value,
    fight_chance,
    pool_left,
    solution_alone,
    value_of_game,
)
from parlour.games.bones.text.texts import opponent_at, texts
from parlour.kernel.coach import Hint, LogStep
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import MatchContext

TRICKS = (ADD, SUBTRACT, REROLL)
SMALLEST_TOLD = 5e-6  # smaller differences are not worth a word
DECIMALS = 12  # of chances that are compared


class Prospect(NamedTuple):
    """What an answer in a fight promises: the chances to win this game and, with the coach's help, the campaign."""

    action: int
    game: float
    campaign: float


def hints(context: MatchContext, state: State, seat: int) -> list[Hint]:
    """Returns a hint for every legal answer of the player, the best answer first; each says how it differs."""
    assert isinstance(state, Bones)
    return walking_hints(state) if state.bout == WALKING else fight_hints(state)


def fight_hints(state: Bones) -> list[Hint]:
    """Returns the hints in a dice fight, by the chance to win this game, then by the chance to win the campaign."""
    best = coached_answer(state)
    found = sorted(prospects(state), key=lambda one: (one.action != best, -one.game, -one.campaign, one.action))
    differ = found[0].game > found[-1].game  # equal bars would say nothing
    return [Hint(one.action, one.game if differ else None, describe(state, one, found[0])) for one in found]


def prospects(state: Bones) -> list[Prospect]:
    alone, campaign = solution_alone(state), solution_with_coach(state)
    return [
        Prospect(
            action,
            round(answer_value(alone, state, action), DECIMALS),
            round(answer_value(campaign, state, action), DECIMALS),
        )
        for action in state.legal(0)
    ]


def describe(state: Bones, one: Prospect, best: Prospect) -> str:
    """Returns what an answer promises; for all but the best one, how it differs from that."""
    what = "this round" if state.bout == MATCH else "this game"
    staked = state.bout in (GAME, MATCH)
    if one is best:
        if best.game == 0.0:
            return f"{what} is lost{', so keep your tricks' if staked else ''}"
        return chance_sentence(what, one.game) + (f"; then the campaign {percent(one.campaign)}" if staked else "")
    more = one.campaign - best.campaign if staked else 0.0
    worse = one.game < best.game
    text = chance_sentence(what, one.game) if worse else "as good here"
    if abs(more) < SMALLEST_TOLD:
        return text
    if more > 0.0:
        return f"{text}, but saves {amount(more)} of the campaign"
    trick = "the trick " if one.action in TRICKS and best.action not in TRICKS else ""
    return f"{text}, {'and' if worse else 'but'} {trick}costs {amount(-more)} of the campaign"


def walking_hints(state: Bones) -> list[Hint]:
    """Returns the hints on the way: whether to play here, and the way to the next opponent worth playing."""
    best = step_towards(state, coached_area(state))
    found = [Hint(action, None, walking_hint(state, action, best)) for action in state.legal(0)]
    return sorted(found, key=lambda one: (one.action != best, one.action != FIGHT, one.action))


def walking_hint(state: Bones, action: int, best: int) -> str:
    if action != FIGHT:
        return "this way lies the next game worth playing" if action == best else "walking is free"
    area, coach = AREA[state.place], coach_of(state.book)
    value, stays = value_of_game(coach, state, area), coached_chance(state)
    if area == BOSS:
        return f"you beat him {percent(value)}, if not at once"
    text = chance_sentence("this game", coach.solve_alone(state.book.low[area]).openings[pool_left(state)])
    if value > stays - SMALLEST_TOLD:
        return f"{text}; then the campaign {percent(value)}"
    return f"{text}, but costs {amount(stays - value)} of the campaign"


def chance_sentence(what: str, chance: float) -> str:
    """Returns the chance to win a game in words; only a certainty is called sure."""
    if chance >= 1.0 - TOLERANCE:
        return f"wins {what} for sure"
    return f"loses {what} for sure" if chance <= TOLERANCE else f"wins {what} {percent(chance)}"


def percent(value: float) -> str:
    """Returns a chance as a text in percent with one decimal; only a certainty is shown as 0 % or 100 %."""
    if value <= TOLERANCE or value >= 1.0 - TOLERANCE:
        return f"{round(value) * 100} %"
    return "under 0.1 %" if value < 0.001 else "over 99.9 %" if value > 0.999 else f"{value * 100:.1f} %"


def amount(value: float) -> str:
    """Returns a difference of chances as a text in percent, with one decimal, or three if it is below 0.1 %."""
    return f"{value * 100:.{1 if value >= 0.001 else 3}f} %"


@dataclass
class ChanceChange:
    """The change of a chance to win, divided into luck (the dice) and skill (the player's choices)."""

    luck: float = 0.0
    skill: float = 0.0

    def add(self, by_dealer: bool, change: float) -> None:
        if by_dealer:
            self.luck += change
        elif abs(change) > TOLERANCE:  # the coach takes smaller differences for equal
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
            campaign.add(False, coached_chance(after) - coached_chance(before))  # the opponent is a choice too
            continue
        over = after.bout == WALKING or after.outcomes == 216
        won = who == DEALER and before.outcomes == 2 and before.total > before.book.low[before.foe] + what
        game.add(who == DEALER, (float(won) if over else fight_chance(after)) - fight_chance(before))
        practice = before.bout not in (GAME, MATCH)
        if not practice:
            campaign.add(who == DEALER, coached_chance(after) - coached_chance(before))
        if over:
            yield FightReview(fight_name(before), practice, won, game, campaign)
            game, campaign = ChanceChange(), ChanceChange()


def fight_name(state: Bones) -> str:
    if state.bout == GAME:
        return opponent_at(state.place)
    if state.bout == MATCH:
        return f"The match, round {state.rounds_won + state.rounds_lost + 1}"
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
        lines.append(f"The whole campaign: {luck_words(luck)}, {skill_words(skill)}.")
    return lines


def review_line(fight: FightReview) -> str:
    line = f"{fight.name}, {'won' if fight.won else 'lost'}: {luck_words(fight.game.luck)}, "
    skill, spotless = fight.campaign.skill, abs(fight.game.skill) < SMALLEST_TOLD
    if abs(skill) < SMALLEST_TOLD:
        return f"{line}{skill_words(fight.game.skill)}."
    here = "choices cost nothing here" if spotless else skill_words(fight.game.skill)
    there = f"but saved {amount(skill)}" if skill > 0.0 else f"{'but' if spotless else 'and'} cost {amount(-skill)}"
    return f"{line}{here}, {there} of the campaign."


def luck_words(luck: float) -> str:
    return "luck even" if abs(luck) < SMALLEST_TOLD else f"luck {signed(luck)}"


def skill_words(skill: float) -> str:
    return "no mistake" if abs(skill) < SMALLEST_TOLD else f"choices {signed(skill)}"


def signed(value: float) -> str:
    return f"{'+' if value > 0.0 else '-'}{amount(abs(value))}"
