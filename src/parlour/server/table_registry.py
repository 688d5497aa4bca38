"""The tables in the memory of this server process: finds, creates, loads, adopts and unloads them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from parlour import games
from parlour.kernel.game import Game, game_for_options, prepare_options, version_switches
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import RecordEntry, read_record, record_lines
from parlour.server import messages
from parlour.server.errors import Refused
from parlour.server.live_table import LiveTable
from parlour.server.observability import log_event
from parlour.server.operations import OPERATIONS
from parlour.server.seated_table import bot_seat_row, hash_token, open_seat_row
from parlour.server.services import Services
from parlour.store import server_rows
from parlour.store.server_rows import CLOSED, PLAYING, WAITING, SeatRow, TableRow
from parlour.table.clock import Clock
from parlour.table.daily import daily_options, daily_seed, utc_today
from parlour.table.dealer import secret_from_seed
from parlour.table.loading import resume_table, split_save
from parlour.table.seat import HUMAN, OPEN, Seat
from parlour.table.table import Table

ADOPT_WITHIN = 3_600.0  # seconds since the last visit; only such tables continue by themselves after a restart
MAX_PARALLEL_ADOPTIONS = 4
MAX_TRIES = 3  # a table may be unloaded just when a request arrives


class TableRegistry:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.live_tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Task[LiveTable | str]] = {}
        self.last_heartbeat: float | None = None  # by the clock of the database
        self.last_abandoned_check = services.now()

    # Opening a table.

    async def open_table(self, table: str) -> LiveTable | str:
        """Returns a table by id, loaded from the database if necessary, or the id of the server process holding it."""
        here = self.live_tables.get(table)
        if here is not None and not here.unloaded:
            return here
        task = self.opening.get(table)
        if task is None:
            task = self.opening[table] = asyncio.get_running_loop().create_task(self._load_table(table))
            task.add_done_callback(partial(self._finish_opening, table))
        return await asyncio.shield(task)

    def _finish_opening(self, table: str, task: asyncio.Task[LiveTable | str]) -> None:
        del self.opening[table]
        if not task.cancelled():
            task.exception()  # marks it as retrieved; the callers of open_table get it

    async def _load_table(self, table: str) -> LiveTable | str:
        services = self.services
        claim = partial(
            server_rows.claim_table, table=table, server_id=services.server_id, lease=services.timings.lease
        )
        try:
            server_id = await services.database.write(claim)
            if server_id is None:
                raise Refused("missing", "There is no such table on this server; check the link.")
            if server_id != services.server_id:
                return server_id
            found = await services.database.read(partial(_read_table, table=table))
        except SQLAlchemyError as error:
            log_event("storage failed", table=table, error=type(error).__name__)
            raise Refused("storage", "The database does not answer; try again.") from None
        try:
            live = await asyncio.to_thread(_restore_table, services, *found)
        except Problem as problem:
            raise Refused(CLOSED, str(problem)) from None
        self._register(live)
        if live.unstored_lines:
            await live.run_locked(live.store_changes)
        live.resume()
        return live

    def _register(self, live: LiveTable) -> None:
        self.live_tables[live.row.id] = live
        self.services.metrics.live_tables.set(len(self.live_tables))

    async def run_operation(self, table: str, operation: str, arguments: dict[str, Any]) -> tuple[str | None, Any]:
        """Runs an operation of the HTTP API, such as `sit`, at a table. Returns None and the operation's result, or the
        id of the server process that holds the table and None.

        A table that is unloaded before the operation begins is opened again; an operation never runs twice."""
        begun = False

        async def work(live: LiveTable) -> Any:
            nonlocal begun
            begun = True
            return await OPERATIONS[operation](live, **arguments)

        for _ in range(MAX_TRIES):
            found = await self.open_table(table)
            if isinstance(found, str):
                return found, None
            try:
                return None, await found.run_locked(partial(work, found))
            except Refused:
                if begun or not found.unloaded:
                    raise
        raise Refused("storage", "The table is being moved; try again.")

    # Creating tables.

    async def set_up_table(
        self,
        setup: messages.CreateTableRequest,
        address: str,
        given: Sequence[RecordEntry] = (),
        origin: dict[str, Any] | None = None,
        reserved: Sequence[str] = (),
    ) -> LiveTable:
        """Creates and stores a table with open seats and bots; its match begins at once if no seat is open. `given` are
        the moves with which the match begins, `origin` the record that they are from: such a match is not rated.
        `reserved` are the token hashes, by seat, of the players for whom a rematch keeps seats."""
        game = find_game(setup.game)
        clock = None if setup.clock is None else (setup.clock.bank, setup.clock.increment)
        try:
            given_options = daily_options(game, setup.options) if setup.daily else setup.options
            options = prepare_options(game, len(setup.seats), given_options)
            game = game_for_options(game, options)
            seated: list[SeatRow] = []
            for number, player in enumerate(setup.seats):
                taken = [row.name for row in seated]
                seated.append(open_seat_row(number) if player == OPEN else bot_seat_row(game, player, taken))
        except Problem as problem:
            raise Refused("setup", str(problem)) from None
        row = self.new_table_row(game, options, WAITING, setup.listed, clock, address)
        if setup.daily:
            row = row._replace(secret=secret_from_seed(daily_seed(game, utc_today())))
        taken_over = tuple((entry.kind, entry.seat, entry.text, entry.why) for entry in given)
        row = row._replace(given=taken_over, origin=origin, rated=origin is None)
        seated = [
            seat._replace(reserved=token) for seat, token in zip(seated, reserved or [""] * len(seated), strict=True)
        ]
        live = await self.add_table(row, seated)
        if all(seat.player != OPEN for seat in seated):
            await live.run_locked(partial(live.seat_players, {}))
        return live

    def new_table_row(
        self, game: Game, options: Options, state: str, listed: bool, clock: tuple[float, float] | None, address: str
    ) -> TableRow:
        now = self.services.now()
        return TableRow(
            id=self.services.token_urlsafe(9),
            game=game.name,
            version=game.version,
            state=state,
            listed=listed,
            options=dict(options),
            clock=clock,
            secret=self.services.system.random_bytes(32),
            created=now,
            touched=now,
            address=address,
            keeper=self.services.server_id,
        )

    async def add_table(self, row: TableRow, seated: list[SeatRow], record: Sequence[str] = ()) -> LiveTable:
        try:
            live = _restore_table(self.services, row, seated, list(record), [])
        except Problem as problem:
            raise Refused("setup", str(problem)) from None
        try:
            await self.services.database.write(partial(server_rows.add_table, row=row, seated=seated, record=record))
        except Exception as error:
            log_event("storage failed", error=type(error).__name__)
            raise Refused("storage", "The server could not store the table; try again.") from None
        self._register(live)
        self.services.metrics.tables_set_up.inc()
        log_event("set up", table=row.id, game=row.game, seats=len(seated))
        return live

    async def load_save(self, text: str, address: str) -> tuple[LiveTable, dict[int, str]]:
        """Creates a table that continues a saved match with its seed; returns it and the seat tokens of all people."""
        try:
            record, secret = split_save(read_record(text, "This save"))
            game = games.find(record.header.game)
            table = resume_table(game, record, secret)
        except Problem as problem:
            raise Refused("setup", str(problem)) from None
        tokens = {
            n: self.services.token_urlsafe(24) for n, seat in enumerate(table.match.seats) if seat.player == HUMAN
        }
        seated = [
            SeatRow(seat.name, seat.player, hash_token(tokens[n]) if n in tokens else "")
            for n, seat in enumerate(table.match.seats)
        ]
        row = self.new_table_row(game, record.header.options, PLAYING, False, None, address)
        row = row._replace(version=record.header.version, secret=secret, rated=False)
        live = await self.add_table(row, seated, record_lines(table.record()))
        live.resume()
        return live, tokens

    # Maintenance.

    async def sweep(self) -> None:
        """Handles players out of time at all tables in memory, and unloads idle tables from memory."""
        for live in list(self.live_tables.values()):
            try:
                await live.enforce_clocks()
            except Refused:  # not stored: the table has unloaded itself
                pass
            except Exception as error:
                log_event("fault", error=error, table=live.row.id)
                live.unload()
        settled = [live for table, live in self.live_tables.items() if table not in self.opening]
        for live in [live for live in settled if live.unloaded or live.is_idle()]:
            del self.live_tables[live.row.id]
            live.unload()
        self.services.metrics.live_tables.set(len(self.live_tables))

    async def close_abandoned(self) -> None:
        """Stores which tables in memory were visited, and closes tables of the database unvisited for too long."""
        services, now = self.services, self.services.now()
        for live in self.live_tables.values():
            if live.viewers:
                live.row = live.row._replace(touched=now)
        visited = [live.row.id for live in self.live_tables.values() if live.row.touched > self.last_abandoned_check]
        self.last_abandoned_check = now
        if visited:
            await services.database.write(partial(server_rows.touch_tables, ids=visited, now=now))
        timings = services.timings
        old = partial(
            server_rows.abandoned_tables,
            waiting_before=now - timings.waiting_expiry,
            playing_before=now - timings.playing_expiry,
        )
        for table in await services.database.read(old):
            try:
                found = await self.open_table(table)
                if isinstance(found, LiveTable) and not found.viewers:
                    await found.close()
            except Refused as refusal:
                log_event("not closed", table=table, code=refusal.code)
                if refusal.code == CLOSED:  # this version cannot load it
                    changed = {"state": CLOSED}
                    await services.database.write(
                        partial(
                            server_rows.append_to_record,
                            table=table,
                            server_id=services.server_id,
                            first=0,
                            texts=(),
                            changed=changed,
                        )
                    )

    async def adopt_orphans(self) -> None:
        """Loads tables with a match in play whose server process is dead, if they were visited in the last hour."""
        services = self.services
        orphans = partial(
            server_rows.orphaned_tables, lease=services.timings.lease, touched_since=services.now() - ADOPT_WITHIN
        )
        waiting = iter(await services.database.read(orphans))

        async def adopt_next() -> None:
            for table in waiting:
                try:
                    await self.open_table(table)
                except Refused as refusal:
                    log_event("not adopted", table=table, code=refusal.code)
                except Exception as error:
                    log_event("fault", error=error, table=table)

        await asyncio.gather(*(adopt_next() for _ in range(MAX_PARALLEL_ADOPTIONS)))

    async def send_heartbeat(self) -> None:
        """Stores that this server process is alive; if it did so too long ago, unloads tables that others took over."""
        services, begun = self.services, self.services.system.monotonic()
        now = await services.database.write(partial(server_rows.record_heartbeat, server_id=services.server_id))
        took = services.system.monotonic() - begun
        if self.last_heartbeat is not None and now - self.last_heartbeat + took > services.timings.lease:
            kept = await services.database.read(partial(server_rows.tables_kept_by, server_id=services.server_id))
            lost = [live for table, live in self.live_tables.items() if table not in kept and table not in self.opening]
            log_event("heartbeat late", lost=len(lost))
            for live in lost:
                live.unload()
        self.last_heartbeat = now

    async def store_clocks(self) -> None:
        """Stores the seconds left on the players' running clocks, so that a crash neither costs nor gives them time."""
        left = {}
        for table, live in self.live_tables.items():
            clock = live.table.match.clock
            if clock is not None and not live.unloaded and any(since is not None for since in clock.since):
                left[table] = clock.rounded_times()
        if left:
            await self.services.database.write(
                partial(server_rows.set_banks, server_id=self.services.server_id, left=left)
            )

    async def shut_down(self) -> None:
        """Unloads all tables of this server process, so that clients reconnect, and releases them for others."""
        await asyncio.gather(*self.opening.values(), return_exceptions=True)
        live = list(self.live_tables.values())
        for each in live:
            await each.lock.acquire()
        try:
            await self.store_clocks()
        finally:
            for each in live:
                each.unload()
                each.lock.release()
            self.live_tables.clear()
        await self.services.database.write(partial(server_rows.release_tables, server_id=self.services.server_id))


def find_game(game: str) -> Game:
    try:
        return games.find(game)
    except Problem as problem:
        raise Refused("missing", str(problem)) from None


def stored_options(game: Game, row: TableRow, seats: int) -> Options:
    """Returns the options of a stored table: those of its version if its match has begun or continues another one.

    A table that still waits for players will play by the present rules."""
    begun = row.state != WAITING or row.given
    return prepare_options(game, seats, {**(version_switches(game, row.version) if begun else {}), **row.options})


def _read_table(db: Any, table: str) -> tuple[TableRow, list[SeatRow], list[str], list[server_rows.ChatRow]]:
    found = server_rows.find_table(db, table)
    if found is None:
        raise Refused("missing", "There is no such table on this server; check the link.")
    return *found, server_rows.record_lines(db, table), server_rows.chat_lines(db, table)


def _restore_table(
    services: Services, row: TableRow, seated: list[SeatRow], record: list[str], chats: list[server_rows.ChatRow]
) -> LiveTable:
    """Builds a table from its database rows and record lines; raises Problem or Refused if its match cannot go on."""
    try:
        game = games.find(row.game)
        if not record:
            seats = [Seat(seat.name, seat.player) for seat in seated]
            nonces = [seat.nonce for seat in seated]
            options = stored_options(game, row, len(seats))
            row = row._replace(version=game.version, options=dict(options))  # stored when the match begins
            clock = None if row.clock is None else Clock(len(seats), *row.clock, services.system.monotonic)
            table = Table(game, options, seats, secret=row.secret, nonces=nonces, clock=clock)
            return LiveTable(services, row, seated, table, 0, chats)
        fresh: list[str] = []
        whole = read_record("\n".join(record) + "\n", "The record of this table")
        table = resume_table(game, whole, row.secret, keep=fresh.extend, clock=row.clock, now=services.system.monotonic)
    except Problem as problem:
        if row.state in (WAITING, PLAYING):
            raise
        raise Refused(CLOSED, str(problem)) from None
    if table.match.clock is not None and row.banks:
        table.match.clock.bank = list(row.banks)
    live = LiveTable(services, row, seated, table, len(record), chats)
    live.unstored_lines.extend(fresh)
    return live
