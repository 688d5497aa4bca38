"""Cards that fire one after another, and stop where one of them asks."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import (
    CLOSE,
    DECLINE,
    DEMOLISH,
    EXHIBIT,
    GIVE,
    GIVE_CLOSED,
    SEAT,
    TAKE,
    TAKE_CLOSED,
)
from parlour.games.harmonictook.rules.book import (
    BLUE,
    FROM_ONE,
    GIFT,
    RED,
    RENOVATE,
    SHOW,
    SWAP,
    TO_BANK,
    WRECK,
)
from parlour.games.harmonictook.rules.choices import (
    close,
    closings,
    decline_swap,
    demolish,
    exhibits,
    gifts,
    give,
    givings,
    partners,
    receivers,
    return_hall,
    ruins,
    swap,
    takings,
)
from parlour.games.harmonictook.rules.events import (
    EXHIBITED,
    EXTRA_ROLL,
    FAILED,
    STEAL,
    STEAL_TARGET,
)
from parlour.games.harmonictook.rules.income import (
    activate,
    fire_blue,
    from_bank,
    from_others,
    pay,
    skip,
    throws,
    wake,
)
from parlour.games.harmonictook.rules.state import (
    CLOSING,
    DEMOLITION,
    EXHIBITION,
    EXTRA,
    FRESH,
    GIFTING,
    GIVING,
    PARTNER,
    RECEIVER,
    TAKING,
    TARGET,
    Town,
)
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


def income(town: Town) -> bool:
    """5.2: card after card; true when all have fired, false while somebody is asked."""
    book = town.book
    last = book.order_at[town.total * 4 + 4]
    while True:
        if town.firing == NOBODY:
            if town.cursor == last:
                return True
            town.firing = book.order[town.cursor]
            town.cursor += 1
            town.pending = FRESH
            town.throw = 0
        if not fire(town):
            return False
        if town.hall == NOBODY:
            town.firing = NOBODY
        else:
            return_hall(town)
            town.firing = town.hall
            town.pending = town.halls
            town.hall = NOBODY


def fire(town: Town) -> bool:
    """All copies of the firing card; false while an answer or a roll is awaited."""
    book = town.book
    card = town.firing
    if town.pending == FRESH:
        if throws(town, card):
            town.chance(EXTRA, 6 if book.amount[card] == 1 else 36)
            return False
        if book.colour[card] == BLUE and town.hall == NOBODY:
            fire_blue(town, card)
            return True
        copies = wake(town, town.active, card)
        if len(town.fresh) > 0:
            copies -= town.fresh[card]
        if copies <= 0 or book.colour[card] == RED:
            return True
        if book.effect[card] <= TO_BANK:
            from_bank(town, town.active, card, copies)
            return True
        activate(town, town.active, card, copies)
        if not town.holds(card, town.active, town.active):
            skip(town, town.active, card, copies, FAILED)
            return True
        town.pending = copies
    while town.pending > 0:
        if asks(town):
            return False
    return town.pending != FRESH or fire(town)


def asks(town: Town) -> bool:
    """One copy of a card that may ask; what allows but one answer happens by itself."""
    effect = town.book.effect[town.firing]
    if effect == FROM_ONE:
        if town.seats > 2:
            town.question(TARGET)
            return True
        take_from(town, 1 - town.active)
    elif effect == SWAP:
        return offered(town, PARTNER, partners(town))
    elif effect == GIFT:
        return offered(town, GIFTING, gifts(town))
    elif effect == WRECK:
        return offered(town, DEMOLITION, ruins(town))
    elif effect == RENOVATE:
        return offered(town, CLOSING, closings(town))
    elif effect == SHOW:
        return offered(town, EXHIBITION, exhibits(town))
    else:
        town.pending -= 1
        from_others(town, town.firing)
    return False


def offered(town: Town, phase: i64, answers: vec[i64]) -> bool:
    """Asks if there is a choice; the only answer is given at once; without any, nothing is left to do."""
    if len(answers) == 0:
        town.pending = 0
        return False
    if len(answers) > 1:
        town.question(phase)
        return True
    return settled(town, phase, answers[0])


def settled(town: Town, phase: i64, action: i64) -> bool:
    """Does what was answered; true if the card asks on."""
    if phase == TARGET:
        take_from(town, action - SEAT)
    elif phase == PARTNER:
        if action != DECLINE:
            town.partner = action - SEAT
            return offered(town, TAKING, takings(town))
        no_swap(town)
    elif phase == TAKING:
        if action != DECLINE:
            town.taking = (action - TAKE) * 2 if action < TAKE_CLOSED else (action - TAKE_CLOSED) * 2 + 1
            return offered(town, GIVING, givings(town))
        no_swap(town)
    elif phase == GIVING:
        if action != DECLINE:
            swap(town, copy_given(action))
            swap_done(town)
        else:
            no_swap(town)
    elif phase == GIFTING:
        town.offering = copy_given(action)
        return offered(town, RECEIVER, receivers(town, town.offering // 2))
    elif phase == RECEIVER:
        town.pending -= 1
        give(town, action - SEAT, town.offering)
        town.offering = NOBODY
    elif phase == DEMOLITION:
        town.pending -= 1
        demolish(town, action - DEMOLISH)
    elif phase == CLOSING:
        town.pending -= 1
        if action != DECLINE:
            close(town, action - CLOSE)
    else:
        town.pending -= 1
        if action != DECLINE:
            exhibit(town, action - EXHIBIT)
    return False


def take_from(town: Town, target: i64) -> None:
    town.pending -= 1
    if town.journal is not None:
        town.journal.add(EVERYONE, STEAL_TARGET, town.active, target, town.firing)
    pay(town, target, town.active, town.firing, town.book.amount[town.firing], STEAL)


def no_swap(town: Town) -> None:
    decline_swap(town)
    swap_done(town)


def swap_done(town: Town) -> None:
    town.pending -= 1
    town.partner = NOBODY
    town.taking = NOBODY


def exhibit(town: Town, card: i64) -> None:
    """10: all own open copies of the type fire as on an own roll (R23)."""
    if town.journal is not None:
        town.journal.add(EVERYONE, EXHIBITED, town.active, card)
    town.hall = town.firing
    town.halls = town.pending
    town.firing = card
    town.pending = FRESH
    town.throw = 0


def take_throw(town: Town, outcome: i64) -> None:
    """R31: one roll for all."""
    one_die = town.book.amount[town.firing] == 1
    first = outcome + 1 if one_die else outcome // 6 + 1
    second = 0 if one_die else outcome % 6 + 1
    town.throw = first + second
    if town.journal is not None:
        town.journal.add(EVERYONE, EXTRA_ROLL, town.active, first, second, town.firing)


def copy_given(action: i64) -> i64:
    """A give action as card * 2, + 1 if closed."""
    return (action - GIVE) * 2 if action < GIVE_CLOSED else (action - GIVE_CLOSED) * 2 + 1
