"""A table in the memory of this server process: its match, connected viewers, bots and chat.

Every change of the match holds the table's lock: the match changes, the record lines are stored, and only then are
viewers updated. If storing fails the table is unloaded, and loaded again from its record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from parlour.kernel.answers import explain_misread, read_answers
from parlour.kernel.coach import no_review
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.server import messages
from parlour.server.errors import Refused
from parlour.server.messages import encode_message
from parlour.server.observability import log_event
from parlour.server.seated_table import SeatedTable, format_timestamp, open_seat_row, result_rows
from parlour.server.services import Services
from parlour.server.updates import update_document
from parlour.store import server_rows
from parlour.store.server_rows import CLOSED, OVER, PLAYING, WAITING, ChatRow, SeatRow, TableRow
from parlour.table.bot_worker import apply_bot_answer
from parlour.table.seat import HUMAN, OPEN, Seat
from parlour.table.table import Table
from parlour.table.table_types import BotTask, Receipt, TableRefusal

CLOSE_RESTART, CLOSE_NORMAL = 1012, 1000  # WebSocket close codes
CHAT_HISTORY = 200  # chat lines sent to a new viewer


class AttachedViewer:
    """A player or watcher connected to a table: functions to send and disconnect, and what was sent so far."""

    __slots__ = ("disconnect", "last_line", "send", "story_position", "viewer")

    def __init__(self, viewer: int, send: Callable[[bytes], None], disconnect: Callable[[int], None]) -> None:
        self.viewer = viewer
        self.send = send
        self.disconnect = disconnect
        self.story_position = 0  # index in the table's event history
        self.last_line = 0  # number of the last line sent


class LiveTable(SeatedTable):
    """A table in the server's memory: its match, connected viewers, bots, chat and votes to replace absent players."""

    def __init__(
        self, services: Services, row: TableRow, seated: list[SeatRow], table: Table, kept: int, chats: list[ChatRow]
    ) -> None:
        super().__init__(services, row, seated, table)
        self.stored_lines = kept  # lines of the record in the database
        self.chats = chats
        self.lock = asyncio.Lock()
        self.viewers: set[AttachedViewer] = set()
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
            self._check_open()
            viewer = int(WATCHER) if hello.seat is None else hello.seat
            if viewer != WATCHER:
                self.check_token(viewer, hello.token or tokens.get(viewer, ""))
            attached = AttachedViewer(viewer, send, disconnect)
            attached.send(
                encode_message(
                    {"type": "welcome", "table": self.table_info(self.connected_seats()), "viewer": hello.seat}
                )
            )
            for row in self.chats[max(hello.heard, len(self.chats) - CHAT_HISTORY) :]:
                attached.send(encode_message(self._chat_document(row)))
            self._send_first_update(attached, hello.since)
            self.viewers.add(attached)
            self._touch()
            self.votes.pop(viewer, None)
            if viewer == WATCHER:
                self.services.metrics.watchers.inc()
            if viewer != WATCHER and self.seat_rows[viewer].left:
                await self._update_seat(viewer, left=False)
            self._send_presence()
            self._start_review()
            return attached

    def _send_first_update(self, attached: AttachedViewer, since: int) -> None:
        """Sends a newly connected viewer the present match and the log lines after `since`, the last one it has."""
        places = self.table.visible_indexes(attached.viewer)
        after = since if since <= len(places) else 0
        attached.story_position, attached.last_line = len(self.table.event_history), len(places)
        first = places[after] if after < len(places) else attached.story_position
        attached.send(
            encode_message(
                update_document(self.table, self.row.state, attached.viewer, first, after, self.row.id, self.review)
            )
        )

    def detach(self, attached: AttachedViewer) -> None:
        self.viewers.discard(attached)
        self.quiet_since = self.now()
        self._touch()
        if attached.viewer == WATCHER:
            self.services.metrics.watchers.dec()
        else:
            self.last_seen[attached.viewer] = self.now()
        if not self.unloaded:
            self._send_presence()

    def _touch(self) -> None:
        """Sets the time of the table's last visit to now; TableRegistry.close_abandoned stores it later."""
        self.row = self.row._replace(touched=self.now())

    def connected_seats(self) -> set[int]:
        """Returns the seats whose players are connected to this table."""
        return {attached.viewer for attached in self.viewers if attached.viewer != WATCHER}

    def _check_open(self) -> None:
        if self.unloaded:
            raise Refused("storage", "The table is being moved; connect again.")
        if self.row.state == CLOSED:
            raise Refused("closed", "This table is closed: nobody was here for too long.")

    # Updates.

    def send_updates(self) -> None:
        """Sends every viewer the changed match and new log lines; viewers who see the same share the encoded bytes."""
        made: dict[tuple[int, int], tuple[bytes, int]] = {}
        position = len(self.table.event_history)
        for attached in self.viewers:
            key = attached.viewer, attached.story_position
            if key not in made:
                state, record = self.row.state, self.row.id
                document = update_document(
                    self.table, state, attached.viewer, attached.story_position, attached.last_line, record, self.review
                )
                made[key] = encode_message(document), attached.last_line + len(document["lines"])
            body, attached.last_line = made[key]
            attached.story_position = position
            attached.send(body)

    def _send_presence(self) -> None:
        info = self.table_info(self.connected_seats())
        votes = [
            {"seat": seat, "yes": sorted(yes), "needed": len(self._voters(seat))} for seat, yes in self.votes.items()
        ]
        self._broadcast({"type": "presence", "seats": info.seats, "watchers": info.watchers, "votes": votes})

    def _broadcast(self, document: dict[str, Any]) -> None:
        body = encode_message(document)
        for attached in self.viewers:
            attached.send(body)

    def watcher_count(self) -> int:
        return sum(attached.viewer == WATCHER for attached in self.viewers)

    # Messages from clients.

    async def handle_message(self, attached: AttachedViewer, message: messages.ClientMessage) -> None:
        """Handles a socket message from a player or watcher to its end, even if that client disconnects meanwhile."""
        if isinstance(message, messages.HintRequest):  # slow: the client may answer meanwhile
            self.services.spawn(self._handle_or_refuse(attached, message))
        else:
            await self.services.run_to_completion(self._handle_or_refuse(attached, message))

    async def _handle_or_refuse(self, attached: AttachedViewer, message: messages.ClientMessage) -> None:
        number = getattr(message, "id", None)
        try:
            await self._dispatch_message(attached, message)
        except Refused as refusal:
            self.services.metrics.record_refusal(refusal.code)
            attached.send(
                encode_message(
                    {
                        "type": "refused",
                        "id": number,
                        "code": refusal.code,
                        "rule": refusal.rule,
                        "sentence": refusal.sentence,
                    }
                )
            )

    async def _dispatch_message(self, attached: AttachedViewer, message: messages.ClientMessage) -> None:
        if isinstance(message, messages.Ping):
            attached.send(encode_message({"type": "pong"}))
            return
        if isinstance(message, messages.Hello):
            raise Refused("malformed", "This connection has sent hello already.")
        if attached.viewer == WATCHER and not isinstance(message, messages.PagesRequest):
            raise Refused("watcher", "Watchers only look on.")
        if isinstance(message, messages.HintRequest):
            await self._handle_hint(attached, message)
            return
        async with self.lock:
            self._check_open()
            match message:
                case messages.PagesRequest():
                    attached.send(
                        encode_message(
                            {"type": "pages", "id": message.id, "pages": self._reference_pages(attached.viewer)}
                        )
                    )
                case messages.Answer():
                    await self._handle_answer(attached, message)
                case messages.Undo():
                    await self._handle_undo(attached, message)
                case messages.Chat():
                    await self._handle_chat(attached, message)
                case messages.Leave() | messages.Return():
                    await self._handle_leave_or_return(attached, message)
                case messages.LessonRequest():
                    await self._handle_lesson(attached, message)
                case messages.Vote():
                    await self._handle_vote(attached, message)

    async def _handle_answer(self, attached: AttachedViewer, message: messages.Answer) -> None:
        self._check_begun()
        if self.table.seats[attached.viewer].is_bot():
            raise Refused("token", "A bot plays for you; come back to your seat before you answer.")
        actions = read_answers(self.game, message.action)
        if actions is None:
            raise Refused("illegal", explain_misread(self.game, message.action), "kernel")
        begun = self.services.metrics.now()
        receipt = _receipt_or_refuse(self.table.answer(attached.viewer, message.question, actions))
        if not receipt.repeated:
            await self.store_changes()
        self.services.metrics.record_answer(begun)
        attached.send(_encode_receipt(message.id, receipt))
        if not receipt.repeated:
            self._after_change()
            self.services.metrics.record_update(begun)

    async def _handle_lesson(self, attached: AttachedViewer, message: messages.LessonRequest) -> None:
        self._check_playing()
        receipt = _receipt_or_refuse(self.table.turn_page(attached.viewer, message.step, message.leave))
        if not receipt.repeated:
            await self.store_changes()
        attached.send(_encode_receipt(message.id, receipt))
        if not receipt.repeated:
            self._after_change()

    async def _handle_undo(self, attached: AttachedViewer, message: messages.Undo) -> None:
        self._check_begun()
        undone, limits = self.table.undo_count[attached.viewer], self.services.limits
        most = limits.long_undos if self.table.game.traits.bursts else limits.undos
        if undone >= most and self.table.undone_question[attached.viewer] != message.question:
            raise Refused("limit", f"You have taken back {undone} answers in this match; no more are allowed.")
        receipt = _receipt_or_refuse(self.table.undo(attached.viewer, message.question))
        if not receipt.repeated:
            await self.store_changes()
        attached.send(_encode_receipt(message.id, receipt._replace(question=message.question)))
        if not receipt.repeated:
            self._after_change()

    async def _handle_chat(self, attached: AttachedViewer, message: messages.Chat) -> None:
        text = " ".join(message.text.split())
        if not text or len(text) > self.services.limits.chat_length or not text.isprintable():
            raise Refused("malformed", f"A chat line has 1 to {self.services.limits.chat_length} printable characters.")
        if len(self.chats) >= self.services.limits.chat_lines:
            raise Refused("limit", "This table's chat is full and takes no more lines.")
        row = ChatRow(len(self.chats) + 1, attached.viewer, self.seat_rows[attached.viewer].name, text, self.now())
        await self._store(partial(server_rows.add_chat, table=self.row.id, server_id=self.services.server_id, row=row))
        self.chats.append(row)
        document = self._chat_document(row)
        for other in self.viewers:
            other.send(encode_message({**document, "id": message.id} if other is attached else document))

    def _chat_document(self, row: ChatRow) -> dict[str, Any]:
        return {"type": "chat", **row._asdict(), "time": format_timestamp(row.time)}

    def _reference_pages(self, viewer: int) -> dict[str, str]:
        """Returns the game's reference pages for a viewer by title, the board as text first; empty before the match."""
        if self.table.header is None:
            return {}
        shown = self.table.present(viewer)
        return {"Board": shown.board(), **shown.pages()}

    async def _handle_hint(self, attached: AttachedViewer, message: messages.HintRequest) -> None:
        """Sends a player the coach's hints for the open question, computed in a worker from what the seat knows."""
        table, seat = self.table, attached.viewer
        if not table.pending[seat] or table.question_number[seat] != message.question:
            raise Refused("stale", "That question is no longer open.", "kernel")
        if seat in self.awaiting_hint:
            raise Refused("rate", "The coach is still thinking about your last request; wait for its hint.")
        shown, bot_task = table.present(seat), table.hint_task(seat)
        self.awaiting_hint.add(seat)
        try:
            hints = await self.services.workers.hints(self.game, table.context, bot_task)
        finally:
            self.awaiting_hint.discard(seat)
        found = [hint._asdict() for hint in shown.hints(hints)]
        attached.send(encode_message({"type": "hints", "id": message.id, "question": message.question, "hints": found}))

    # Players who leave, and bots that replace them.

    async def _handle_leave_or_return(
        self, attached: AttachedViewer, message: messages.Leave | messages.Return
    ) -> None:
        seat, leaving = attached.viewer, isinstance(message, messages.Leave)
        if self.row.state == WAITING and leaving:
            await self._vacate_seat(attached, message)
            return
        if self.row.state == PLAYING and not leaving and self.table.seats[seat].is_bot():
            self.table.hand_over(seat, HUMAN)
            await self.store_changes({seat: self.seat_rows[seat]._replace(player=HUMAN, left=False)})
        else:
            await self._update_seat(seat, left=leaving)
        attached.send(_encode_receipt(message.id, None))
        self.votes.pop(seat, None)
        self._send_presence()
        self._after_change()

    async def _vacate_seat(self, attached: AttachedViewer, message: messages.Leave | messages.Return) -> None:
        """Opens the seat of a player who leaves before the match begins; the player becomes a watcher."""
        seat = attached.viewer
        self.table.seats[seat] = Seat(f"Seat {seat + 1}", OPEN)
        self.table.nonces[seat] = ""
        await self.store_changes({seat: open_seat_row(seat)})
        for other in self.viewers:
            if other.viewer == seat:
                other.viewer = int(WATCHER)
                self.services.metrics.watchers.inc()
        attached.send(_encode_receipt(message.id, None))
        self._send_presence()
        self.send_updates()

    async def _update_seat(self, seat: int, **changes: Any) -> None:
        await self.store_changes({seat: self.seat_rows[seat]._replace(**changes)})

    async def _handle_vote(self, attached: AttachedViewer, message: messages.Vote) -> None:
        self._check_playing()
        seat = message.seat
        if seat >= len(self.seat_rows) or not self._is_away(seat):
            raise Refused("vote", "That seat's player is here.")
        voters = self._voters(seat)
        if attached.viewer not in voters:
            raise Refused("vote", "A bot plays for you; come back to your seat before you vote.")
        votes = self.votes.setdefault(seat, set())
        if message.yes:
            votes.add(attached.viewer)
        else:
            votes.discard(attached.viewer)
        attached.send(_encode_receipt(message.id, None))
        if message.yes and votes >= voters:
            await self._hand_to_bot(seat)
        self._send_presence()

    def _voters(self, seat: int) -> set[int]:
        """Returns the connected players who may vote that a bot replaces the player of `seat`."""
        people = {number for number, row in enumerate(self.seat_rows) if row.player == HUMAN and number != seat}
        return people & self.connected_seats()

    def _is_away(self, seat: int) -> bool:
        row = self.seat_rows[seat]
        long = (
            seat not in self.connected_seats() and self.now() - self.last_seen[seat] >= self.services.timings.away_after
        )
        return row.player == HUMAN and (row.left or long)

    async def _hand_to_bot(self, seat: int) -> None:
        self.votes.pop(seat, None)
        self.table.hand_over(seat, self.game.coach.best)
        await self.store_changes({seat: self.seat_rows[seat]._replace(player=self.game.coach.best)})
        log_event("replaced", table=self.row.id, seat=seat, bot=self.game.coach.best)
        self._after_change()

    # Clocks and expiry.

    async def enforce_clocks(self) -> None:
        """Handles players out of time: the seat loses or answers by default; a bot replaces a disconnected player."""
        clock = self.table.clock
        if clock is None or self.row.state != PLAYING or not self._seats_out_of_time():
            return
        async with self.lock:
            if self.unloaded or self.row.state != PLAYING:
                return
            for seat in self._seats_out_of_time():
                self.table.handle_timeout(seat)
                await self.store_changes()
                self._after_change()
                if (
                    seat not in self.connected_seats()
                    and self.seat_rows[seat].player == HUMAN
                    and self.row.state == PLAYING
                ):
                    await self._hand_to_bot(seat)
                    self._send_presence()

    def _seats_out_of_time(self) -> list[int]:
        """Returns the seats of people whose clock has run out; bots have a deadline of their own."""
        clock = self.table.clock
        return [] if clock is None else [seat for seat in clock.expired_seats() if not self.table.seats[seat].is_bot()]

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
            self._broadcast({"type": "closed", "code": "abandoned", "sentence": "Nobody was here for too long."})
            self.unload(CLOSE_NORMAL)

    def is_idle(self) -> bool:
        """Whether the table can leave the memory: quiet for a while, no viewers, no thinking bots, no running clock."""
        runs = self.table.clock is not None and self.row.state == PLAYING
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
                self.table.begin()
        except BaseException:
            self.unload()
            raise
        await self.store_changes(seats, state=PLAYING if ready else WAITING)
        self._send_presence()
        if ready:
            log_event("begun", table=self.row.id, game=self.game.name)
        self._after_change()

    async def set_rematch(self, table: str) -> None:
        """Stores the id of the table where this match is played again, and sends it to all viewers."""
        server_id = self.services.server_id
        await self._store(partial(server_rows.set_rematch, table=self.row.id, server_id=server_id, rematch=table))
        self.row = self.row._replace(rematch=table)
        self._broadcast({"type": "rematch", "table": table})

    def resume(self) -> None:
        """Asks the bots that owe an answer, after the table was loaded from the database or set up."""
        self._ask_bots()

    def _after_change(self) -> None:
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
            if self.unloaded or not self.table.seats[bot_task.seat].is_bot():
                return
            if answer.fault:
                log_event("bot failed", table=self.row.id, bot=bot_task.bot, fault=answer.fault)
            apply_bot_answer(self.table, bot_task, answer)
            await self.store_changes()
            self._after_change()

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

    def _check_begun(self) -> None:
        if self.row.state == WAITING:
            raise Refused("waiting", "The match has not begun; wait until all seats are taken.")

    def _check_playing(self) -> None:
        self._check_begun()
        if self.row.state != PLAYING:
            raise Refused("over", "The match is over.", "kernel")

    # Storing.

    async def store_changes(self, seats: dict[int, SeatRow] | None = None, state: str | None = None) -> None:
        """Stores the table's new record lines, changed seats, state and clocks, and the result, in one transaction."""
        texts, self.unstored_lines[:] = self.unstored_lines[:], []
        ended = result_rows(self) if self.table.over() and self.row.state != OVER else []
        changed: dict[str, Any] = {"touched": self.now(), "state": OVER if ended else state or self.row.state}
        if self.table.clock is not None:
            changed["banks"] = [round(self.table.clock.seconds_left(seat), 3) for seat in range(len(self.seat_rows))]
        await self._store(
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
        self.row = self.row._replace(state=changed["state"], touched=changed["touched"])
        for seat, row in (seats or {}).items():
            self.seat_rows[seat] = row
        if ended:
            self.services.metrics.tables_finished.inc()
            if self.row.rated:
                self.services.finished_tables.put_nowait((self.row.id, self.row.game))
            log_event("over", table=self.row.id, game=self.game.name)

    async def _store(self, transaction: Callable[..., None]) -> None:
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
                self._check_open()
                try:
                    return await work()
                except Problem as problem:
                    raise Refused("setup", str(problem)) from None

        return await self.services.run_to_completion(locked())


def _receipt_or_refuse(answer: Receipt | TableRefusal) -> Receipt:
    if isinstance(answer, TableRefusal):
        raise Refused(answer.code, answer.sentence, answer.rule)
    return answer


def _encode_receipt(number: str | None, receipt: Receipt | None) -> bytes:
    question = None if receipt is None else receipt.question
    return encode_message(
        {"type": "receipt", "id": number, "question": question, "again": receipt is not None and receipt.repeated}
    )
