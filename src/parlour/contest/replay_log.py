"""Replays a contest gamelog of any server with our rules and reports every difference (protocol, section 12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from parlour import games
from parlour.contest.engine.game_wire import GameWire, WireModule, load_wire_module
from parlour.contest.game_replica import GAME_LABEL, MISSING, AttributeDifference, GameReplica, compare_replicas
from parlour.contest.gamelog import DELTA_CONSTANTS, read_gamelog
from parlour.kernel.match import FORFEIT, apply_move
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import DEALER, winners
from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, Document, Json, MalformedRun, RunResult, SettingValue

START, ORDER, RAN, FINISHED, DISCONNECT, OVER = "start", "order", "ran", "finished", "disconnect", "over"
IGNORED_ATTRIBUTES = frozenset(("timeRemaining", "won", "lost", "reasonWon", "reasonLost"))  # clocks, texts
MOST_REPORTED = 10  # differences in full
REFUSED = "(refused)"
LONGEST_VALUE = 200  # characters of a value


class GamelogEntry(NamedTuple):
    """An entry of a contest gamelog, of either format, reduced to the parts that a replay needs."""

    kind: str
    game: Document
    player: str = ""
    caller: str = ""
    function: str = ""
    args: Mapping[str, Json] = {}
    refused: bool = False
    returned: Json = MISSING


class EntryDifference(NamedTuple):
    entry: int
    difference: AttributeDifference


@dataclass
class ReplayReport:
    """The result of replaying a contest gamelog with our rules: counts, the first differences, the winner."""

    name: str
    entries: int = 0
    orders: int = 0
    refusals: int = 0  # among the orders
    states_compared: int = 0
    difference_count: int = 0
    first_differences: list[EntryDifference] = field(default_factory=list)
    winner: str = ""  # name in the log

    def add_difference(self, entry: int, difference: AttributeDifference) -> None:
        self.difference_count += 1
        if len(self.first_differences) < MOST_REPORTED:
            self.first_differences.append(EntryDifference(entry, difference))


def replay_gamelog(path: Path, options: Options | None = None, thorough: bool = False, enough: int = 0) -> ReplayReport:
    """Replays a contest gamelog with our rules, compares returned values and game objects, and reports the differences;
    stops after `enough` differences if positive.

    Objects are compared as built from deltas; with `thorough`, also with the full state after every entry."""
    log = read_gamelog(path)
    try:
        player = GamelogReplayer(path.name, log, options or {}, thorough)
        player.run(enough)
    except Problem as problem:
        raise Problem(f"The gamelog {path.name} cannot be replayed: {problem}") from None
    return player.report


class GamelogReplayer:
    """Plays a contest match again by our rules beside its gamelog, and notes every difference."""

    def __init__(self, name: str, log: Document, options: Options, thorough: bool) -> None:
        self.log = log
        self.thorough = thorough
        self.report = ReplayReport(name)
        self.entries = [parse_entry(number, entry) for number, entry in enumerate(entry_rows(log["deltas"]))]
        if self.entries[0].kind != START:
            raise Problem("The first entry of the gamelog is not of the type start; choose another gamelog.")
        if log.get("constants") != DELTA_CONSTANTS:
            raise Problem(
                f"The gamelog has other constants than {LENGTH_MARK} and {REMOVED_MARK}; choose another gamelog."
            )
        self.is_2017_format = "gamelogVersion" not in log  # it shows the upkeep in the entry `finished`
        self.expected = GameReplica()
        wire_module = find_wire_module(str(log["gameName"]))
        chosen = {**wire_module.options_of(logged_settings(wire_module, log)), **options}
        self.wire: GameWire = wire_module.load(self.entries[0].game, chosen)
        self.actual = GameReplica()
        self.finished_seat: int | None = None  # its turn is over, its upkeep still due
        self.upkeep_done = False  # since the last comparison
        self.repeats_turn = False  # the last runTurn returned false

    def run(self, enough: int = 0) -> None:
        for number, entry in enumerate(self.entries):
            self.report.entries += 1
            if entry.kind == RAN:
                self._replay_order(number, entry)
            elif entry.kind == FINISHED and entry.returned is False:
                self.repeats_turn = not self.is_2017_format
            elif entry.kind == FINISHED and entry.returned is True:
                self.finished_seat = self._seat_of(entry)
                if self.is_2017_format:
                    self._finish_turn(number)
            elif entry.kind in (ORDER, OVER):
                self._finish_turn(number)
                if self.repeats_turn and entry.game:  # some servers then begin the turn again, and it shows here
                    self.wire.begin_turn_again()
                self.repeats_turn = False
            elif entry.kind == DISCONNECT:
                self._forfeit_seat(self._seat_of(entry))
            self._compare(number, entry)
            if 0 < enough <= self.report.difference_count:
                return
        self._check_winner()

    def _seat_of(self, entry: GamelogEntry) -> int:
        if entry.player not in self.wire.players:
            raise Problem(
                f"An entry of the gamelog names the player {entry.player!r}, who is not in the match; choose another "
                "gamelog."
            )
        return list(self.wire.players).index(entry.player)

    def _replay_order(self, number: int, entry: GamelogEntry) -> None:
        """Plays an order of the gamelog by our rules; notes a difference if it does not return the logged value."""
        self.report.orders += 1
        self.report.refusals += entry.refused
        try:
            seat = self._seat_of(entry)
            ran = self.wire.translate_run(seat, entry.caller, entry.function, entry.args)
            for action in ran.actions:
                apply_move(self.wire.state, seat, action)
        except MalformedRun as broken:
            ran = RunResult(None, False, str(broken))
        wanted = REFUSED if entry.refused else entry.returned
        got = REFUSED if ran.invalid else ran.returned if ran.has_value else MISSING
        if wanted != got:
            what = f"{entry.function} of #{entry.caller}"
            self.report.add_difference(number, AttributeDifference(what, "returned", wanted, ran.invalid or got))

    def _finish_turn(self, number: int) -> None:
        """Ends the turn of `finished_seat` in the replayed match: upkeep, win checks, turn change."""
        seat, self.finished_seat = self.finished_seat, None
        if seat is None:
            return
        if not self.wire.state.owes(seat):
            self.report.add_difference(
                number,
                AttributeDifference(GAME_LABEL, "turn", f"of #{self.wire.players[seat]}", "not this player's turn"),
            )
            return
        apply_move(self.wire.state, seat, self.wire.end_turn)
        self.upkeep_done = True
        if self.wire.state.outcomes > 0:
            apply_move(self.wire.state, DEALER, self._infer_outcome())

    def _infer_outcome(self) -> int:
        """Returns the random outcome that the gamelog's dealer must have dealt: the first with which the logged winner
        wins, 0 if there is none."""
        state = self.wire.state
        for outcome in range(state.outcomes):
            trial = state.clone()
            trial.deal_outcome(outcome)
            if self._logged_winner_id() in [self.wire.players[seat] for seat in winners(trial)]:
                return outcome
        return 0

    def _forfeit_seat(self, seat: int) -> None:
        if not self.wire.state.over():
            apply_move(self.wire.state, seat, FORFEIT)

    def _compare(self, number: int, entry: GamelogEntry) -> None:
        """Notes differing game objects after a gamelog entry: those changed on either side, or all after an upkeep."""
        self.report.states_compared += 1
        try:
            ids = self.expected.apply_delta(entry.game)
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError):
            raise Problem(
                f"Entry {number} of the gamelog is malformed, as its delta cannot be applied; choose another gamelog."
            ) from None
        if number > 0:
            ids |= self.actual.apply_delta(self.wire.next_delta())
        if self.thorough or number in (0, len(self.entries) - 1):
            self.actual = GameReplica()
            self.actual.apply_delta(self.wire.full_delta())
        if self.thorough or self.upkeep_done or number == 0:
            self.upkeep_done = False
            ids = self.expected.objects.keys() | self.actual.objects.keys()
        for difference in compare_replicas(self.expected, self.actual, sorted(ids), IGNORED_ATTRIBUTES):
            self.report.add_difference(number, difference)

    def _logged_winner_id(self) -> str:
        """Returns the player id of the winner in the gamelog; empty if there is none."""
        return next((str(row.get("id")) for row in object_rows(self.log.get("winners"))), "")

    def _check_winner(self) -> None:
        """Notes a difference if our replay has another winner than the gamelog; players who left forfeit before."""
        for row in object_rows(self.log.get("losers")):
            if (row.get("disconnected") or row.get("timedOut")) and row.get("id") in self.wire.players:
                self._forfeit_seat(list(self.wire.players).index(str(row["id"])))
        wanted = self._logged_winner_id()
        got = self.wire.players[winners(self.wire.state)[0]] if self.wire.state.over() else ""
        self.report.winner = next((str(row.get("name")) for row in object_rows(self.log.get("winners"))), "nobody")
        if wanted != got:
            self.report.add_difference(
                len(self.entries) - 1, AttributeDifference(GAME_LABEL, "winner", wanted or "nobody", got or "nobody")
            )


# Reading.


def find_wire_module(name: str) -> WireModule:
    """Returns the module `wire` of the game that contest clients call by this name; raises Problem if there is none."""
    for game in games.load_games()[0]:
        try:
            wire_module = load_wire_module(game)
        except Problem:
            continue
        if wire_module.NAME.lower() == name.lower():
            return wire_module
    raise Problem(f"The gamelog is of {name[:80]!r}, which is not a game for contest clients; choose another gamelog.")


def logged_settings(wire_module: WireModule, log: Document) -> dict[str, SettingValue]:
    """Returns the match settings of a gamelog: those that are logged as whole numbers, and the defaults of all others.
    Gamelogs of 2017 contain none: what can be seen in the match is used."""
    logged = log.get("settings")
    logged = logged if isinstance(logged, dict) else wire_module.infer_settings(entry_rows(log["deltas"]))
    return {
        setting.key: logged[setting.key] if isinstance(logged.get(setting.key), int) else setting.default
        for setting in wire_module.SETTINGS
    }


def parse_entry(number: int, entry: Document) -> GamelogEntry:
    """Parses an entry of a contest gamelog of either format; raises Problem if it is malformed."""
    kind, game, data = entry.get("type"), entry.get("game"), entry.get("data") or {}
    if not isinstance(kind, str) or not isinstance(game, dict) or not isinstance(data, dict):
        raise Problem(
            f"Entry {number} of the gamelog is malformed, as it needs a type, and objects as game and data; choose "
            "another."
        )
    if kind not in (ORDER, RAN, FINISHED, DISCONNECT):
        return GamelogEntry(kind, game)
    refused = "invalid" in data
    plain = GamelogEntry(
        kind, game, reference_id(data.get("player")), refused=refused, returned=data.get("returned", MISSING)
    )
    if kind != RAN:
        return plain._replace(returned=MISSING) if refused else plain
    run = data.get("run")
    if not isinstance(run, dict):
        raise Problem(f"Entry {number} of the gamelog is malformed, as it needs an object run; choose another gamelog.")
    args = run.get("args")
    args = args if isinstance(args, dict) else {}  # Lua writes no arguments as a list
    return plain._replace(caller=reference_id(run.get("caller")), function=str(run.get("functionName")), args=args)


def reference_id(reference: Json) -> str:
    return str(reference.get("id")) if isinstance(reference, dict) else ""


def object_rows(table: Json) -> list[Document]:
    return [row for row in table if isinstance(row, dict)] if isinstance(table, list) else []


def entry_rows(entries: Json) -> list[Document]:
    return object_rows(entries)


# Reporting.


def report_lines(report: ReplayReport) -> list[str]:
    """Returns the report about a replayed gamelog as text lines: counts, winner, first differences."""
    lines = [
        f"{report.name}: {report.entries} entries, {report.orders} orders, {report.refusals} of them refused; "
        f"{report.states_compared} states compared, {report.difference_count} differences. "
        f"The winner is {report.winner}."
    ]
    for entry, (thing, attribute, expected, got) in report.first_differences:
        lines.append(
            f"  entry {entry}, {thing} {attribute}: expected {format_value(expected)}, got {format_value(got)}"
        )
    if report.difference_count > len(report.first_differences):
        lines.append(f"  and {report.difference_count - len(report.first_differences)} more.")
    return lines


def format_value(value: Json) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "..."
