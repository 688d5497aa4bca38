"""Plays a gamelog of any server again by our rules, and tells every difference (section 12 of the protocol)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from parlour import games
from parlour.contest.gamelog import MARKS, read_gamelog
from parlour.contest.mirror import GAME, NOTHING, Mirror, Unlike, compared
from parlour.contest.wiring import Wire, Wiring, wiring_of
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import winners
from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, Document, Json, MalformedRun, RunResult, SettingValue

START, ORDER, RAN, FINISHED, DISCONNECT, OVER = "start", "order", "ran", "finished", "disconnect", "over"
LEFT_OUT = frozenset(("timeRemaining", "won", "lost", "reasonWon", "reasonLost"))  # clocks and texts are not rules
SHOWN = 10  # differences that are told in full
REFUSED = "(refused)"
WIDEST = 200  # letters of a value in a report


class Entry(NamedTuple):
    """One entry of a gamelog, of either generation, as far as the rules are concerned."""

    kind: str
    game: Document
    player: str = ""
    caller: str = ""
    function: str = ""
    args: Mapping[str, Json] = {}
    refused: bool = False
    returned: Json = NOTHING


class Difference(NamedTuple):
    entry: int
    unlike: Unlike


@dataclass
class Report:
    """What came of a gamelog."""

    name: str
    entries: int = 0
    orders: int = 0
    refusals: int = 0  # among the orders
    states: int = 0
    found: int = 0  # differences
    first: list[Difference] = field(default_factory=list)
    winner: str = ""  # the log's own, by name

    def add(self, entry: int, unlike: Unlike) -> None:
        self.found += 1
        if len(self.first) < SHOWN:
            self.first.append(Difference(entry, unlike))


def replay(path: Path, options: Options | None = None, thorough: bool = False, enough: int = 0) -> Report:
    """The whole match again, or as far as `enough` differences: every returned value, every object after every entry.

    Objects are compared as clients would know them, from deltas; thoroughly, also as a newcomer would be told."""
    log = read_gamelog(path)
    try:
        player = Player(path.name, log, options or {}, thorough)
        player.play(enough)
    except Problem as problem:
        raise Problem(f"{path.name}: {problem}") from None
    return player.report


def replay_all(paths: Sequence[Path], options: Options | None = None, thorough: bool = False) -> Iterator[Report]:
    for path in paths:
        yield replay(path, options, thorough)


class Player:
    """Our match beside the recorded one."""

    def __init__(self, name: str, log: Document, options: Options, thorough: bool) -> None:
        self.log = log
        self.thorough = thorough
        self.report = Report(name)
        self.entries = [read_entry(number, entry) for number, entry in enumerate(listed(log["deltas"]))]
        if self.entries[0].kind != START:
            raise Problem("A gamelog begins with the entry start.")
        if log.get("constants") != MARKS:
            raise Problem(f"This gamelog has other marks of deltas than {LENGTH_MARK} and {REMOVED_MARK}.")
        self.old = "gamelogVersion" not in log  # of 2017: the upkeep is in `finished`
        self.expected = Mirror()
        wiring = wiring_named(str(log["gameName"]))
        chosen = {**wiring.options_of(settings_of(wiring, log)), **options}
        self.wire: Wire = wiring.load(self.entries[0].game, chosen)
        self.got = Mirror()
        self.done: int | None = None  # the seat whose turn is over, before its upkeep
        self.kept_up = False  # since the last comparison

    def play(self, enough: int = 0) -> None:
        for number, entry in enumerate(self.entries):
            self.report.entries += 1
            if entry.kind == RAN:
                self._order(number, entry)
            elif entry.kind == FINISHED and entry.returned is True:
                self.done = self._seat(entry)
                if self.old:
                    self._finish(number)
            elif entry.kind in (ORDER, OVER):
                self._finish(number)
            elif entry.kind == DISCONNECT:
                self._leave(self._seat(entry))
            self._compare(number, entry)
            if 0 < enough <= self.report.found:
                return
        self._end()

    def _seat(self, entry: Entry) -> int:
        if entry.player not in self.wire.players:
            raise Problem(f"There is no player {entry.player!r} in this gamelog.")
        return list(self.wire.players).index(entry.player)

    def _order(self, number: int, entry: Entry) -> None:
        """The same order for the same player; the returned value must be the same."""
        self.report.orders += 1
        self.report.refusals += entry.refused
        try:
            ran = self.wire.run(self._seat(entry), entry.caller, entry.function, entry.args)
        except MalformedRun as broken:
            ran = RunResult(None, False, str(broken))
        wanted = REFUSED if entry.refused else entry.returned
        got = REFUSED if ran.invalid else ran.returned if ran.has_value else NOTHING
        if wanted != got:
            what = f"{entry.function} of #{entry.caller}"
            self.report.add(number, Unlike(what, "returned", wanted, ran.invalid or got))

    def _finish(self, number: int) -> None:
        """Upkeep, win checks, turn change."""
        seat, self.done = self.done, None
        if seat is None:
            return
        if not self.wire.state.owes(seat):
            self.report.add(number, Unlike(GAME, "turn", f"of #{self.wire.players[seat]}", "not this player's turn"))
            return
        self.wire.finish(seat)
        self.kept_up = True
        if self.wire.state.outcomes > 0:
            self.wire.deal(self._fallen())

    def _fallen(self) -> int:
        """What the dealer of the log dealt: whatever lets its winner win."""
        state = self.wire.state
        for outcome in range(state.outcomes):
            trial = state.clone()
            trial.deal_outcome(outcome)
            if self._winner() in [self.wire.players[seat] for seat in winners(trial)]:
                return outcome
        return 0

    def _leave(self, seat: int) -> None:
        if not self.wire.state.over():
            self.wire.forfeit(seat, "", "")

    def _compare(self, number: int, entry: Entry) -> None:
        """All that either side was told of, which is all that can differ; and after an upkeep all there is."""
        self.report.states += 1
        try:
            ids = self.expected.hear(entry.game)
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError):
            raise Problem(f"Entry {number} has a delta that makes no sense.") from None
        if number > 0:
            ids |= self.got.hear(self.wire.changes())
        if self.thorough or number in (0, len(self.entries) - 1):
            self.got = Mirror()
            self.got.hear(self.wire.whole())
        if self.thorough or self.kept_up or number == 0:
            self.kept_up = False
            ids = self.expected.objects.keys() | self.got.objects.keys()
        for unlike in compared(self.expected, self.got, sorted(ids), LEFT_OUT):
            self.report.add(number, unlike)

    def _winner(self) -> str:
        """The id of the log's winner."""
        return next((str(row.get("id")) for row in rows(self.log.get("winners"))), "")

    def _end(self) -> None:
        """The winner must be the same; who left has lost."""
        for row in rows(self.log.get("losers")):
            if (row.get("disconnected") or row.get("timedOut")) and row.get("id") in self.wire.players:
                self._leave(list(self.wire.players).index(str(row["id"])))
        wanted = self._winner()
        got = self.wire.players[self.wire.winner()] if self.wire.state.over() else ""
        self.report.winner = next((str(row.get("name")) for row in rows(self.log.get("winners"))), "nobody")
        if wanted != got:
            self.report.add(len(self.entries) - 1, Unlike(GAME, "winner", wanted or "nobody", got or "nobody"))


# Reading.


def wiring_named(name: str) -> Wiring:
    """The wiring of the game that clients call by this name."""
    for game in games.shelf()[0]:
        try:
            wiring = wiring_of(game)
        except Problem:
            continue
        if wiring.NAME.lower() == name.lower():
            return wiring
    raise Problem(f"There is no game {name[:80]!r} that contest clients can play.")


def settings_of(wiring: Wiring, log: Document) -> dict[str, SettingValue]:
    """The settings of a gamelog; those of 2017 say none."""
    told = log.get("settings")
    told = told if isinstance(told, dict) else {}
    return {
        setting.key: told[setting.key] if isinstance(told.get(setting.key), int) else setting.default
        for setting in wiring.SETTINGS
    }


def read_entry(number: int, entry: Document) -> Entry:
    """An entry of either generation; a Problem if it is none."""
    kind, game, data = entry.get("type"), entry.get("game"), entry.get("data") or {}
    if not isinstance(kind, str) or not isinstance(game, dict) or not isinstance(data, dict):
        raise Problem(f"Entry {number} is none of a gamelog.")
    if kind not in (ORDER, RAN, FINISHED, DISCONNECT):
        return Entry(kind, game)
    refused = "invalid" in data
    plain = Entry(kind, game, id_of(data.get("player")), refused=refused, returned=data.get("returned", NOTHING))
    if kind != RAN:
        return plain._replace(returned=NOTHING) if refused else plain
    run = data.get("run")
    args = run.get("args") if isinstance(run, dict) else None
    if not isinstance(run, dict) or not isinstance(args, dict):
        raise Problem(f"Entry {number} is no order that was run.")
    return plain._replace(caller=id_of(run.get("caller")), function=str(run.get("functionName")), args=args)


def id_of(reference: Json) -> str:
    return str(reference.get("id")) if isinstance(reference, dict) else ""


def rows(table: Json) -> list[Document]:
    return [row for row in table if isinstance(row, dict)] if isinstance(table, list) else []


def listed(entries: Json) -> list[Document]:
    return rows(entries)


# Telling.


def lines_of(report: Report) -> list[str]:
    """A report in words."""
    told = [
        f"{report.name}: {report.entries} entries, {report.orders} orders, {report.refusals} of them refused; "
        f"{report.states} states compared, {report.found} differences. The winner is {report.winner}."
    ]
    for entry, (thing, attribute, expected, got) in report.first:
        told.append(f"  entry {entry}, {thing} {attribute}: expected {shown(expected)}, got {shown(got)}")
    if report.found > len(report.first):
        told.append(f"  and {report.found - len(report.first)} more.")
    return told


def shown(value: Json) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= WIDEST else text[:WIDEST] + "..."
