"""All tables: those that live in this process, those that another one keeps, and those that rest in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from parlour import games
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import RecordEntry, read_record, record_lines
from parlour.server import messages as said
from parlour.server.deeds import DEEDS
from parlour.server.house import House
from parlour.server.live import LiveTable
from parlour.server.placing import bot_row, open_row, sealed
from parlour.server.refused import Refused
from parlour.server.watch import say
from parlour.store import server_rows
from parlour.store.server_rows import CLOSED, PLAYING, WAITING, SeatRow, TableRow
from parlour.table.loading import resume_table, split_save
from parlour.table.seat import HUMAN, OPEN, Seat
from parlour.table.table import Table

RECENT = 3_600.0  # seconds: tables somebody was at within the hour go on by themselves after a restart
ADOPTING = 4  # tables that are adopted at once
TRIES = 3  # a table may be put away at the very moment somebody comes


class Hall:
    def __init__(self, house: House) -> None:
        self.house = house
        self.live: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Task[LiveTable | str]] = {}
        self.beaten: float | None = None  # our last sign of life, by the clock of the database
        self.looked = house.now()  # for tables that nobody is at any more

    # Finding a table.

    async def open(self, table: str) -> LiveTable | str:
        """The table, if this process has it or may have it; else the name of its keeper."""
        here = self.live.get(table)
        if here is not None and not here.gone:
            return here
        task = self.opening.get(table)
        if task is None:
            task = self.opening[table] = asyncio.get_running_loop().create_task(self._fetch(table))
            task.add_done_callback(partial(self._opened, table))
        return await asyncio.shield(task)

    def _opened(self, table: str, task: asyncio.Task[LiveTable | str]) -> None:
        del self.opening[table]
        if not task.cancelled():
            task.exception()  # whoever waits for the table is told

    async def _fetch(self, table: str) -> LiveTable | str:
        house = self.house
        claim = partial(server_rows.claim_table, table=table, keeper=house.keeper, lease=house.times.lease)
        try:
            keeper = await house.ledger.write(claim)
            if keeper is None:
                raise Refused("missing", "There is no such table.")
            if keeper != house.keeper:
                return keeper
            found = await house.ledger.read(partial(_whole, table=table))
        except SQLAlchemyError as error:
            say("storage failed", table=table, error=type(error).__name__)
            raise Refused("storage", "The database does not answer; try again.") from None
        try:
            live = await asyncio.to_thread(_restored, house, *found)
        except Problem as problem:
            raise Refused(CLOSED, str(problem)) from None
        self._welcome(live)
        if live.fresh:
            await live.locked(live.keep)
        live.go_on()
        return live

    def _welcome(self, live: LiveTable) -> None:
        self.live[live.row.id] = live
        self.house.watch.live_tables.set(len(self.live))

    async def do(self, table: str, deed: str, words: dict[str, Any]) -> tuple[str | None, Any]:
        """What came of a deed of HTTP, or before it the name of the table's keeper, if that is another process.

        A table that goes before the deed begins is opened again; a deed that has begun is never done twice."""
        begun = False

        async def work(live: LiveTable) -> Any:
            nonlocal begun
            begun = True
            return await DEEDS[deed](live, **words)

        for _ in range(TRIES):
            place = await self.open(table)
            if isinstance(place, str):
                return place, None
            try:
                return None, await place.locked(partial(work, place))
            except Refused:
                if begun or not place.gone:
                    raise
        raise Refused("storage", "The table is being moved; try again.")

    # Setting up.

    async def set_up(self, wish: said.Setup, address: str, given: Sequence[RecordEntry] = (),
                     origin: dict[str, Any] | None = None, reserved: Sequence[str] = ()) -> LiveTable:  # fmt: skip
        """A new table with open seats and bots; it begins at once if no seat is open."""
        game = find(wish.game)
        clock = None if wish.clock is None else (wish.clock.bank, wish.clock.increment)
        try:
            options = prepare_options(game, len(wish.seats), wish.options)
            game = game_for_options(game, options)
            seated: list[SeatRow] = []
            for number, player in enumerate(wish.seats):
                taken = [row.name for row in seated]
                seated.append(open_row(number) if player == OPEN else bot_row(game, player, taken))
        except Problem as problem:
            raise Refused("setup", str(problem)) from None
        row = self.new_row(game, options, WAITING, wish.listed, clock, address)
        taken_over = tuple((entry.kind, entry.seat, entry.text, entry.why) for entry in given)
        row = row._replace(given=taken_over, origin=origin, rated=origin is None)
        seated = [
            seat._replace(reserved=token) for seat, token in zip(seated, reserved or [""] * len(seated), strict=True)
        ]
        live = await self.add(row, seated)
        if all(seat.player != OPEN for seat in seated):
            await live.locked(partial(live.sat_down, {}))
        return live

    def new_row(self, game: Game, options: Options, state: str, listed: bool, clock: tuple[float, float] | None,
             address: str) -> TableRow:  # fmt: skip
        now = self.house.now()
        return TableRow(
            id=self.house.word(9),
            game=game.name,
            version=game.version,
            state=state,
            listed=listed,
            options=dict(options),
            clock=clock,
            secret=self.house.nature.fresh(32),
            created=now,
            touched=now,
            address=address,
            keeper=self.house.keeper,
        )

    async def add(self, row: TableRow, seated: list[SeatRow], record: Sequence[str] = ()) -> LiveTable:
        try:
            live = _restored(self.house, row, seated, list(record), [])
        except Problem as problem:
            raise Refused("setup", str(problem)) from None
        try:
            await self.house.ledger.write(partial(server_rows.add_table, row=row, seated=seated, record=record))
        except Exception as error:
            say("storage failed", error=type(error).__name__)
            raise Refused("storage", "The server could not store that; try again.") from None
        self._welcome(live)
        self.house.watch.tables_set_up.inc()
        say("set up", table=row.id, game=row.game, seats=len(seated))
        return live

    async def load(self, text: str, address: str) -> tuple[LiveTable, dict[int, str]]:
        """A save on a table of its own, with its own dice; all people's seats go to whoever loads it."""
        try:
            record, secret = split_save(read_record(text, "This save"))
            game = games.find(record.header.game)
            table = resume_table(game, record, secret)
        except Problem as problem:
            raise Refused("setup", str(problem)) from None
        tokens = {n: self.house.word(24) for n, seat in enumerate(table.seats) if seat.player == HUMAN}
        seated = [
            SeatRow(seat.name, seat.player, sealed(tokens[n]) if n in tokens else "")
            for n, seat in enumerate(table.seats)
        ]
        row = self.new_row(game, table.options, PLAYING, False, None, address)._replace(secret=secret, rated=False)
        live = await self.add(row, seated, record_lines(table.record()))
        live.go_on()
        return live, tokens

    # While they live.

    async def sweep(self) -> None:
        """Clocks, tables nobody is at any more, tables to put away."""
        for live in list(self.live.values()):
            try:
                await live.tick()
            except Refused:  # not stored: the table is gone, and opened again when somebody comes
                pass
            except Exception as error:
                say("fault", error=error, table=live.row.id)
                live.put_away()
        resting = [live for table, live in self.live.items() if table not in self.opening]
        rest = [live for live in resting if live.gone or live.idle()]
        for live in rest:
            del self.live[live.row.id]
            live.put_away()
        self.house.watch.live_tables.set(len(self.live))

    async def close_abandoned(self) -> None:
        """Tables where somebody is are touched; those where nobody has been for too long are closed."""
        house, now = self.house, self.house.now()
        for live in self.live.values():
            if live.onlookers:
                live.row = live.row._replace(touched=now)
        visited = [live.row.id for live in self.live.values() if live.row.touched > self.looked]
        self.looked = now
        if visited:
            await house.ledger.write(partial(server_rows.touch_tables, ids=visited, now=now))
        times = house.times
        old = partial(
            server_rows.abandoned_tables, waiting_before=now - times.waiting, playing_before=now - times.playing
        )
        for table in await house.ledger.read(old):
            try:
                found = await self.open(table)
                if isinstance(found, LiveTable) and not found.onlookers:
                    await found.close()
            except Refused as no:
                say("not closed in order", table=table, code=no.code)
                if no.code == CLOSED:  # nobody can play it any more
                    changed = {"state": CLOSED}
                    await house.ledger.write(
                        partial(
                            server_rows.append_to_record,
                            table=table,
                            keeper=house.keeper,
                            first=0,
                            texts=(),
                            changed=changed,
                        )
                    )

    async def adopt(self) -> None:
        """Tables in play whose keeper is gone, and where somebody was lately, go on here."""
        house = self.house
        orphans = partial(server_rows.orphaned_tables, lease=house.times.lease, touched_since=house.now() - RECENT)
        waiting = iter(await house.ledger.read(orphans))

        async def take() -> None:
            for table in waiting:
                try:
                    await self.open(table)
                except Refused as no:
                    say("not adopted", table=table, code=no.code)
                except Exception as error:
                    say("fault", error=error, table=table)

        await asyncio.gather(*(take() for _ in range(ADOPTING)))

    async def beat(self) -> None:
        """A sign of life. After too long without one, others may have taken tables: those are not ours any more."""
        house, begun = self.house, self.house.nature.ticks()
        now = await house.ledger.write(partial(server_rows.record_heartbeat, keeper=house.keeper))
        took = house.nature.ticks() - begun
        if self.beaten is not None and now - self.beaten + took > house.times.lease:
            kept = await house.ledger.read(partial(server_rows.tables_kept_by, keeper=house.keeper))
            lost = [live for table, live in self.live.items() if table not in kept and table not in self.opening]
            say("late", lost=len(lost))
            for live in lost:
                live.put_away()
        self.beaten = now

    async def note_clocks(self) -> None:
        """What is left on the clocks that run, so that a crash takes no time from anybody and gives none back."""
        left = {}
        for table, live in self.live.items():
            clock = live.table.clock
            if clock is not None and not live.gone and any(since is not None for since in clock.since):
                left[table] = [round(clock.seconds_left(seat), 3) for seat in range(len(live.seated))]
        if left:
            await self.house.ledger.write(partial(server_rows.set_banks, keeper=self.house.keeper, left=left))

    async def leave(self) -> None:
        """The server stops: everybody is told to connect again, and the tables are free for others."""
        await asyncio.gather(*self.opening.values(), return_exceptions=True)
        live = list(self.live.values())
        for each in live:
            await each.lock.acquire()
        try:
            await self.note_clocks()
        finally:
            for each in live:
                each.put_away()
                each.lock.release()
            self.live.clear()
        await self.house.ledger.write(partial(server_rows.release_tables, keeper=self.house.keeper))


def find(game: str) -> Game:
    try:
        return games.find(game)
    except Problem as problem:
        raise Refused("missing", str(problem)) from None


def _whole(db: Any, table: str) -> tuple[TableRow, list[SeatRow], list[str], list[server_rows.ChatRow]]:
    found = server_rows.find_table(db, table)
    if found is None:
        raise Refused("missing", "There is no such table.")
    return *found, server_rows.record_lines(db, table), server_rows.chat_lines(db, table)


def _restored(
    house: House, row: TableRow, seated: list[SeatRow], record: list[str], chats: list[server_rows.ChatRow]
) -> LiveTable:
    """A table as the database has it; a Problem or a refusal if it cannot go on."""
    try:
        game = games.find(row.game)
        if not record:
            seats = [Seat(seat.name, seat.player) for seat in seated]
            given = [RecordEntry(kind, seat, text, why) for kind, seat, text, why in row.given]
            nonces = [seat.nonce for seat in seated]
            table = Table(game, row.options, seats, secret=row.secret, nonces=nonces, clock=row.clock, given_entries=given,
                          now=house.nature.ticks)  # fmt: skip
            return LiveTable(house, row, seated, table, 0, chats)
        fresh: list[str] = []
        whole = read_record("\n".join(record) + "\n", "The record of this table")
        table = resume_table(game, whole, row.secret, keep=fresh.extend, clock=row.clock, now=house.nature.ticks)
    except Problem as problem:
        if row.state in (WAITING, PLAYING):
            raise
        raise Refused(CLOSED, str(problem)) from None
    if table.clock is not None and row.banks:
        table.clock.bank = list(row.banks)
    live = LiveTable(house, row, seated, table, len(record), chats)
    live.fresh.extend(fresh)
    return live
