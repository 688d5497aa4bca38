"""The phases of a round of Hunter & Apprentice (section 4), and the start and the end of a match."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.data.tables import book_of
from parlour.games.hunter.rules import battle, meeting, windows
from parlour.games.hunter.rules.actions import (
    ACCEPT,
    ATTACK,
    BUY,
    DISCARD,
    DRINK,
    ENDURE,
    FINISH,
    HUNT,
    RECOVER_HP,
    TAKE,
)
from parlour.games.hunter.rules.board_actions import take_board_action
from parlour.games.hunter.rules.book import (
    BAGS,
    BEER,
    BEERS,
    BLOOD,
    COLOURS,
    EP,
    EXP,
    FOREST,
    GOAL,
    HP,
    INITIAL_EP,
    INITIAL_EXP,
    INITIAL_HP,
    ITEMS,
    LEVELS,
    MONEY,
    PLACES,
    START_BEER,
    START_BEER_AND_BLOOD,
    START_BLOOD,
    START_DEFENSE_DICE,
    START_EXP,
    START_HP_OR_EP,
    START_MONEY,
    WEAPONS,
    Book,
)
from parlour.games.hunter.rules.book import STATION as STATION_PLACE
from parlour.games.hunter.rules.events import (
    ARMED,
    BOUGHT,
    COLOURED,
    DISCARDED,
    DUMMIES,
    FINISHED,
    GAME_BEGINS,
    GAME_OVER,
    OVERFULL,
    POWER_GAIN,
    RECOVERED,
    ROUND,
    SCORES,
    WINNER,
)
from parlour.games.hunter.rules.events import STATION as STATION_CHOSEN
from parlour.games.hunter.rules.forest import Forest
from parlour.games.hunter.rules.reveal import pay_places, pay_station, place_of, place_tokens, resolve_popularity
from parlour.games.hunter.rules.state import (
    AFTER,
    ATTACK_ROLL,
    BEFORE,
    COLOUR,
    DEALING,
    DEFENSE_ROLL,
    HUNTING,
    MEETING,
    MONSTER,
    OVER,
    OVERFLOW,
    RECOVERING,
    RESTING,
    SELECTION,
    SOURCES,
    STATION,
    STORE,
    WEAPON,
    WORDS_PER_SEAT,
)
from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Options
from parlour.kernel.rng import Rng
from parlour.kernel.state import NOBODY

NOT_IN_STORE: Final[i64] = -1  # in place of purchases: the seat could do nothing in the store
FIRST_BONUS: Final[i64] = 1_000_000  # R58: the seat that ended the game ranks above every score


class Hunter(Forest):
    """The complete state of a match of Hunter & Apprentice, which carries out answers, deals and all phases."""

    # Answers.

    def play(self, seat: i64, action: i64, /) -> None:
        phase = self.phase
        if phase == SELECTION:
            self.select(seat, action)
        elif phase == STORE:
            self.shop(seat, action)
        elif phase == BEFORE:
            self.answer_before_attack(seat, action)
        elif phase == AFTER:
            self.answer_after_attack(seat, action)
        elif phase == HUNTING:
            self.choose_monster(seat, action)
        elif phase == STATION:
            self.choose_resource(seat, action - TAKE)
        elif phase == OVERFLOW:
            self.make_room(seat, action)
        elif phase == RESTING:
            self.rest(seat, action)
        elif phase == MEETING:
            self.answered(seat)
            if action == ACCEPT:
                self.begin_fight()
            else:
                meeting.send_monster_away(self, seat)
                self.draw_monster()
        else:
            self.recover(seat, action)
        if self.ended_early():
            self.end_game()

    def select(self, seat: i64, action: i64) -> None:
        """Takes a seat's board action, or lays its tokens face down and reveals all after the last (R49, R54; 4.1)."""
        if action >= DRINK:
            take_board_action(self, seat, action)
            return
        self.hunter[seat] = action // PLACES
        self.apprentice[seat] = action % PLACES
        one: i64 = 1
        self.ready |= one << seat
        if self.answered(seat):
            self.reveal()

    def sealed(self, seat: i64) -> bool:
        return self.phase == SELECTION and self.hunter[seat] != NOBODY

    def reveal(self) -> None:
        """Reveals all hunters and apprentices, settles popularity, pays the places, opens the Station (4.2, 4.3)."""
        self.phase = DEALING
        self.ready = 0
        place_tokens(self)
        for seat in range(self.seats):
            resolve_popularity(self, seat)
            if self.ended_early():
                return
        pay_places(self)
        self.open_station()

    # Station, store and overflow: independent of each other's answers (R53).

    def ask_seats(self, phase: i64, seats: i64) -> None:
        """Begins a phase by asking the seats of a bit mask, all together or in turn as the options say."""
        self.phase = phase
        if self.book.in_turn:
            first = seats & -seats
            self.waiting_seats = seats ^ first
            self.owing = first
        else:
            self.owing = seats

    def finish_seat(self, seat: i64) -> bool:
        """Marks a seat as done with a phase, asks the next seat if they go in turn; returns whether all are done."""
        if not self.answered(seat):
            return False
        if self.waiting_seats == 0:
            return True
        self.ask_seats(self.phase, self.waiting_seats)
        return False

    def open_station(self) -> None:
        if self.ended_early():
            return
        seats: i64 = 0
        one: i64 = 1
        for seat in range(self.seats):
            if self.hunter[seat] == STATION_PLACE:
                seats |= one << seat
        if seats != 0:
            self.ask_seats(STATION, seats)
        else:
            self.open_store()

    def choose_resource(self, seat: i64, resource: i64) -> None:
        """Notes the resource a seat chose at the Station; after the last one pays and opens the store (rule 4.4)."""
        self.picked[seat] = resource
        if self.journal is not None:
            self.journal.add(EVERYONE, STATION_CHOSEN, seat, resource)
        if self.finish_seat(seat):
            pay_station(self)
            self.open_store()

    def station_pay(self, resource: i64) -> i64:
        """Returns how much of a resource the Station pays a hunter, given the number of tokens there now."""
        tokens = self.tokens(STATION_PLACE)
        return self.book.place_pay[place_of(resource) * 16 + tokens]

    def open_store(self) -> None:
        """Asks all seats that can buy or do something in the store; without any goes on to overfull seats (4.5)."""
        self.phase = STORE
        self.cart = vec[i64]([0] * self.seats)
        seats: i64 = 0
        one: i64 = 1
        answers = ActionList()
        for seat in range(self.seats):
            answers.clear()
            self.list_store_answers(seat, answers)
            if answers.count > 1:
                seats |= one << seat
            elif self.journal is not None:
                self.journal.add(EVERYONE, FINISHED, seat, NOT_IN_STORE)
        if seats != 0:
            self.ask_seats(STORE, seats)
        else:
            self.open_overflow()

    def shop(self, seat: i64, action: i64) -> None:
        if action == FINISH:
            if self.journal is not None:
                self.journal.add(EVERYONE, FINISHED, seat, self.cart[seat])
            if self.finish_seat(seat):
                self.open_overflow()
        elif action < BUY:
            take_board_action(self, seat, action)
        else:
            item = action - BUY
            price = self.price(seat, item)
            self.money[seat] -= price
            self.gain_items(seat, item, 1)
            if (self.cart[seat] >> (4 * item)) & 15 < 15:
                one: i64 = 1
                self.cart[seat] += one << (4 * item)
            if self.journal is not None:
                self.journal.add(EVERYONE, BOUGHT, seat, item, price, self.money[seat])

    def open_overflow(self) -> None:
        """Asks every seat whose items exceed its capacity to make room, or goes on to the Forest (4.6, R25)."""
        seats: i64 = 0
        one: i64 = 1
        for seat in range(self.seats):
            used = self.used(seat)
            if used > self.capacity(seat):
                seats |= one << seat
                if self.journal is not None:
                    self.journal.add(EVERYONE, OVERFULL, seat, used, self.capacity(seat))
        if seats != 0:
            self.ask_seats(OVERFLOW, seats)
        else:
            self.enter_forest()

    def make_room(self, seat: i64, action: i64) -> None:
        """Uses or discards an item of a seat that carries too much; the seat is done as soon as the rest fits (8.3)."""
        if action < DISCARD:
            take_board_action(self, seat, action)
        else:
            self.lose_item(seat, action - DISCARD)
            if self.journal is not None:
                self.journal.add(EVERYONE, DISCARDED, seat, action - DISCARD)
        if not self.ended_early() and self.used(seat) <= self.capacity(seat) and self.finish_seat(seat):
            self.enter_forest()

    # The end of a round, 4.8 and 4.9.

    def end_round(self) -> None:
        last = self.round >= self.book.max_rounds
        for seat in range(self.seats):
            if self.score[seat] >= GOAL:
                last = True
        if self.journal is not None:
            scores = vec[i64]([0, 0, 0, 0, 0])
            for seat in range(self.seats):
                scores[seat] = self.score[seat]
            self.journal.add(EVERYONE, SCORES, self.round, scores[0], scores[1], scores[2], scores[3], scores[4])
        if last:
            self.end_game()
        else:
            self.next_round()

    def end_game(self) -> None:
        """Ends the game and logs the winners; tokens still face down go home unseen (R49; section 14)."""
        if self.phase == SELECTION:
            self.return_tokens()
        self.phase = OVER
        self.owing = 0
        self.waiting_seats = 0
        self.outcomes = 0
        if self.journal is not None:
            self.journal.add(EVERYONE, GAME_OVER, self.round)
            best: i64 = 0
            for seat in range(self.seats):
                if self.standing(seat) > best:
                    best = self.standing(seat)
            for seat in range(self.seats):
                if self.standing(seat) == best:
                    self.journal.add(EVERYONE, WINNER, seat, self.score[seat])

    def return_tokens(self) -> None:
        """Takes every player's hunter and apprentice off the places, and clears the choices at the Station (4.9.1)."""
        for seat in range(self.seats):
            self.hunter[seat] = NOBODY
            self.apprentice[seat] = NOBODY
            self.picked[seat] = NOBODY
        self.ready = 0

    def next_round(self) -> None:
        self.return_tokens()
        self.queue = vec[i64]()
        self.fights = 0
        self.boost = 0
        self.round += 1
        self.move_dummies()
        self.log_round()
        waiting = NOBODY
        for seat in range(self.seats):
            self.apply_round_start_powers(seat)
            if self.has(seat, START_HP_OR_EP) and not self.recover_if_forced(seat):
                waiting = seat
        if waiting != NOBODY:
            self.phase = RECOVERING
            self.ask(waiting)
        else:
            self.begin_selection()

    def move_dummies(self) -> None:
        """Blocks the places of this round's dummies; dummies move one place a round and skip the Forest (rule 2.2)."""
        one: i64 = 1
        self.blocked = 0
        for start in self.book.dummies:
            self.blocked |= one << ((start + self.round - 1) % FOREST)

    def log_round(self) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, ROUND, self.round)
            places = vec[i64]([-1, -1, -1])
            at = 0
            for place in range(FOREST):
                if self.is_blocked(place):
                    places[at] = place
                    at += 1
            if at > 0:
                self.journal.add(EVERYONE, DUMMIES, places[0], places[1], places[2])

    def apply_round_start_powers(self, seat: i64) -> None:
        """Gives a seat the Beer, Blood Bag, EXP or money of its weapon's power at the start of a round (rule 4.9.4)."""
        if self.power(seat) < 2:
            return
        if self.has(seat, START_BEER_AND_BLOOD):
            self.gain_from_power(seat, BEERS, START_BEER_AND_BLOOD)
            self.gain_from_power(seat, BAGS, START_BEER_AND_BLOOD)
        if self.has(seat, START_BEER):
            self.gain_from_power(seat, BEERS, START_BEER)
        if self.has(seat, START_BLOOD):
            self.gain_from_power(seat, BAGS, START_BLOOD)
        if self.has(seat, START_EXP):
            self.gain_from_power(seat, EXP, START_EXP)
        if self.has(seat, START_MONEY):
            self.gain_from_power(seat, MONEY, START_MONEY)

    def gain_from_power(self, seat: i64, resource: i64, power: i64) -> None:
        amount = self.value(seat, power)
        gained = amount
        if resource == BEERS:
            self.gain_items(seat, BEER, amount)
        elif resource == BAGS:
            self.gain_items(seat, BLOOD, amount)
        elif resource == EXP:
            gained = self.gain_exp(seat, amount)
        else:
            gained = self.gain_money(seat, amount)
        if self.journal is not None:
            level = 2 if self.book.has(self.weapon[seat], 2, power) else 3
            self.journal.add(EVERYONE, POWER_GAIN, seat, self.weapon[seat], resource, gained, level)

    def recover_if_forced(self, seat: i64) -> bool:
        """Restores 1 HP or EP if just one of them is below its maximum; returns False, and restores nothing, only if
        both are and the player has to choose (section 18, Bat power 2)."""
        hurt = self.hp[seat] < self.hp_max[seat]
        tired = self.ep[seat] < self.ep_max[seat]
        if hurt and tired:
            return False
        if hurt:
            self.restore_one(seat, HP)
        elif tired:
            self.restore_one(seat, EP)
        return True

    def restore_one(self, seat: i64, resource: i64) -> None:
        if resource == HP:
            self.hp[seat] += 1
        else:
            self.ep[seat] += 1
        if self.journal is not None:
            self.journal.add(EVERYONE, RECOVERED, seat, resource)

    def recover(self, seat: i64, action: i64) -> None:
        self.answered(seat)
        self.restore_one(seat, HP if action == RECOVER_HP else EP)
        self.begin_selection()

    def begin_selection(self) -> None:
        self.phase = SELECTION
        self.ask_all()

    # The dealer.

    def odds(self) -> vec[i64]:
        if self.deal_kind == MONSTER:
            return meeting.monster_odds(self)
        if self.deal_kind == WEAPON:
            return odds_of_untaken(WEAPONS, self.weapon)
        if self.deal_kind == COLOUR:
            return odds_of_untaken(COLOURS, self.colour)
        return vec[i64]()

    def deal(self, outcome: i64, /) -> None:
        if self.deal_kind == ATTACK_ROLL:
            self.after_attack_roll(outcome)
        elif self.deal_kind == DEFENSE_ROLL:
            self.after_monster_attack(battle.resolve_defense_roll(self, outcome))
        elif self.deal_kind == MONSTER:
            self.show_monster(outcome)
        elif self.deal_kind == WEAPON:
            self.weapon[self.deal_seat] = outcome
            self.deal_weapons()
        else:
            self.colour[self.deal_seat] = outcome
            if self.journal is not None:
                self.journal.add(EVERYONE, COLOURED, self.deal_seat, outcome)
            self.deal_colours()
        if self.ended_early():
            self.end_game()

    def deal_weapons(self) -> None:
        """Asks for a weapon to be drawn for the next seat without one; when all have one, deals colours (rule 3.2)."""
        for seat in range(self.seats):
            if self.weapon[seat] == NOBODY:
                self.deal_seat = seat
                self.ask_dealer_for(WEAPON, WEAPONS)
                return
        for seat in range(self.seats):
            self.equip(seat)
        self.deal_colours()

    def equip(self, seat: i64) -> None:
        """Gives a seat the starting money and dice of its weapon (rule 3.4)."""
        weapon = self.weapon[seat]
        self.money[seat] = self.book.start_money[weapon]
        self.attack[seat] = self.book.attack_dice[weapon]
        self.defense[seat] = self.book.defense_dice[weapon]
        if self.has(seat, START_DEFENSE_DICE):
            self.defense[seat] += self.value(seat, START_DEFENSE_DICE)
        if self.journal is not None:
            self.journal.add(EVERYONE, ARMED, seat, weapon)

    def deal_colours(self) -> None:
        """Asks for a colour to be drawn for the next seat without one; when all have one, begins round 1 (rule 3.3)."""
        for seat in range(self.seats):
            if self.colour[seat] == NOBODY:
                self.deal_seat = seat
                self.ask_dealer_for(COLOUR, COLOURS)
                return
        self.deal_seat = NOBODY
        self.move_dummies()
        self.log_round()
        self.begin_selection()

    # For clients and bots.

    def standing(self, seat: i64) -> i64:
        """Returns the number that ranks a seat, higher is better, equal is a tie: points, then the popularity track's
        point token; with finish=first the seat that ended the game is above all (section 14, R58)."""
        standing = self.score[seat] * 10 + self.fame[seat] + 1
        return standing + FIRST_BONUS if seat == self.first else standing

    def outlook(self, seat: i64) -> i64:
        """Returns an estimate of a seat's prospects: points, and resources weighted by the points they may bring."""
        worth = self.score[seat] * 12 + self.track[seat] * 10 + self.reward[seat] * 12
        worth += (self.attack[seat] + self.defense[seat]) * 14 + self.exp[seat] * 3
        worth += (self.hp_max[seat] + self.ep_max[seat]) * 8 + self.hp[seat] * 3 + self.ep[seat] * 3
        worth += self.money[seat] * 2 + self.carried[seat] * 3
        for level in range(LEVELS):
            worth += self.pets[seat * LEVELS + level] * (level + 1) * 12
        return worth

    def default_answer(self, seat: i64) -> i64:
        phase = self.phase
        if phase == STORE:
            return FINISH
        if phase == HUNTING:
            return HUNT if meeting.cannot_hunt(self, seat, 1) == 0 else DRINK
        if phase == MEETING:
            return ACCEPT
        if phase == BEFORE:
            return ATTACK if windows.can_fire(self, seat) else ENDURE
        if phase == AFTER or phase == RESTING:
            return ENDURE
        return self.legal(seat)[0]

    def clone(self) -> Hunter:
        copy = Hunter(self.seats, self.book)
        copy.copy_city(self)
        return copy

    def imagine(self, seat: i64, rng: Rng) -> Hunter:
        """Returns a clone without the other seats' face-down tokens, which these seats are asked to send again."""
        world = self.clone()
        if self.phase == SELECTION:
            for other in range(self.seats):
                if other != seat and self.hunter[other] != NOBODY:
                    world.hunter[other] = NOBODY
                    world.apprentice[other] = NOBODY
                    world.ask(other)
        return world


def odds_of_untaken(count: i64, taken: vec[i64]) -> vec[i64]:
    """Returns the weights for drawing a weapon or colour: 1 for each that no seat has yet, 0 for those taken."""
    odds = vec[i64]([1] * count)
    for number in taken:
        if number != NOBODY:
            odds[number] = 0
    return odds


def start(seats: int, options: Options, journal: Journal | None) -> Hunter:
    """Sets up a new match of Hunter & Apprentice and begins to deal weapons (section 3)."""
    book: Book = book_of(seats, options)
    city = Hunter(seats, book)
    city.journal = journal
    if journal is not None:
        journal.add(EVERYONE, GAME_BEGINS, seats)
    city.weapon = book.weapons[:]
    city.colour = vec[i64]([NOBODY] * seats)
    city.money = vec[i64]([0] * seats)
    city.exp = vec[i64]([INITIAL_EXP] * seats)
    city.hp = vec[i64]([INITIAL_HP] * seats)
    city.hp_max = vec[i64]([INITIAL_HP] * seats)
    city.hp_put = vec[i64]([0] * seats)
    city.ep = vec[i64]([INITIAL_EP] * seats)
    city.ep_max = vec[i64]([INITIAL_EP] * seats)
    city.ep_put = vec[i64]([0] * seats)
    city.score = vec[i64]([0] * seats)
    city.reward = vec[i64]([0] * seats)
    city.fame = vec[i64]([0] * seats)
    city.track = vec[i64]([1] * seats)
    city.attack = vec[i64]([0] * seats)
    city.defense = vec[i64]([0] * seats)
    city.hunter = vec[i64]([NOBODY] * seats)
    city.apprentice = vec[i64]([NOBODY] * seats)
    city.picked = vec[i64]([NOBODY] * seats)
    city.stage = vec[i64]([1] * seats)
    city.since_plaza = vec[i64]([0] * seats)
    city.alone = vec[i64]([0] * seats)
    city.met = vec[i64]([0] * seats)
    city.carried = vec[i64]([0] * seats)
    city.held = vec[i64]([0] * (city.seats * ITEMS))
    city.item_order = vec[i64]([0] * (city.seats * WORDS_PER_SEAT))
    city.pets = vec[i64]([0] * (city.seats * LEVELS))
    city.kills = vec[i64]([0] * (city.seats * LEVELS))
    city.sources = vec[i64]([0] * (city.seats * SOURCES))
    city.cart = vec[i64]([0] * seats)
    city.visit_counts = vec[i64]([0] * (city.seats * 2 * PLACES))
    city.party = vec[i64]([0, 0, 0])
    city.deal_weapons()
    return city
