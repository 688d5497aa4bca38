"""The answers of harmonictook that screens show, and the statistics of a seat that simulations count."""

from __future__ import annotations

from functools import lru_cache

from parlour.games.harmonictook.rules.actions import BUILD, BUY, PASS
from parlour.games.harmonictook.rules.book import FIXED, catalogue_of
from parlour.games.harmonictook.rules.state import BUILDING
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.accounts import Account, make_accounts
from parlour.kernel.journal import Journal
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext, Offer, all_events


def offer(state: State, seat: int) -> list[Offer]:
    """Returns the legal answers of a seat; while building, also the cards and landmarks out of reach, with reasons."""
    assert isinstance(state, Harmonictook)
    if state.phase != BUILDING:
        return [Offer(int(action), 0) for action in state.legal(seat)]
    book = state.book
    cards = [card for card in book.types if book.market == FIXED or state.market[card] > 0]
    marks = [mark for mark in book.landmarks if book.start_mask >> mark & 1 == 0]
    shown = [PASS, *(BUY + card for card in cards), *(BUILD + mark for mark in marks)]
    offers = [Offer(int(action), int(state.refusal(seat, action))) for action in shown]
    return sorted(offers, key=lambda offered: offered.reason != 0)


def turn_number(state: State) -> int:
    """Returns the number of the player turn in a position, extra turns included."""
    assert isinstance(state, Harmonictook)
    return int(state.turn)


def tally(context: MatchContext, state: State, seat: int) -> dict[str, int]:
    """Counts a seat's coins, cards and, if the match has a journal, income, for simulations."""
    assert isinstance(state, Harmonictook)
    book, found = state.book, catalogue_of(context.options)
    ids = [card.id for card in found.cards]
    marks = [mark.id for mark in found.landmarks]
    columns = {
        "turns": turn_number(state),
        "finish_score": int(state.points(seat)),
        "coins": int(state.coins[seat]),
        "stored": int(state.stored[seat]),
        "landmarks": int(state.count_landmarks(seat, book.win_mask)),
    }
    columns |= {f"own_{ids[card]}": int(state.copies(seat, card)) for card in book.types}
    if state.journal is not None:
        events = int(state.journal.count())
        mine = _cached_accounts(state.journal, events, int(state.seats), int(book.investment_coins))[seat]
        columns |= income_columns(mine)
        columns |= {f"bought_{ids[card]}": mine.bought[card] for card in book.types}
        columns |= {f"cost_{ids[card]}": mine.cost[card] for card in book.types}
        columns |= {f"fired_{ids[card]}": mine.fired[card] for card in book.types}
        columns |= {f"paid_{ids[card]}": mine.paid[card] for card in book.types}
        raised = [mark for mark in book.landmarks if book.start_mask >> mark & 1 == 0]
        columns |= {f"built_{marks[mark]}": mine.built.get(mark, 0) for mark in raised}
    return columns


def income_columns(mine: Account) -> dict[str, int]:
    return {
        "seat_turns": mine.turns,
        "rolls": sum(mine.one_die.values()) + sum(mine.two_dice.values()),
        "rolls_two_dice": sum(mine.two_dice.values()),
        "taken": mine.taken,
        "lost": mine.lost,
        "windfall": mine.windfall,
        "spent": mine.spent,
        "invested": mine.invested,
        "paid_city_hall": mine.city_hall,
        "paid_airport": mine.airport,
    }


@lru_cache(maxsize=1)
def _cached_accounts(journal: Journal, count: int, seats: int, stake: int) -> list[Account]:
    """Returns what every seat earned and paid in a match, cached so that its journal is read once for all seats."""
    return make_accounts(all_events(journal), seats, stake)
