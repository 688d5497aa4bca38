"""The review after a match of Stumped: who led, idle beavers, wasted branches, and losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from parlour.games.stumped.rules import events as e
from parlour.games.stumped.rules.actions import BRANCHES, BUILD, END
from parlour.games.stumped.rules.book import BASIC, TITLES
from parlour.games.stumped.rules.state import CHOOSING, ORDERING, OVER
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.text.story import DECIDERS, ENDS
from parlour.games.stumped.text.wording import branch_count, plural
from parlour.kernel.coach import LogStep
from parlour.kernel.state import DEALER
from parlour.kernel.text import Event, MatchContext


class PlayerTotals:
    """Counts of what one player did over a whole match: lodges, beavers, goods, waste and idle turns."""

    def __init__(self) -> None:
        self.built = 0
        self.lost = 0
        self.raided = 0  # enemy lodges emptied
        self.recruited: Counter[int] = Counter()  # by job
        self.dead: Counter[int] = Counter()
        self.paid = 0  # food, for beavers
        self.harvested = [0, 0]  # by goods
        self.wasted = 0  # R14: branches on building sites
        self.ready = 0  # beaver turns in which the beaver could act
        self.idle = 0  # those of them in which it did nothing


def review(context: MatchContext, steps: Iterable[LogStep]) -> list[str]:
    names, totals = context.names, [PlayerTotals(), PlayerTotals()]
    jobs: dict[int, int] = {}  # by the number of a beaver
    leads: list[tuple[int, int, tuple[int, int]]] = []  # turn, seat that leads from then on, lodges of both
    for before, who, what, valley, events in steps:
        assert isinstance(before, Stumped)
        assert isinstance(valley, Stumped)
        if not leads:
            jobs = {int(before.number[row]): int(before.job[row]) for row in range(len(before.owner))}
            leads.append((int(before.turn), leader(before), lodge_counts(before)))
        if who != DEALER:
            count_waste(before, totals[who], what)
        for event in events:
            add_event(totals, jobs, event)
        if leader(valley) != leads[-1][1]:
            leads.append((int(valley.turn), leader(valley), lodge_counts(valley)))
    assert isinstance(valley, Stumped)
    lines = [totals_sentence(valley, seat, name, totals[seat]) for seat, name in enumerate(names)]
    return [*lines, lead_sentence(leads, names), result_sentence(valley, names)]


def leader(valley: Stumped) -> int:
    """Returns the seat that has more lodges; -1 if both have equally many."""
    first, second = valley.lodge_count
    return -1 if first == second else 0 if first > second else 1


def lodge_counts(valley: Stumped) -> tuple[int, int]:
    return int(valley.lodge_count[0]), int(valley.lodge_count[1])


def count_waste(valley: Stumped, mine: PlayerTotals, what: int) -> None:
    """Adds to a player's totals the branches that building a lodge will waste, or the beavers idle as a turn ends."""
    if valley.phase == ORDERING and what == BUILD:
        mine.wasted += max(0, int(valley.branches[valley.unit] - valley.price(valley.player)))
    elif valley.phase == CHOOSING and what == END:
        for row in range(valley.listed):
            if valley.owner[row] == valley.player and valley.health[row] > 0 and valley.distracted[row] == 0:
                job = valley.job[row]
                mine.ready += 1
                mine.idle += (
                    valley.moves[row] == valley.book.moves[job] and valley.actions[row] == valley.book.actions[job]
                )


def add_event(totals: Sequence[PlayerTotals], jobs: dict[int, int], event: Event) -> None:
    """Adds one event of the match to the totals of the players."""
    kind, (seat, one, _, three, four, *_) = event.kind, event.arguments
    if kind == e.STARTS_AT:
        jobs[seat] = int(BASIC)
    elif kind == e.RECRUITED:
        jobs[one] = three
        totals[seat].recruited[three] += 1
        totals[seat].paid += four
    elif kind == e.DIED:
        totals[seat].dead[jobs[one]] += 1
    elif kind == e.HARVESTED:
        totals[seat].harvested[three] += four
    elif kind == e.BUILT:
        totals[seat].built += 1
    elif kind == e.DESTROYED:
        totals[seat].lost += 1
        if three != seat:
            totals[three].raided += 1


# In words.


def totals_sentence(valley: Stumped, seat: int, name: str, mine: PlayerTotals) -> str:
    """Returns the paragraph of the review that sums up one player's match: lodges, beavers, goods and waste."""
    lodges = f"{plural(int(valley.lodge_count[seat]), 'lodge')} ({mine.built} built, {mine.lost} lost)"
    raids = f", {plural(mine.raided, 'lodge')} of the other's emptied" if mine.raided else ""
    recruited = f"{plural(mine.recruited.total(), 'beaver')} recruited{by_job(mine.recruited)} for {mine.paid} food"
    dead = f"{mine.dead.total()} lost{by_job(mine.dead)}"
    gained = f"{branch_count(mine.harvested[BRANCHES])} and {mine.harvested[1]} food harvested"
    parts = [f"{name}: {lodges}{raids}", recruited, dead, gained]
    if mine.wasted:
        parts.append(f"{branch_count(mine.wasted)} wasted at building sites")
    if mine.ready:
        parts.append(f"beavers idle in {mine.idle / mine.ready:.0%} of their turns")
    return "; ".join(parts) + "."


def by_job(counts: Counter[int]) -> str:
    listed = ", ".join(f"{count} {TITLES[job]}" for job, count in sorted(counts.items()) if count)
    return f" ({listed})" if listed else ""


def lead_sentence(leads: Sequence[tuple[int, int, tuple[int, int]]], names: Sequence[str]) -> str:
    """Returns the sentence of the review that says how often the lead in lodges changed, and since when it stands."""
    led = [(turn, seat, count) for turn, seat, count in leads if seat >= 0]
    if not led:
        return "Nobody ever had more lodges than the other."
    changes = sum(now[1] != before[1] for before, now in pairwise(led))
    times = f"The lead in lodges changed {plural(changes, 'time')}" if changes else "The lead in lodges never changed"
    turn, seat, count = leads[-1]
    if seat < 0:
        return f"{times}; from turn {turn} on both had equally many."
    return f"{times}; {names[seat]} led for good from turn {turn} on, {max(count)} to {min(count)}."


def result_sentence(valley: Stumped, names: Sequence[str]) -> str:
    """Returns the sentence of the review that says who won, after how many turns, and how."""
    turns = plural(int(valley.turn) + 1, "turn")
    if valley.phase != OVER:
        return f"After {turns} nobody has won yet."
    how, by = ENDS[int(valley.ended)], DECIDERS.get(int(valley.decided))
    ended = f"{how[0].lower()}{how[1:]}{f', and {by}' if by else ''}"
    return f"{names[valley.winner]} won after {turns}: {ended}."
