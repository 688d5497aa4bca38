"""Income in harmonictook: payments for red cards, by the bank, and by opponents for purple cards (5.2)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import (
    BLUE,
    DICE,
    EACH_PER_CATEGORY,
    EVERYTHING,
    FROM_EACH,
    HALF,
    INVESTMENT,
    PER_CARD,
    PER_CATEGORY,
    RED,
    SHARE,
    TO_BANK,
)
from parlour.games.harmonictook.rules.events import (
    CARD_ACTIVATES,
    CLOSED,
    COLLECT,
    CONDITION_FAILED,
    FACTORY_COUNT,
    NO_COINS,
    NOTHING_COUNTED,
    PAYMENT,
    PAYOUT,
    PAYOUT_SKIP,
    REDISTRIBUTED,
    REOPENED,
    SHARED,
    STEAL,
)
from parlour.games.harmonictook.rules.state import Town
from parlour.kernel.journal import EVERYONE


def collect_tolls(town: Town) -> None:
    """Fires all red cards of a roll in reverse turn order, from the player before the roller on (R2; rule 5.2.1)."""
    book = town.book
    first = book.order_start[town.total * 4 + RED]
    last = book.order_start[town.total * 4 + BLUE]
    if first == last:
        return
    roller = town.active
    owner = roller
    for _distance in range(1, town.seats):
        owner = owner - 1 if owner > 0 else town.seats - 1
        for place in range(first, last):
            card = book.order[place]
            copies = reopen_copies(town, owner, card)
            if copies > 0:
                collect_toll(town, owner, roller, card, copies)


def collect_toll(town: Town, owner: i64, roller: i64, card: i64, copies: i64) -> None:
    """Makes the roller pay the owner of a red card, as far as the coins go; nobody goes into debt (R4; rule 5.3)."""
    book = town.book
    log_activation(town, owner, card, copies)
    if not town.condition_holds(card, owner, roller):
        log_skip(town, owner, card, copies, CONDITION_FAILED)
        return
    amount = book.amount[card]
    held = town.coins[roller]
    if held == 0:
        log_skip(town, owner, card, copies, NO_COINS)
        return
    if amount == EVERYTHING:
        owed = held
    elif amount > 0:
        owed = (amount + town.mall_bonus(owner, card)) * copies
    else:
        owed = 0
    pay_player(town, roller, owner, card, owed, COLLECT)


def reopen_copies(town: Town, seat: i64, card: i64) -> i64:
    """Opens a seat's closed copies of a card that fires; returns how many were open already and fire (5.4, R55)."""
    book = town.book
    place = seat * book.width + card
    copies = town.owned[place]
    if copies == 0 or not book.can_close or town.closed[place] == 0:
        return copies
    reopened = town.closed[place]
    town.closed[place] = 0
    if town.journal is not None:
        town.journal.add(EVERYONE, REOPENED, seat, card, reopened)
    return copies - reopened


def log_activation(town: Town, seat: i64, card: i64, copies: i64) -> None:
    if town.journal is not None:
        town.journal.add(EVERYONE, CARD_ACTIVATES, seat, card, copies)


def log_skip(town: Town, seat: i64, card: i64, copies: i64, reason: i64) -> None:
    if town.journal is not None:
        town.journal.add(EVERYONE, PAYOUT_SKIP, seat, card, copies, reason)


def pay_player(town: Town, payer: i64, owner: i64, card: i64, owed: i64, kind: i64) -> None:
    """Moves coins from one player to another for a card, at most what the payer has, and logs the payment (5.3)."""
    coins = min(owed, town.coins[payer])
    town.coins[payer] -= coins
    town.coins[owner] += coins
    if town.journal is not None and owed + coins > 0:
        town.journal.add(EVERYONE, kind, owner, payer, card, coins, owed)


def needs_extra_roll(town: Town, card: i64) -> bool:
    """Returns whether the card pays by an extra roll that is still to be made, since an open copy of it fires (section
    9)."""
    book = town.book
    if book.effect[card] != DICE or town.extra_total > 0:
        return False
    if book.colour[card] != BLUE or town.exhibit_hall >= 0:
        return town.open_copies(town.active, card) > 0 and town.condition_holds(card, town.active, town.active)
    for seat in range(town.seats):
        if town.open_copies(seat, card) > 0 and town.condition_holds(card, seat, town.active):
            return True
    return False


def fire_blue(town: Town, card: i64) -> None:
    """Fires a blue card, for the roller first and then in turn order; the bank pays (rule 5.2.2)."""
    seat = town.active
    for _distance in range(town.seats):
        copies = reopen_copies(town, seat, card)
        if copies > 0:
            pay_from_bank(town, seat, card, copies)
        seat = town.seat_after(seat)


def pay_from_bank(town: Town, seat: i64, card: i64, copies: i64) -> None:
    """Pays a seat from the bank for its firing copies, or takes what they cost; closes copies if due (R19)."""
    book = town.book
    log_activation(town, seat, card, copies)
    if not town.condition_holds(card, seat, town.active):
        log_skip(town, seat, card, copies, CONDITION_FAILED)
    elif book.effect[card] == TO_BANK:
        coins = min(book.amount[card] * copies, town.coins[seat])
        town.coins[seat] -= coins
        if town.journal is not None:
            town.journal.add(EVERYONE, PAYMENT, seat, card, coins)
    else:
        coins = town.payout_per_copy(seat, card) * copies
        town.coins[seat] += coins
        if town.journal is not None:
            if book.effect[card] == PER_CATEGORY or book.effect[card] == PER_CARD:
                town.journal.add(EVERYONE, FACTORY_COUNT, seat, card, town.count_for_factory(seat, card))
            if coins > 0:
                town.journal.add(EVERYONE, PAYOUT, seat, card, coins, copies)
            else:
                town.journal.add(EVERYONE, PAYOUT_SKIP, seat, card, copies, NOTHING_COUNTED)
    if book.closes[card] == 1:
        town.closed[seat * book.width + card] += copies
        if town.journal is not None:
            town.journal.add(EVERYONE, CLOSED, seat, card, copies)


def take_from_others(town: Town, card: i64) -> None:
    """Makes each opponent in turn pay the active seat for a purple card; a park shares all coins instead (5.2.4)."""
    book = town.book
    owner = town.active
    if book.effect[card] == SHARE:
        share_out(town)
        return
    owed_any: i64 = 0
    payer = owner
    for _distance in range(1, town.seats):
        payer = town.seat_after(payer)
        owed = amount_due(town, payer, owner, card)
        owed_any += owed
        pay_player(town, payer, owner, card, owed, STEAL)
    if owed_any == 0:
        log_skip(town, owner, card, 1, NOTHING_COUNTED)


def amount_due(town: Town, payer: i64, owner: i64, card: i64) -> i64:
    """Returns the coins that one opponent owes a purple card that fires now, perhaps more than it has; 0 for cards that
    do not take from all opponents."""
    book = town.book
    effect = book.effect[card]
    if effect == FROM_EACH:
        return book.amount[card]
    if effect == EACH_PER_CATEGORY:
        return book.amount[card] * count_categories(town, payer, book.operand[card])
    if effect == HALF:
        if town.coins[payer] < book.operand[card]:
            return 0
        return town.coins[payer] // book.divisor[card]
    if effect == INVESTMENT:
        return town.stored[owner]
    return 0


def count_categories(town: Town, seat: i64, mask: i64) -> i64:
    found: i64 = 0
    category: i64 = 0
    while mask != 0:
        if mask & 1 == 1:
            found += town.count_category(seat, category)
        mask >>= 1
        category += 1
    return found


def share_out(town: Town) -> None:
    """Shares out all coins equally among the players, rounded up by the bank; stored coins take no part (rule R21)."""
    total: i64 = 0
    for coins in town.coins:
        total += coins
    share = (total + town.seats - 1) // town.seats
    if town.journal is not None:
        town.journal.add(EVERYONE, REDISTRIBUTED, town.active, share, share * town.seats - total)
    for seat in range(town.seats):
        change = share - town.coins[seat]
        town.coins[seat] = share
        if town.journal is not None:
            town.journal.add(EVERYONE, SHARED, seat, change, share)
