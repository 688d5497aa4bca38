"""Fires the cards of a dice total one after another, stopping at every choice and every extra roll."""

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
    close_type,
    closing_answers,
    decline_swap,
    demolish,
    demolition_answers,
    exhibition_answers,
    gift_answers,
    give,
    giving_answers,
    partner_answers,
    receiver_answers,
    return_exhibit_hall,
    swap,
    taking_answers,
)
from parlour.games.harmonictook.rules.events import (
    CONDITION_FAILED,
    EXHIBITED,
    EXTRA_ROLL,
    STEAL,
    STEAL_TARGET,
)
from parlour.games.harmonictook.rules.income import (
    fire_blue,
    log_activation,
    log_skip,
    needs_extra_roll,
    pay_from_bank,
    pay_player,
    reopen_copies,
    take_from_others,
)
from parlour.games.harmonictook.rules.state import (
    CARD_ROLL,
    CLOSING,
    DEMOLITION,
    EXHIBITION,
    GIFTING,
    GIVING,
    NOT_STARTED,
    PARTNER,
    RECEIVER,
    TAKING,
    TARGET,
    Town,
)
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


def fire_cards(town: Town) -> bool:
    """Fires the cards of the dice total that are still due after the red ones; true when all have fired, false while an
    answer or a roll is awaited (5.2)."""
    book = town.book
    last = book.order_start[town.total * 4 + 4]
    while True:
        if town.firing == NOBODY:
            if town.cursor == last:
                return True
            town.firing = book.order[town.cursor]
            town.cursor += 1
            town.pending = NOT_STARTED
            town.extra_total = 0
        if not fire_card(town):
            return False
        if town.exhibit_hall == NOBODY:
            town.firing = NOBODY
        else:
            return_exhibit_hall(town)
            town.firing = town.exhibit_hall
            town.pending = town.halls_pending
            town.exhibit_hall = NOBODY


def fire_card(town: Town) -> bool:
    """Fires all copies of one card; true when done, false while an answer or an extra roll is awaited."""
    book = town.book
    card = town.firing
    if town.pending == NOT_STARTED:
        if needs_extra_roll(town, card):
            town.ask_chance(CARD_ROLL, 6 if book.amount[card] == 1 else 36)
            return False
        if book.colour[card] == BLUE and town.exhibit_hall == NOBODY:
            fire_blue(town, card)
            return True
        copies = reopen_copies(town, town.active, card)
        if len(town.received) > 0:
            copies -= town.received[card]
        if copies <= 0 or book.colour[card] == RED:
            return True
        if book.effect[card] <= TO_BANK:
            pay_from_bank(town, town.active, card, copies)
            return True
        log_activation(town, town.active, card, copies)
        if not town.condition_holds(card, town.active, town.active):
            log_skip(town, town.active, card, copies, CONDITION_FAILED)
            return True
        town.pending = copies
    while town.pending > 0:
        if resolve_copy(town):
            return False
    return town.pending != NOT_STARTED or fire_card(town)


def resolve_copy(town: Town) -> bool:
    """Resolves one copy of a firing card that may need a choice; returns whether the active seat must answer."""
    effect = town.book.effect[town.firing]
    if effect == FROM_ONE:
        if town.seats > 2:
            town.ask_active(TARGET)
            return True
        take_from(town, 1 - town.active)
    elif effect == SWAP:
        return ask_or_answer(town, PARTNER, partner_answers(town))
    elif effect == GIFT:
        return ask_or_answer(town, GIFTING, gift_answers(town))
    elif effect == WRECK:
        return ask_or_answer(town, DEMOLITION, demolition_answers(town))
    elif effect == RENOVATE:
        return ask_or_answer(town, CLOSING, closing_answers(town))
    elif effect == SHOW:
        return ask_or_answer(town, EXHIBITION, exhibition_answers(town))
    else:
        town.pending -= 1
        take_from_others(town, town.firing)
    return False


def ask_or_answer(town: Town, phase: i64, answers: vec[i64]) -> bool:
    """Asks the active seat if a firing card allows several answers, applies a single one at once, and ends the card if
    there is none; returns whether a question is asked."""
    if len(answers) == 0:
        town.pending = 0
        return False
    if len(answers) > 1:
        town.ask_active(phase)
        return True
    return apply_answer(town, phase, answers[0])


def apply_answer(town: Town, phase: i64, action: i64) -> bool:
    """Applies the active seat's answer to a firing card's question; returns whether the card asks another one."""
    if phase == TARGET:
        take_from(town, action - SEAT)
    elif phase == PARTNER:
        if action != DECLINE:
            town.partner = action - SEAT
            return ask_or_answer(town, TAKING, taking_answers(town))
        skip_swap(town)
    elif phase == TAKING:
        if action != DECLINE:
            town.taking = (action - TAKE) * 2 if action < TAKE_CLOSED else (action - TAKE_CLOSED) * 2 + 1
            return ask_or_answer(town, GIVING, giving_answers(town))
        skip_swap(town)
    elif phase == GIVING:
        if action != DECLINE:
            swap(town, given_copy(action))
            end_swap(town)
        else:
            skip_swap(town)
    elif phase == GIFTING:
        town.offering = given_copy(action)
        return ask_or_answer(town, RECEIVER, receiver_answers(town, town.offering // 2))
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
            close_type(town, action - CLOSE)
    else:
        town.pending -= 1
        if action != DECLINE:
            exhibit(town, action - EXHIBIT)
    return False


def take_from(town: Town, target: i64) -> None:
    town.pending -= 1
    if town.journal is not None:
        town.journal.add(EVERYONE, STEAL_TARGET, town.active, target, town.firing)
    pay_player(town, target, town.active, town.firing, town.book.amount[town.firing], STEAL)


def skip_swap(town: Town) -> None:
    decline_swap(town)
    end_swap(town)


def end_swap(town: Town) -> None:
    town.pending -= 1
    town.partner = NOBODY
    town.taking = NOBODY


def exhibit(town: Town, card: i64) -> None:
    """Makes a card type fire next through the exhibit hall: all open copies, as on a roll of their owner (R23)."""
    if town.journal is not None:
        town.journal.add(EVERYONE, EXHIBITED, town.active, card)
    town.exhibit_hall = town.firing
    town.halls_pending = town.pending
    town.firing = card
    town.pending = NOT_STARTED
    town.extra_total = 0


def record_extra_roll(town: Town, outcome: i64) -> None:
    """Stores the total of the extra roll, of one die or two, that counts for all copies of the firing card (R31)."""
    one_die = town.book.amount[town.firing] == 1
    first = outcome + 1 if one_die else outcome // 6 + 1
    second = 0 if one_die else outcome % 6 + 1
    town.extra_total = first + second
    if town.journal is not None:
        town.journal.add(EVERYONE, EXTRA_ROLL, town.active, first, second, town.firing)


def given_copy(action: i64) -> i64:
    """Returns the copy that an answer gives away, as card * 2, + 1 if the copy is closed."""
    return (action - GIVE) * 2 if action < GIVE_CLOSED else (action - GIVE_CLOSED) * 2 + 1
