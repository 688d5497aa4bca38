"""Stumped: a turn, order by order (section 6)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.options import book_of
from parlour.games.stumped.rules.actions import AMOUNT, ATTACK, END, FOOD, HARVEST, MOVE, NOWHERE, RECRUIT, TILES
from parlour.games.stumped.rules.checks import beaver_objection, why_not
from parlour.games.stumped.rules.events import (
    FORFEITED,
    GAME_BEGINS,
    GAME_OVER,
    STARTS_AT,
    TURN,
    TURN_ENDS,
    WINNER,
)
from parlour.games.stumped.rules.map_making import MAPS, make_map
from parlour.games.stumped.rules.order_effects import do_deed
from parlour.games.stumped.rules.orders import (
    amounts,
    can_act,
    can_recruit,
    can_step,
    deed_of,
    goods_of,
    is_awake,
    largest,
    open_orders,
    place_of,
)
from parlour.games.stumped.rules.reasons import NO_SUCH_TARGET, NO_UNIT, NOT_AN_ORDER, NOTHING_TO_DO, OFF_THE_MAP
from parlour.games.stumped.rules.state import (
    BY_COIN,
    BY_ITSELF,
    CHOOSING,
    FORFEIT,
    MEASURING,
    ORDERING,
    OVER,
    TOSSING,
    WATER,
    Valley,
)
from parlour.games.stumped.rules.upkeep import ending, judge, keep_up
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Options
from parlour.kernel.state import NOBODY, NOT_ASKED


class Stumped(Valley):
    """The rules. R29: an order that is begun is finished; its unit has one, or it would not have been offered."""

    # Questions.

    def legal(self, seat: i64) -> vec[i64]:
        if self.phase == CHOOSING:
            return self.units_and_end(seat)
        if self.phase == ORDERING:
            return open_orders(self, self.unit)
        return amounts(largest(self, self.unit, self.order))

    def units_and_end(self, seat: i64) -> vec[i64]:
        """The end of the turn, and every unit that can be ordered anything, by tile."""
        found = vec[i64](capacity=self.living[seat] + self.lodge_count[seat] + 1)
        found = append(found, END)
        for beaver in range(self.listed):
            if self.owner[beaver] == seat and self.is_able(beaver):
                found = insert(found, TILES + self.place[beaver])
        for tile in self.lodges:
            if self.lodge[tile] == seat and can_recruit(self, seat, tile):
                found = insert(found, TILES + tile)
        return found

    def units(self) -> vec[i64]:
        """The units of who is to move, as answers."""
        return self.units_and_end(self.player)[1:]

    def is_able(self, beaver: i64) -> bool:
        """Whether a beaver can be ordered anything now."""
        return is_awake(self, beaver) and (can_step(self, beaver) or can_act(self, beaver))

    def refusal(self, seat: i64, action: i64) -> i64:
        if not self.owes(seat):
            return NOT_ASKED
        if self.phase == CHOOSING:
            if action == END:
                return 0
            if action < TILES or action >= TILES + self.book.tiles:
                return NOT_AN_ORDER
            return self.unit_objection(seat, action - TILES)
        if self.phase == ORDERING:
            if action <= END or action > AMOUNT:
                return NOT_AN_ORDER
            return self.order_objection(seat, action)
        if action <= AMOUNT or action >= TILES:
            return NOT_AN_ORDER
        deed = deed_of(self.order)
        target = place_of(self, self.unit, self.order)
        beaver = self.beaver_at[self.unit]
        return why_not(self, seat, deed, beaver, target, goods_of(self.order), action - AMOUNT)

    def unit_objection(self, seat: i64, tile: i64) -> i64:
        """Why this tile has nobody to be ordered."""
        beaver = self.beaver_at[tile]
        if beaver == NOBODY:
            if self.lodge[tile] != seat:
                return NO_UNIT
            return 0 if can_recruit(self, seat, tile) else NOTHING_TO_DO
        reason = beaver_objection(self, seat, MOVE, beaver)
        if reason != 0:
            return reason
        return 0 if self.is_able(beaver) else NOTHING_TO_DO

    def order_objection(self, seat: i64, order: i64) -> i64:
        """Why the chosen unit cannot do this."""
        deed = deed_of(order)
        beaver = self.beaver_at[self.unit]
        if (beaver == NOBODY) != (deed == RECRUIT):
            return NOT_AN_ORDER
        tile = place_of(self, self.unit, order)
        if tile == NOWHERE:
            return OFF_THE_MAP
        target = self.target_of(deed, tile)
        if target == NOBODY:
            return NO_SUCH_TARGET
        caller = order - RECRUIT if deed == RECRUIT else beaver
        return why_not(self, seat, deed, caller, target, goods_of(order), 0)

    def target_of(self, deed: i64, tile: i64) -> i64:
        """What an order about this tile is aimed at: a spawner, a beaver, or the tile itself."""
        if deed == HARVEST:
            return self.spawner_at[tile]
        if deed == ATTACK:
            return self.beaver_at[tile]
        return tile

    def default_answer(self, seat: i64) -> i64:
        """R30: the turn ends; an order that was begun is the first one open, of all there is."""
        if self.phase == CHOOSING:
            return END
        choices = self.legal(seat)
        return choices[0] if self.phase == ORDERING else choices[len(choices) - 1]

    # Answers.

    def play(self, seat: i64, action: i64, /) -> None:
        if self.phase == CHOOSING:
            if action == END:
                self.end_turn()
            else:
                self.unit = action - TILES
                self.phase = ORDERING
        elif self.phase == ORDERING:
            if largest(self, self.unit, action) > 1:
                self.order = action
                self.phase = MEASURING
            else:
                self.carry_out(action, 0)
        else:
            self.carry_out(self.order, action - AMOUNT)

    def carry_out(self, order: i64, amount: i64) -> None:
        deed = deed_of(order)
        caller = order - RECRUIT if deed == RECRUIT else self.beaver_at[self.unit]
        target = self.target_of(deed, place_of(self, self.unit, order))
        do_deed(self, deed, caller, target, goods_of(order), amount)
        self.unit = NOWHERE
        self.order = 0
        self.phase = CHOOSING

    # Turns.

    def end_turn(self) -> None:
        """6.3 to 6.5."""
        if self.journal is not None:
            self.journal.add(EVERYONE, TURN_ENDS, self.player, self.turn, self.orders)
        keep_up(self)
        if self.player == 1:
            self.count()
        how = ending(self)
        if how != 0:
            judge(self, how)
            self.owing = 0
            if self.decided == BY_COIN:
                self.phase = TOSSING
                self.ask_dealer(2)
            else:
                self.finish()
            return
        self.turn += 1
        self.player = 1 - self.player
        self.begin_turn()

    def begin_turn(self) -> None:
        """6.1."""
        self.phase = CHOOSING
        self.orders = 0
        for beaver in range(self.listed):
            if self.owner[beaver] == self.player:
                self.recruited[beaver] = 1
        self.owing = 0
        self.ask(self.player)
        if self.journal is not None:
            self.journal.add(EVERYONE, TURN, self.player, self.turn)

    def count(self) -> None:
        """A row of the history: clones may share the old one."""
        fresh = self.history[:]
        for seat in range(2):
            fresh = append(fresh, self.lodge_count[seat])
        for seat in range(2):
            fresh = append(fresh, self.living[seat])
        for seat in range(2):
            fresh = append(fresh, self.stored(seat))
        self.history = fresh

    def deal(self, outcome: i64, /) -> None:
        """The map, or the coin that decides between equals."""
        if self.phase == TOSSING:
            self.winner = outcome
            self.finish()
            return
        make_map(self, outcome)
        if self.journal is not None:
            self.tell_map(outcome)
        self.begin_turn()

    def tell_map(self, number: i64) -> None:
        assert self.journal is not None
        cattails: i64 = 0
        for goods in self.spawner_goods:
            if goods == FOOD:
                cattails += 1
        pond: i64 = -len(self.rivers)
        for ground in self.ground:
            if ground == WATER:
                pond += 1
        trees = len(self.spawner_tile) - cattails
        self.journal.add(EVERYONE, GAME_BEGINS, number, trees, cattails, len(self.rivers), pond)
        for seat in range(2):
            self.journal.add(EVERYONE, STARTS_AT, seat, self.place[seat])

    def forfeit(self, seat: i64) -> None:
        """Section 10: who leaves, or runs out of time, loses at once."""
        if self.journal is not None:
            self.journal.add(EVERYONE, FORFEITED, seat)
        self.owing = 0
        self.outcomes = 0
        self.ended = FORFEIT
        self.decided = BY_ITSELF
        self.winner = 1 - seat
        self.finish()

    def finish(self) -> None:
        self.phase = OVER
        self.unit = NOWHERE
        self.order = 0
        if self.journal is not None:
            self.journal.add(EVERYONE, GAME_OVER, self.ended, self.decided)
            seat = self.winner
            stored = self.stored(seat)
            self.journal.add(EVERYONE, WINNER, seat, self.lodge_count[seat], stored, self.stored_food(seat))

    def clone(self) -> Stumped:
        copy = Stumped(self.seats, self.book)
        copy.copy_valley(self)
        return copy


def insert(numbers: vec[i64], number: i64) -> vec[i64]:
    """Into its place among ascending ones."""
    longer = append(numbers, number)
    at = len(longer) - 1
    while at > 0 and longer[at - 1] > number:
        longer[at] = longer[at - 1]
        at -= 1
    longer[at] = number
    return longer


def blank(seats: int, options: Options) -> Stumped:
    return Stumped(seats, book_of(options))


def start(seats: int, options: Options, journal: Journal | None) -> Stumped:
    """Everything waits for the map."""
    state = blank(seats, options)
    state.journal = journal
    state.ask_dealer(MAPS)
    return state
