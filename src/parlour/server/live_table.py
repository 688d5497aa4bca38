"""A table in play on this process: its match, those who look at it, its bots and its talk.

Whatever changes the match happens under the table's lock: the table changes, the lines are stored, and only then
is anybody told. If they cannot be stored the table is forgotten, and opened again from its record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from parlour.kernel.game import explain_misread, no_review, read_answers
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.server import messages as said
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

CLOSE_RESTART, CLOSE_NORMAL = 1012, 1000  # how a socket is closed
CHAT_HISTORY = 200  # lines of talk that who comes is told


class AttachedViewer:
    """One who looks at a table: a seat's player or a watcher, at the other end of a socket."""

    __slots__ = ("disconnect", "last_line", "send", "story_position", "viewer")

    def __init__(self, viewer: int, send: Callable[[bytes], None], disconnect: Callable[[int], None]) -> None:
        self.viewer = viewer
        self.send = send
        self.disconnect = disconnect
        self.story_position = 0  # in the table's story
        self.last_line = 0  # of the last line told


class LiveTable(SeatedTable):
    """A match, and everybody around it."""

    def __init__(
        self, house: Services, row: TableRow, seated: list[SeatRow], table: Table, kept: int, chats: list[ChatRow]
    ) -> None:
        super().__init__(house, row, seated, table)
        self.stored_lines = kept  # lines of the record in the database
        self.chats = chats
        self.lock = asyncio.Lock()
        self.viewers: set[AttachedViewer] = set()
        self.pending_bots: set[tuple[int, int]] = set()  # seat and question of the bots that were asked
        self.votes: dict[int, set[int]] = {}  # who wants a bot for this seat
        self.last_seen = [self.now()] * len(seated)  # when a seat's player was last here
        self.quiet_since = self.now()
        self.unloaded = False  # put away or lost: whoever holds this must ask the hall again
        self.awaiting_hint: set[int] = set()  # seats that wait for a hint
        self.review: list[str] = []
        self.review_started = False

    # Coming and going.

    async def attach(self, hello: said.Hello, tokens: dict[int, str], send: Callable[[bytes], None],
                     hang_up: Callable[[int], None]) -> AttachedViewer:  # fmt: skip
        async with self.lock:
            self._check_open()
            viewer = int(WATCHER) if hello.seat is None else hello.seat
            if viewer != WATCHER:
                self.check_token(viewer, hello.token or tokens.get(viewer, ""))
            one = AttachedViewer(viewer, send, hang_up)
            one.send(
                encode_message(
                    {"type": "welcome", "table": self.table_info(self.connected_seats()), "viewer": hello.seat}
                )
            )
            for row in self.chats[max(hello.heard, len(self.chats) - CHAT_HISTORY) :]:
                one.send(encode_message(self._chat_document(row)))
            self._send_first_update(one, hello.since)
            self.viewers.add(one)
            self._touch()
            self.votes.pop(viewer, None)
            if viewer == WATCHER:
                self.services.metrics.watchers.inc()
            if viewer != WATCHER and self.seat_rows[viewer].left:
                await self._update_seat(viewer, left=False)
            self._send_presence()
            self._start_review()
            return one

    def _send_first_update(self, one: AttachedViewer, since: int) -> None:
        """The first update: the lines after the last one this viewer has."""
        places = self.table.visible_indexes(one.viewer)
        after = since if since <= len(places) else 0
        one.story_position, one.last_line = len(self.table.event_history), len(places)
        first = places[after] if after < len(places) else one.story_position
        one.send(
            encode_message(
                update_document(self.table, self.row.state, one.viewer, first, after, self.row.id, self.review)
            )
        )

    def detach(self, one: AttachedViewer) -> None:
        self.viewers.discard(one)
        self.quiet_since = self.now()
        self._touch()
        if one.viewer == WATCHER:
            self.services.metrics.watchers.dec()
        else:
            self.last_seen[one.viewer] = self.now()
        if not self.unloaded:
            self._send_presence()

    def _touch(self) -> None:
        """Somebody was here; the hall stores it when it looks around."""
        self.row = self.row._replace(touched=self.now())

    def connected_seats(self) -> set[int]:
        """The seats whose players are connected."""
        return {one.viewer for one in self.viewers if one.viewer != WATCHER}

    def _check_open(self) -> None:
        if self.unloaded:
            raise Refused("storage", "The table is being moved; connect again.")
        if self.row.state == CLOSED:
            raise Refused("closed", "This table is closed: nobody was here for too long.")

    # Telling.

    def send_updates(self) -> None:
        """Every change at the table is one update for everyone; those who see the same get the same bytes."""
        made: dict[tuple[int, int], tuple[bytes, int]] = {}
        place = len(self.table.event_history)
        for one in self.viewers:
            key = one.viewer, one.story_position
            if key not in made:
                state, record = self.row.state, self.row.id
                document = update_document(
                    self.table, state, one.viewer, one.story_position, one.last_line, record, self.review
                )
                made[key] = encode_message(document), one.last_line + len(document["lines"])
            body, one.last_line = made[key]
            one.story_position = place
            one.send(body)

    def _send_presence(self) -> None:
        info = self.table_info(self.connected_seats())
        votes = [
            {"seat": seat, "yes": sorted(yes), "needed": len(self._voters(seat))} for seat, yes in self.votes.items()
        ]
        self._broadcast({"type": "presence", "seats": info.seats, "watchers": info.watchers, "votes": votes})

    def _broadcast(self, document: dict[str, Any]) -> None:
        body = encode_message(document)
        for one in self.viewers:
            one.send(body)

    def watcher_count(self) -> int:
        return sum(one.viewer == WATCHER for one in self.viewers)

    # What is said over a socket.

    async def handle_message(self, one: AttachedViewer, message: said.ClientMessage) -> None:
        """One message of a client; what it asks for is done to its end, or refused."""
        if isinstance(message, said.HintRequest):  # takes its time: who asks may answer meanwhile
            self.services.spawn(self._handle_or_refuse(one, message))
        else:
            await self.services.run_to_completion(self._handle_or_refuse(one, message))

    async def _handle_or_refuse(self, one: AttachedViewer, message: said.ClientMessage) -> None:
        number = getattr(message, "id", None)
        try:
            await self._dispatch_message(one, message)
        except Refused as no:
            self.services.metrics.record_refusal(no.code)
            one.send(
                encode_message(
                    {"type": "refused", "id": number, "code": no.code, "rule": no.rule, "sentence": no.sentence}
                )
            )

    async def _dispatch_message(self, one: AttachedViewer, message: said.ClientMessage) -> None:
        if isinstance(message, said.Ping):
            one.send(encode_message({"type": "pong"}))
            return
        if isinstance(message, said.Hello):
            raise Refused("malformed", "You have said hello already.")
        if one.viewer == WATCHER and not isinstance(message, said.PagesRequest):
            raise Refused("watcher", "Watchers only look on.")
        if isinstance(message, said.HintRequest):
            await self._handle_hint(one, message)
            return
        async with self.lock:
            self._check_open()
            match message:
                case said.PagesRequest():
                    one.send(
                        encode_message({"type": "pages", "id": message.id, "pages": self._reference_pages(one.viewer)})
                    )
                case said.Answer():
                    await self._handle_answer(one, message)
                case said.Undo():
                    await self._handle_undo(one, message)
                case said.Chat():
                    await self._handle_chat(one, message)
                case said.Leave() | said.Return():
                    await self._handle_leave_or_return(one, message)
                case said.LessonRequest():
                    await self._handle_lesson(one, message)
                case said.Vote():
                    await self._handle_vote(one, message)

    async def _handle_answer(self, one: AttachedViewer, message: said.Answer) -> None:
        self._check_begun()
        if self.table.seats[one.viewer].is_bot():
            raise Refused("token", "A bot plays for you; come back first.")
        actions = read_answers(self.game, message.action)
        if actions is None:
            raise Refused("illegal", explain_misread(self.game, message.action), "kernel")
        begun = self.services.metrics.now()
        receipt = _receipt_or_refuse(self.table.answer(one.viewer, message.question, actions))
        if not receipt.repeated:
            await self.store_changes()
        self.services.metrics.record_answer(begun)
        one.send(_encode_receipt(message.id, receipt))
        if not receipt.repeated:
            self._after_change()
            self.services.metrics.record_update(begun)

    async def _handle_lesson(self, one: AttachedViewer, message: said.LessonRequest) -> None:
        self._check_playing()
        receipt = _receipt_or_refuse(self.table.turn_page(one.viewer, message.step, message.leave))
        if not receipt.repeated:
            await self.store_changes()
        one.send(_encode_receipt(message.id, receipt))
        if not receipt.repeated:
            self._after_change()

    async def _handle_undo(self, one: AttachedViewer, message: said.Undo) -> None:
        self._check_begun()
        undone, limits = self.table.undo_count[one.viewer], self.services.limits
        most = limits.long_undos if self.table.game.bursts else limits.undos
        if undone >= most and self.table.undone_question[one.viewer] != message.question:
            raise Refused("limit", "You have taken back enough answers in this match.")
        receipt = _receipt_or_refuse(self.table.undo(one.viewer, message.question))
        if not receipt.repeated:
            await self.store_changes()
        one.send(_encode_receipt(message.id, receipt._replace(question=message.question)))
        if not receipt.repeated:
            self._after_change()

    async def _handle_chat(self, one: AttachedViewer, message: said.Chat) -> None:
        text = " ".join(message.text.split())
        if not text or len(text) > self.services.limits.chat_length or not text.isprintable():
            raise Refused("malformed", f"Say something of at most {self.services.limits.chat_length} characters.")
        if len(self.chats) >= self.services.limits.chat_lines:
            raise Refused("limit", "Enough has been said at this table.")
        row = ChatRow(len(self.chats) + 1, one.viewer, self.seat_rows[one.viewer].name, text, self.now())
        await self._store(partial(server_rows.add_chat, table=self.row.id, keeper=self.services.server_id, row=row))
        self.chats.append(row)
        document = self._chat_document(row)
        for other in self.viewers:
            other.send(encode_message({**document, "id": message.id} if other is one else document))

    def _chat_document(self, row: ChatRow) -> dict[str, Any]:
        return {"type": "chat", **row._asdict(), "time": format_timestamp(row.time)}

    def _reference_pages(self, viewer: int) -> dict[str, str]:
        """Texts to look up, the board as text among them."""
        if self.table.header is None:
            return {}
        words, view = self.game.words, self.table.view(viewer)
        return {"Board": words.board(self.table.context, view), **words.pages(self.table.context, view)}

    async def _handle_hint(self, one: AttachedViewer, message: said.HintRequest) -> None:
        """The coach thinks where the bots do, in a world imagined for who asks."""
        table, seat = self.table, one.viewer
        if not table.pending[seat] or table.question_number[seat] != message.question:
            raise Refused("stale", "That question is no longer open.", "kernel")
        if seat in self.awaiting_hint:
            raise Refused("rate", "The coach still thinks about your last question.")
        view, job = table.view(seat), table.hint_task(seat)
        self.awaiting_hint.add(seat)
        try:
            hints = await self.services.workers.hints(self.game, table.options, job)
        finally:
            self.awaiting_hint.discard(seat)
        found = [
            {**hint._asdict(), "action": self.game.words.notation(hint.action),
             "label": self.game.words.label(table.context, view, hint.action)} for hint in hints
        ]  # fmt: skip
        one.send(encode_message({"type": "hints", "id": message.id, "question": message.question, "hints": found}))

    # Seats that are left, and bots that play on.

    async def _handle_leave_or_return(self, one: AttachedViewer, message: said.Leave | said.Return) -> None:
        seat, leaving = one.viewer, isinstance(message, said.Leave)
        if self.row.state == WAITING and leaving:
            await self._vacate_seat(one, message)
            return
        if self.row.state == PLAYING and not leaving and self.table.seats[seat].is_bot():
            self.table.hand_over(seat, HUMAN)
            await self.store_changes({seat: self.seat_rows[seat]._replace(player=HUMAN, left=False)})
        else:
            await self._update_seat(seat, left=leaving)
        one.send(_encode_receipt(message.id, None))
        self.votes.pop(seat, None)
        self._send_presence()
        self._after_change()

    async def _vacate_seat(self, one: AttachedViewer, message: said.Leave | said.Return) -> None:
        """Before the match a seat that is left is open again; who sat there looks on."""
        seat = one.viewer
        self.table.seats[seat] = Seat(f"Seat {seat + 1}", OPEN)
        self.table.nonces[seat] = ""
        await self.store_changes({seat: open_seat_row(seat)})
        for other in self.viewers:
            if other.viewer == seat:
                other.viewer = int(WATCHER)
                self.services.metrics.watchers.inc()
        one.send(_encode_receipt(message.id, None))
        self._send_presence()
        self.send_updates()

    async def _update_seat(self, seat: int, **changes: Any) -> None:
        await self.store_changes({seat: self.seat_rows[seat]._replace(**changes)})

    async def _handle_vote(self, one: AttachedViewer, message: said.Vote) -> None:
        self._check_playing()
        seat = message.seat
        if seat >= len(self.seat_rows) or not self._is_away(seat):
            raise Refused("vote", "That seat's player is here.")
        voters = self._voters(seat)
        if one.viewer not in voters:
            raise Refused("vote", "A bot plays for you; come back first.")
        votes = self.votes.setdefault(seat, set())
        if message.yes:
            votes.add(one.viewer)
        else:
            votes.discard(one.viewer)
        one.send(_encode_receipt(message.id, None))
        if message.yes and votes >= voters:
            await self._hand_to_bot(seat)
        self._send_presence()

    def _voters(self, seat: int) -> set[int]:
        """All other people who are here."""
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
        self.table.hand_over(seat, self.game.best)
        await self.store_changes({seat: self.seat_rows[seat]._replace(player=self.game.best)})
        log_event("replaced", table=self.row.id, seat=seat, bot=self.game.best)
        self._after_change()

    # Time.

    async def enforce_clocks(self) -> None:
        """Whoever has no time left loses, or gets the default answer; who is not even here, a bot."""
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
        """People whose time is gone; bots have a deadline of their own."""
        clock = self.table.clock
        return [] if clock is None else [seat for seat in clock.expired_seats() if not self.table.seats[seat].is_bot()]

    async def close(self, unused: bool = False) -> None:
        """Nobody was here for too long, or nobody needs it."""
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
        """Whether it may be put away: nobody is here, no bot thinks, no clock runs."""
        runs = self.table.clock is not None and self.row.state == PLAYING
        resting = self.now() - self.quiet_since >= self.services.timings.unload_after
        return resting and not (self.viewers or self.pending_bots or runs or self.lock.locked())

    def unload(self, code: int = CLOSE_RESTART) -> None:
        """From now on this is no table any more; everybody is told to connect again."""
        self.unloaded = True
        for one in list(self.viewers):
            one.disconnect(code)

    # The match goes on.

    async def seat_players(self, seats: dict[int, SeatRow]) -> None:
        """Seats are taken; when none is open any more the match begins."""
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
        """Everybody is told where it goes on."""
        keeper = self.services.server_id
        await self._store(partial(server_rows.set_rematch, table=self.row.id, keeper=keeper, rematch=table))
        self.row = self.row._replace(rematch=table)
        self._broadcast({"type": "rematch", "table": table})

    def resume(self) -> None:
        """Opened again: the bots that owe an answer are asked."""
        self._ask_bots()

    def _after_change(self) -> None:
        self.send_updates()
        self._ask_bots()
        self._start_review()

    def _ask_bots(self) -> None:
        if self.row.state != PLAYING:
            return
        for job in self.table.bot_tasks(self.pending_bots):
            self.pending_bots.add((job.seat, job.question))
            self.services.spawn(self._run_bot(job))

    async def _run_bot(self, job: BotTask) -> None:
        thought = await self.services.workers.ask_bot(self.game, self.table.options, job)
        async with self.lock:
            self.pending_bots.discard((job.seat, job.question))
            if self.unloaded or not self.table.seats[job.seat].is_bot():
                return
            if thought.fault:
                log_event("bot failed", table=self.row.id, bot=job.bot, fault=thought.fault)
            apply_bot_answer(self.table, job, thought)
            await self.store_changes()
            self._after_change()

    def _start_review(self) -> None:
        """After the end: luck and skill, once somebody is here to read it."""
        if self.row.state == OVER and not self.review_started and self.viewers and self.game.review is not no_review:
            self.review_started = True
            self.services.spawn(self._send_review())

    async def _send_review(self) -> None:
        self.review = await self.services.workers.review(self.game, self.table.record())
        if self.review and not self.unloaded:
            self.send_updates()

    def _check_begun(self) -> None:
        if self.row.state == WAITING:
            raise Refused("waiting", "The match has not begun.")

    def _check_playing(self) -> None:
        self._check_begun()
        if self.row.state != PLAYING:
            raise Refused("over", "The match is over.", "kernel")

    # Storing.

    async def store_changes(self, seats: dict[int, SeatRow] | None = None, state: str | None = None) -> None:
        """The lines that have come since, and what else has changed, in one commit."""
        texts, self.unstored_lines[:] = self.unstored_lines[:], []
        ended = result_rows(self) if self.table.over() and self.row.state != OVER else []
        changed: dict[str, Any] = {"touched": self.now(), "state": OVER if ended else state or self.row.state}
        if self.table.clock is not None:
            changed["banks"] = [round(self.table.clock.seconds_left(seat), 3) for seat in range(len(self.seat_rows))]
        await self._store(
            partial(
                server_rows.append_to_record,
                table=self.row.id,
                keeper=self.services.server_id,
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

    async def _store(self, deed: Callable[..., None]) -> None:
        try:
            await self.services.database.write(deed)
        except Exception as error:
            log_event("storage failed", table=self.row.id, error=type(error).__name__)
            self.unload()
            raise Refused("storage", "The server could not store that; connect again.") from None

    async def run_locked(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """One deed of HTTP at this table, done to its end."""

        async def alone() -> Any:
            async with self.lock:
                self._check_open()
                try:
                    return await work()
                except Problem as problem:
                    raise Refused("setup", str(problem)) from None

        return await self.services.run_to_completion(alone())


def _receipt_or_refuse(answer: Receipt | TableRefusal) -> Receipt:
    if isinstance(answer, TableRefusal):
        raise Refused(answer.code, answer.sentence, answer.rule)
    return answer


def _encode_receipt(number: str | None, receipt: Receipt | None) -> bytes:
    question = None if receipt is None else receipt.question
    return encode_message(
        {"type": "receipt", "id": number, "question": question, "again": receipt is not None and receipt.repeated}
    )
