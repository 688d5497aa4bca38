"""The position of a match of Hunter & Apprentice: all fields, and the prices, costs and totals derived from them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import (
    FREE_AMMO,
    GOAL,
    ITEMS,
    LEVELS,
    MAX_EXP,
    MAX_MONEY,
    PET_DAMAGE_MULT,
    PET_TAME_DISCOUNT,
    PET_TAME_FREE,
    PLACES,
    STORE_DISCOUNT,
    TAME_COST,
    TAME_HP,
    Book,
)
from parlour.games.hunter.rules.events import PASSED_GOAL
from parlour.kernel.journal import EVERYONE
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, State

DEALING: Final[i64] = 0  # phases
SELECTION: Final[i64] = 1
STATION: Final[i64] = 2
STORE: Final[i64] = 3
OVERFLOW: Final[i64] = 4
HUNTING: Final[i64] = 5  # which monster, which pets
MEETING: Final[i64] = 6  # this one or another
BEFORE: Final[i64] = 7  # the window before the attack
AFTER: Final[i64] = 8  # the window after it
RECOVERING: Final[i64] = 9  # HP or EP at the start of a round
OVER: Final[i64] = 10
RESTING: Final[i64] = 11  # board actions right after a battle, before the round ends

WEAPON: Final[i64] = 0  # kinds of deals
COLOUR: Final[i64] = 1
MONSTER: Final[i64] = 2
ATTACK_ROLL: Final[i64] = 3
DEFENSE_ROLL: Final[i64] = 4

MONSTER_POINTS: Final[i64] = 0  # sources of points, section 16
MILESTONE_POINTS: Final[i64] = 1
POPULARITY_POINTS: Final[i64] = 2
PLAZA_POINTS: Final[i64] = 3
FAKE_BLOOD_POINTS: Final[i64] = 4
OTHER_POINTS: Final[i64] = 5
SOURCES: Final[i64] = 6

UNUSED: Final[i64] = 0  # the Knife's once-a-battle power
READY: Final[i64] = 1
SPENT: Final[i64] = 2

ITEMS_PER_WORD: Final[i64] = 20  # items packed into one number of item_order, three bits each
WORDS_PER_SEAT: Final[i64] = (
    4  # numbers a seat in item_order: room for more items than a seat can hold before the overflow
)


class City(State):
    """The position of a Hunter & Apprentice match: every seat's figures, the round, the phase and the battle."""

    def __init__(self, seats: i64, book: Book) -> None:
        super().__init__(seats)
        self.book = book
        self.weapon = vec[i64]()  # by seat, as all columns up to the next gap
        self.colour = vec[i64]()
        self.money = vec[i64]()
        self.exp = vec[i64]()
        self.hp = vec[i64]()
        self.hp_max = vec[i64]()
        self.hp_put = vec[i64]()  # Blood Bags on the way to the next maximum
        self.ep = vec[i64]()
        self.ep_max = vec[i64]()
        self.ep_put = vec[i64]()
        self.score = vec[i64]()
        self.reward = vec[i64]()  # popularity tokens
        self.fame = vec[i64]()
        self.track = vec[i64]()  # space of the power track
        self.attack = vec[i64]()  # dice
        self.defense = vec[i64]()
        self.hunter = vec[i64]()  # place, -1: not sent
        self.apprentice = vec[i64]()
        self.picked = vec[i64]()  # resource chosen at the Station, -1: none
        self.stage = vec[i64]()  # 15.1
        self.since_plaza = vec[i64]()  # rounds since the hunter was there
        self.alone = vec[i64]()  # rounds in which the hunter was alone, section 16
        self.met = vec[i64]()  # rounds in which the apprentice met hunters
        self.carried = vec[i64]()  # number of items held

        self.held = vec[i64]()  # by seat * ITEMS + item
        self.item_order = vec[i64]()  # in the order gained, packed, by seat * WORDS_PER_SEAT + place // ITEMS_PER_WORD
        self.pets = vec[i64]()  # by seat * LEVELS + level - 1
        self.kills = vec[i64]()  # by seat * LEVELS + level - 1
        self.sources = vec[i64]()  # points, by seat * SOURCES + source
        self.cart = vec[i64]()  # purchases of the last store turn by seat, four bits an item
        self.visit_counts = vec[i64]()  # by seat * 14 + place, apprentices + 7

        self.round: i64 = 1
        self.phase: i64 = DEALING
        self.deal_kind: i64 = WEAPON
        self.deal_seat: i64 = NOBODY  # the seat that is dealt a weapon or a colour
        self.waiting_seats: i64 = 0  # mask of seats whose turn is yet to come, where seats act in turn
        self.ready: i64 = 0  # mask of seats whose tokens lie face down
        self.blocked: i64 = 0  # mask of places with a dummy
        self.first: i64 = NOBODY  # the first seat to have 50 points, if that ends the game
        self.boost: i64 = 0  # extra HP of monsters met later this round
        self.removed_monsters: i64 = 0  # mask

        self.queue = vec[i64]()  # seats that fight, in order
        self.fights: i64 = 0  # fights of the queue that are over
        self.fighter: i64 = NOBODY
        self.level: i64 = 0  # of the monster
        self.monster: i64 = NOBODY
        self.monster_hp: i64 = 0
        self.monster_max: i64 = 0
        self.party = vec[i64]()  # pets brought, by level - 1
        self.surplus: i64 = 0  # EP beyond the maximum
        self.shown_monsters: i64 = 0  # mask of monsters shown in this choice
        self.battle_round: i64 = 0
        self.taken: i64 = 0  # damage taken in this battle
        self.hits_taken: i64 = 0  # monster attacks that cost HP
        self.bonus: i64 = 0  # points that Fake Blood adds to a victory
        self.knife: i64 = UNUSED
        self.ammo_loaded: i64 = 0  # 1: ammunition for the whole battle is spent
        self.dice_count: i64 = 0  # dice in the present roll
        self.rolls: i64 = 0  # in this attack
        self.dice_damage: i64 = 0  # of this attack so far
        self.attack_damage: i64 = 0  # all damage of the last attack, pets included

    # Powers.

    def power(self, seat: i64) -> i64:
        """Returns the power level of a seat's weapon, 1 to 3, from its space on the power track (rule 9.2)."""
        space = self.track[seat]
        if space >= 7:
            return 3
        return 2 if space >= 3 else 1

    def has(self, seat: i64, power: i64) -> bool:
        return self.book.has(self.weapon[seat], self.power(seat), power)

    def value(self, seat: i64, power: i64) -> i64:
        return self.book.value(self.weapon[seat], self.power(seat), power)

    # Inventory, section 8.

    def count(self, seat: i64, item: i64) -> i64:
        return self.held[seat * ITEMS + item]

    def used(self, seat: i64) -> i64:
        """Returns the total size of all items a seat holds, to compare with its weapon's capacity (rule 8.1)."""
        size = self.book.size
        total: i64 = 0
        for item in range(ITEMS):
            total += size[item] * self.held[seat * ITEMS + item]
        return total

    def capacity(self, seat: i64) -> i64:
        return self.book.capacity[self.weapon[seat]]

    def item_at(self, seat: i64, place: i64) -> i64:
        """Returns the kind of item at a position, from 0, of a seat's inventory in the order it was gained."""
        return (self.item_order[seat * WORDS_PER_SEAT + place // ITEMS_PER_WORD] >> (place % ITEMS_PER_WORD * 3)) & 7

    def gain_items(self, seat: i64, item: i64, pieces: i64) -> None:
        first = self.carried[seat]
        for place in range(first, first + pieces):
            self.item_order[seat * WORDS_PER_SEAT + place // ITEMS_PER_WORD] += item << (place % ITEMS_PER_WORD * 3)
        self.carried[seat] += pieces
        self.held[seat * ITEMS + item] += pieces

    def lose_item(self, seat: i64, item: i64) -> None:
        """Removes one item of a kind from a seat's inventory, the last gained of several alike (rule R56)."""
        place = self.carried[seat] - 1
        above: i64 = 0
        while True:
            found = self.item_at(seat, place)
            word = seat * WORDS_PER_SEAT + place // ITEMS_PER_WORD
            self.item_order[word] += (above - found) << (place % ITEMS_PER_WORD * 3)
            if found == item:
                break
            above = found
            place -= 1
        self.carried[seat] -= 1
        self.held[seat * ITEMS + item] -= 1

    def price(self, seat: i64, item: i64) -> i64:
        """Returns what the seat pays for an item in $: the price in the table, less its weapon's discount, at least 1
        (rule 8.2)."""
        price = self.book.price[item]
        if self.has(seat, STORE_DISCOUNT):
            price -= self.value(seat, STORE_DISCOUNT)
            if price < 1:
                price = 1
        return price

    def is_sold_to(self, seat: i64, item: i64) -> bool:
        """Returns whether the store sells an item to the seat; ammunition only to a weapon that needs it (rule 8.2)."""
        to = self.book.sold_to[item]
        if to == NOBODY:
            return True
        return to == self.weapon[seat] and not self.has(seat, FREE_AMMO)

    def gain_money(self, seat: i64, money: i64) -> i64:
        """Adds money to a seat, up to the limit of $15, and returns the $ really gained (section 13)."""
        before = self.money[seat]
        after = before + money
        if after > MAX_MONEY:
            after = MAX_MONEY
        self.money[seat] = after
        return after - before

    def gain_exp(self, seat: i64, exp: i64) -> i64:
        before = self.exp[seat]
        after = before + exp
        if after > MAX_EXP:
            after = MAX_EXP
        self.exp[seat] = after
        return after - before

    def award(self, seat: i64, points: i64, source: i64) -> None:
        """Adds points, which may be negative, to a seat's score and to its sources of points; logs the first seat with
        50, which with finish=first ends the game (R58)."""
        before = self.score[seat]
        self.score[seat] = before + points
        self.sources[seat * SOURCES + source] += points
        if before < GOAL and before + points >= GOAL and self.best_other(seat) < GOAL:
            if self.book.finish_first and self.first == NOBODY:
                self.first = seat
            if self.journal is not None:
                self.journal.add(EVERYONE, PASSED_GOAL, seat, self.score[seat])

    def best_other(self, seat: i64) -> i64:
        """Returns the highest score, in points, among all seats but this one."""
        best: i64 = 0
        for other in range(self.seats):
            if other != seat and self.score[other] > best:
                best = self.score[other]
        return best

    def ended_early(self) -> bool:
        """Returns whether a seat, the first with 50 points, has ended the game at once (option finish=first, rule
        R58)."""
        return self.first != NOBODY

    # Places.

    def tokens(self, place: i64) -> i64:
        """Returns how many hunters and apprentices, of all players together, are at a place of the board."""
        found: i64 = 0
        for seat in range(self.seats):
            if self.hunter[seat] == place:
                found += 1
            if self.apprentice[seat] == place:
                found += 1
        return found

    def is_blocked(self, place: i64) -> bool:
        return (self.blocked >> place) & 1 == 1

    # Pets and taming, section 12.

    def pet_cost(self, seat: i64, level: i64) -> i64:
        if self.has(seat, PET_TAME_FREE):
            return 0
        cost = self.book.pet_ep[level - 1]
        if self.has(seat, PET_TAME_DISCOUNT):
            cost -= self.value(seat, PET_TAME_DISCOUNT)
        return cost

    def pet_damage(self, seat: i64, level: i64) -> i64:
        """Returns the damage that one pet of a level adds to every attack of the seat's hunter (rules 9.3 and 12.1)."""
        damage = self.book.pet_damage[level - 1]
        return damage * self.value(seat, PET_DAMAGE_MULT) if self.has(seat, PET_DAMAGE_MULT) else damage

    def party_cost(self, seat: i64) -> i64:
        cost: i64 = 0
        for level in range(1, LEVELS + 1):
            if self.party[level - 1] > 0:
                cost += self.party[level - 1] * self.pet_cost(seat, level)
        return cost

    def party_damage(self, seat: i64) -> i64:
        """Returns the damage that the pets brought into the battle add to every attack of the hunter (rule 12.1)."""
        damage: i64 = 0
        for level in range(1, LEVELS + 1):
            if self.party[level - 1] > 0:
                damage += self.party[level - 1] * self.pet_damage(seat, level)
        return damage

    def tame_cost(self, seat: i64, monster: i64) -> i64:
        """Returns the EP that taming a monster costs the seat, whether it is fighting that monster or not (12.2)."""
        book = self.book
        cost: i64 = 0
        if not self.has(seat, PET_TAME_FREE):
            cost = book.level[monster] if book.tame_flat == 0 else book.tame_flat
            if self.has(seat, PET_TAME_DISCOUNT):
                cost -= self.value(seat, PET_TAME_DISCOUNT)
            if cost < 0:
                cost = 0
        if book.effect[monster] == TAME_COST:
            cost += book.effect_value[monster]
        return cost

    def tame_limit(self, seat: i64) -> i64:
        """Returns the most HP a monster may have left for the seat to tame it: 1, or more by a weapon's power."""
        if self.has(seat, TAME_HP):
            return self.value(seat, TAME_HP)
        return 1

    # For clients and bots.

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def visits(self, seat: i64, place: i64) -> i64:
        return self.visit_counts[seat * 2 * PLACES + place]

    def copy_city(self, other: City) -> None:
        """Copies all fields of another position into this clone; they share the queue, which never changes in place."""
        self.copy_debts(other)
        self.weapon = other.weapon[:]
        self.colour = other.colour[:]
        self.money = other.money[:]
        self.exp = other.exp[:]
        self.hp = other.hp[:]
        self.hp_max = other.hp_max[:]
        self.hp_put = other.hp_put[:]
        self.ep = other.ep[:]
        self.ep_max = other.ep_max[:]
        self.ep_put = other.ep_put[:]
        self.score = other.score[:]
        self.reward = other.reward[:]
        self.fame = other.fame[:]
        self.track = other.track[:]
        self.attack = other.attack[:]
        self.defense = other.defense[:]
        self.hunter = other.hunter[:]
        self.apprentice = other.apprentice[:]
        self.picked = other.picked[:]
        self.stage = other.stage[:]
        self.since_plaza = other.since_plaza[:]
        self.alone = other.alone[:]
        self.met = other.met[:]
        self.carried = other.carried[:]
        self.held = other.held[:]
        self.item_order = other.item_order[:]
        self.pets = other.pets[:]
        self.kills = other.kills[:]
        self.sources = other.sources[:]
        self.visit_counts = other.visit_counts[:]
        self.cart = other.cart[:]
        self.round = other.round
        self.phase = other.phase
        self.deal_kind = other.deal_kind
        self.deal_seat = other.deal_seat
        self.waiting_seats = other.waiting_seats
        self.ready = other.ready
        self.blocked = other.blocked
        self.first = other.first
        self.boost = other.boost
        self.removed_monsters = other.removed_monsters
        self.queue = other.queue
        self.fights = other.fights
        self.fighter = other.fighter
        self.level = other.level
        self.monster = other.monster
        self.monster_hp = other.monster_hp
        self.monster_max = other.monster_max
        self.party = other.party[:]
        self.surplus = other.surplus
        self.shown_monsters = other.shown_monsters
        self.battle_round = other.battle_round
        self.taken = other.taken
        self.hits_taken = other.hits_taken
        self.bonus = other.bonus
        self.knife = other.knife
        self.ammo_loaded = other.ammo_loaded
        self.dice_count = other.dice_count
        self.rolls = other.rolls
        self.dice_damage = other.dice_damage
        self.attack_damage = other.attack_damage

    def write(self, sheet: Sheet) -> None:
        for column in (self.weapon, self.colour, self.money, self.exp, self.hp, self.hp_max, self.hp_put):
            sheet.put_column(column)
        for column in (self.ep, self.ep_max, self.ep_put, self.score, self.reward, self.fame, self.track):
            sheet.put_column(column)
        for column in (self.attack, self.defense, self.hunter, self.apprentice, self.picked, self.stage):
            sheet.put_column(column)
        for column in (self.since_plaza, self.alone, self.met, self.carried, self.held, self.item_order, self.pets):
            sheet.put_column(column)
        for column in (self.kills, self.sources, self.visit_counts, self.queue, self.party):
            sheet.put_column(column)
        if self.book.rests:  # a match of version 1 has no such column
            sheet.put_column(self.cart)
        for number in (
            self.round,
            self.phase,
            self.deal_kind,
            self.deal_seat,
            self.waiting_seats,
            self.ready,
            self.blocked,
        ):
            sheet.put(number)
        for number in (
            self.first,
            self.boost,
            self.removed_monsters,
            self.fights,
            self.fighter,
            self.level,
            self.monster,
            self.monster_hp,
        ):
            sheet.put(number)
        for number in (
            self.monster_max,
            self.surplus,
            self.shown_monsters,
            self.battle_round,
            self.taken,
            self.hits_taken,
        ):
            sheet.put(number)
        for number in (
            self.bonus,
            self.knife,
            self.ammo_loaded,
            self.dice_count,
            self.rolls,
            self.dice_damage,
            self.attack_damage,
        ):
            sheet.put(number)

    def read(self, sheet: Sheet) -> None:
        self.weapon = sheet.take_column()
        self.colour = sheet.take_column()
        self.money = sheet.take_column()
        self.exp = sheet.take_column()
        self.hp = sheet.take_column()
        self.hp_max = sheet.take_column()
        self.hp_put = sheet.take_column()
        self.ep = sheet.take_column()
        self.ep_max = sheet.take_column()
        self.ep_put = sheet.take_column()
        self.score = sheet.take_column()
        self.reward = sheet.take_column()
        self.fame = sheet.take_column()
        self.track = sheet.take_column()
        self.attack = sheet.take_column()
        self.defense = sheet.take_column()
        self.hunter = sheet.take_column()
        self.apprentice = sheet.take_column()
        self.picked = sheet.take_column()
        self.stage = sheet.take_column()
        self.since_plaza = sheet.take_column()
        self.alone = sheet.take_column()
        self.met = sheet.take_column()
        self.carried = sheet.take_column()
        self.held = sheet.take_column()
        self.item_order = sheet.take_column()
        self.pets = sheet.take_column()
        self.kills = sheet.take_column()
        self.sources = sheet.take_column()
        self.visit_counts = sheet.take_column()
        self.queue = sheet.take_column()
        self.party = sheet.take_column()
        if self.book.rests:
            self.cart = sheet.take_column()
        self.round = sheet.take()
        self.phase = sheet.take()
        self.deal_kind = sheet.take()
        self.deal_seat = sheet.take()
        self.waiting_seats = sheet.take()
        self.ready = sheet.take()
        self.blocked = sheet.take()
        self.first = sheet.take()
        self.boost = sheet.take()
        self.removed_monsters = sheet.take()
        self.fights = sheet.take()
        self.fighter = sheet.take()
        self.level = sheet.take()
        self.monster = sheet.take()
        self.monster_hp = sheet.take()
        self.monster_max = sheet.take()
        self.surplus = sheet.take()
        self.shown_monsters = sheet.take()
        self.battle_round = sheet.take()
        self.taken = sheet.take()
        self.hits_taken = sheet.take()
        self.bonus = sheet.take()
        self.knife = sheet.take()
        self.ammo_loaded = sheet.take()
        self.dice_count = sheet.take()
        self.rolls = sheet.take()
        self.dice_damage = sheet.take()
        self.attack_damage = sheet.take()
