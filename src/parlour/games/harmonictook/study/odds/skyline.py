"""What a landmark would add to the income of a round (15.5)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import (
    ALWAYS,
    OWNER_HAS,
    RED,
    ROLLER_ATLEAST,
    SWAP,
    WRECK,
)
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, LOW, LOWEST, ROW
from parlour.games.harmonictook.study.odds.almanac import (
    BEYOND,
    ONE_ROW,
    PARK_ROW,
    TRIAL_ROW,
    TWO_ROW,
    Almanac,
    best_row,
    hit,
    lay_raised,
    learn_others,
    learn_takings,
    turn_income,
)
from parlour.games.harmonictook.study.odds.gains import best_turn, exhibition, spread, tolls_rate
from parlour.games.harmonictook.study.odds.swaps import earning, swap_gain
from parlour.games.harmonictook.study.odds.worth import steady


def landmark_gain(almanac: Almanac, landmark: i64, owner: i64) -> float:
    """Coins a round that a landmark adds, by what it does; those of a pack likewise."""
    town = almanac.town
    book = almanac.book
    bit: i64 = 1 << landmark
    if town.built[owner] & bit != 0:
        return 0.0
    look_ahead = bit & book.dice_mask != 0 and not town.has(owner, book.dice_mask) and on_offer(almanac)
    found = flag_gain(almanac, landmark, owner, not look_ahead)
    if look_ahead:
        found += station_gain(almanac, owner)
    if bit & book.tower_mask != 0:
        found += tower_gain(almanac, owner)
    if bit & book.idle_mask != 0:
        found += airport_gain(almanac, landmark, owner)
    return found


def on_offer(almanac: Almanac) -> bool:
    for copies in almanac.town.market:
        if copies > 0:
            return True
    return False


def flag_gain(almanac: Almanac, landmark: i64, owner: i64, with_two: bool) -> float:
    """The income of the city with the landmark less the income without it; what a swap is worth stays as it is."""
    town = almanac.town
    bit: i64 = 1 << landmark
    row = best_row(almanac, owner)
    for total in range(ROW):
        almanac.change[total] = 0.0
    found = -best_turn(almanac, owner, True)
    found += away_gain(almanac, landmark, owner)
    town.built[owner] |= bit
    found += best_turn(almanac, owner, with_two)
    after = row
    for card in almanac.swappers:
        if town.copies(owner, card) > 0:
            after = trial_row(almanac, owner, with_two)
    town.built[owner] &= ~bit
    return found + moves_gain(almanac, owner, row, after) if after != row else found


def away_gain(almanac: Almanac, landmark: i64, owner: i64) -> float:
    """What the landmark adds on the rolls of others; on own rolls it is added to the change."""
    town = almanac.town
    book = almanac.book
    bit: i64 = 1 << landmark
    learn_others(almanac, owner)
    learn_takings(almanac, owner)
    found = 0.0
    for card in book.types:
        held = owner * book.width + card
        copies = town.owned[held]
        if copies > 0 and concerns(almanac, landmark, card):
            found -= part(almanac, card, owner, copies, -1.0)
            town.built[owner] |= bit
            found += part(almanac, card, owner, copies, 1.0)
            town.built[owner] &= ~bit
    return found


def concerns(almanac: Almanac, landmark: i64, card: i64) -> bool:
    """Whether what a card pays its owner may depend on this landmark of the owner."""
    book = almanac.book
    if book.bonus[landmark * book.width + card] != 0:
        return True
    if book.effect[card] == WRECK:
        return (book.wreck_mask >> landmark) & 1 == 1
    condition = book.condition[card]
    if condition == ALWAYS or (condition == ROLLER_ATLEAST and book.colour[card] == RED):
        return False
    return book.limit[card] == landmark if condition == OWNER_HAS else (book.count_mask >> landmark) & 1 == 1


def part(almanac: Almanac, card: i64, owner: i64, copies: i64, sign: float) -> float:
    """What so many copies bring on the rolls of others; on own rolls it is added to the change, or taken from it."""
    if almanac.book.colour[card] == RED:
        return float(copies) * tolls_rate(almanac, card, owner)
    return sign * spread(almanac, card, owner, sign * float(copies) * steady(almanac.town, card, owner))


def trial_row(almanac: Almanac, owner: i64, with_two: bool) -> i64:
    """How the owner would roll with the landmarks built now, perhaps on trial."""
    if not with_two or not almanac.town.has(owner, almanac.book.dice_mask):
        return ONE_ROW
    row = two_dice_row(almanac, owner)
    return ONE_ROW if turn_income(almanac, owner, ONE_ROW) > turn_income(almanac, owner, row) else row


def two_dice_row(almanac: Almanac, owner: i64) -> i64:
    """Two dice with the park and the harbor of the owner, station or not."""
    if almanac.town.has(owner, almanac.book.harbor_mask):
        lay_raised(almanac, owner, TRIAL_ROW)
        return TRIAL_ROW
    return PARK_ROW if almanac.town.has(owner, almanac.book.park_mask) else TWO_ROW


def moves_gain(almanac: Almanac, owner: i64, before: i64, after: i64) -> float:
    """Swaps and exhibitions come up more or less often on another row."""
    town = almanac.town
    book = almanac.book
    found = 0.0
    for card in almanac.swappers:
        if town.owned[owner * book.width + card] > 0 and town.holds(card, owner, owner):
            value = swap_gain(almanac, owner, card) if book.effect[card] == SWAP else exhibition(town, card, owner)
            found += value * (hit(almanac, card, after) - hit(almanac, card, before))
    return found


def station_gain(almanac: Almanac, owner: i64) -> float:
    """What is on offer: the median of the high cards with two dice less that of the low cards with one."""
    town = almanac.town
    book = almanac.book
    row = two_dice_row(almanac, owner)
    low = vec[float]()
    high = vec[float]()
    for card in book.types:
        if town.market[card] > 0:
            if book.hits[card] & ~LOW == 0:
                low = append(low, earning(almanac, card, owner, ONE_ROW))
            elif book.hits[card] & LOW == 0:
                value = earning(almanac, card, owner, row)
                if value != 0.0:
                    high = append(high, value)
    more = median(high) - median(low)
    return more if more > 0.0 else 0.0


def median(values: vec[float]) -> float:
    """The middle value, or the mean of the two in the middle; 0 without any."""
    count = len(values)
    if count == 0:
        return 0.0
    for last in range(1, count):
        value = values[last]
        place = last
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value
    middle = count // 2
    return values[middle] if count % 2 == 1 else (values[middle - 1] + values[middle]) / 2.0


def tower_gain(almanac: Almanac, owner: i64) -> float:
    """A roll that earns less than is to be expected is made again."""
    row = best_row(almanac, owner)
    learn_takings(almanac, owner)
    park = row != ONE_ROW and almanac.town.has(owner, almanac.book.park_mask)
    expected = turn_income(almanac, owner, row) / (EXTRA_TURNS if park else 1.0)
    first = owner * ROW
    found = 0.0
    for total in range(LOWEST, BEYOND):
        more = almanac.takings[first + total] - expected
        if more > 0.0:
            found += almanac.chance[row + total] * more
    return found


def airport_gain(almanac: Almanac, landmark: i64, owner: i64) -> float:
    """Its coins in the expected share of turns without a build.

    Whoever earns i a round and saves for landmarks of the mean price p builds in i / p of the turns; the coins of
    the airport, a in a turn without a build, are part of i: the share without one is (p - i) / (p + a)."""
    town = almanac.town
    book = almanac.book
    missing = book.win_mask & ~town.built[owner] & ~(1 << landmark)
    price = 0.0
    count = 0.0
    for other in book.landmarks:
        if (missing >> other) & 1 == 1:
            price += float(book.price[other])
            count += 1.0
    if count == 0.0:
        return 0.0
    price /= count
    coins = float(book.power[landmark])
    share = (price - income(almanac, owner)) / (price + coins) if price + coins > 0.0 else 0.0
    return coins * min(1.0, max(0.0, share))


def income(almanac: Almanac, owner: i64) -> float:
    """Coins a round from all cards of a city (15.4)."""
    book = almanac.book
    row = best_row(almanac, owner)
    found = 0.0
    for card in book.types:
        copies = almanac.town.owned[owner * book.width + card]
        if copies > 0:
            found += float(copies) * earning(almanac, card, owner, row)
    return found
