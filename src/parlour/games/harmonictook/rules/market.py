"""The market of harmonictook: cards on offer, purchases, and the refilling of piles."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import (
    ALREADY_BUILT,
    BUILD,
    BUY,
    FACE_DOWN,
    LIMIT_REACHED,
    NOT_IN_PLAY,
    PASS,
    SOLD_OUT,
    TOO_DEAR,
)
from parlour.games.harmonictook.rules.book import (
    FIXED,
    HYBRID,
    NO_LIMIT,
    PER_PLAYER,
    PURPLE,
    VARIABLE,
    Book,
)
from parlour.games.harmonictook.rules.events import BONUS, BOUGHT, BUILT, REMOVED
from parlour.games.harmonictook.rules.state import Town
from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


def lay_out_market(town: Town) -> None:
    """Puts all cards for sale on offer in a fixed market, else into the deck (rule 2.6)."""
    book = town.book
    copies = vec[i64]([0] * book.width)
    for card in book.types:
        copies[card] = initial_supply(book, card, town.seats)
    if book.market == FIXED:
        town.market = copies
    else:
        town.market = vec[i64]([0] * book.width)
        town.deck = copies


def initial_supply(book: Book, card: i64, seats: i64) -> i64:
    """Returns the copies of a card at the start: as many as its pack says, but the options may replace the usual six
    and the usual one per player (rule 2.6, section 11)."""
    number = book.supply[card]
    if number == PER_PLAYER:
        return book.purple_supply if book.purple_supply > 0 else seats
    return book.default_supply if number == 6 and book.colour[card] != PURPLE else number


def list_builds(town: Town, seat: i64, found: ActionList) -> None:
    """Lists PASS and every card and landmark that the seat can pay for and may still own (rule 6.1)."""
    book = town.book
    market = town.market
    owned = town.owned
    cost = book.cost
    limit = book.max_owned
    first = seat * book.width
    coins = town.coins[seat]
    found.add(PASS)
    for card in book.types:
        if market[card] > 0:
            found.add_if(BUY + card, (cost[card] <= coins) & (owned[first + card] < limit[card]))
    unbuilt = ~town.built[seat]
    for landmark in book.landmarks:
        found.add_if(BUILD + landmark, ((unbuilt >> landmark) & 1 == 1) & (book.price[landmark] <= coins))


def can_build(town: Town, seat: i64) -> bool:
    """Returns whether the seat can afford any card or landmark that it may build."""
    book = town.book
    coins = town.coins[seat]
    for card in book.types:
        if town.market[card] > 0 and book.cost[card] <= coins and town.may_own_another(seat, card):
            return True
    for landmark in book.landmarks:
        if (town.built[seat] >> landmark) & 1 == 0 and book.price[landmark] <= coins:
            return True
    return False


def cannot_buy(town: Town, seat: i64, card: i64) -> i64:
    """Returns the number of the reason why the seat may not buy a card, 0 if it may."""
    book = town.book
    if card >= book.width or book.in_play[card] == 0:
        return NOT_IN_PLAY
    if not town.may_own_another(seat, card):
        return LIMIT_REACHED
    if town.market[card] == 0:
        return FACE_DOWN if book.market != FIXED and town.deck[card] > 0 else SOLD_OUT
    if book.cost[card] > town.coins[seat]:
        return TOO_DEAR
    return 0


def cannot_build(town: Town, seat: i64, landmark: i64) -> i64:
    """Returns the number of the reason why the seat may not build a landmark, 0 if it may."""
    book = town.book
    if (book.landmark_mask >> landmark) & 1 == 0:
        return NOT_IN_PLAY
    if (town.built[seat] >> landmark) & 1 == 1:
        return ALREADY_BUILT
    if book.price[landmark] > town.coins[seat]:
        return TOO_DEAR
    return 0


def buy(town: Town, seat: i64, card: i64) -> None:
    """Moves a card from market to seat; its cost goes to the bank, a bonus for building is paid at once (rule 6.1)."""
    book = town.book
    town.coins[seat] -= book.cost[card]
    town.market[card] -= 1
    town.owned[seat * book.width + card] += 1
    if town.journal is not None:
        town.journal.add(EVERYONE, BOUGHT, seat, card, book.cost[card], town.market[card])
    if book.build_bonus[card] > 0:
        town.coins[seat] += book.build_bonus[card]
        if town.journal is not None:
            town.journal.add(EVERYONE, BONUS, seat, card, book.build_bonus[card])


def build(town: Town, seat: i64, landmark: i64) -> None:
    book = town.book
    town.coins[seat] -= book.price[landmark]
    town.built[seat] |= 1 << landmark
    if town.journal is not None:
        built = town.count_landmarks(seat, book.win_mask)
        town.journal.add(EVERYONE, BUILT, seat, landmark, book.price[landmark], built)


def remove_useless_pile(town: Town, card: i64) -> None:
    """Removes a pile of cards from the market if no player may own another copy (rule 6.3.7)."""
    book = town.book
    if book.max_owned[card] == NO_LIMIT or town.market[card] == 0:
        return
    for seat in range(town.seats):
        if town.may_own_another(seat, card):
            return
    if town.journal is not None:
        town.journal.add(EVERYONE, REMOVED, card, town.market[card])
    town.market[card] = 0


def deck_to_refill(town: Town) -> i64:
    """Returns the number of the deck that refills the market next: 0 for a single deck; 0 low, 1 high, 2 purple in a
    hybrid market. NOBODY if no pile is missing or the decks are empty (6.3, 6.4)."""
    book = town.book
    if book.market == VARIABLE:
        if count_piles(town) < book.piles and has_cards_left(town):
            return 0
    elif book.market == HYBRID:
        piles: i64 = 0  # by deck, a byte for each
        filled: i64 = 0  # mask of the decks with cards left
        market = town.market
        deck = town.deck
        bands = book.band
        for card in book.types:
            band = bands[card]
            piles += i64(market[card] > 0) << (8 * band)
            filled |= i64(deck[card] > 0) << band
        for band in range(PURPLE):
            if (filled >> band) & 1 == 1 and (piles >> (8 * band)) & 255 < book.sizes[band]:
                return band
    return NOBODY


def count_piles(town: Town) -> i64:
    """Counts the different cards on offer in the market."""
    found: i64 = 0
    for copies in town.market:
        found += i64(copies > 0)
    return found


def has_cards_left(town: Town) -> bool:
    """Returns whether any deck of the market has a card left to draw."""
    for copies in town.deck:
        if copies > 0:
            return True
    return False


def cards_left(town: Town) -> i64:
    """Counts the cards left to draw in all decks of the market."""
    found: i64 = 0
    for copies in town.deck:
        found += copies
    return found


def draw_odds(town: Town) -> vec[i64]:
    """Returns the chances of every card to be drawn for the market, as weights: its copies in the deck."""
    book = town.book
    if book.market == VARIABLE:
        return town.deck
    band = deck_to_refill(town)
    odds = vec[i64]([0] * book.width)
    for card in book.types:
        if book.band[card] == band:
            odds[card] = town.deck[card]
    return odds
