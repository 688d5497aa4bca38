"""A contest client for the tests, which names tiles by cell and beavers by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.tests.positions import Cell, Position
from parlour.games.stumped.wire.adapter import Wire
from parlour.games.stumped.wire.objects import BEAVER, JOB, SPAWNER, TILE
from parlour.kernel.match import FORFEIT, Log, apply_move
from parlour.kernel.state import DEALER, winners
from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, ClientOrder, Json, RunResult

SECOND = 1_000_000_000


class PlayedWire(Wire):
    """A wire whose orders are played at once and logged, as a contest match does it; every one must be legal."""

    def __init__(self, *rest: Any) -> None:
        super().__init__(*rest)
        self.log = Log()

    def play(self, who: int, moves: Iterable[int]) -> None:
        for move in moves:
            assert who == DEALER or move == FORFEIT or self.state.refusal(who, move) == 0
            self.log.add(who, move)
            apply_move(self.state, who, move)

    def run(self, seat: int, caller: str, function: str, args: Mapping[str, Json]) -> RunResult:
        ran = self.translate_run(seat, caller, function, args)
        assert not (ran.invalid and list(ran.actions))
        self.play(seat, ran.actions)
        return ran._replace(actions=())

    def act(self, seat: int, actions: Sequence[int]) -> ClientOrder:
        order = self.describe_order(seat, actions)
        self.play(seat, order.result.actions)
        return order._replace(result=order.result._replace(actions=()))

    def finish_turn(self, seat: int) -> None:
        self.play(seat, [self.end_turn])

    def deal(self, outcome: int) -> None:
        self.play(DEALER, [outcome])

    def forfeit(self, seat: int, lost: str, won: str) -> None:
        self.play(seat, [FORFEIT])
        self.set_end_reasons((lost, won) if seat == 0 else (won, lost))

    def winner(self) -> int:
        return int(winners(self.state)[0])


class WireClient:
    """A position and its wire."""

    def __init__(self, position: Position) -> None:
        self.position = position
        names, types, times = ("Oak", "Elm"), ("Python", "JS"), (60 * SECOND, 60 * SECOND)
        self.wire = PlayedWire(position.state, "friday", names, types, times, SECOND)

    # Ids.

    def tile(self, x: int, y: int) -> str:
        return self.wire.registry.ids[TILE][self.position.index((x, y))]

    def beaver(self, number: int) -> str:
        return self.wire.registry.ids[BEAVER][number]

    def job(self, title: str) -> str:
        return self.wire.registry.ids[JOB][TITLES.index(title)]

    def spawner(self, x: int, y: int) -> str:
        return self.wire.registry.ids[SPAWNER][int(self.position.state.spawner_at[self.position.index((x, y))])]

    # Orders of whoever has the turn.

    def run_order(self, caller: str, function: str, seat: int | None = None, **args: object) -> RunResult:
        return self.wire.run(int(self.position.state.player) if seat is None else seat, caller, function, args)

    def move(self, number: int, x: int, y: int, seat: int | None = None) -> RunResult:
        return self.run_order(self.beaver(number), "move", seat, tile={"id": self.tile(x, y)})

    def harvest(self, number: int, x: int, y: int) -> RunResult:
        return self.run_order(self.beaver(number), "harvest", spawner={"id": self.spawner(x, y)})

    def attack(self, number: int, victim: int) -> RunResult:
        return self.run_order(self.beaver(number), "attack", beaver={"id": self.beaver(victim)})

    def build(self, number: int) -> RunResult:
        return self.run_order(self.beaver(number), "buildLodge")

    def drop(self, number: int, cell: Cell, goods: object = "branches", amount: object = 0) -> RunResult:
        tile = {"id": self.tile(*cell)}
        return self.run_order(self.beaver(number), "drop", tile=tile, resource=goods, amount=amount)

    def pickup(self, number: int, cell: Cell, goods: object = "branches", amount: object = 0) -> RunResult:
        tile = {"id": self.tile(*cell)}
        return self.run_order(self.beaver(number), "pickup", tile=tile, resource=goods, amount=amount)

    def recruit(self, title: str, x: int, y: int) -> RunResult:
        return self.run_order(self.job(title), "recruit", tile={"id": self.tile(x, y)})

    def end_turn(self) -> None:
        self.wire.finish_turn(int(self.position.state.player))

    def changes(self) -> dict[str, Any]:
        return self.wire.next_delta()


class DeltaMerger:
    """Merges deltas as the protocol demands, in the simplest code."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        self.game: dict[str, Any] = {}
        self.apply_delta(whole)

    def apply_delta(self, delta: Mapping[str, Any]) -> None:
        assert not [key for key in delta if key.isdigit()], "a stray key at the root"
        for name, changed in delta.get("gameObjects", {}).items():
            if name not in self.game.get("gameObjects", {}):
                assert {"gameObjectName", "id", "logs"} <= changed.keys(), f"{name} was not introduced"
        merge_delta(self.game, delta)


def merge_delta(old: dict[str, Any], changed: Mapping[str, Any]) -> None:
    for key, value in changed.items():
        if value == REMOVED_MARK:
            del old[key]
        elif not isinstance(value, dict) or value.keys() == {"id"}:
            assert key == LENGTH_MARK or old.get(key, REMOVED_MARK) != value, f"{key} did not change"
            old[key] = value
        else:
            assert isinstance(value, dict)
            merge_delta(old.setdefault(key, {}), value)
    if LENGTH_MARK in old:
        assert old.keys() == {LENGTH_MARK, *(str(index) for index in range(old[LENGTH_MARK]))}, "a list with holes"
