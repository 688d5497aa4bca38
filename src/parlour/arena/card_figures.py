"""What cards are worth: copies bought, firings, coins earned and spent, and the win rate of their owners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.arena.summary import Row, ScoreTotals, win_rate_row

BOUGHT = "bought_"  # of the columns with the copies of a card that a player bought


@dataclass(slots=True)
class CardTotals:
    """The copies, firings (times it took effect) and coins of one card in all matches, and its owners' results."""

    bought: int = 0
    fired: int = 0
    earned: int = 0
    spent: int = 0
    owners: ScoreTotals = field(default_factory=ScoreTotals)


class CardFigures:
    """Adds up the columns `bought_`, `cost_`, `fired_`, `paid_` and `own_` of every card over the rows of matches."""

    def __init__(self, shares_per_win: int) -> None:
        self.shares_per_win = shares_per_win
        self.cards: dict[str, CardTotals] = {}

    def add_row(self, row: Mapping[str, object], shares: int) -> None:
        for name in row:
            if name.startswith(BOUGHT):
                self.add_card(name.removeprefix(BOUGHT), row, shares)

    def add_card(self, card: str, row: Mapping[str, object], shares: int) -> None:
        def number(prefix: str) -> int:
            value = row.get(f"{prefix}_{card}", 0)
            return value if isinstance(value, int) else 0

        total = self.cards.setdefault(card, CardTotals())
        total.bought += number("bought")
        total.spent += number("cost")
        total.fired += number("fired")
        total.earned += number("paid")
        if number("bought") or number("own"):
            total.owners.games += 1
            total.owners.win_shares += shares

    def rows(self) -> list[Row]:
        """Returns the figures of every card that anybody bought or owned, those that earn most for a coin first."""
        found = [card_row(card, total, self.shares_per_win) for card, total in self.cards.items() if total.owners.games]
        return sorted(found, key=lambda row: (-_order(row["per_coin"]), str(row["card"])))


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


def _order(value: object) -> float:
    return value if isinstance(value, float) else -1e9
