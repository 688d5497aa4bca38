"""The bot stage, which plays as the game's design document says (section 15; section 18 for the tables of 2026)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.bots.entries import (
    apprentice_entries,
    draw_place,
    hunter_entries,
    is_tamer,
    missing_for_milestone,
    required_ep,
)
from parlour.games.hunter.bots.reasons import reason
from parlour.games.hunter.rules.actions import (
    ACCEPT,
    AGAIN,
    ARM,
    ATTACK,
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
    RAISE_EP,
    RAISE_HP,
    RECOVER_EP,
    RECOVER_HP,
    SEND,
    TAKE,
    TAME,
    USE,
)
from parlour.games.hunter.rules.battle import monster_att
from parlour.games.hunter.rules.board_actions import (
    cannot_raise_ep,
    cannot_raise_hp,
    cannot_train_attack,
    cannot_train_defense,
)
from parlour.games.hunter.rules.book import (
    BEER,
    BLOOD,
    BOMB,
    DYNAMITE,
    FAKE_BLOOD,
    FIRST_STRIKE,
    FOREST,
    FOREST_EP,
    GRENADE,
    IMMUNE,
    LEVELS,
    MAX_ATTACK_DICE,
    MAX_DEFENSE_DICE,
    MAX_HP_EP,
    PLACE_NAMES,
    PLACES,
    PLAZA,
    START_DEFENSE_DICE,
)
from parlour.games.hunter.rules.reveal import resource_of
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import (
    AFTER,
    BEFORE,
    HUNTING,
    MEETING,
    OVERFLOW,
    RESTING,
    SELECTION,
    STATION,
    STORE,
)
from parlour.games.hunter.rules.windows import can_fire, cannot_arm, cannot_strike_again, cannot_tame, cap_damage
from parlour.kernel.match import Bot
from parlour.kernel.state import NOBODY, State

AFTER_BATTLE: Final[i64] = 0  # notes: 1: after a battle, Beers, Blood Bags and EXP are to be used
SHOPPED: Final[i64] = 1  # 1: all purchases of this store turn are made
LAST_ROUND: Final[i64] = 2  # the round of the last question
STOCKED: Final[i64] = 3  # 1: this store turn began with enough ammunition
FIGHTS: Final[i64] = 4  # number so far
NOTES: Final[i64] = 5

RECOVER_ONLY: Final[i64] = 0  # what Beers and Blood Bags are used for besides a milestone: HP and EP (stage 1)
WHOLE_UPGRADES: Final[i64] = 1  # and whole upgrades (stage 2)
ALL_UPGRADES: Final[i64] = 2  # and single pieces of an upgrade (stage 3)
NO_ACTION: Final[i64] = -1
PIECES_LIMIT: Final[i64] = 1000  # above the pieces of any set of explosives


class Stage(Bot):
    """A bot that plays by the tables of the game's design document: a lottery for places, fixed lists for the rest."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Hunter)
        self.update_notes(world, seat)
        action = self.decide(world, seat)
        if self.explains and not self.remark and action >= DRINK:
            sure = sure_damage(world, seat) if world.monster != NOBODY else 0
            self.remark = reason(world, seat, action, sure)
        return action

    def decide(self, world: Hunter, seat: i64) -> i64:
        phase = world.phase
        if phase == SELECTION:
            return self.select(world, seat)
        if phase == STORE:
            return self.shop(world, seat)
        if phase == STATION:
            return self.choose_resource(world, seat)
        if phase == OVERFLOW:
            return make_room(world, seat)
        if phase == HUNTING:
            return self.hunt(world, seat)
        if phase == RESTING:
            action = restore_after_battle(world, seat)
            return action if action != NO_ACTION else ENDURE
        if phase == MEETING:
            return ACCEPT if not strikes_first(world, seat) else CHANGE
        if phase == BEFORE:
            return before_attack(world, seat)
        if phase == AFTER:
            return after_attack(world, seat)
        return self.recover(world, seat)

    def update_notes(self, city: Hunter, seat: i64) -> None:
        """Sets up the bot's notes at its first question of the match, and resets those on the store turn at its first
        question of a round."""
        if len(self.notes) != NOTES:
            self.notes = vec[i64]([0] * NOTES)
            for level in range(LEVELS):
                self.notes[FIGHTS] += city.kills[seat * LEVELS + level]
        if self.notes[LAST_ROUND] != city.round:
            self.notes[LAST_ROUND] = city.round
            self.notes[SHOPPED] = 0
            self.notes[STOCKED] = 1 if is_stocked(city, seat) else 0

    # Part 1 and 2: places.

    def select(self, city: Hunter, seat: i64) -> i64:
        if self.notes[AFTER_BATTLE] > 0:
            action = restore_after_battle(city, seat)
            if action != NO_ACTION:
                return action
            self.notes[AFTER_BATTLE] = 0
        entries = hunter_entries(city, seat)
        hunter = draw_place(entries, city.hunter_places(seat), self.rng)
        others = apprentice_entries(city, seat, hunter)
        legal: i64 = 127 & ~city.blocked
        one: i64 = 1
        if hunter != FOREST:
            legal &= ~(one << hunter)
            if not city.book.alone_allowed:
                legal &= ~64
        apprentice = draw_place(others, legal, self.rng)
        if self.explains:
            self.remark = (
                f"hunter drawn to the {entry_text(entries, hunter)}, apprentice to the {entry_text(others, apprentice)}"
            )
        return SEND + hunter * PLACES + apprentice

    # The Station, 15.4.

    def choose_resource(self, city: Hunter, seat: i64) -> i64:
        liked = city.book.preferred_place[city.weapon[seat]]
        if liked == PLAZA:
            if self.explains:
                self.remark = "one of the four by chance"
            return TAKE + self.rng.below(4)
        if self.explains:
            self.remark = f"what the {PLACE_NAMES[liked]} gives, as always"
        return TAKE + resource_of(liked)

    # Part 3: the store turn, 15.5.

    def shop(self, city: Hunter, seat: i64) -> i64:
        """Returns the bot's next action in its store turn: purchases, then Beers and Blood Bags, then dice; in section
        18 dice before Beers and Blood Bags."""
        if self.notes[SHOPPED] == 0:
            action = next_purchase(city, seat, self.notes[STOCKED] == 1)
            if action != NO_ACTION:
                return action
            self.notes[SHOPPED] = 1
        if city.book.bots_2026:
            action = next_die(city, seat)
            if action == NO_ACTION:
                action = use_supplies(city, seat, city.ep_max[seat], WHOLE_UPGRADES)
        else:
            action = use_supplies(city, seat, required_ep(city, seat), city.stage[seat] - 1)
            if action == NO_ACTION:
                action = next_die(city, seat)
        return action if action != NO_ACTION else FINISH

    # Part 4: battles, 15.6.

    def hunt(self, city: Hunter, seat: i64) -> i64:
        self.notes[AFTER_BATTLE] = 1
        if city.ep[seat] < FOREST_EP:
            return DRINK
        level = city.stage[seat]
        if city.book.bots_2026:
            level = level_2026(city, seat) if self.notes[FIGHTS] > 0 else 1
        while level > 1 and level + 1 > city.ep[seat]:
            level -= 1
        if is_tamer(city, seat) and city.party[0] + city.party[1] + city.party[2] == 0:
            for pet in range(LEVELS, 0, -1):
                affordable = level + 1 + city.pet_cost(seat, pet) <= city.ep[seat]
                if affordable and city.pets[seat * LEVELS + pet - 1] > 0:
                    return BRING + pet - 1
        if self.explains:
            self.remark = f"stage {city.stage[seat]}, level {level} with {city.ep[seat]} EP"
        self.notes[FIGHTS] += 1
        return HUNT + level - 1

    def recover(self, city: Hunter, seat: i64) -> i64:
        """Returns the bot's choice to recover HP or EP: the one with the lower share of its maximum (section 18)."""
        hp = city.hp[seat] * city.ep_max[seat]
        ep = city.ep[seat] * city.hp_max[seat]
        if hp == ep:
            return RECOVER_HP + self.rng.below(2)
        return RECOVER_HP if hp < ep else RECOVER_EP


def entry_text(entries: vec[i64], place: i64) -> str:
    """Describes the lottery entries of a place in the bot's draw: `Forest (9 of 41 entries)`."""
    total = sum([max(0, int(number)) for number in entries])
    return f"{PLACE_NAMES[place]} ({entries[place]} of {total} entries)"


# Shopping.


def ammunition_of(city: Hunter, seat: i64) -> i64:
    """Returns the ammunition item that the seat's weapon needs and that is sold to it, or NOBODY."""
    item = city.book.ammunition[city.weapon[seat]]
    return item if item != NOBODY and city.is_sold_to(seat, item) else NOBODY


def ammunition_goal(city: Hunter) -> i64:
    """Returns how many pieces of ammunition the bot buys before anything else (rules R41 and R52)."""
    return 1 if city.book.bots_2026 else 3


def is_stocked(city: Hunter, seat: i64) -> bool:
    item = ammunition_of(city, seat)
    return item != NOBODY and city.count(seat, item) >= ammunition_goal(city)


def next_purchase(city: Hunter, seat: i64, stocked: bool) -> i64:
    """Returns the action that buys the first item on the bot's list that money and free capacity allow, or NO_ACTION;
    `stocked` allows more ammunition. Grenades and Fake Blood, which cost the same, are bought in turn (R43)."""
    shots = ammunition_of(city, seat)
    if shots != NOBODY and city.count(seat, shots) < ammunition_goal(city) and city.can_buy_and_carry(seat, shots):
        return BUY + shots
    if city.stage[seat] == LEVELS and not city.book.bots_2026:
        for item in (BLOOD, BEER):
            if is_milestone_affordable(city, seat, item):
                return BUY + item
    for item in (DYNAMITE, BOMB):
        if city.can_buy_and_carry(seat, item):
            return BUY + item
    bleeds = city.count(seat, FAKE_BLOOD) < city.count(seat, GRENADE)
    for item in (FAKE_BLOOD, GRENADE) if bleeds else (GRENADE, FAKE_BLOOD):
        if city.can_buy_and_carry(seat, item):
            return BUY + item
    if stocked and shots != NOBODY and city.can_buy_and_carry(seat, shots):
        return BUY + shots
    for item in (BLOOD, BEER):
        if city.can_buy_and_carry(seat, item):
            return BUY + item
    return NO_ACTION


# Beers, Blood Bags and dice.


def is_milestone_affordable(city: Hunter, seat: i64, item: i64) -> bool:
    """Whether the seat can buy and carry all Beers or Blood Bags that it lacks for the next milestone; False if it
    lacks none."""
    lacks = missing_for_milestone(city, seat, item) - city.count(seat, item)
    fits = city.used(seat) + lacks * city.book.size[item] <= city.capacity(seat)
    return lacks > 0 and fits and lacks * city.price(seat, item) <= city.money[seat]


def milestone_action(city: Hunter, seat: i64) -> i64:
    """Returns the action that leads to a milestone for which the seat holds all Blood Bags or Beers, or NO_ACTION."""
    for item in (BLOOD, BEER):
        missing = missing_for_milestone(city, seat, item)
        if missing > 0 and city.count(seat, item) >= missing:
            return RAISE_HP if item == BLOOD else RAISE_EP
    return NO_ACTION


def use_supplies(city: Hunter, seat: i64, ep: i64, effort: i64) -> i64:
    """Returns the bot's next use of Blood Bags and Beers: milestones, full HP, this many EP, then upgrades as far as
    `effort` says (RECOVER_ONLY, WHOLE_UPGRADES, ALL_UPGRADES); else NO_ACTION."""
    action = milestone_action(city, seat)
    if action != NO_ACTION:
        return action
    bags = city.count(seat, BLOOD)
    beers = city.count(seat, BEER)
    if bags > 0 and city.hp[seat] < city.hp_max[seat]:
        return HEAL
    if beers > 0 and city.ep[seat] < ep and city.ep[seat] < city.ep_max[seat]:
        return DRINK
    if effort >= WHOLE_UPGRADES:
        if cannot_raise_hp(city, seat) == 0:
            return RAISE_HP
        if cannot_raise_ep(city, seat) == 0:
            return RAISE_EP
    if effort >= ALL_UPGRADES:
        if bags > 0 and city.hp_max[seat] < MAX_HP_EP:
            return PUT_BLOOD
        if beers > 0 and city.ep_max[seat] < MAX_HP_EP:
            return PUT_BEER
    return NO_ACTION


def restore_after_battle(city: Hunter, seat: i64) -> i64:
    """Returns the bot's next action after a battle: uses Beers and Blood Bags, then buys dice; NO_ACTION at the end
    (rules 15.6 and R39)."""
    effort = WHOLE_UPGRADES if city.book.bots_2026 else city.stage[seat] - 1
    action = use_supplies(city, seat, city.ep_max[seat], effort)
    return action if action != NO_ACTION else next_die(city, seat)


def next_die(city: Hunter, seat: i64) -> i64:
    """Returns the action that buys the die whose turn it is, or NO_ACTION: defense and attack dice alternate, and with
    all of one kind bought the other's turn never ends (R40)."""
    weapon = city.weapon[seat]
    bought_defense = city.defense[seat] - city.book.defense_dice[weapon] - city.value(seat, START_DEFENSE_DICE)
    attacks = city.attack[seat] - city.book.attack_dice[weapon] < bought_defense
    if city.attack[seat] >= MAX_ATTACK_DICE:
        attacks = False
    elif city.defense[seat] >= MAX_DEFENSE_DICE:
        attacks = True
    if attacks:
        return ATTACK_DIE if cannot_train_attack(city, seat) == 0 else NO_ACTION
    return DEFENSE_DIE if cannot_train_defense(city, seat) == 0 else NO_ACTION


def make_room(city: Hunter, seat: i64) -> i64:
    """Returns the next action of a bot with too many items: uses Blood Bags and Beers, puts them into upgrades, and
    only then discards an item (15.5)."""
    action = use_supplies(city, seat, city.ep_max[seat], ALL_UPGRADES)
    if action != NO_ACTION:
        return action
    largest: i64 = NO_ACTION
    for place in range(city.carried[seat] - 1, -1, -1):
        item = city.item_at(seat, place)
        if item == BEER or item == BLOOD:
            return DISCARD + item
        if largest == NO_ACTION or city.book.size[item] > city.book.size[largest]:
            largest = item
    return DISCARD + largest


# Fighting.


def strikes_first(city: Hunter, seat: i64) -> bool:
    book = city.book
    if book.effect[city.monster] != FIRST_STRIKE:
        return False
    return city.defense[seat] < book.effect_value[city.monster]


def before_attack(city: Hunter, seat: i64) -> i64:
    if city.count(seat, FAKE_BLOOD) > 0:
        return USE + FAKE_BLOOD - GRENADE
    if cannot_arm(city, seat) == 0:
        return ARM
    if is_tamer(city, seat) and cannot_tame(city, seat) == 0:
        return TAME
    if sure_damage(city, seat) >= city.monster_hp:
        return smallest_throw(city, seat)
    return ATTACK if can_fire(city, seat) else ENDURE


def after_attack(city: Hunter, seat: i64) -> i64:
    if cannot_strike_again(city, seat) == 0:
        return AGAIN
    if sure_damage(city, seat) >= city.monster_hp:
        patient = is_tamer(city, seat) and cannot_tame(city, seat) == 0 and city.hp[seat] > monster_att(city)
        if not patient:
            return smallest_throw(city, seat)
    return ENDURE


def blast_damage(city: Hunter, item: i64) -> i64:
    """Returns the damage that one explosive deals to the present monster."""
    book = city.book
    if book.effect[city.monster] == IMMUNE and (book.immune[city.monster] >> item) & 1 == 1:
        return 0
    return cap_damage(city, book.blast[item])


def sure_damage(city: Hunter, seat: i64) -> i64:
    sure: i64 = 0
    for item in range(GRENADE, DYNAMITE + 1):
        if city.count(seat, item) > 0:
            sure += city.count(seat, item) * blast_damage(city, item)
    return sure


def smallest_throw(city: Hunter, seat: i64) -> i64:
    """Returns the action that throws the largest explosive of the smallest set that kills the monster: the least
    explosive force, then the fewest pieces, then the most Dynamites (R42)."""
    force = city.book.blast
    grenade = blast_damage(city, GRENADE)
    best: i64 = NO_ACTION
    least: i64 = 0
    for dynamites in range(city.count(seat, DYNAMITE), -1, -1):
        for bombs in range(city.count(seat, BOMB), -1, -1):
            left = city.monster_hp - dynamites * blast_damage(city, DYNAMITE) - bombs * blast_damage(city, BOMB)
            grenades: i64 = 0
            if left > 0:
                if grenade == 0 or left > grenade * city.count(seat, GRENADE):
                    continue
                grenades = (left + grenade - 1) // grenade
            cost = dynamites * force[DYNAMITE] + bombs * force[BOMB] + grenades * force[GRENADE]
            cost = cost * PIECES_LIMIT + dynamites + bombs + grenades
            if best == NO_ACTION or cost < least:
                least = cost
                item = DYNAMITE if dynamites > 0 else BOMB if bombs > 0 else GRENADE
                best = USE + item - GRENADE
    return best


def level_2026(city: Hunter, seat: i64) -> i64:
    """Returns the highest level whose average monster the bot would beat with average dice, at least 1 (section 18)."""
    level = LEVELS
    while level > 1:
        if beats_average(city, seat, level):
            return level
        level -= 1
    return 1


def beats_average(city: Hunter, seat: i64, level: i64) -> bool:
    weapon = city.weapon[seat]
    hp = 11.0 if level == 3 else 6.0 if level == 2 else 3.0
    att = 4.0 if level == 3 else 3.0 if level == 2 else 2.0
    faces: i64 = 0
    for face in range(6):
        faces += city.book.damage[weapon * 6 + face]
    dealt = int(faces * city.attack[seat]) / 6
    pieces = city.count(seat, GRENADE) + 2 * city.count(seat, BOMB) + 3 * city.count(seat, DYNAMITE)
    sure = float(int(pieces))
    own = float(int(city.hp[seat]))
    suffered = att - 0.5 * int(city.defense[seat])
    if suffered < 0.0:
        suffered = 0.0
    for _ in range(20):
        hp -= dealt
        if hp <= sure or hp <= 0.0:
            return True
        own -= suffered
        if own <= 0.0:
            return False
    return False
