"""The review of a finished match in sentences: rolls against the odds, income by card, and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from parlour.games.harmonictook.data.packs import Catalogue
from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.accounts import Account, make_accounts
from parlour.games.harmonictook.study.roll_results import purses_by_total
from parlour.games.harmonictook.text.rulebook import ONE_DIE, TWO_DICE
from parlour.games.harmonictook.text.wording import coins
from parlour.kernel.coach import LogStep
from parlour.kernel.state import DEALER, NOBODY
from parlour.kernel.text import Event, MatchContext

TOP_SOURCES = 5  # sources of income that are named


def review(context: MatchContext, steps: Iterable[LogStep]) -> list[str]:
    """Returns the review of a match: lines on rolls, on every seat's income, and on luck."""
    events: list[Event] = []
    luck = Luck(len(context.names))
    begun = None  # the seat whose turn began before the first step, or NOBODY
    for step in steps:
        before, town = step.before, step.after
        assert isinstance(before, Harmonictook)
        begun = int(before.active) if begun is None else begun
        events += step.events
        luck.add(before, step.who, step.what)
    assert isinstance(town, Harmonictook)
    books = make_accounts(events, int(town.seats), int(town.book.investment_coins))
    if begun is not None and begun != NOBODY:
        books[begun].turns += 1
    found, lucks = catalogue_of(context.options), luck.totals()
    lines = histograms(books)
    for name, book, fortune in zip(context.names, books, lucks, strict=True):
        lines.append(account_sentence(found, name, book, fortune))
    return [*lines, closing_sentence(town, context.names, lucks)]


def histograms(books: Sequence[Account]) -> list[str]:
    """Returns lines of a match review: how often each dice total was rolled, with the expected number in brackets."""
    one: Counter[int] = sum((book.one_die for book in books), Counter())
    two: Counter[int] = sum((book.two_dice for book in books), Counter())
    return [*histogram("One die", one, ONE_DIE, 6), *histogram("Two dice", two, TWO_DICE, 36)]


def histogram(name: str, rolls: Counter[int], ways: Sequence[int], of: int) -> list[str]:
    number = sum(rolls.values())
    if not number:
        return []
    totals = [f"{total}: {rolls[total]} ({number * count / of:.1f})" for total, count in enumerate(ways) if count]
    return [f"{name}, rolled {number} time{'' if number == 1 else 's'} (expected): {', '.join(totals)}."]


def closing_sentence(town: Harmonictook, names: Sequence[str], lucks: Sequence[float]) -> str:
    """Returns the last sentence of a match review: the result, and the player with the best luck."""
    turns = f"{town.turn} turn{'' if town.turn == 1 else 's'}"
    ended = f"After {turns} nobody has won" if town.winner == NOBODY else f"{names[town.winner]} won after {turns}"
    best = max(range(len(lucks)), key=lucks.__getitem__)
    return f"{ended}; the dice were kindest to {names[best]} ({lucks[best]:+.1f} coins)."


def account_sentence(found: Catalogue, name: str, book: Account, fortune: float) -> str:
    """Returns a line of a match review with a seat's income, its best sources, the coins taken from and lost to others,
    the coins spent, and its luck."""
    sources = Counter({found.cards[card].name: paid for card, paid in book.paid.items() if paid > 0})
    sources += Counter({"being broke": book.city_hall, "building nothing": book.airport})
    best = ", ".join(f"{name} {paid}" for name, paid in sources.most_common(TOP_SOURCES))
    income = sum(book.paid.values()) + book.city_hall + book.airport + book.windfall
    turns = f"{book.turns} turn{'' if book.turns == 1 else 's'}"
    parts = [
        f"{name}: {coins(income)} in {turns}{f' ({best})' if best else ''}",
        f"{book.taken} of them from others",
        f"{book.lost} lost to others",
        f"{book.spent} spent",
        f"luck {fortune:+.1f}",
    ]
    return ", ".join(parts) + "."


class Luck:
    """The luck of each seat: coins that rolls brought it beyond the average. A roll that is repeated does not count."""

    def __init__(self, seats: int) -> None:
        self.before_last = [0.0] * seats
        self.last = [0.0] * seats  # of the last roll, which may still be repeated

    def add(self, before: Harmonictook, who: int, what: int) -> None:
        """Adds the next move of the match to the seats' luck; a repeated roll is taken out again."""
        if who == DEALER and before.chance_kind == s.TURN_ROLL:
            self.before_last, self.last = self.totals(), roll_luck(before, what)
        elif who != DEALER and what == a.REROLL:
            self.last = [0.0] * len(self.last)

    def totals(self) -> list[float]:
        return add_lists(self.before_last, self.last)


def add_lists(one: Sequence[float], two: Sequence[float]) -> list[float]:
    return [sum(pair) for pair in zip(one, two, strict=True)]


def roll_luck(town: Harmonictook, outcome: int) -> list[float]:
    """Returns the coins that one roll brings every seat, less the average of a roll of the same number of dice."""
    found, average = purses_by_total(town)
    total = outcome + 1 if town.outcomes == 6 else outcome // 6 + outcome % 6 + 2
    return [purse - mean for purse, mean in zip(found[total], average, strict=True)]
