"""The review of a finished match in sentences: rolls against the odds, income by card, and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from parlour.games.harmonictook.data.packs import Catalogue
from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.accounts import Account, journal_rows, make_accounts
from parlour.games.harmonictook.study.roll_results import purses_by_total
from parlour.games.harmonictook.text.rulebook import ONE_DIE, TWO_DICE
from parlour.games.harmonictook.text.wording import coins
from parlour.kernel.coach import LogStep
from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_move
from parlour.kernel.state import DEALER, NOBODY

TOP_SOURCES = 5  # sources of income that are named


def make_review(found: Catalogue) -> Callable[[Sequence[LogStep], Sequence[str]], list[str]]:
    """Returns a function that writes the review of a match with these cards: rolls, income and luck, line by line."""

    def review(steps: Sequence[LogStep], names: Sequence[str]) -> list[str]:
        if not steps:
            return []
        town = steps[0].before.clone()
        assert isinstance(town, Harmonictook)
        begun = int(town.active)  # the seat whose turn began before the first step, or NOBODY
        town.journal = Journal()
        for _, who, what in steps:
            apply_move(town, who, what)
        books = make_accounts(journal_rows(town.journal), int(town.seats), int(town.book.investment_coins))
        if begun != NOBODY:
            books[begun].turns += 1
        lucks = luck(steps)
        lines = histograms(books)
        lines += [account_sentence(found, names[seat], book, lucks[seat]) for seat, book in enumerate(books)]
        return [*lines, closing_sentence(town, names, lucks)]

    return review


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
    """Returns a line of a match review with a seat's income, its best sources, its payments and its luck."""
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


def luck(steps: Sequence[LogStep]) -> list[float]:
    """Returns the luck of each seat: coins that rolls brought it beyond the average; repeated rolls do not count."""
    none = [0.0] * int(steps[0].before.seats)
    found, last = none, none
    for before, who, what in steps:
        assert isinstance(before, Harmonictook)
        if who == DEALER and before.chance_kind == s.TURN_ROLL:
            found, last = add_lists(found, last), roll_luck(before, what)
        elif who != DEALER and what == a.REROLL:
            last = none
    return add_lists(found, last)


def add_lists(one: Sequence[float], two: Sequence[float]) -> list[float]:
    return [sum(pair) for pair in zip(one, two, strict=True)]


def roll_luck(town: Harmonictook, outcome: int) -> list[float]:
    """Returns the coins that one roll brings every seat, less the average of a roll of the same number of dice."""
    found, average = purses_by_total(town)
    total = outcome + 1 if town.outcomes == 6 else outcome // 6 + outcome % 6 + 2
    return [purse - mean for purse, mean in zip(found[total], average, strict=True)]
