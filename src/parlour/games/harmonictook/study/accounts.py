"""The coins of every seat in a match, added up from its events: income by card, payments, and landmarks by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from parlour.games.harmonictook.rules import events as ev
from parlour.kernel.text import Event

EVENTS_WITHOUT_SEAT = (ev.MARKET_REFILL, ev.REMOVED, ev.STOPPED)  # their first argument is not a seat


@dataclass
class Account:
    """What one seat earned and paid in a match: paid, city_hall, airport and windfall are income; lost, spent and
    invested are expenses."""

    turns: int = 0
    paid: Counter[int] = field(
        default_factory=Counter
    )  # coins by card, from the bank or players; negative if it cost more
    fired: Counter[int] = field(default_factory=Counter)  # copies, by card
    bought: Counter[int] = field(default_factory=Counter)  # copies, by card
    cost: Counter[int] = field(default_factory=Counter)  # coins spent, by card
    city_hall: int = 0  # coins from the City Hall
    airport: int = 0  # coins from the Airport
    windfall: int = 0  # from another player's Park
    taken: int = 0  # the part of `paid` that came from other players
    lost: int = 0  # to other players
    spent: int = 0  # on cards and landmarks
    invested: int = 0  # put on a card
    built: dict[int, int] = field(default_factory=dict)  # by landmark, the turn in which it was first built
    one_die: Counter[int] = field(default_factory=Counter)  # rolls, by total, re-rolls included
    two_dice: Counter[int] = field(default_factory=Counter)


def make_accounts(events: Iterable[Event], seats: int, stake: int = 1) -> list[Account]:
    """Adds up the coins that every seat earned and paid in these events of a match; `stake` is one investment."""
    books = [Account() for _ in range(seats)]
    turn = fires = roller = 0
    for _, kind, row, _ in events:
        if kind in EVENTS_WITHOUT_SEAT:
            continue
        mine = books[row[0]]
        match kind:
            case ev.TURN_START:
                roller, turn = row[0], row[1]
                mine.turns += 1
            case ev.ROLL | ev.REROLLED:
                (mine.two_dice if row[2] else mine.one_die)[row[1] + row[2]] += 1
            case ev.CARD_ACTIVATES:
                fires = row[1]
                mine.fired[fires] += row[2]
            case ev.PAYOUT | ev.BONUS:
                mine.paid[row[1]] += row[2]
            case ev.PAYMENT:
                mine.paid[row[1]] -= row[2]
            case ev.COLLECT | ev.STEAL:
                mine.paid[row[2]] += row[3]
                mine.taken += row[3]
                books[row[1]].lost += row[3]
            case ev.GIVEN:
                mine.paid[fires] += row[4]
            case ev.DEMOLISHED:
                mine.paid[fires] += row[2]
            case ev.SHARED if row[0] == roller:
                mine.paid[fires] += row[1]
            case ev.SHARED:
                mine.windfall += max(0, row[1])
                mine.lost += max(0, -row[1])
            case ev.SWAP_DECLINED:
                mine.paid[fires] += row[1]
            case ev.INVESTED:
                mine.invested += stake
            case ev.CITY_HALL:
                mine.city_hall += row[1]
            case ev.AIRPORT:
                mine.airport += row[1]
            case ev.BOUGHT:
                mine.spent += row[2]
                mine.bought[row[1]] += 1
                mine.cost[row[1]] += row[2]
            case ev.BUILT:
                mine.spent += row[2]
                mine.built.setdefault(row[1], turn)
    return books
