"""The lottery entries by place with which the stage bot draws where to send its tokens (15.2, 15.3; section 18 for the
tables of 2026)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import (
    BAGS_TO_RAISE,
    BAR,
    BEER,
    BEERS_TO_RAISE,
    DOJO,
    DYNAMITE,
    FOREST,
    FOREST_EP,
    GRENADE,
    HOSPITAL,
    MAX_HP_EP,
    PLACES,
    PLAZA,
    STATION,
    WORK_SITE,
)
from parlour.games.hunter.rules.book import PET_TAME_DISCOUNT as WHIP_POWER
from parlour.games.hunter.rules.book import TAME_HP as CHAIN_POWER
from parlour.games.hunter.rules.rounds import Hunter
from parlour.kernel.rng import Rng
from parlour.kernel.state import NOBODY

CLOSED_ENTRIES: Final[i64] = -100
GATHERING_ENTRIES: Final[i64] = 2  # for the places that give supplies and money, in stage 1 (R69)


def is_tamer(city: Hunter, seat: i64) -> bool:
    """Whether the seat's weapon is a Chain or a Whip, the weapons with powers for taming monsters and using pets."""
    return city.has(seat, CHAIN_POWER) or city.has(seat, WHIP_POWER)


def required_ep(city: Hunter, seat: i64) -> i64:
    """Returns the EP the stage bot wants to have for a hunt: stage + 1 (2026: 1), 1 more with a Chain or Whip (rule
    15.1)."""
    ep = 1 if city.book.bots_2026 else city.stage[seat] + 1
    return ep + 1 if is_tamer(city, seat) else ep


def missing_for_milestone(city: Hunter, seat: i64, item: i64) -> i64:
    """Returns how many more Beers or Blood Bags must be put in, whether the seat holds them or not, to raise its
    maximum EP or HP to the next milestone; 0 if no milestone is left."""
    beer = item == BEER
    maximum = city.ep_max[seat] if beer else city.hp_max[seat]
    points = city.book.ep_milestone if beer else city.book.hp_milestone
    for goal in range(maximum + 1, MAX_HP_EP + 1):
        if points[goal] > 0:
            pieces = BEERS_TO_RAISE if beer else BAGS_TO_RAISE
            return (goal - maximum) * pieces - (city.ep_put[seat] if beer else city.hp_put[seat])
    return 0


def bot_may_enter(city: Hunter, seat: i64, place: i64) -> bool:
    """Whether the stage bot may send its hunter to a place; in section 18 not the Forest without EP or ammunition."""
    if place == FOREST and city.book.bots_2026 and not is_ready_for_forest(city, seat):
        return False
    return (city.hunter_places(seat) >> place) & 1 == 1


def is_ready_for_forest(city: Hunter, seat: i64) -> bool:
    item = city.book.ammunition[city.weapon[seat]]
    dry = item != NOBODY and city.count(seat, item) == 0 and city.money[seat] < 2
    return city.ep[seat] >= FOREST_EP and not dry


def hunter_entries(city: Hunter, seat: i64) -> vec[i64]:
    """Returns, by place, the lottery entries with which the stage bot draws where to send its hunter; far below 0 where
    it may not go (rule 15.2)."""
    base: i64 = 3 if city.book.bots_2026 else 5
    entries = vec[i64]([base] * PLACES)
    entries[HOSPITAL] += hospital_bonus(city, seat)
    entries[BAR] += bar_bonus(city, seat)
    entries[WORK_SITE] += work_site_bonus(city, seat)
    entries[DOJO] += dojo_bonus(city, seat)
    if city.stage[seat] == 1 and not city.book.bots_2026:
        for place in (WORK_SITE, BAR, HOSPITAL):
            entries[place] += GATHERING_ENTRIES
    if city.since_plaza[seat] >= 2:
        entries[PLAZA] += 2
    entries[FOREST] += forest_bonus(city, seat)
    liked = city.book.preferred_place[city.weapon[seat]]
    if bot_may_enter(city, seat, liked):
        entries[liked] += 2
    elif city.book.bots_2026 and liked != PLAZA and bot_may_enter(city, seat, STATION):
        entries[STATION] += 2
    for place in range(PLACES):
        if not bot_may_enter(city, seat, place):
            entries[place] += CLOSED_ENTRIES
    return entries


def hospital_bonus(city: Hunter, seat: i64) -> i64:
    if city.hp[seat] * 2 <= city.hp_max[seat]:
        return 2
    return 1 if city.hp[seat] < city.hp_max[seat] else 0


def bar_bonus(city: Hunter, seat: i64) -> i64:
    if city.ep[seat] < required_ep(city, seat):
        return 2
    return 1 if city.ep[seat] < city.ep_max[seat] else 0


def work_site_bonus(city: Hunter, seat: i64) -> i64:
    """Returns the Work Site's extra lottery entries in the stage bot's draw: 0 to 2, by the free room in the seat's
    inventory (R38)."""
    free = city.capacity(seat) - city.used(seat)
    if free >= 4:
        return 2
    return 1 if free == 3 else 0


def table_row(city: Hunter, seat: i64) -> i64:
    """Returns a seat's index into the stage bot's tables of lottery entries: by stage (section 18: power level), attack
    and defense dice."""
    stage = city.power(seat) if city.book.bots_2026 else city.stage[seat]
    return ((stage - 1) * 6 + city.attack[seat] - 2) * 7 + city.defense[seat]


def dojo_bonus(city: Hunter, seat: i64) -> i64:
    value = city.book.dojo_entries[table_row(city, seat)]
    return value if value > 0 else 0


def forest_bonus(city: Hunter, seat: i64) -> i64:
    by_2026 = city.book.bots_2026
    stage = city.stage[seat]
    entries = city.book.forest_entries[table_row(city, seat)]
    if city.ep[seat] == city.ep_max[seat]:
        entries += 3 if by_2026 else 1
    for item in range(GRENADE, DYNAMITE + 1):
        if city.count(seat, item) > 0:
            size = item - GRENADE + 1
            entries += 2 * size if by_2026 else size // stage
    if city.hp[seat] * 2 < city.hp_max[seat]:
        entries -= 3
    if by_2026 and has_lowest_score(city, seat):
        entries += 4
    return entries


def has_lowest_score(city: Hunter, seat: i64) -> bool:
    for other in range(city.seats):
        if other != seat and city.score[other] < city.score[seat]:
            return False
    return True


def apprentice_entries(city: Hunter, seat: i64, hunter: i64) -> vec[i64]:
    """Returns, by place, the lottery entries for the stage bot's apprentice, given its hunter's place: none for the
    Forest unless the hunter is there too, far below 0 where a dummy stands (15.3, R47)."""
    by_2026 = city.book.bots_2026
    base: i64 = 4 if by_2026 else 5
    entries = vec[i64]([base] * PLACES)
    entries[hunter] = 0
    best = leader(city, seat)
    for other in range(city.seats):
        if other == seat:
            continue
        liked = city.book.preferred_place[city.weapon[other]]
        if liked != hunter and not city.is_blocked(liked):
            entries[liked] += 2
            if other == best:
                entries[liked] += 2 if by_2026 else 1
    if by_2026:
        entries[FOREST] = 2 if hunter == FOREST and not has_rival_at_peak(city, seat) else 0
    else:
        entries[FOREST] = base + 1 if hunter == FOREST else 0
    for place in range(PLACES):
        if city.is_blocked(place):
            entries[place] += CLOSED_ENTRIES
    return entries


def leader(city: Hunter, seat: i64) -> i64:
    """Returns the seat with the highest score among the opponents of a seat; of equal scores the lowest seat."""
    best: i64 = NOBODY
    for other in range(city.seats):
        if other != seat and (best == NOBODY or city.score[other] > city.score[best]):
            best = other
    return best


def has_rival_at_peak(city: Hunter, seat: i64) -> bool:
    """Whether any other player's reward token and point token are on the same popularity level."""
    for other in range(city.seats):
        if other != seat and city.fame[other] == city.reward[other]:
            return True
    return False


def draw_place(entries: vec[i64], legal: i64, rng: Rng) -> i64:
    """Draws a place at random, weighted by its lottery entries; if none is positive, takes the lowest legal place."""
    weights = vec[i64]([0] * PLACES)
    total: i64 = 0
    for place in range(PLACES):
        if entries[place] > 0:
            weights[place] = entries[place]
            total += entries[place]
    if total > 0:
        return rng.weighted_index(weights)
    lowest: i64 = 0
    while (legal >> lowest) & 1 == 0:
        lowest += 1
    return lowest
