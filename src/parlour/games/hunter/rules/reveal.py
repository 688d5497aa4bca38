"""A round of Hunter & Apprentice from the reveal to the Station's pay: popularity, income (4.2 to 4.4, section 6)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.hunter.rules.book import (
    ALONE_EXP,
    ALONE_SCORE,
    APPRENTICE_BONUS,
    BAGS,
    BAR,
    BEER,
    BEERS,
    BLOOD,
    DOJO,
    EXP,
    FOREST,
    HOSPITAL,
    MONEY,
    PLACES,
    PLAZA,
    POINTS,
    REWARD_TOKEN_NO_DROP,
    STATION,
    TOP_POPULARITY,
    WORK_SITE,
)
from parlour.games.hunter.rules.events import (
    FAME,
    HELPED,
    INCOME,
    POWER_GAIN,
    REWARDED,
    SENT,
    TOLL,
)
from parlour.games.hunter.rules.events import POPULARITY as POPULARITY_MOVED
from parlour.games.hunter.rules.state import OTHER_POINTS, PLAZA_POINTS, POPULARITY_POINTS, City
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


def place_tokens(city: City) -> None:
    """Reveals all hunters and apprentices (rule 4.2.1), counts visits (section 16), takes the Plaza's toll (section
    17)."""
    sent = city.visit_counts
    for seat in range(city.seats):
        hunter = city.hunter[seat]
        apprentice = city.apprentice[seat]
        if city.journal is not None:
            city.journal.add(EVERYONE, SENT, seat, hunter, apprentice)
        sent[seat * 2 * PLACES + hunter] += 1
        sent[seat * 2 * PLACES + PLACES + apprentice] += 1
        if hunter == PLAZA:
            city.since_plaza[seat] = 0
        else:
            city.since_plaza[seat] += 1
        if is_alone(city, seat):
            city.alone[seat] += 1
        if meets_hunter(city, seat):
            city.met[seat] += 1
    if city.book.toll > 0:
        for seat in range(city.seats):
            if city.hunter[seat] == PLAZA:
                city.ep[seat] -= city.book.toll
                if city.journal is not None:
                    city.journal.add(EVERYONE, TOLL, seat, city.book.toll)


def is_alone(city: City, seat: i64) -> bool:
    """Returns whether no token of another player is at the place of a seat's hunter (section 7)."""
    place = city.hunter[seat]
    for other in range(city.seats):
        if other != seat and (city.hunter[other] == place or city.apprentice[other] == place):
            return False
    return True


def meets_hunter(city: City, seat: i64) -> bool:
    """Returns whether another player's hunter is at the place of a seat's apprentice."""
    place = city.apprentice[seat]
    for other in range(city.seats):
        if other != seat and city.hunter[other] == place:
            return True
    return False


def resolve_popularity(city: City, seat: i64) -> None:
    """Moves a seat's reward token up if its hunter is alone, else down, pays the rewards, and scores if the point token
    follows; does nothing for a hunter in the Forest (section 6)."""
    if city.hunter[seat] == FOREST:
        return
    alone = is_alone(city, seat)
    if alone:
        apply_alone_powers(city, seat)
    before = city.reward[seat]
    now = before
    if alone:
        if before < TOP_POPULARITY:
            now += 1
    elif before > 0 and not city.has(seat, REWARD_TOKEN_NO_DROP):
        now -= 1
    city.reward[seat] = now
    if city.journal is not None:
        city.journal.add(EVERYONE, POPULARITY_MOVED, seat, before, now, 1 if alone else 0)
    if now > 0:
        pay_popularity_rewards(city, seat, now)
    if now > city.fame[seat]:
        city.fame[seat] = now
        points = city.book.popularity_points[now]
        if city.journal is not None:
            city.journal.add(EVERYONE, FAME, seat, now, points)
        city.award(seat, points, POPULARITY_POINTS)


def apply_alone_powers(city: City, seat: i64) -> None:
    """Gives a seat the EXP or points that its weapon's power pays when its hunter is alone at a place (section 18)."""
    if city.has(seat, ALONE_EXP):
        exp = city.gain_exp(seat, city.value(seat, ALONE_EXP))
        if city.journal is not None:
            city.journal.add(EVERYONE, POWER_GAIN, seat, city.weapon[seat], EXP, exp, 2)
    if city.has(seat, ALONE_SCORE):
        points = city.value(seat, ALONE_SCORE)
        if city.journal is not None:
            city.journal.add(EVERYONE, POWER_GAIN, seat, city.weapon[seat], POINTS, points, 2)
        city.award(seat, points, OTHER_POINTS)


def pay_popularity_rewards(city: City, seat: i64, level: i64) -> None:
    """Gives a seat the rewards of its popularity level and of all below it, from the top (rules 6.2, R10 and R56)."""
    points: i64 = 0
    exp: i64 = 0
    bags: i64 = 0
    money: i64 = 0
    if level >= 5:
        points = 5
    if level >= 4:
        exp = city.gain_exp(seat, 4)
    if level >= 3:
        bags = 3
        city.gain_items(seat, BLOOD, bags)
    if level >= 2:
        money = city.gain_money(seat, 2)
    city.gain_items(seat, BEER, 1)
    if city.journal is not None:
        city.journal.add(EVERYONE, REWARDED, seat, money, 1, bags, exp, points)
    if points > 0:
        city.award(seat, points, POPULARITY_POINTS)


def resource_of(place: i64) -> i64:
    """Returns the resource that a place of the board pays (the Bar: Beers), NOBODY for the Station and the Forest."""
    if place == WORK_SITE:
        return MONEY
    if place == BAR:
        return BEERS
    if place == HOSPITAL:
        return BAGS
    if place == DOJO:
        return EXP
    if place == PLAZA:
        return POINTS
    return NOBODY


def place_of(resource: i64) -> i64:
    """Returns the place of the board that pays money, Beers, Blood Bags or EXP (Beers: the Bar)."""
    if resource == MONEY:
        return WORK_SITE
    if resource == BEERS:
        return BAR
    return HOSPITAL if resource == BAGS else DOJO


def pay_places(city: City) -> None:
    """Pays the hunters at every place except Station and Forest, by place and then by seat, and the Bat's apprentice
    bonus; stops if a seat has ended the game (rules 4.3 and R8)."""
    for place in range(FOREST):
        if place == STATION:
            continue
        tokens = city.tokens(place)
        if tokens == 0:
            continue
        amount = city.book.place_pay[place * 16 + tokens]
        for seat in range(city.seats):
            if city.hunter[seat] == place:
                pay_hunter(city, seat, place, resource_of(place), amount, tokens)
                if city.ended_early():
                    return
        if place != PLAZA:
            pay_apprentice_bonus(city, place)


def pay_apprentice_bonus(city: City, place: i64) -> None:
    """Pays the Bat's bonus in a place's resource for an apprentice that meets a hunter there (rules 9.3 and R36)."""
    for seat in range(city.seats):
        if city.apprentice[seat] == place and city.has(seat, APPRENTICE_BONUS) and meets_hunter(city, seat):
            resource = resource_of(place)
            amount = gain_resource(city, seat, resource, city.value(seat, APPRENTICE_BONUS))
            if city.journal is not None:
                city.journal.add(EVERYONE, HELPED, seat, place, resource, amount)


def pay_hunter(city: City, seat: i64, place: i64, resource: i64, amount: i64, tokens: i64) -> None:
    gained = amount if resource == POINTS else gain_resource(city, seat, resource, amount)
    if city.journal is not None:
        city.journal.add(EVERYONE, INCOME, seat, place, resource, gained, tokens, amount - gained)
    if resource == POINTS:
        city.award(seat, amount, PLAZA_POINTS)


def gain_resource(city: City, seat: i64, resource: i64, amount: i64) -> i64:
    """Adds money, EXP, Beers or Blood Bags to a seat and returns the amount gained, without what exceeds a limit."""
    if resource == MONEY:
        return city.gain_money(seat, amount)
    if resource == EXP:
        return city.gain_exp(seat, amount)
    city.gain_items(seat, BEER if resource == BEERS else BLOOD, amount)
    return amount


def pay_station(city: City) -> None:
    """Pays each hunter at the Station the chosen resource, at its own place's rate for the Station's tokens (4.4)."""
    tokens = city.tokens(STATION)
    for seat in range(city.seats):
        resource = city.picked[seat]
        if resource >= 0:
            amount = city.book.place_pay[place_of(resource) * 16 + tokens]
            pay_hunter(city, seat, STATION, resource, amount, tokens)
