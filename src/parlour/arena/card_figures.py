"""What cards are worth: copies bought, firings, coins earned and spent, and the win rate of their owners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from parlour.arena.summary import Row, ScoreTotals, win_rate_row

BOUGHT = "bought_"  # of the columns with the copies of a card that a player bought


class CardCounts(NamedTuple):
    """What one player did with one card in one match: copies, coins and firings (times that it took effect)."""

    bought: int
    spent: int
    fired: int
    earned: int
    owned: int  # at the end

    @property
    def held(self) -> bool:
        """Whether the player had bought or owned the card."""
        return self.bought > 0 or self.owned > 0


def card_counts(row: Mapping[str, object]) -> Iterator[tuple[str, CardCounts]]:
    """Yields the cards with which a player had to do, from the columns `bought_`, `cost_`, `fired_`, `paid_` and `own_`
    of the player's row."""
    for card, columns in _card_columns(tuple(row)):
        found = [row.get(column, 0) for column in columns]
        if any(found):
            yield card, CardCounts(*(value if isinstance(value, int) else 0 for value in found))


@lru_cache(maxsize=64)  # all rows of a run have the same columns
def _card_columns(names: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    cards = [name.removeprefix(BOUGHT) for name in names if name.startswith(BOUGHT)]
    return [(card, [f"{column}_{card}" for column in ("bought", "cost", "fired", "paid", "own")]) for card in cards]


@dataclass(slots=True)
class CardTotals:
    """The copies, firings (times it took effect) and coins of one card in all matches, and its owners' results."""

    bought: int = 0
    fired: int = 0
    earned: int = 0
    spent: int = 0
    owners: ScoreTotals = field(default_factory=ScoreTotals)


class CardFigures:
    """Adds up what the rows of matches say about every card."""

    def __init__(self, shares_per_win: int) -> None:
        self.shares_per_win = shares_per_win
        self.cards: dict[str, CardTotals] = {}

    def add_rows(self, rows: Sequence[Row]) -> None:
        """Adds rows of matches, whose column `won` is each player's part of the win."""
        for row in rows:
            self.add_row(row, round(float(str(row["won"])) * self.shares_per_win))

    def add_row(self, row: Mapping[str, object], shares: int) -> None:
        for card, counts in card_counts(row):
            total = self.cards.setdefault(card, CardTotals())
            total.bought += counts.bought
            total.spent += counts.spent
            total.fired += counts.fired
            total.earned += counts.earned
            if counts.held:
                total.owners.games += 1
                total.owners.win_shares += shares

    def rows(self) -> list[Row]:
        """Returns the figures of every card that anybody bought or owned, those that earn most for a coin first."""
        return sort_cards(
            [card_row(card, total, self.shares_per_win) for card, total in self.cards.items() if total.owners.games]
        )


def card_row(card: str, total: CardTotals, win: int) -> Row:
    """Returns a card's figures; `pays_back` is how many firings of one copy earn the mean price of a copy."""
    per_firing = total.earned / total.fired if total.fired else None
    price = total.spent / total.bought if total.bought else None
    rate = win_rate_row(total.owners, win)
    return {
        "card": card,
        "bought": total.bought,
        "fired": total.fired,
        "earned": total.earned,
        "spent": total.spent,
        "per_coin": total.earned / total.spent if total.spent else None,
        "pays_back": price / per_firing if price is not None and per_firing and per_firing > 0 else None,
        "owners": total.owners.games,
        **{name: rate[name] for name in ("wins", "win_rate", "low", "high")},
    }


def sort_cards(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (-_order(row["per_coin"]), str(row["card"])))


def _order(value: object) -> float:
    return value if isinstance(value, float) else -1e9
