"""What the log shows, looking back: who led when, who idled, what was wasted and lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from parlour.games.stumped.rules import events as e
from parlour.games.stumped.rules.actions import BRANCHES, BUILD, END
from parlour.games.stumped.rules.book import BASIC, TITLES
from parlour.games.stumped.rules.state import CHOOSING, ORDERING, OVER
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.text.story import DECIDERS, ENDS
from parlour.games.stumped.text.wording import branches, some
from parlour.kernel.game import LogStep
from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_move
from parlour.kernel.state import DEALER


class Account:
    """One player's match, added up."""

    def __init__(self) -> None:
        self.built = 0
        self.fallen = 0
        self.raided = 0  # lodges of the other that were emptied
        self.born: Counter[int] = Counter()  # by job
        self.dead: Counter[int] = Counter()
        self.paid = 0  # food, for beavers
        self.harvested = [0, 0]  # by goods
        self.wasted = 0  # R14: branches on building sites
        self.ready = 0  # turns of beavers that could have acted
        self.idle = 0  # those in which they did nothing


def review(steps: Sequence[LogStep], names: Sequence[str]) -> list[str]:
    if not steps:
        return []
    valley = steps[0].before.clone()
    assert isinstance(valley, Stumped)
    books = [Account(), Account()]
    jobs = {int(valley.number[row]): int(valley.job[row]) for row in range(len(valley.owner))}
    leads = [(int(valley.turn), leader(valley), standing(valley))]
    for _, who, what in steps:
        if who != DEALER:
            watch(valley, books[who], what)
        journal = Journal()
        valley.journal = journal
        apply_move(valley, who, what)
        for index in range(journal.count()):
            add(books, jobs, [int(number) for number in journal.row(index)])
        if leader(valley) != leads[-1][1]:
            leads.append((int(valley.turn), leader(valley), standing(valley)))
    lines = [account(valley, seat, name, books[seat]) for seat, name in enumerate(names)]
    return [*lines, lead(leads, names), gist(valley, names)]


def leader(valley: Stumped) -> int:
    """Who has more lodges; -1: nobody."""
    first, second = valley.lodge_count
    return -1 if first == second else 0 if first > second else 1


def standing(valley: Stumped) -> tuple[int, int]:
    return int(valley.lodge_count[0]), int(valley.lodge_count[1])


def watch(valley: Stumped, mine: Account, what: int) -> None:
    """What a position shows just before an answer: branches about to be lost, beavers that were forgotten."""
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


def add(books: Sequence[Account], jobs: dict[int, int], row: Sequence[int]) -> None:
    """An event of the journal: audience, kind, arguments."""
    kind, seat, one, _, three, four = row[1:7]
    if kind == e.STARTS_AT:
        jobs[seat] = int(BASIC)
    elif kind == e.RECRUITED:
        jobs[one] = three
        books[seat].born[three] += 1
        books[seat].paid += four
    elif kind == e.DIED:
        books[seat].dead[jobs[one]] += 1
    elif kind == e.HARVESTED:
        books[seat].harvested[three] += four
    elif kind == e.BUILT:
        books[seat].built += 1
    elif kind == e.DESTROYED:
        books[seat].fallen += 1
        if three != seat:
            books[three].raided += 1


# In words.


def account(valley: Stumped, seat: int, name: str, mine: Account) -> str:
    """A player's sums in one paragraph."""
    lodges = f"{some(int(valley.lodge_count[seat]), 'lodge')} ({mine.built} built, {mine.fallen} lost)"
    raids = f", {some(mine.raided, 'lodge')} of the other's emptied" if mine.raided else ""
    born = f"{some(mine.born.total(), 'beaver')} recruited{by_job(mine.born)} for {mine.paid} food"
    dead = f"{mine.dead.total()} lost{by_job(mine.dead)}"
    gained = f"{branches(mine.harvested[BRANCHES])} and {mine.harvested[1]} food harvested"
    said = [f"{name}: {lodges}{raids}", born, dead, gained]
    if mine.wasted:
        said.append(f"{branches(mine.wasted)} wasted at building sites")
    if mine.ready:
        said.append(f"beavers idle in {mine.idle / mine.ready:.0%} of their turns")
    return "; ".join(said) + "."


def by_job(counts: Counter[int]) -> str:
    told = ", ".join(f"{count} {TITLES[job]}" for job, count in sorted(counts.items()) if count)
    return f" ({told})" if told else ""


def lead(leads: Sequence[tuple[int, int, tuple[int, int]]], names: Sequence[str]) -> str:
    """When the lodges tipped."""
    led = [(turn, seat, count) for turn, seat, count in leads if seat >= 0]
    if not led:
        return "Nobody ever had more lodges than the other."
    changes = sum(now[1] != before[1] for before, now in pairwise(led))
    times = f"The lead in lodges changed {some(changes, 'time')}" if changes else "The lead in lodges never changed"
    turn, seat, count = leads[-1]
    if seat < 0:
        return f"{times}; from turn {turn} on both had equally many."
    return f"{times}; {names[seat]} led for good from turn {turn} on, {max(count)} to {min(count)}."


def gist(valley: Stumped, names: Sequence[str]) -> str:
    """How it ended."""
    turns = some(int(valley.turn) + 1, "turn")
    if valley.phase != OVER:
        return f"After {turns} nobody has won yet."
    how, by = ENDS[int(valley.ended)], DECIDERS.get(int(valley.decided))
    ended = f"{how[0].lower()}{how[1:]}{f', and {by}' if by else ''}"
    return f"{names[valley.winner]} won after {turns}: {ended}."
