"""The bot ranger: values every pair of places for its two tokens by where others may go, and fights by exact odds."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.hunter.bots.crowds import TOKEN_COUNTS, Crowd
from parlour.games.hunter.bots.prospects import best_hunt, prospect_after_store
from parlour.games.hunter.rules.actions import (
    ACCEPT,
    ATTACK_DIE,
    BRING,
    BUY,
    CHANGE,
    DEFENSE_DIE,
    DISCARD,
    DRINK,
    ENDURE,
    FINISH,
    HEAL,
    HUNT,
    PUT_BEER,
    PUT_BLOOD,
    RECOVER_EP,
    RECOVER_HP,
    SEND,
    TAKE,
)
from parlour.games.hunter.rules.board_actions import cannot_train_attack, cannot_train_defense
from parlour.games.hunter.rules.book import (
    APPRENTICE_BONUS,
    BAGS,
    BATTERY,
    BEER,
    BEERS,
    BLOOD,
    BOMB,
    BULLET,
    DEFENSE_THRESHOLD,
    DYNAMITE,
    EXP,
    FAKE_BLOOD,
    FOREST,
    GOAL,
    GRENADE,
    ITEMS,
    LEVELS,
    MAX_ATTACK_DICE,
    MAX_DEFENSE_DICE,
    MAX_EXP,
    MAX_HP_EP,
    MAX_MONEY,
    MONEY,
    PLACES,
    PLAZA,
    POINTS,
    REWARD_TOKEN_NO_DROP,
    STATION,
    TOP_POPULARITY,
)
from parlour.games.hunter.rules.meeting import cannot_bring
from parlour.games.hunter.rules.reveal import place_of, resource_of
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import (
    AFTER,
    BEFORE,
    HUNTING,
    MEETING,
    OVERFLOW,
    RESTING,
    SELECTION,
    STORE,
)
from parlour.games.hunter.rules.state import STATION as STATION_PHASE
from parlour.games.hunter.study.odds.forecast import best_answer, forecast_fight
from parlour.games.hunter.study.odds.matchup import Prices, current_fight, worth_of
from parlour.kernel.match import Bot
from parlour.kernel.state import State

DIALS: Final = {  # by name, with the default; the constants below are their indices
    "money": 0.3,
    "beer": 0.33,
    "bag": 0.2,
    "exp": 0.3,
    "hp": 0.25,
    "ep": 0.3,
    "step": 0.4,
    "fame": 0.8,
    "spite": 1.2,
    "doubt": 0.2,
    "forest": 0.75,
    "horizon": 20.0,
    "defeat": 1.0,
    "whim": 0.1,
    "keep": 4.0,
}
MONEY_DIAL: Final[i64] = 0
BEER_DIAL: Final[i64] = 1
BAG_DIAL: Final[i64] = 2
EXP_DIAL: Final[i64] = 3
HP_DIAL: Final[i64] = 4
EP_DIAL: Final[i64] = 5
STEP_DIAL: Final[i64] = 6
FAME_DIAL: Final[i64] = 7
SPITE_DIAL: Final[i64] = 8
DOUBT_DIAL: Final[i64] = 9
FOREST_DIAL: Final[i64] = 10
HORIZON_DIAL: Final[i64] = 11
DEFEAT_DIAL: Final[i64] = 12
WHIM_DIAL: Final[i64] = 13
KEEP_DIAL: Final[i64] = 14
POINTS_PER_ROUND: Final = 3.5  # of the leader, on average
WORST: Final = -1000.0
NO_ACTION: Final[i64] = -1


class Ranger(Bot):
    """A bot that prices everything in points: what it can win, keep or deny to other players."""

    def __init__(self, dials: vec[float]) -> None:
        super().__init__()
        self.dials = dials

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Hunter)
        phase = world.phase
        if phase == SELECTION:
            return self.select(world, seat)
        if phase == STORE:
            return self.shop(world, seat)
        if phase == RESTING:
            action = use_supplies(world, seat, 0.0)
            return action if action != NO_ACTION else ENDURE
        prices = self.prices(world, seat)
        if phase == BEFORE or phase == AFTER:
            return best_answer(world, prices)
        if phase == HUNTING:
            return self.hunt(world, seat, prices)
        if phase == STATION_PHASE:
            return TAKE + best_resource(world, seat, prices, world.tokens(STATION))
        if phase == OVERFLOW:
            return make_room(world, seat, prices)
        if phase == MEETING:
            return self.meet(world, seat, prices)
        return RECOVER_HP if world.hp[seat] <= world.ep[seat] else RECOVER_EP

    # Prices.

    def remaining_use(self, city: Hunter, seat: i64) -> float:
        """Returns the share of their price that resources are still worth: 1 at first, 0 at the end of the game."""
        best = city.best_other(seat)
        if city.score[seat] > best:
            best = city.score[seat]
        left = int(GOAL - best) / POINTS_PER_ROUND
        horizon = self.dials[HORIZON_DIAL] / POINTS_PER_ROUND
        if left <= 0.0:
            return 0.0
        return 1.0 if left >= horizon else left / horizon

    def prices(self, city: Hunter, seat: i64) -> Prices:
        fading = self.remaining_use(city, seat)
        prices = Prices()
        prices.money = self.dials[MONEY_DIAL] * fading
        prices.exp = self.dials[EXP_DIAL] * fading
        if city.attack[seat] >= MAX_ATTACK_DICE and city.defense[seat] >= MAX_DEFENSE_DICE:
            prices.exp = 0.0
        prices.hp = self.dials[HP_DIAL] * fading
        prices.ep = self.dials[EP_DIAL] * fading
        prices.step = self.dials[STEP_DIAL] * fading
        prices.defeat = self.dials[DEFEAT_DIAL] * fading
        items = vec[float]([0.0] * ITEMS)
        items[BEER] = self.dials[BEER_DIAL] * fading
        items[BLOOD] = self.dials[BAG_DIAL] * fading
        for item in range(GRENADE, ITEMS):
            items[item] = 0.9 * prices.money * int(city.book.price[item])
        prices.items = items
        for level in range(LEVELS):
            prices.pets[level] = 0.5 * (int(level) + 1.0) * fading
        return prices

    # Selection.

    def select(self, city: Hunter, seat: i64) -> i64:
        action = best_die(city, seat)
        if action == NO_ACTION:
            action = use_supplies(city, seat, self.dials[KEEP_DIAL])
        if action != NO_ACTION:
            return action
        prices = self.prices(city, seat)
        crowd = Crowd(city, seat, self.dials[DOUBT_DIAL])
        fading = self.remaining_use(city, seat)
        alone = WORST
        helped = WORST
        hunters = city.hunter_places(seat)
        could = city.ep[seat] + city.count(seat, BEER) >= 2
        thirsty = (hunters >> FOREST) & 1 == 0 and could
        if could:
            stay = self.dials[FAME_DIAL] * fading * int(city.reward[seat])
            alone = self.dials[FOREST_DIAL] * prospect_after_store(city, seat, False, prices).value + stay
            helped = self.dials[FOREST_DIAL] * prospect_after_store(city, seat, True, prices).value + stay
        spite = vec[float]([self.spite_value(city, seat, crowd, place, prices) for place in range(PLACES)])
        values = vec[float]([WORST] * (PLACES * PLACES))
        best = WORST
        for hunter in range(PLACES):
            if hunter == FOREST:
                value = alone
            elif (hunters >> hunter) & 1 == 1:
                value = self.place_value(city, seat, crowd, hunter, prices, fading)
            else:
                continue
            for apprentice in range(PLACES):
                if (city.apprentice_places(hunter) >> apprentice) & 1 == 0:
                    continue
                worth = value + spite[apprentice]
                if apprentice == FOREST:
                    worth = helped if hunter == FOREST else value
                values[hunter * PLACES + apprentice] = worth
                if worth > best:
                    best = worth
        pair = self.pick_near_best(values, best)
        if thirsty and pair // PLACES == FOREST:
            return DRINK
        if self.explains:
            self.remark = f"together worth about {values[pair]:.1f} points"
        return SEND + pair

    def pick_near_best(self, values: vec[float], best: float) -> i64:
        """Picks at random one of the nearly best pairs of places, so that the bot is hard to predict; returns its
        number, the hunter's place * 7 + the apprentice's."""
        near = vec[i64]()
        for pair in range(PLACES * PLACES):
            if values[pair] >= best - self.dials[WHIM_DIAL]:
                near = append(near, pair)
        return self.rng.pick(near)

    def place_value(self, city: Hunter, seat: i64, crowd: Crowd, place: i64, prices: Prices, fading: float) -> float:
        """Returns the bot's value, in points, of sending its hunter to a place outside the Forest: expected pay and
        popularity."""
        counts = crowd.token_count_chances(place)
        value = 0.0
        for others in range(TOKEN_COUNTS):
            if counts[others] > 0.0:
                value += counts[others] * pay_worth(city, seat, place, others + 1, prices)
        up = self.popularity_value(city, seat, city.reward[seat] + 1, prices, fading)
        down = city.reward[seat] - 1
        if city.has(seat, REWARD_TOKEN_NO_DROP):
            down += 1
        return value + counts[0] * up + (1.0 - counts[0]) * self.popularity_value(city, seat, down, prices, fading)

    def popularity_value(self, city: Hunter, seat: i64, level: i64, prices: Prices, fading: float) -> float:
        """Returns what it is worth to a seat, in points, to have its reward token on a popularity level now."""
        if level <= 0:
            return 0.0
        if level > TOP_POPULARITY:
            level = TOP_POPULARITY
        value = prices.items[BEER] + self.dials[FAME_DIAL] * fading * int(level)
        if level >= 2:
            value += 2.0 * prices.money
        if level >= 3:
            value += 3.0 * prices.items[BLOOD]
        if level >= 4:
            value += 4.0 * prices.exp
        if level >= 5:
            value += 5.0
        if level > city.fame[seat]:
            value += int(city.book.popularity_points[level])
        return value

    def spite_value(self, city: Hunter, seat: i64, crowd: Crowd, place: i64, prices: Prices) -> float:
        """Returns the bot's value, in points, of sending its apprentice to a place: the expected loss of others, and
        the Bat's bonus."""
        if place == FOREST:
            return 0.0
        value = 0.0
        for other in range(city.seats):
            if other == seat:
                continue
            there = crowd.hunters[other * PLACES + place]
            alone = crowd.chance_alone(other, place)
            lost = pay_worth(city, other, place, 1, prices) - pay_worth(city, other, place, 2, prices)
            next = pay_worth(city, other, place, 2, prices) - pay_worth(city, other, place, 3, prices)
            level = city.reward[other] + 1 if city.reward[other] < TOP_POPULARITY else TOP_POPULARITY
            fame = int(city.book.popularity_points[level]) if level > city.fame[other] else 0
            shame = 1.5 + fame
            weight = 1.0 if city.score[other] >= city.best_other(other) else 0.5
            value += weight * there * (alone * (lost + shame) + (1.0 - alone) * next)
        value *= self.dials[SPITE_DIAL] / int(city.seats - 1)
        if city.has(seat, APPRENTICE_BONUS) and place != STATION and place != PLAZA:
            value += crowd.chance_of_hunter(place) * price_of(resource_of(place), prices)
        return value

    # The store.

    def shop(self, city: Hunter, seat: i64) -> i64:
        action = best_die(city, seat)
        if action != NO_ACTION:
            return action
        prices = self.prices(city, seat)
        if city.hunter[seat] == FOREST:
            return self.outfit_for_forest(city, seat, prices)
        action = use_supplies(city, seat, self.dials[KEEP_DIAL])
        if action != NO_ACTION:
            return action
        if city.money[seat] > MAX_MONEY - 5:
            for item in (DYNAMITE, BOMB, GRENADE):
                if city.can_buy_and_carry(seat, item):
                    return BUY + item
            if city.ep_max[seat] < MAX_HP_EP and city.cannot_buy(seat, BEER) == 0:
                return BUY + BEER
            if city.hp_max[seat] < MAX_HP_EP and city.cannot_buy(seat, BLOOD) == 0:
                return BUY + BLOOD
        return FINISH

    def outfit_for_forest(self, city: Hunter, seat: i64, prices: Prices) -> i64:
        """Returns the bot's next store action before a hunt: restores EP and HP, then buys what is worth its price."""
        if city.count(seat, BEER) > 0 and city.ep[seat] < city.ep_max[seat]:
            return DRINK
        if city.count(seat, BLOOD) > 0 and city.hp[seat] < city.hp_max[seat]:
            return HEAL
        for item in (BULLET, BATTERY):
            if city.count(seat, item) < 3 and city.can_buy_and_carry(seat, item):
                return BUY + item
        if city.used(seat) >= city.capacity(seat):
            return FINISH
        best = best_hunt(city, seat, prices).value
        wanted = FINISH
        for item in (BLOOD, GRENADE, BOMB, DYNAMITE):
            if city.can_buy_and_carry(seat, item):
                world = city.clone()
                price = world.price(seat, item)
                world.money[seat] -= price
                world.gain_items(seat, item, 1)
                gain = best_hunt(world, seat, prices).value - int(price) * prices.money
                if gain > best + 0.02:
                    best = gain
                    wanted = BUY + item
        if wanted == FINISH and city.can_buy_and_carry(seat, FAKE_BLOOD):
            hunt = best_hunt(city, seat, prices)
            if hunt.chance * int(hunt.level) > 2.0 * prices.money + 0.1:
                return BUY + FAKE_BLOOD
        return wanted

    # The Forest.

    def hunt(self, city: Hunter, seat: i64, prices: Prices) -> i64:
        if city.count(seat, BEER) > 0 and city.ep[seat] < city.ep_max[seat] and city.ep[seat] < 4 + LEVELS:
            return DRINK
        if city.count(seat, BLOOD) > 0 and city.hp[seat] < city.hp_max[seat]:
            return HEAL
        best = best_hunt(city, seat, prices)
        for level in range(LEVELS, 0, -1):
            if cannot_bring(city, seat, level) == 0:
                world = city.clone()
                world.party[level - 1] += 1
                more = best_hunt(world, seat, prices).value - int(city.pet_cost(seat, level)) * prices.ep
                if more > best.value:
                    return BRING + level - 1
        if self.explains:
            self.remark = f"level {best.level}, {best.chance:.0%} to win"
        return HUNT + best.level - 1

    def meet(self, city: Hunter, seat: i64, prices: Prices) -> i64:
        """Returns the bot's answer to a monster just met: asks for another if the chance to win is clearly below
        average (section 18)."""
        worth = worth_of(city, seat, city.monster, prices)
        here = forecast_fight(current_fight(city), worth, False).chance
        usual = best_hunt(city, seat, prices)
        return CHANGE if here < usual.chance - 0.15 and city.ep[seat] > 0 else ACCEPT


# Values.


def price_of(resource: i64, prices: Prices) -> float:
    if resource == MONEY:
        return prices.money
    if resource == BEERS:
        return prices.items[BEER]
    if resource == BAGS:
        return prices.items[BLOOD]
    return prices.exp if resource == EXP else 1.0


def pay_worth(city: Hunter, seat: i64, place: i64, tokens: i64, prices: Prices) -> float:
    """Returns the value, at these prices, of what a place pays a seat with this many tokens there; amounts above a cap
    count nothing."""
    if place == STATION:
        resource = best_resource(city, seat, prices, tokens)
        return gain_worth(city, seat, resource, city.book.place_pay[place_of(resource) * 16 + tokens], prices)
    return gain_worth(city, seat, resource_of(place), city.book.place_pay[place * 16 + tokens], prices)


def gain_worth(city: Hunter, seat: i64, resource: i64, amount: i64, prices: Prices) -> float:
    if resource == MONEY and amount > MAX_MONEY - city.money[seat]:
        amount = MAX_MONEY - city.money[seat]
    elif resource == EXP and amount > MAX_EXP - city.exp[seat]:
        amount = MAX_EXP - city.exp[seat]
    elif resource == BEERS and city.ep_max[seat] >= MAX_HP_EP and amount > city.ep_max[seat] - city.ep[seat]:
        amount = city.ep_max[seat] - city.ep[seat]
    elif resource == BAGS and city.hp_max[seat] >= MAX_HP_EP and amount > city.hp_max[seat] - city.hp[seat]:
        amount = city.hp_max[seat] - city.hp[seat]
    return int(amount) * price_of(resource, prices)


def best_resource(city: Hunter, seat: i64, prices: Prices, tokens: i64) -> i64:
    """Returns the resource to take at the Station: the one whose pay, with this many tokens there, is worth most to the
    seat."""
    best = MONEY
    worth = WORST
    for resource in range(POINTS):
        value = gain_worth(city, seat, resource, city.book.place_pay[place_of(resource) * 16 + tokens], prices)
        if value > worth:
            worth = value
            best = resource
    return best


# Spending.


def best_die(city: Hunter, seat: i64) -> i64:
    """Returns the action that buys the attack or defense die which saves more HP for its EXP, against monsters of level
    2 and 3; NO_ACTION if it cannot be bought now."""
    attack = city.attack[seat]
    defense = city.defense[seat]
    if attack >= MAX_ATTACK_DICE and defense >= MAX_DEFENSE_DICE:
        return NO_ACTION
    weapon = city.weapon[seat]
    faces: i64 = 0
    for face in range(6):
        faces += city.book.damage[weapon * 6 + face]
    strength = int(faces) / 6.0
    block = 4.0 / 6.0 if city.has(seat, DEFENSE_THRESHOLD) else 0.5
    now = expected_hp_cost(int(attack) * strength, int(defense) * block)
    harder = now - expected_hp_cost((int(attack) + 1) * strength, int(defense) * block)
    safer = now - expected_hp_cost(int(attack) * strength, (int(defense) + 1) * block)
    harder /= int(city.book.attack_cost[weapon])
    safer /= int(city.book.defense_cost[weapon])
    wants_attack = attack < MAX_ATTACK_DICE and (harder >= safer or defense >= MAX_DEFENSE_DICE)
    if wants_attack and cannot_train_attack(city, seat) == 0:
        return ATTACK_DIE
    if not wants_attack and cannot_train_defense(city, seat) == 0:
        return DEFENSE_DIE
    return NO_ACTION


def expected_hp_cost(strength: float, blocks: float) -> float:
    """Estimates the HP a hunter loses in defeating a monster of level 2 and one of level 3, by its damage and blocks a
    round."""
    left = 3.0 - blocks
    worse = 4.0 - blocks
    if left < 0.25:
        left = 0.25
    if worse < 0.5:
        worse = 0.5
    return 6.0 / strength * left + 11.0 / strength * worse


def use_supplies(city: Hunter, seat: i64, keep: float) -> i64:
    """Returns the bot's next use of a Beer or Blood Bag: restores EP up to `keep` and all HP, then adds to upgrades;
    NO_ACTION if there is none."""
    if city.count(seat, BEER) > 0:
        if int(city.ep[seat]) < keep and city.ep[seat] < city.ep_max[seat]:
            return DRINK
        if city.ep_max[seat] < MAX_HP_EP:
            return PUT_BEER
    if city.count(seat, BLOOD) > 0:
        if city.hp[seat] < city.hp_max[seat]:
            return HEAL
        if city.hp_max[seat] < MAX_HP_EP:
            return PUT_BLOOD
    return NO_ACTION


def make_room(city: Hunter, seat: i64, prices: Prices) -> i64:
    """Returns the next action of a bot with too many items: uses Beers and Blood Bags, else discards the item with the
    lowest price for its size."""
    action = use_supplies(city, seat, float(int(MAX_HP_EP)))
    if action != NO_ACTION:
        return action
    best: i64 = NO_ACTION
    worth = 1000.0
    for item in range(ITEMS):
        if city.count(seat, item) > 0 and city.book.size[item] > 0:
            value = prices.items[item] / int(city.book.size[item])
            if value < worth:
                worth = value
                best = item
    return DISCARD + best
