"""Translates between the calls of contest clients and the actions of Stumped, and encodes the match for the clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.games.stumped.rules.actions import AMOUNT, ATTACK, BUILD, DROP, END, HARVEST, MOVE, PICKUP, RECRUIT, TILES
from parlour.games.stumped.rules.checks import check_order
from parlour.games.stumped.rules.order_effects import apply_order
from parlour.games.stumped.rules.orders import goods_of, kind_of_order, order_answers, target_tile
from parlour.games.stumped.rules.reasons import DEAD, NOT_YOUR_TURN, NOT_YOURS
from parlour.games.stumped.rules.state import CHOOSING
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.rules.upkeep import update_beaver_list
from parlour.games.stumped.rules.wire_changes import UNSENT, row_of_beaver
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
from parlour.games.stumped.wire.texts import RefusedOrder, refusal_text
from parlour.kernel.options import Options
from parlour.kernel.state import NOBODY, State
from parlour.kernel.wire_types import ClientOrder, Document, Json, MalformedRun, RunResult

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


@mypyc_attr(allow_interpreted_subclasses=True)
class Wire:
    """One match of Stumped as contest clients see it: their calls become actions, and the state becomes deltas."""

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
        self.end_turn = int(END)
        self.valley = state
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

    def set_end_reasons(self, reasons: tuple[str, str]) -> None:
        self.encoder.reasons = reasons

    def end_reasons(self) -> tuple[str, str]:
        return self.encoder.end_reasons()

    # Orders.

    def translate_run(self, seat: int, caller: str, function: str, args: Mapping[str, Json]) -> RunResult:
        """Translates one call of a contest client; a call out of turn or against the rules gives a refusal, an unknown
        caller or function raises MalformedRun."""
        found = self.registry.objects.get(caller)
        if found is None:
            raise MalformedRun(f"There is no object #{caller[:20]}; send the id of an object in this match as caller.")
        if function == LOG:
            return self.write_log(seat, caller, args)
        order = ORDERS.get((found.kind, function))
        if order is None:
            known = ", ".join([*(name for kind, name in ORDERS if kind == found.kind), LOG])
            raise MalformedRun(f"{found.kind} #{caller} has no function {function[:40]!r}; call one of: {known}.")
        order_kind, argument, kind = order
        goods = amount = 0
        try:
            target = read_object(self.registry, args, argument, kind) if argument else int(NOBODY)
            if order_kind in (DROP, PICKUP):
                goods, amount = read_goods(args), read_amount(args)
        except BadArgument as error:
            return refused(order_kind, str(error))
        return self.translate_order(seat, order_kind, found.number, target, goods, amount)

    def translate_order(
        self, seat: int, order_kind: int, caller: int, target: int, goods: int, amount: int
    ) -> RunResult:
        """Returns the actions of a contest client's order if it is legal, else the sentence that refuses it.

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
            order = RefusedOrder(self.registry, valley, order_kind, caller, row, target, goods, amount)
            return refused(order_kind, refusal_text(order, reason))
        if order_kind == HARVEST and valley.spawner_at[valley.spawner_tile[target]] != target:
            # Only in gamelogs of the current server: a spawner that is not on the board, so no action names it.
            apply_order(valley, order_kind, row, target, goods, amount)
            return RunResult(True)
        actions = order_answers(valley, order_kind, row, target_index, goods, amount)
        return RunResult(self.register_recruit(seat, caller) if order_kind == RECRUIT else True, actions=actions)

    def register_recruit(self, seat: int, job: int) -> Document:
        """Gives the beaver that is about to be recruited its id; returns the reference to it."""
        name = str(self.registry.next_id)
        self.registry.add_beaver(name, seat, job)
        return {"id": name}

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

    def begin_turn_again(self) -> None:
        """Begins the turn of the player on turn again, as the contest's current server does after a runTurn that
        returned false: the dead leave the lists, and new recruits join them and can act."""
        valley = self.valley
        living = [row for row in range(len(valley.owner)) if valley.health[row] > 0]
        moves = vec[i64]([valley.moves[row] for row in living])
        actions = vec[i64]([valley.actions[row] for row in living])
        update_beaver_list(valley)
        valley.moves, valley.actions = moves, actions  # a row that moves up loses them, as an upkeep sets them anew
        valley.begin_turn()
        self.encoder.sent_state.turn = UNSENT  # so that the lists are sent

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

    def describe_order(self, seat: int, actions: Sequence[int]) -> ClientOrder:
        """Returns a legal order, given as the actions of a bot or person, as a contest client would send it; a beaver
        to be recruited gets its id."""
        valley = self.valley
        tile, order = actions[0] - int(TILES), actions[1]
        order_kind = int(kind_of_order(order))
        target = int(valley.target_of(order_kind, target_tile(valley, tile, order)))
        if order_kind == ATTACK:
            target = int(valley.number[target])
        kind, function, argument, target_kind = CALLS[order_kind]
        caller = order - int(RECRUIT) if order_kind == RECRUIT else int(valley.number[valley.beaver_at[tile]])
        args: Document = {argument: self.registry.reference(target_kind, target)} if argument else {}
        if order_kind in (DROP, PICKUP):
            amount = actions[2] - int(AMOUNT) if len(actions) > 2 else 0
            args.update(resource=GOODS[int(goods_of(order))], amount=amount)
        run: Document = {"caller": self.registry.reference(kind, caller), "functionName": function, "args": args}
        returned = self.register_recruit(seat, caller) if order_kind == RECRUIT else True
        return ClientOrder(run, RunResult(returned, actions=actions))


def refused(order_kind: int, sentence: str) -> RunResult:
    """Returns the result that tells a contest client of a refusal: no value for recruit, false for any other order."""
    return RunResult(None, False, sentence) if order_kind == RECRUIT else RunResult(False, True, sentence)


def load(game: Document, options: Options) -> Wire:
    """Returns the match at the `start` entry of a contest gamelog, in profile `server` unless the options differ."""
    start = read_start(game, {**PROFILE, **options})
    return Wire(start.state, "", start.names, start.client_types, start.times, 0, start.registry, start.constants)
