"""A table in the memory of this server process: its match, connected viewers, bots and chat.

Every change of the match holds the table's lock: the match changes, the record lines are stored, and only then are
viewers updated. If storing fails the table is unloaded, and loaded again from its record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from parlour.kernel.coach import no_review
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.kernel.record import RecordEntry
from parlour.server import messages
from parlour.server.errors import Refused
from parlour.server.observability import log_event
from parlour.server.seated_table import SeatedTable, format_timestamp, result_rows
from parlour.server.services import Services
from parlour.server.table_viewers import AttachedViewer, TableViewers, send_first_update
from parlour.store import server_rows
from parlour.store.server_rows import CLOSED, OVER, PLAYING, WAITING, ChatRow, SeatRow, TableRow
from parlour.table.bot_worker import apply_bot_answer
from parlour.table.seat import HUMAN
from parlour.table.table import Table
from parlour.table.table_types import BotTask

CLOSE_RESTART, CLOSE_NORMAL = 1012, 1000  # WebSocket close codes
CHAT_HISTORY = 200  # chat lines sent to a new viewer


class LiveTable(SeatedTable):
    """A table in the server's memory: its match, connected viewers, bots, chat and votes to replace absent players."""

    def __init__(
        self, services: Services, row: TableRow, seated: list[SeatRow], table: Table, kept: int, chats: list[ChatRow]
    ) -> None:
        super().__init__(services, row, seated, table)
        self.stored_lines = kept  # lines of the record in the database
        self.chats = chats
        self.lock = asyncio.Lock()
        self.viewers = TableViewers()
        self.pending_bots: set[tuple[int, int]] = set()  # seat and question
        self.votes: dict[int, set[int]] = {}  # voters for a bot, by seat
        self.last_seen = [self.now()] * len(seated)  # when the player was last connected, by seat
        self.quiet_since = self.now()
        self.unloaded = False  # callers must open the table again through the registry
        self.awaiting_hint: set[int] = set()  # seats
        self.review: list[str] = []
        self.review_started = False

    # Viewers.

    async def attach(self, hello: messages.Hello, tokens: dict[int, str], send: Callable[[bytes], None],
                     disconnect: Callable[[int], None]) -> AttachedViewer:  # fmt: skip
        async with self.lock:
            self.check_open()
            viewer = int(WATCHER) if hello.seat is None else hello.seat
            if viewer != WATCHER:
                self.check_token(viewer, hello.token or tokens.get(viewer, ""))
            attached = AttachedViewer(viewer, send, disconnect)
            attached.send_document(
                {"type": "welcome", "table": self.table_info(self.connected_seats()), "viewer": hello.seat}
            )
            for row in self.chats[max(hello.heard, len(self.chats) - CHAT_HISTORY) :]:
                attached.send_document(chat_document(row))
            send_first_update(attached, hello.since, self.table, self.row, self.review)
            self.viewers.add(attached)
            self._touch()
            self.votes.pop(viewer, None)
            if viewer == WATCHER:
                self.services.metrics.watchers.inc()
            if viewer != WATCHER and self.seat_rows[viewer].left:
                await self.update_seat(viewer, left=False)
            self.send_presence()
            self._start_review()
            return attached

    def detach(self, attached: AttachedViewer) -> None:
        self.viewers.discard(attached)
        self.quiet_since = self.now()
        self._touch()
        if attached.viewer == WATCHER:
            self.services.metrics.watchers.dec()
        else:
            self.last_seen[attached.viewer] = self.now()
        if not self.unloaded:
            self.send_presence()

    def _touch(self) -> None:
        """Sets the time of the table's last visit to now; TableRegistry.close_abandoned stores it later."""
        self.row = self.row._replace(touched=self.now())

    def connected_seats(self) -> set[int]:
        return self.viewers.seats()

    def check_open(self) -> None:
        if self.unloaded:
            raise Refused("storage", "The table is being moved; connect again.")
        if self.row.state == CLOSED:
            raise Refused("closed", "This table is closed, as nobody was here for too long; set up a new one.")

    def send_updates(self) -> None:
        self.viewers.send_updates(self.table, self.row, self.review)

    def send_presence(self) -> None:
        info = self.table_info(self.connected_seats())
        votes = [
            {"seat": seat, "yes": sorted(yes), "needed": len(self.voters(seat))} for seat, yes in self.votes.items()
        ]
        self.viewers.broadcast({"type": "presence", "seats": info.seats, "watchers": info.watchers, "votes": votes})

    def watcher_count(self) -> int:
        return self.viewers.watcher_count()

    # Players who leave, and bots that replace them.

    async def update_seat(self, seat: int, **changes: Any) -> None:
        await self.store_changes({seat: self.seat_rows[seat]._replace(**changes)})

    def voters(self, seat: int) -> set[int]:
        """Returns the seats of the connected people who may vote that a bot replaces the player of `seat`."""
        people = {number for number, row in enumerate(self.seat_rows) if row.player == HUMAN and number != seat}
        return people & self.connected_seats()

    async def hand_to_bot(self, seat: int) -> None:
        self.votes.pop(seat, None)
        self.table.hand_over(seat, self.game.coach.best)
        await self.update_seat(seat, player=self.game.coach.best)
        log_event("replaced", table=self.row.id, seat=seat, bot=self.game.coach.best)
        self.after_change()

    # Clocks and expiry.

    async def enforce_clocks(self) -> None:
        """Handles people out of time: by the game's rules the seat loses, or the default answer is given. If the match
        goes on and the player is disconnected, a bot takes the seat over."""
        clock = self.table.match.clock
        if clock is None or self.row.state != PLAYING or not self._seats_out_of_time():
            return
        async with self.lock:
            if self.unloaded or self.row.state != PLAYING:
                return
            for seat in self._seats_out_of_time():
                self.table.handle_timeout(seat)
                await self.store_changes()
                self.after_change()
                if (
                    seat not in self.connected_seats()
                    and self.seat_rows[seat].player == HUMAN
                    and self.row.state == PLAYING
                ):
                    await self.hand_to_bot(seat)
                    self.send_presence()

    def _seats_out_of_time(self) -> list[int]:
        """Returns the seats of people whose clock has run out; bots have a deadline of their own."""
        clock = self.table.match.clock
        return (
            []
            if clock is None
            else [seat for seat in clock.expired_seats() if not self.table.match.seats[seat].is_bot()]
        )

    async def close(self, unused: bool = False) -> None:
        """Closes the table for good if it was unvisited for too long, or anyway if `unused`; not a finished one."""
        async with self.lock:
            stays = (
                self.services.timings.waiting_expiry
                if self.row.state == WAITING
                else self.services.timings.playing_expiry
            )
            visited = self.viewers or self.now() - self.row.touched < stays
            if self.unloaded or self.row.state in (OVER, CLOSED) or (visited and not unused):
                return
            await self.store_changes(state=CLOSED)
            self.services.metrics.tables_closed.inc()
            self.viewers.broadcast({"type": "closed", "code": "abandoned", "sentence": "Nobody was here for too long."})
            self.unload(CLOSE_NORMAL)

    def is_idle(self) -> bool:
        """Whether the table can leave the memory: quiet for a while, no viewers, no thinking bots, no running clock."""
        runs = self.table.match.clock is not None and self.row.state == PLAYING
        resting = self.now() - self.quiet_since >= self.services.timings.unload_after
        return resting and not (self.viewers or self.pending_bots or runs or self.lock.locked())

    def unload(self, code: int = CLOSE_RESTART) -> None:
        """Marks this object of the table as unusable, to be loaded again, and disconnects the table's viewers."""
        self.unloaded = True
        for attached in list(self.viewers):
            attached.disconnect(code)

    # Changes of the match.

    async def seat_players(self, seats: dict[int, SeatRow]) -> None:
        """Puts players and bots on open seats of this table and stores them; begins the match when no seat is open."""
        try:
            ready = self.take_seats(seats)
            if ready:
                self.fill_nonces()
                self.table.begin([RecordEntry(*entry) for entry in self.row.given])
        except BaseException:
            self.unload()
            raise
        await self.store_changes(seats, state=PLAYING if ready else WAITING)
        self.send_presence()
        if ready:
            log_event("begun", table=self.row.id, game=self.game.name)
        self.after_change()

    async def set_rematch(self, table: str) -> None:
        """Stores the id of the table where this match is played again, and sends it to all viewers."""
        server_id = self.services.server_id
        await self.store(partial(server_rows.set_rematch, table=self.row.id, server_id=server_id, rematch=table))
        self.row = self.row._replace(rematch=table)
        self.viewers.broadcast({"type": "rematch", "table": table})

    def resume(self) -> None:
        """Asks the bots that owe an answer, after the table was loaded from the database or set up."""
        self._ask_bots()

    def after_change(self) -> None:
        self.send_updates()
        self._ask_bots()
        self._start_review()

    def _ask_bots(self) -> None:
        if self.row.state != PLAYING:
            return
        for bot_task in self.table.bot_tasks(self.pending_bots):
            self.pending_bots.add((bot_task.seat, bot_task.question))
            self.services.spawn(self._run_bot(bot_task))

    async def _run_bot(self, bot_task: BotTask) -> None:
        answer = await self.services.workers.ask_bot(self.game, self.table.options, bot_task)
        async with self.lock:
            self.pending_bots.discard((bot_task.seat, bot_task.question))
            if self.unloaded or not self.table.match.seats[bot_task.seat].is_bot():
                return
            if answer.fault:
                log_event("bot failed", table=self.row.id, bot=bot_task.bot, fault=answer.fault)
            apply_bot_answer(self.table, bot_task, answer)
            await self.store_changes()
            self.after_change()

    def _start_review(self) -> None:
        """Starts to compute the review of a finished match, texts about its play, once a viewer is connected."""
        if (
            self.row.state == OVER
            and not self.review_started
            and self.viewers
            and self.game.coach.review is not no_review
        ):
            self.review_started = True
            self.services.spawn(self._send_review())

    async def _send_review(self) -> None:
        self.review = await self.services.workers.review(self.game, self.table.record())
        if self.review and not self.unloaded:
            self.send_updates()

    # Storing.

    async def store_changes(self, seats: dict[int, SeatRow] | None = None, state: str | None = None) -> None:
        """Stores the table's new record lines, changed seats, state and clocks, and the result, in one transaction."""
        texts, self.unstored_lines[:] = self.unstored_lines[:], []
        ended = result_rows(self) if self.table.match.over() and self.row.state != OVER else []
        changed: dict[str, Any] = {"touched": self.now()}
        state_now = OVER if ended else state or self.row.state
        if state_now != self.row.state:
            changed["state"] = state_now
        if self.row.state == WAITING and state == PLAYING:  # the table may be older than the present rules
            changed.update(version=self.row.version, options=self.row.options)
        if self.table.match.clock is not None:
            changed["banks"] = self.table.match.clock.rounded_times()
        await self.store(
            partial(
                server_rows.append_to_record,
                table=self.row.id,
                server_id=self.services.server_id,
                first=self.stored_lines,
                texts=texts,
                changed=changed,
                seated=seats or {},
                ended=ended,
            )
        )
        self.stored_lines += len(texts)
        self.row = self.row._replace(state=state_now, touched=changed["touched"])
        for seat, row in (seats or {}).items():
            self.seat_rows[seat] = row
        if ended:
            self.services.metrics.tables_finished.inc()
            if self.row.rated:
                self.services.finished_tables.put_nowait((self.row.id, self.row.game))
            log_event("over", table=self.row.id, game=self.game.name)

    async def store(self, transaction: Callable[..., None]) -> None:
        try:
            await self.services.database.write(transaction)
        except Exception as error:
            log_event("storage failed", table=self.row.id, error=type(error).__name__)
            self.unload()
            raise Refused("storage", "The server could not store the change; connect again.") from None

    async def run_locked(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Runs `work` under this table's lock, to its end even if the caller is cancelled; refuses a closed table."""

        async def locked() -> Any:
            async with self.lock:
                self.check_open()
                try:
                    return await work()
                except Problem as problem:
                    raise Refused("setup", str(problem)) from None

        return await self.services.run_to_completion(locked())


def chat_document(row: ChatRow) -> dict[str, Any]:
    return {"type": "chat", **row._asdict(), "time": format_timestamp(row.time)}
