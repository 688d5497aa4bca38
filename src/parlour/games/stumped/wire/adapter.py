"""Runs the orders of contest clients on a match of Stumped and produces the deltas that the clients receive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.games.stumped.rules.actions import (
    AMOUNT,
    ATTACK,
    BUILD,
    DROP,
    END,
    HARVEST,
    MOVE,
    PICKUP,
    PLACES,
    RECRUIT,
    TILES,
)
from parlour.games.stumped.rules.checks import check_order
from parlour.games.stumped.rules.order_effects import apply_order
from parlour.games.stumped.rules.orders import goods_of, kind_of_order, largest_amount, target_tile
from parlour.games.stumped.rules.reasons import DEAD, NOT_YOUR_TURN, NOT_YOURS
from parlour.games.stumped.rules.state import CHOOSING, OVER
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.rules.wire_changes import row_of_beaver
from parlour.games.stumped.wire.arguments import BadArgument, read_amount, read_goods, read_message, read_object
from parlour.games.stumped.wire.deltas import DeltaEncoder
from parlour.games.stumped.wire.loading import read_start
from parlour.games.stumped.wire.objects import (
    BEAVER,
    GOODS,
    JOB,
    PLAYER,
    SPAWNER,
    TILE,
    ObjectRegistry,
    as_list,
    default_registry,
)
from parlour.games.stumped.wire.settings import GOLDEN_RATIO, PROFILE
from parlour.games.stumped.wire.texts import RefusedOrder, end_reasons, refusal_text
from parlour.kernel.match import FORFEIT, Log
from parlour.kernel.options import Options
from parlour.kernel.state import DEALER, NOBODY, State
from parlour.kernel.wire_types import Document, ExecutedOrder, Json, MalformedRun, RunResult

LOG = "log"

# By class and function: kind of order, name of the target argument, and class of the target.
ORDERS: dict[tuple[str, str], tuple[int, str, str]] = {
    (BEAVER, "move"): (MOVE, "tile", TILE),
    (BEAVER, "harvest"): (HARVEST, "spawner", SPAWNER),
    (BEAVER, "attack"): (ATTACK, "beaver", BEAVER),
    (BEAVER, "buildLodge"): (BUILD, "", ""),
    (BEAVER, "drop"): (DROP, "tile", TILE),
    (BEAVER, "pickup"): (PICKUP, "tile", TILE),
    (JOB, "recruit"): (RECRUIT, "tile", TILE),
}
CALLS = {order_kind: (kind, function, *target) for (kind, function), (order_kind, *target) in ORDERS.items()}


class Wire:
    """One match of Stumped as contest clients see it. All changes of the match go through it."""

    def __init__(
        self,
        state: State,
        session: str,
        names: Sequence[str],
        client_types: Sequence[str],
        times: Sequence[int],
        added: int,
        registry: ObjectRegistry | None = None,
        constants: Mapping[str, Json] | None = None,
    ) -> None:
        assert isinstance(state, Stumped)
        self.state: State = state
        self.valley = state
        self.log = Log()
        self.registry = registry or default_registry(state)
        self.players: Sequence[str] = tuple(self.registry.ids[PLAYER])
        defaults: Document = {
            "session": session,
            "timeAddedPerTurn": added,
            "lodgeCostConstant": GOLDEN_RATIO,
            "spawnerTypes": as_list(GOODS),
        }
        player_constants: list[Document] = [
            {"name": name, "clientType": kind} for name, kind in zip(names, client_types, strict=True)
        ]
        self.encoder = DeltaEncoder(state, self.registry, {**defaults, **(constants or {})}, player_constants, times)

    # Deltas.

    def full_delta(self) -> Document:
        return self.encoder.encode_full()

    def next_delta(self) -> Document:
        return self.encoder.encode_changes()

    def set_time_left(self, seat: int, nanoseconds: int) -> None:
        self.encoder.times[seat] = nanoseconds

    def winner(self) -> int:
        return int(self.valley.winner)

    def end_reasons(self) -> tuple[str, str]:
        return self.encoder.reasons

    # Orders.

    def run(self, seat: int, caller: str, function: str, args: Mapping[str, Json]) -> RunResult:
        """Runs one order that a contest client sent, even out of turn; raises MalformedRun for an unknown one."""
        found = self.registry.objects.get(caller)
        if found is None:
            raise MalformedRun(f"There is no object #{caller[:20]}.")
        if function == LOG:
            return self.write_log(seat, caller, args)
        order = ORDERS.get((found.kind, function))
        if order is None:
            raise MalformedRun(f"{found.kind} #{caller} has no function {function[:40]!r}.")
        order_kind, argument, kind = order
        goods = amount = 0
        try:
            target = read_object(self.registry, args, argument, kind) if argument else int(NOBODY)
            if order_kind in (DROP, PICKUP):
                goods, amount = read_goods(args), read_amount(args)
        except BadArgument as error:
            return refused(order_kind, str(error))
        return self.give_order(seat, order_kind, found.number, target, goods, amount)

    def give_order(self, seat: int, order_kind: int, caller: int, target: int, goods: int, amount: int) -> RunResult:
        """Checks an order of a contest client and carries it out if legal; returns the result for the client.

        The caller is a job (to recruit) or the permanent number of a beaver, and so is the target of an attack."""
        valley = self.valley
        row = caller if order_kind == RECRUIT else int(row_of_beaver(valley, caller))
        target_index = target
        if order_kind == ATTACK:
            target_index = int(row_of_beaver(valley, target))
            if target_index == NOBODY:
                target_index = row  # a dead victim is refused as not adjacent: no beaver is adjacent to itself
        reason = self.find_objection(seat, order_kind, caller, row, target_index, goods, amount)
        if reason:
            refused_order = RefusedOrder(self.registry, valley, order_kind, caller, row, target, goods, amount)
            return refused(order_kind, refusal_text(refused_order, reason))
        for action in order_actions(valley, order_kind, row, target_index, goods, amount):
            self.log.add(seat, action)
        apply_order(valley, order_kind, row, target_index, goods, amount)
        self.encoder.state_changed = True
        if order_kind != RECRUIT:
            return RunResult(True)
        self.registry.add_new_beavers(valley)
        return RunResult(self.registry.reference(BEAVER, int(valley.next_beaver_number) - 1))

    def find_objection(
        self, seat: int, order_kind: int, caller: int, row: int, target_index: int, goods: int, amount: int
    ) -> int:
        """Returns the reason why a client's order is refused, or 0. A beaver without a row died in an earlier turn."""
        if self.valley.phase != CHOOSING:
            return NOT_YOUR_TURN
        if row != NOBODY:
            return int(check_order(self.valley, seat, order_kind, row, target_index, goods, amount))
        if self.valley.player != seat:
            return NOT_YOUR_TURN
        return NOT_YOURS if self.registry.owners[caller] != seat else DEAD

    def write_log(self, seat: int, caller: str, args: Mapping[str, Json]) -> RunResult:
        """Runs a client's function `log`: adds a line to a game object's log, in the player's own turn only."""
        try:
            line = read_message(args)
        except BadArgument as error:
            return RunResult(None, False, str(error))
        if self.valley.phase != CHOOSING or self.valley.player != seat:
            return RunResult(None, False, "It is not your turn.")
        self.encoder.add_log_line(caller, line)
        return RunResult(None, False)

    def act(self, seat: int, actions: Sequence[int]) -> ExecutedOrder | None:
        """Runs a legal order given as the answers of a bot or player; returns it as contest clients would send it.

        Returns None, and does nothing, for the end of the turn."""
        if actions[0] == END:
            return None
        valley = self.valley
        tile, order = actions[0] - int(TILES), actions[1]
        order_kind = int(kind_of_order(order))
        goods = int(goods_of(order))
        amount = actions[2] - int(AMOUNT) if len(actions) > 2 else 0
        target_index = int(valley.target_of(order_kind, target_tile(valley, tile, order)))
        kind, function, argument, target_kind = CALLS[order_kind]
        caller = order - int(RECRUIT) if order_kind == RECRUIT else int(valley.number[valley.beaver_at[tile]])
        target = int(valley.number[target_index]) if order_kind == ATTACK else target_index
        args: Document = {argument: self.registry.reference(target_kind, target)} if argument else {}
        if order_kind in (DROP, PICKUP):
            args.update(resource=GOODS[goods], amount=amount)
        run: Document = {
            "caller": self.registry.reference(kind, caller),
            "functionName": function,
            "args": args,
        }
        return ExecutedOrder(run, self.give_order(seat, order_kind, caller, target, goods, amount))

    # Turns.

    def finish_turn(self, seat: int) -> None:
        self.log.add(seat, END)
        self.valley.play(seat, END)
        self.mark_changed()

    def deal(self, outcome: int) -> None:
        self.log.add(DEALER, outcome)
        self.valley.deal_outcome(outcome)
        self.mark_changed()

    def forfeit(self, seat: int, lost: str, won: str) -> None:
        self.log.add(seat, FORFEIT)
        self.valley.forfeit(seat)
        self.mark_changed()
        self.encoder.reasons = (lost, won) if seat == 0 else (won, lost)

    def mark_changed(self) -> None:
        """Makes the next delta compare everything; once the match is over, also sets why each seat won or lost."""
        self.encoder.state_changed = self.encoder.turn_changed = True
        if self.valley.phase == OVER:
            self.encoder.reasons = end_reasons(self.valley)


def refused(order_kind: int, sentence: str) -> RunResult:
    """Returns the result that tells a contest client of a refusal: no value for recruit, false for any other order."""
    return RunResult(None, False, sentence) if order_kind == RECRUIT else RunResult(False, True, sentence)


def order_actions(valley: Stumped, order_kind: int, row: int, target_index: int, goods: int, amount: int) -> list[int]:
    """Returns a contest client's legal order as the answers that the rules expect: unit, order and amount."""
    if order_kind == RECRUIT:
        return [int(TILES) + target_index, int(RECRUIT) + row]
    here = int(valley.place[row])
    order = order_kind
    if order_kind == MOVE:
        order += int(valley.direction(here, target_index))
    elif order_kind == HARVEST:
        order += int(valley.direction(here, valley.spawner_tile[target_index]))
    elif order_kind == ATTACK:
        order += int(valley.direction(here, valley.place[target_index]))
    elif order_kind != BUILD:
        order += goods * int(PLACES) + (0 if target_index == here else 1 + int(valley.direction(here, target_index)))
    most = int(largest_amount(valley, here, order))
    if most <= 1:
        return [int(TILES) + here, order]
    return [int(TILES) + here, order, int(AMOUNT) + (amount if amount > 0 else most)]


def load(game: Document, options: Options) -> Wire:
    """Returns the match at the `start` entry of a contest gamelog, in profile `server` unless the options differ."""
    start = read_start(game, {**PROFILE, **options})
    return Wire(start.state, "", start.names, start.client_types, start.times, 0, start.registry, start.constants)
