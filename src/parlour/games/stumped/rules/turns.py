"""The state machine of Stumped: the questions and answers of a turn, order by order (section 6)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.stumped.options import book_of
from parlour.games.stumped.rules.actions import AMOUNT, ATTACK, END, FOOD, HARVEST, MOVE, NOWHERE, RECRUIT, TILES
from parlour.games.stumped.rules.checks import beaver_objection, check_order
from parlour.games.stumped.rules.events import (
    FORFEITED,
    GAME_BEGINS,
    GAME_OVER,
    STARTS_AT,
    TURN,
    TURN_ENDS,
    WINNER,
)
from parlour.games.stumped.rules.map_checks import count_rivers
from parlour.games.stumped.rules.map_making import MAPS, make_map
from parlour.games.stumped.rules.order_effects import apply_order
from parlour.games.stumped.rules.orders import (
    can_act,
    can_recruit,
    can_step,
    goods_of,
    kind_of_order,
    largest_amount,
    list_orders,
    takes_orders,
    target_tile,
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
from parlour.games.stumped.rules.upkeep import decide_winner, find_ending, run_upkeep
from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Options
from parlour.kernel.state import NOBODY, NOT_ASKED, legal_from_list


class Stumped(Valley):
    """A match of Stumped with its rules: questions, answers, turns and the end.

    Only units with a legal order are offered, and a begun order must be finished (rule R29)."""

    # Questions.

    def legal(self, seat: i64) -> vec[i64]:
        return legal_from_list(self, seat)

    def list_legal(self, seat: i64, found: ActionList) -> None:
        found.clear()
        if self.phase == CHOOSING:
            found.add(END)
            self.list_units(seat, found)
        elif self.phase == ORDERING:
            list_orders(self, self.unit, found)
        else:
            for amount in range(1, largest_amount(self, self.unit, self.order) + 1):
                found.add(AMOUNT + amount)

    def list_units(self, seat: i64, found: ActionList) -> None:
        """Lists the answers that choose a unit, a beaver or lodge of the seat with a legal order, by tile."""
        for beaver in range(self.listed):
            if self.owner[beaver] == seat and self.has_open_order(beaver):
                found.insert(TILES + self.place[beaver])
        for tile in self.lodges:
            if self.lodge[tile] == seat and can_recruit(self, seat, tile):
                found.insert(TILES + tile)

    def unit_answers(self) -> vec[i64]:
        """Returns the answers that choose a unit (a beaver or lodge with a legal order) of the player on turn."""
        found = ActionList()
        self.list_units(self.player, found)
        return found.to_vec()

    def has_open_order(self, beaver: i64) -> bool:
        """Whether a beaver has any legal order now: a step, or an action."""
        return takes_orders(self, beaver) and (can_step(self, beaver) or can_act(self, beaver))

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
        kind = kind_of_order(self.order)
        target = target_tile(self, self.unit, self.order)
        beaver = self.beaver_at[self.unit]
        return check_order(self, seat, kind, beaver, target, goods_of(self.order), action - AMOUNT)

    def unit_objection(self, seat: i64, tile: i64) -> i64:
        """Returns the reason why the seat cannot choose a unit on this tile to give it an order, or 0."""
        beaver = self.beaver_at[tile]
        if beaver == NOBODY:
            if self.lodge[tile] != seat:
                return NO_UNIT
            return 0 if can_recruit(self, seat, tile) else NOTHING_TO_DO
        reason = beaver_objection(self, seat, MOVE, beaver)
        if reason != 0:
            return reason
        return 0 if self.has_open_order(beaver) else NOTHING_TO_DO

    def order_objection(self, seat: i64, order: i64) -> i64:
        """Returns the reason why the chosen beaver or lodge cannot carry out this order, or 0."""
        kind = kind_of_order(order)
        beaver = self.beaver_at[self.unit]
        if (beaver == NOBODY) != (kind == RECRUIT):
            return NOT_AN_ORDER
        tile = target_tile(self, self.unit, order)
        if tile == NOWHERE:
            return OFF_THE_MAP
        target = self.target_of(kind, tile)
        if target == NOBODY:
            return NO_SUCH_TARGET
        caller = order - RECRUIT if kind == RECRUIT else beaver
        return check_order(self, seat, kind, caller, target, goods_of(order), 0)

    def target_of(self, kind: i64, tile: i64) -> i64:
        """Returns what an order on this tile acts on: a spawner's index, a beaver's row (NOBODY: none) or the tile."""
        if kind == HARVEST:
            return self.spawner_at[tile]
        if kind == ATTACK:
            return self.beaver_at[tile]
        return tile

    def default_answer(self, seat: i64) -> i64:
        """Returns the answer for a player who gives none, by question: the end of the turn where a unit is asked for,
        else the first legal order, or the largest amount (R30)."""
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
            if largest_amount(self, self.unit, action) > 1:
                self.order = action
                self.phase = MEASURING
            else:
                self.carry_out(action, 0)
        else:
            self.carry_out(self.order, action - AMOUNT)

    def carry_out(self, order: i64, amount: i64) -> None:
        kind = kind_of_order(order)
        caller = order - RECRUIT if kind == RECRUIT else self.beaver_at[self.unit]
        target = self.target_of(kind, target_tile(self, self.unit, order))
        apply_order(self, kind, caller, target, goods_of(order), amount)
        self.unit = NOWHERE
        self.order = 0
        self.phase = CHOOSING

    # Turns.

    def end_turn(self) -> None:
        """Runs the upkeep at the end of a player's turn, then ends the match or starts the next turn (6.3 to 6.5)."""
        if self.journal is not None:
            self.journal.add(EVERYONE, TURN_ENDS, self.player, self.turn, self.orders_given)
        run_upkeep(self)
        if self.player == 1:
            self.add_history_row()
        how = find_ending(self)
        if how != 0:
            decide_winner(self, how)
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
        """Makes the new beavers of the player on turn able to act, and asks that player for the first order (6.1)."""
        self.phase = CHOOSING
        self.orders_given = 0
        for beaver in range(self.listed):
            if self.owner[beaver] == self.player:
                self.recruited[beaver] = 1
        self.owing = 0
        self.ask(self.player)
        if self.journal is not None:
            self.journal.add(EVERYONE, TURN, self.player, self.turn)

    def add_history_row(self) -> None:
        """Adds this round's lodges, beavers and stored branches to the history."""
        for seat in range(2):
            self.history = append(self.history, self.lodge_count[seat])
        for seat in range(2):
            self.history = append(self.history, self.living[seat])
        for seat in range(2):
            self.history = append(self.history, self.stored_branches(seat))

    def deal(self, outcome: i64, /) -> None:
        """Carries out the dealer's outcome: makes the map of this number, or decides the last tie-break by a coin."""
        if self.phase == TOSSING:
            self.winner = outcome
            self.finish()
            return
        make_map(self, outcome)
        if self.journal is not None:
            self.add_map_events(outcome)
        self.begin_turn()

    def add_map_events(self, number: i64) -> None:
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
        rivers = count_rivers(self)
        self.journal.add(EVERYONE, GAME_BEGINS, number, trees, cattails, len(self.rivers), pond, rivers)
        for seat in range(2):
            self.journal.add(EVERYONE, STARTS_AT, seat, self.place[seat])

    def forfeit(self, seat: i64) -> None:
        """Ends the match as lost for a player who leaves or runs out of time; the opponent wins (section 10)."""
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
            stored = self.stored_branches(seat)
            self.journal.add(EVERYONE, WINNER, seat, self.lodge_count[seat], stored, self.stored_food(seat))

    def clone(self) -> Stumped:
        copy = Stumped(self.seats, self.book)
        copy.copy_valley(self)
        return copy


def start(seats: int, options: Options, journal: Journal | None) -> Stumped:
    """Returns a new match of Stumped that waits for the dealer to draw the map."""
    state = Stumped(seats, book_of(options))
    state.journal = journal
    state.ask_dealer(MAPS)
    return state
