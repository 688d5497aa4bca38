"""The review of a match of Hunter & Apprentice: points by source, fights won against their odds, and luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from parlour.games.hunter.rules.events import FOUGHT, WON
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import SOURCES
from parlour.games.hunter.study.odds.forecast import chance_of
from parlour.games.hunter.study.odds.matchup import fight_of
from parlour.games.hunter.text.wording import format_points, monster_name
from parlour.kernel.coach import LogStep
from parlour.kernel.state import NOBODY
from parlour.kernel.text import MatchContext

SOURCE_WORDS = ("monsters", "milestones", "popularity", "the Plaza", "Fake Blood", "powers")


class ReviewedFight(NamedTuple):
    """One battle of a reviewed match: the seat, the monster, the chance to win at the start, and whether it was won."""

    seat: int
    monster: int
    chance: float
    won: bool


def review(context: MatchContext, steps: Iterable[LogStep]) -> list[str]:
    """Returns a line on the points and fights of every seat, and one on luck. A fight's chance to win is the one at its
    start, by the best use of items."""
    fights: list[ReviewedFight] = []
    for step in steps:
        before, end = step.before, step.after
        assert isinstance(before, Hunter)
        for _, kind, (seat, monster, *_), _ in step.events if before.fighter != NOBODY else ():
            if kind == FOUGHT:
                fights.append(ReviewedFight(seat, monster, starting_chance(before, monster), False))
            elif kind == WON and fights:
                fights[-1] = fights[-1]._replace(won=True)
    assert isinstance(end, Hunter)
    lines = [seat_summary(end, seat, name, fights) for seat, name in enumerate(context.names)]
    return [*lines, luck_summary(context.names, fights)]


def starting_chance(before: Hunter, met: int) -> float:
    """Returns the fighter's chance to win against the monster met, as the battle begins."""
    seat = before.fighter
    return chance_of(fight_of(before, seat, met, before.party_damage(seat), before.ep[seat]))


def seat_summary(end: Hunter, seat: int, name: str, fights: Sequence[ReviewedFight]) -> str:
    """Sums up a seat's match: `Ann: 52 points (31 monsters, 14 the Plaza). 5 of 7 fights won, 4.3 expected.`"""
    gained = [int(end.sources[seat * SOURCES + source]) for source in range(SOURCES)]
    parts = [f"{count} {word}" for count, word in sorted(zip(gained, SOURCE_WORDS, strict=True), reverse=True) if count]
    sources = f" ({', '.join(parts)})" if parts else ""
    summary = f"{name}: {format_points(int(end.score[seat]))}{sources}."
    own = [fight for fight in fights if fight.seat == seat]
    if not own:
        return f"{summary} No fights."
    won = sum(fight.won for fight in own)
    expected = sum(fight.chance for fight in own)
    summary = f"{summary} {won} of {len(own)} fight{'' if len(own) == 1 else 's'} won, {expected:.1f} expected."
    luckiest = min(own, key=lambda fight: fight.chance if fight.won else 2.0)
    if luckiest.won and luckiest.chance < 0.5:
        summary = f"{summary} Luckiest: {monster_name(luckiest.monster)} at {luckiest.chance:.0%}."
    return summary


def luck_summary(names: Sequence[str], fights: Sequence[ReviewedFight]) -> str:
    """Returns a sentence that names the player who won the most fights above expectation, or nobody if that is less
    than half a fight."""
    lucks = [sum(fight.won - fight.chance for fight in fights if fight.seat == seat) for seat in range(len(names))]
    best = max(range(len(names)), key=lambda seat: lucks[seat])
    if not fights or lucks[best] < 0.5:
        return "The dice of the Forest favoured nobody."
    return f"The dice of the Forest were kindest to {names[best]}: {lucks[best]:.1f} fights more than expected."
