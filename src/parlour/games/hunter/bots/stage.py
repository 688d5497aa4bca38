"""The bot stage, which plays as the game's design document says (section 15; section 18 for the tables of 2026)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.bots.entries import apprentice_entries, draw_place, hunter_entries, is_tamer, required_ep
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
    PLACE_NAMES,
    PLACES,
    PLAZA,
)
from parlour.games.hunter.rules.reveal import resource_of
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import (
    AFTER,
    BEFORE,
    HUNTING,
    MEETING,
    OVERFLOW,
    RECOVERING,
    SELECTION,
    STATION,
    STORE,
)
from parlour.games.hunter.rules.windows import can_fire, cannot_arm, cannot_strike_again, cannot_tame, cap_damage
from parlour.kernel.match import Bot
from parlour.kernel.state import NOBODY, State

PREFERS_ATTACK: Final[i64] = 0  # notes: whether the next EXP goes into attack (R40)
AFTER_BATTLE: Final[i64] = 1  # 1: after a battle, Beers and Blood Bags are to be used; 2: EXP is to be spent
STORE_STEP: Final[i64] = 2  # the step of the store turn
LAST_STORE_ROUND: Final[i64] = 3  # the round of the last store turn, plus one
LAST_ROUND: Final[i64] = 4  # the round of the last question
STOCKED: Final[i64] = 5  # 1: this store turn began with enough ammunition
FIGHTS: Final[i64] = 6  # number so far
NOTES: Final[i64] = 7

MONEY_STEP: Final[i64] = 0  # steps of the store turn
EP_STEP: Final[i64] = 1
HP_STEP: Final[i64] = 2
EXP_STEP: Final[i64] = 3
STORE_DONE: Final[i64] = 4
NO_ACTION: Final[i64] = -1


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
        if phase == MEETING:
            return ACCEPT if not strikes_first(world, seat) else CHANGE
        if phase == BEFORE:
            return before_attack(world, seat)
        if phase == AFTER:
            return after_attack(world, seat)
        return self.recover(world, seat)

    def update_notes(self, city: Hunter, seat: i64) -> None:
        """Brings the bot's notes up to the present round. A store turn without a question to the bot still switches its
        preference between attack and defense dice."""
        early = city.phase == SELECTION or city.phase == STATION or city.phase == STORE or city.phase == RECOVERING
        last = city.round if early else city.round + 1
        if len(self.notes) != NOTES:
            self.notes = vec[i64]([0] * NOTES)
            self.notes[LAST_STORE_ROUND] = last
            for level in range(LEVELS):
                self.notes[FIGHTS] += city.kills[seat * LEVELS + level]
        if self.notes[LAST_ROUND] != city.round:
            self.notes[LAST_ROUND] = city.round
            self.notes[STORE_STEP] = MONEY_STEP
            self.notes[STOCKED] = 1 if is_stocked(city, seat) else 0
        if self.notes[LAST_STORE_ROUND] < last:
            self.notes[LAST_STORE_ROUND] = last
            if city.attack[seat] < MAX_ATTACK_DICE:
                self.notes[PREFERS_ATTACK] = 1 - self.notes[PREFERS_ATTACK]

    # Part 1 and 2: places.

    def select(self, city: Hunter, seat: i64) -> i64:
        if self.notes[AFTER_BATTLE] > 0:
            action = self.restore_after_battle(city, seat)
            if action != NO_ACTION:
                return action
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

    def restore_after_battle(self, city: Hunter, seat: i64) -> i64:
        """Returns the bot's next action after a battle: uses Beers and Blood Bags, then buys dice; NO_ACTION at the end
        (rules 15.6 and R39)."""
        if self.notes[AFTER_BATTLE] == 1:
            action = use_supplies(city, seat)
            if action != NO_ACTION:
                return action
            self.notes[AFTER_BATTLE] = 2
        if self.notes[AFTER_BATTLE] == 2:
            action = self.train(city, seat)
            if action != NO_ACTION:
                return action
        self.notes[AFTER_BATTLE] = 0
        return NO_ACTION

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
        self.notes[LAST_STORE_ROUND] = city.round + 1
        while self.notes[STORE_STEP] < STORE_DONE:
            if city.book.bots_2026:
                action = self.store_step_2026(city, seat)
            else:
                action = self.store_step(city, seat)
            if action != NO_ACTION:
                return action
            self.notes[STORE_STEP] += 1
        return FINISH

    def store_step(self, city: Hunter, seat: i64) -> i64:
        """Returns the bot's action in this step of its store turn (purchases, EP, HP, dice); NO_ACTION ends it."""
        step = self.notes[STORE_STEP]
        if step == MONEY_STEP:
            return next_purchase(city, seat, self.notes[STOCKED] == 1)
        if step == EP_STEP:
            needed = required_ep(city, seat)
            if needed > city.ep_max[seat]:
                needed = city.ep_max[seat]
            if city.count(seat, BEER) > 0 and city.ep[seat] < needed:
                return DRINK
            return RAISE_EP if cannot_raise_ep(city, seat) == 0 else NO_ACTION
        if step == HP_STEP:
            if city.count(seat, BLOOD) > 0 and city.hp[seat] < city.hp_max[seat]:
                return HEAL
            return RAISE_HP if cannot_raise_hp(city, seat) == 0 else NO_ACTION
        return self.train_once(city, seat)

    def store_step_2026(self, city: Hunter, seat: i64) -> i64:
        """Returns the bot's action in this step of its store turn (purchases, dice, HP and EP, then upgrades);
        NO_ACTION ends the step (section 18)."""
        step = self.notes[STORE_STEP]
        if step == 0:
            return next_purchase(city, seat, self.notes[STOCKED] == 1)
        if step == 1:
            return self.train_once(city, seat)
        if step == 2:
            if city.count(seat, BLOOD) > 0 and city.hp[seat] < city.hp_max[seat]:
                return HEAL
            return DRINK if city.count(seat, BEER) > 0 and city.ep[seat] < city.ep_max[seat] else NO_ACTION
        if cannot_raise_hp(city, seat) == 0:
            return RAISE_HP
        return RAISE_EP if cannot_raise_ep(city, seat) == 0 else NO_ACTION

    def train_once(self, city: Hunter, seat: i64) -> i64:
        """Returns the action that buys the bot one die in a store turn; with all attack dice bought, as many defense
        dice as EXP allow."""
        if city.attack[seat] < MAX_ATTACK_DICE:
            self.notes[STORE_STEP] += 1
            action = self.train(city, seat)
            if action == NO_ACTION:
                self.notes[STORE_STEP] -= 1
            return action
        return self.train(city, seat)

    def train(self, city: Hunter, seat: i64) -> i64:
        """Returns the action that buys an attack or defense die with EXP, or NO_ACTION, and notes which the bot prefers
        next (rule R40)."""
        if city.attack[seat] >= MAX_ATTACK_DICE:
            return DEFENSE_DIE if cannot_train_defense(city, seat) == 0 else NO_ACTION
        if self.notes[AFTER_BATTLE] == 2:
            self.notes[AFTER_BATTLE] = 0
        if self.notes[PREFERS_ATTACK] == 1:
            self.notes[PREFERS_ATTACK] = 0
        elif city.exp[seat] <= 3:
            self.notes[PREFERS_ATTACK] = 1
            return DEFENSE_DIE if cannot_train_defense(city, seat) == 0 else NO_ACTION
        return ATTACK_DIE if cannot_train_attack(city, seat) == 0 else NO_ACTION

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
    `stocked` allows more ammunition."""
    shots = ammunition_of(city, seat)
    if shots != NOBODY and city.count(seat, shots) < ammunition_goal(city) and city.can_buy_and_carry(seat, shots):
        return BUY + shots
    for item in (DYNAMITE, BOMB, GRENADE, FAKE_BLOOD):
        if city.can_buy_and_carry(seat, item):
            return BUY + item
    if stocked and shots != NOBODY and city.can_buy_and_carry(seat, shots):
        return BUY + shots
    for item in (BLOOD, BEER):
        if city.can_buy_and_carry(seat, item):
            return BUY + item
    return NO_ACTION


def use_supplies(city: Hunter, seat: i64) -> i64:
    """Returns the bot's next use of Blood Bags and Beers: restores HP and EP fully, then makes whole upgrades; else
    NO_ACTION."""
    if city.count(seat, BLOOD) > 0 and city.hp[seat] < city.hp_max[seat]:
        return HEAL
    if city.count(seat, BEER) > 0 and city.ep[seat] < city.ep_max[seat]:
        return DRINK
    if cannot_raise_hp(city, seat) == 0:
        return RAISE_HP
    return RAISE_EP if cannot_raise_ep(city, seat) == 0 else NO_ACTION


def make_room(city: Hunter, seat: i64) -> i64:
    """Returns the next action of a bot with too many items: uses Blood Bags and Beers, else discards an item (15.5)."""
    action = use_supplies(city, seat)
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
        return throw_largest(city, seat)
    return ATTACK if can_fire(city, seat) else ENDURE


def after_attack(city: Hunter, seat: i64) -> i64:
    if cannot_strike_again(city, seat) == 0:
        return AGAIN
    if sure_damage(city, seat) >= city.monster_hp:
        patient = is_tamer(city, seat) and cannot_tame(city, seat) == 0 and city.hp[seat] > monster_att(city)
        if not patient:
            return throw_largest(city, seat)
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


def throw_largest(city: Hunter, seat: i64) -> i64:
    """Returns the action that throws the largest explosive the seat holds that harms the monster (rule R42)."""
    for item in (DYNAMITE, BOMB):
        if city.count(seat, item) > 0 and blast_damage(city, item) > 0:
            return USE + item - GRENADE
    return USE


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
