"""The choices that cards of harmonictook ask for: legal answers and effects of swaps, gifts, demolition, closing
and exhibition."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
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
from parlour.games.harmonictook.rules.events import CLOSED, DEMOLISHED, GIVEN, RETURNED, STEAL, SWAP_DECLINED, SWAPPED
from parlour.games.harmonictook.rules.income import pay_player
from parlour.games.harmonictook.rules.state import Town
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY

ANSWERS: Final[i64] = 32  # usual capacity of a list of answers, which grows if it must


def movable(town: Town, seat: i64, card: i64) -> bool:
    """Returns whether a seat has copies of this card type, of a colour that the firing card may swap or run."""
    return town.copies(seat, card) > 0 and is_colour_allowed(town, card)


def has_open_copy(town: Town, seat: i64, card: i64) -> bool:
    copies = town.copies(seat, card)
    return copies > 0 and copies > town.closed_copies(seat, card)


def is_colour_allowed(town: Town, card: i64) -> bool:
    book = town.book
    return (book.excluded[town.firing] >> book.colour[card]) & 1 == 0


def may_swap(town: Town, partner: i64, taken: i64, given: i64) -> bool:
    """Returns whether a swap of two cards leaves both players within the limit of copies that one may own (R13)."""
    if taken == given:
        return True
    return town.may_own_another(town.active, taken) and town.may_own_another(partner, given)


def can_take(town: Town, partner: i64, taken: i64) -> bool:
    """Returns whether the active seat may take this card of the partner in a swap, for at least one card of its own."""
    if not movable(town, partner, taken):
        return False
    for given in town.book.types:
        if movable(town, town.active, given) and may_swap(town, partner, taken, given):
            return True
    return False


def can_swap_with(town: Town, partner: i64) -> bool:
    for taken in town.book.types:
        if can_take(town, partner, taken):
            return True
    return False


def partner_answers(town: Town) -> vec[i64]:
    """Returns an answer for each opponent with whom a swap is possible, and DECLINE if swapping is optional (section
    8)."""
    found = vec[i64]()
    for seat in range(town.seats):
        if seat != town.active and can_swap_with(town, seat):
            found = append(found, SEAT + seat)
    return with_decline(town, found)


def taking_answers(town: Town) -> vec[i64]:
    """Returns an answer for each card type of the partner's, open and closed copies apart, that the active seat may
    take in a swap, after DECLINE if swapping is optional (R17)."""
    found = vec[i64](capacity=ANSWERS)
    for card in town.book.types:
        if has_open_copy(town, town.partner, card) and can_take(town, town.partner, card):
            found = append(found, TAKE + card)
    if town.book.can_close:
        for card in town.book.types:
            if town.closed_copies(town.partner, card) > 0 and can_take(town, town.partner, card):
                found = append(found, TAKE_CLOSED + card)
    return with_decline(town, found)


def giving_answers(town: Town) -> vec[i64]:
    taken = town.taking // 2
    found = vec[i64](capacity=ANSWERS)
    for card in town.book.types:
        if has_open_copy(town, town.active, card) and can_swap_for(town, taken, card):
            found = append(found, GIVE + card)
    if town.book.can_close:
        for card in town.book.types:
            if town.closed_copies(town.active, card) > 0 and can_swap_for(town, taken, card):
                found = append(found, GIVE_CLOSED + card)
    return with_decline(town, found)


def can_swap_for(town: Town, taken: i64, given: i64) -> bool:
    return is_colour_allowed(town, given) and may_swap(town, town.partner, taken, given)


def swap(town: Town, given: i64) -> None:
    """Swaps the copy that the active seat gives (card * 2, + 1 if closed) for the one it chose to take from its
    partner, open or closed as before (R17), with coins stored on them (R47; section 8)."""
    me = town.active
    other = town.partner
    taken = town.taking
    move(town, other, me, taken)
    move(town, me, other, given)
    if taken // 2 == town.book.investment or given // 2 == town.book.investment:
        stored = town.stored[me]
        town.stored[me] = town.stored[other]
        town.stored[other] = stored
    if taken % 2 == 0:
        if len(town.received) == 0:
            town.received = vec[i64]([0] * town.book.width)
        town.received[taken // 2] += 1
    if town.journal is not None:
        town.journal.add(EVERYONE, SWAPPED, me, other, given // 2, taken // 2, given % 2, taken % 2)


def move(town: Town, giver: i64, receiver: i64, copy: i64) -> None:
    """Moves one copy of a card (given as card * 2, + 1 if closed) from one player's city to another's."""
    width = town.book.width
    card = copy // 2
    town.owned[giver * width + card] -= 1
    town.owned[receiver * width + card] += 1
    if copy % 2 == 1:
        town.closed[giver * width + card] -= 1
        town.closed[receiver * width + card] += 1


def decline_swap(town: Town) -> None:
    """Pays the active seat the coins agreed for declining a swap, usually none (rules R14 and R49)."""
    town.coins[town.active] += town.book.decline_coins
    if town.journal is not None:
        town.journal.add(EVERYONE, SWAP_DECLINED, town.active, town.book.decline_coins)


def gift_answers(town: Town) -> vec[i64]:
    """Returns the answers for a moving company: each card type of the active seat, open and closed copies apart, that
    some opponent may receive (section 10)."""
    found = vec[i64](capacity=ANSWERS)
    for card in town.book.types:
        if has_open_copy(town, town.active, card) and can_give(town, card):
            found = append(found, GIVE + card)
    if town.book.can_close:
        for card in town.book.types:
            if town.closed_copies(town.active, card) > 0 and can_give(town, card):
                found = append(found, GIVE_CLOSED + card)
    return found


def can_give(town: Town, card: i64) -> bool:
    if is_colour_allowed(town, card):
        for seat in range(town.seats):
            if seat != town.active and town.may_own_another(seat, card):
                return True
    return False


def receiver_answers(town: Town, card: i64) -> vec[i64]:
    found = vec[i64]()
    for seat in range(town.seats):
        if seat != town.active and town.may_own_another(seat, card):
            found = append(found, SEAT + seat)
    return found


def give(town: Town, receiver: i64, copy: i64) -> None:
    """Moves a copy of a card (given as card * 2, + 1 if closed) from the active seat to the receiver; the bank pays the
    giver the reward (section 10)."""
    reward = town.book.amount[town.firing]
    move(town, town.active, receiver, copy)
    town.coins[town.active] += reward
    if town.journal is not None:
        town.journal.add(EVERYONE, GIVEN, town.active, receiver, copy // 2, copy % 2, reward)


def demolition_answers(town: Town) -> vec[i64]:
    """Returns an answer for each landmark of the active seat that can be pulled down (section 10)."""
    found = vec[i64]()
    standing = town.built[town.active] & town.book.demolishable_mask
    for landmark in town.book.landmarks:
        if (standing >> landmark) & 1 == 1:
            found = append(found, DEMOLISH + landmark)
    return found


def demolish(town: Town, landmark: i64) -> None:
    """Pulls down a landmark of the active seat; its power ends at once, and the bank pays a reward (section 10)."""
    reward = town.book.amount[town.firing]
    town.built[town.active] &= ~(1 << landmark)
    town.coins[town.active] += reward
    if town.journal is not None:
        town.journal.add(EVERYONE, DEMOLISHED, town.active, landmark, reward)


def closing_answers(town: Town) -> vec[i64]:
    """Returns an answer for each card type that may be closed: those with an open copy in some city, after DECLINE if
    closing is optional (section 10)."""
    found = vec[i64](capacity=ANSWERS)
    for card in town.book.types:
        if is_colour_allowed(town, card):
            for seat in range(town.seats):
                if has_open_copy(town, seat, card):
                    found = append(found, CLOSE + card)
                    break
    return with_decline(town, found)


def with_decline(town: Town, found: vec[i64]) -> vec[i64]:
    """Returns the answers to a card's question with DECLINE before them, if the card is optional and there are any."""
    if len(found) == 0 or town.book.optional[town.firing] == 0:
        return found
    return extend(vec[i64]([DECLINE]), found)


def close_type(town: Town, card: i64) -> None:
    """Closes every open copy of a card type; opponents pay the active seat for theirs (rules R20 and R56)."""
    book = town.book
    owner = town.active
    for distance in range(town.seats):
        seat = (owner + distance) % town.seats
        copies = town.open_copies(seat, card)
        if copies > 0:
            town.closed[seat * book.width + card] += copies
            if town.journal is not None:
                town.journal.add(EVERYONE, CLOSED, seat, card, copies)
            if seat != owner:
                pay_player(town, seat, owner, town.firing, book.amount[town.firing] * copies, STEAL)


def exhibition_answers(town: Town) -> vec[i64]:
    """Returns an answer for each card type of the active seat that the exhibit hall may fire, after DECLINE if firing
    one is optional (section 10)."""
    found = vec[i64](capacity=ANSWERS)
    for card in town.book.types:
        if movable(town, town.active, card):
            found = append(found, EXHIBIT + card)
    return with_decline(town, found)


def return_exhibit_hall(town: Town) -> None:
    """Puts a used exhibit hall from the active seat's city back on the market if its card says so (rule R52)."""
    book = town.book
    if book.returns[town.exhibit_hall] == 1:
        town.owned[town.active * book.width + town.exhibit_hall] -= 1
        town.market[town.exhibit_hall] += 1
        if town.journal is not None:
            town.journal.add(EVERYONE, RETURNED, town.active, town.exhibit_hall)


def richest_opponent(town: Town) -> i64:
    """Returns the opponent of the active seat with most coins; of equals the next in turn order."""
    found = NOBODY
    for distance in range(1, town.seats):
        seat = (town.active + distance) % town.seats
        if found == NOBODY or town.coins[seat] > town.coins[found]:
            found = seat
    return found
