"""Stumped for contest clients: what they call things, what they may order, what they are told."""

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
from parlour.games.stumped.rules.changes import row_of
from parlour.games.stumped.rules.checks import why_not
from parlour.games.stumped.rules.order_effects import do_deed
from parlour.games.stumped.rules.orders import deed_of, goods_of, largest, place_of
from parlour.games.stumped.rules.reasons import DEAD, NOT_YOUR_TURN, NOT_YOURS
from parlour.games.stumped.rules.state import CHOOSING, OVER
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.wire.arguments import Amiss, read_amount, read_goods, read_message, read_thing
from parlour.games.stumped.wire.deltas import Teller
from parlour.games.stumped.wire.loading import read_start
from parlour.games.stumped.wire.objects import (
    BEAVER,
    GOODS,
    JOB,
    PLAYER,
    SPAWNER,
    TILE,
    Register,
    as_list,
    usual_register,
)
from parlour.games.stumped.wire.settings import GOLDEN_RATIO, PROFILE
from parlour.games.stumped.wire.texts import Scene, end_reasons, refusal_text
from parlour.kernel.match import FORFEIT, Log
from parlour.kernel.options import Options
from parlour.kernel.state import DEALER, NOBODY, State
from parlour.kernel.wire_types import Document, ExecutedOrder, Json, MalformedRun, RunResult

LOG = "log"

# By class and function: the deed, the argument that is its target, and the class of that.
ORDERS: dict[tuple[str, str], tuple[int, str, str]] = {
    (BEAVER, "move"): (MOVE, "tile", TILE),
    (BEAVER, "harvest"): (HARVEST, "spawner", SPAWNER),
    (BEAVER, "attack"): (ATTACK, "beaver", BEAVER),
    (BEAVER, "buildLodge"): (BUILD, "", ""),
    (BEAVER, "drop"): (DROP, "tile", TILE),
    (BEAVER, "pickup"): (PICKUP, "tile", TILE),
    (JOB, "recruit"): (RECRUIT, "tile", TILE),
}
CALLS = {deed: (kind, function, *target) for (kind, function), (deed, *target) in ORDERS.items()}


class Wire:
    """One match as contest clients see it, and the only one that changes its state."""

    def __init__(
        self,
        state: State,
        session: str,
        names: Sequence[str],
        client_types: Sequence[str],
        times: Sequence[int],
        added: int,
        register: Register | None = None,
        constants: Mapping[str, Json] | None = None,
    ) -> None:
        assert isinstance(state, Stumped)
        self.state: State = state
        self.valley = state
        self.log = Log()
        self.register = register or usual_register(state)
        self.players: Sequence[str] = tuple(self.register.ids[PLAYER])
        usual: Document = {
            "session": session,
            "timeAddedPerTurn": added,
            "lodgeCostConstant": GOLDEN_RATIO,
            "spawnerTypes": as_list(GOODS),
        }
        badges: list[Document] = [
            {"name": name, "clientType": kind} for name, kind in zip(names, client_types, strict=True)
        ]
        self.teller = Teller(state, self.register, {**usual, **(constants or {})}, badges, times)

    # Telling.

    def full_delta(self) -> Document:
        return self.teller.whole()

    def next_delta(self) -> Document:
        return self.teller.changes()

    def set_time_left(self, seat: int, nanoseconds: int) -> None:
        self.teller.times[seat] = nanoseconds

    def winner(self) -> int:
        return int(self.valley.winner)

    def end_reasons(self) -> tuple[str, str]:
        return self.teller.reasons

    # Orders.

    def run(self, seat: int, caller: str, function: str, args: Mapping[str, Json]) -> RunResult:
        """One order of a client, also out of its turn. Raises Broken."""
        thing = self.register.things.get(caller)
        if thing is None:
            raise MalformedRun(f"There is no object #{caller[:20]}.")
        if function == LOG:
            return self.write(seat, caller, args)
        order = ORDERS.get((thing.kind, function))
        if order is None:
            raise MalformedRun(f"{thing.kind} #{caller} has no function {function[:40]!r}.")
        deed, argument, kind = order
        goods = amount = 0
        try:
            target = read_thing(self.register, args, argument, kind) if argument else int(NOBODY)
            if deed in (DROP, PICKUP):
                goods, amount = read_goods(args), read_amount(args)
        except Amiss as amiss:
            return refused(deed, str(amiss))
        return self.give(seat, deed, thing.place, target, goods, amount)

    def give(self, seat: int, deed: int, caller: int, target: int, goods: int, amount: int) -> RunResult:
        """Checks an order and does it; the caller is a job or a beaver by its number, and so is a victim."""
        valley = self.valley
        row = caller if deed == RECRUIT else int(row_of(valley, caller))
        aim = target
        if deed == ATTACK:
            aim = int(row_of(valley, target))
            if aim == NOBODY:
                aim = row  # the dead are as far away as anybody is from itself: never adjacent
        reason = self.objection(seat, deed, caller, row, aim, goods, amount)
        if reason:
            scene = Scene(self.register, valley, deed, caller, row, target, goods, amount)
            return refused(deed, refusal_text(scene, reason))
        for action in actions_of(valley, deed, row, aim, goods, amount):
            self.log.add(seat, action)
        do_deed(valley, deed, row, aim, goods, amount)
        self.teller.touched = True
        if deed != RECRUIT:
            return RunResult(True)
        self.register.enlist(valley)
        return RunResult(self.register.reference(BEAVER, int(valley.born) - 1))

    def objection(self, seat: int, deed: int, caller: int, row: int, aim: int, goods: int, amount: int) -> int:
        """Why not; zero if nothing is amiss. Who lies in no row died in a turn before."""
        if self.valley.phase != CHOOSING:
            return NOT_YOUR_TURN
        if row != NOBODY:
            return int(why_not(self.valley, seat, deed, row, aim, goods, amount))
        if self.valley.player != seat:
            return NOT_YOUR_TURN
        return NOT_YOURS if self.register.owners[caller] != seat else DEAD

    def write(self, seat: int, caller: str, args: Mapping[str, Json]) -> RunResult:
        """`log`: a line on any object, and no other effect."""
        try:
            line = read_message(args)
        except Amiss as amiss:
            return RunResult(None, False, str(amiss))
        if self.valley.phase != CHOOSING or self.valley.player != seat:
            return RunResult(None, False, "It is not your turn.")
        self.teller.write(caller, line)
        return RunResult(None, False)

    def act(self, seat: int, actions: Sequence[int]) -> ExecutedOrder | None:
        """One whole legal order in kernel actions, said as a client would; None for the end of the turn."""
        if actions[0] == END:
            return None
        valley = self.valley
        tile, order = actions[0] - int(TILES), actions[1]
        deed = int(deed_of(order))
        goods = int(goods_of(order))
        amount = actions[2] - int(AMOUNT) if len(actions) > 2 else 0
        aim = int(valley.target_of(deed, place_of(valley, tile, order)))
        kind, function, argument, target_kind = CALLS[deed]
        caller = order - int(RECRUIT) if deed == RECRUIT else int(valley.number[valley.beaver_at[tile]])
        target = int(valley.number[aim]) if deed == ATTACK else aim
        args: Document = {argument: self.register.reference(target_kind, target)} if argument else {}
        if deed in (DROP, PICKUP):
            args.update(resource=GOODS[goods], amount=amount)
        run: Document = {
            "caller": self.register.reference(kind, caller),
            "functionName": function,
            "args": args,
        }
        return ExecutedOrder(run, self.give(seat, deed, caller, target, goods, amount))

    # Turns.

    def finish_turn(self, seat: int) -> None:
        self.log.add(seat, END)
        self.valley.play(seat, END)
        self.settle()

    def deal(self, outcome: int) -> None:
        self.log.add(DEALER, outcome)
        self.valley.deal_outcome(outcome)
        self.settle()

    def forfeit(self, seat: int, lost: str, won: str) -> None:
        self.log.add(seat, FORFEIT)
        self.valley.forfeit(seat)
        self.settle()
        self.teller.reasons = (lost, won) if seat == 0 else (won, lost)

    def settle(self) -> None:
        """After anything that may have ended the match."""
        self.teller.touched = self.teller.turned = True
        if self.valley.phase == OVER:
            self.teller.reasons = end_reasons(self.valley)


def refused(deed: int, sentence: str) -> RunResult:
    """A refused recruit gives nothing, any other order false."""
    return RunResult(None, False, sentence) if deed == RECRUIT else RunResult(False, True, sentence)


def actions_of(valley: Stumped, deed: int, row: int, aim: int, goods: int, amount: int) -> list[int]:
    """A legal order as the kernel's answers, before it is done."""
    if deed == RECRUIT:
        return [int(TILES) + aim, int(RECRUIT) + row]
    here = int(valley.place[row])
    order = deed
    if deed == MOVE:
        order += int(valley.direction(here, aim))
    elif deed == HARVEST:
        order += int(valley.direction(here, valley.spawner_tile[aim]))
    elif deed == ATTACK:
        order += int(valley.direction(here, valley.place[aim]))
    elif deed != BUILD:
        order += goods * int(PLACES) + (0 if aim == here else 1 + int(valley.direction(here, aim)))
    most = int(largest(valley, here, order))
    if most <= 1:
        return [int(TILES) + here, order]
    return [int(TILES) + here, order, int(AMOUNT) + (amount if amount > 0 else most)]


def load(game: Document, options: Options) -> Wire:
    """A wire from the `start` entry of a gamelog; the contest server's profile, unless the options say otherwise."""
    start = read_start(game, {**PROFILE, **options})
    return Wire(start.state, "", start.names, start.client_types, start.times, 0, start.register, start.constants)
