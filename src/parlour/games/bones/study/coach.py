"""The solver, spoken: what each choice is worth, and afterwards how much was luck and how much was skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.games.bones.bots.roster import best_area, exact_answer, step_towards
from parlour.games.bones.rules.campaign import FIGHT, Bones
from parlour.games.bones.rules.city import AREA, BOSS
from parlour.games.bones.rules.state import GAME, LESSON, MATCH, WALKING
from parlour.games.bones.study.odds.solver import alone, chance, choices, game_chance, ladder_of, open_value
from parlour.games.bones.text.texts import opponent, texts
from parlour.kernel.game import Hint, LogStep
from parlour.kernel.match import apply_move as do
from parlour.kernel.state import DEALER, State


def hints(state: State, seat: int) -> list[Hint]:
    """The chance behind every open answer, best first."""
    assert isinstance(state, Bones)
    best = advice(state)
    found = [hint(state, action, best) for action in state.legal(seat)]
    return sorted(found, key=lambda one: (one.action != best, -(one.chance or 0.0), one.action))


def advice(state: Bones) -> int:
    """What the exact player would answer."""
    if state.bout == WALKING:
        return step_towards(state, best_area(state))
    return exact_answer(state)


def hint(state: Bones, action: int, best: int) -> Hint:
    if state.bout == WALKING:
        return walking_hint(state, action, best)
    value = choices(ladder_of(state), state, action)
    single = choices(alone(state), state, action)
    if state.bout in (GAME, MATCH):
        return Hint(action, value, f"wins this game {percent(single)}, the campaign {percent(value)}")
    return Hint(action, value, f"wins this game {percent(single)}")


def walking_hint(state: Bones, action: int, best: int) -> Hint:
    if action == FIGHT:
        value = open_value(state, AREA[state.place])
        what = "the match" if AREA[state.place] == BOSS else "playing here"
        return Hint(action, value, f"{what} keeps the campaign at {percent(value)}")
    towards = ", and this way lies the next game worth playing" if action == best else ""
    return Hint(action, chance(state), f"walking is free{towards}")


def percent(value: float) -> str:
    return f"{value * 100:.2f} %"


def signed(value: float) -> str:
    return f"{value * 100:+.2f} %"


@dataclass
class Share:
    """How a chance moved: by the dice, and by what was chosen."""

    luck: float = 0.0
    skill: float = 0.0

    def add(self, by_dealer: bool, change: float) -> None:
        if by_dealer:
            self.luck += change
        else:
            self.skill += change


@dataclass
class Account:
    """One fight, looked back upon: for itself, and within the campaign."""

    name: str
    practice: bool
    won: bool
    game: Share
    campaign: Share


def accounts(steps: Sequence[LogStep]) -> Iterator[Account]:
    """Every finished fight of a log; luck and skill add up exactly to how its chance moved."""
    game, campaign = Share(), Share()
    for before, who, what in steps:
        assert isinstance(before, Bones)
        after = before.clone()
        do(after, who, what)
        if before.bout == WALKING:
            campaign.add(False, chance(after) - chance(before))  # whom one sits down with is a choice too
            continue
        over = after.bout == WALKING or after.outcomes == 216
        won = who == DEALER and before.outcomes == 2 and before.total > before.book.low[before.foe] + what
        single = float(won) if over else game_chance(after)
        game.add(who == DEALER, single - game_chance(before))
        practice = before.bout not in (GAME, MATCH)
        if not practice:
            campaign.add(who == DEALER, chance(after) - chance(before))
        if over:
            yield Account(named(before), practice, won, game, campaign)
            game, campaign = Share(), Share()


def named(state: Bones) -> str:
    if state.bout == GAME:
        return opponent(state.place)
    if state.bout == MATCH:
        return f"the match, round {state.rounds_won + state.rounds_lost + 1}"
    lines = texts()["tutorial" if state.bout == LESSON else "introductory_fight"]
    return str(lines["opponent"])


def review(steps: Sequence[LogStep], names: Sequence[str]) -> list[str]:
    """A line for every fight, and one for the whole campaign when it is over."""
    found = list(accounts(steps))
    lines = [told(account) for account in found]
    last = steps[-1].before.clone() if steps else None
    if last is not None:
        do(last, steps[-1].who, steps[-1].what)
    if last is not None and last.over():
        luck = sum(account.campaign.luck for account in found)
        skill = sum(account.campaign.skill for account in found)
        lines.append(f"The whole campaign: luck {signed(luck)}, choices {signed(skill)}.")
    return lines


def told(account: Account) -> str:
    end = "won" if account.won else "lost"
    line = f"{account.name}, {end}: luck {signed(account.game.luck)}, choices {signed(account.game.skill)}"
    if account.practice:
        return line + "."
    return f"{line}; in the campaign luck {signed(account.campaign.luck)}, choices {signed(account.campaign.skill)}."
