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
from parlour.server.house import House
from parlour.server.messages import write
from parlour.server.placing import Placing, date, open_row, results_of
from parlour.server.refused import Refused
from parlour.server.telling import update
from parlour.server.watch import say
from parlour.store import server_rows
from parlour.store.server_rows import CLOSED, OVER, PLAYING, WAITING, ChatRow, SeatRow, TableRow
from parlour.table.bot_worker import apply_bot_answer
from parlour.table.seat import HUMAN, OPEN, Seat
from parlour.table.table import Table
from parlour.table.table_types import BotTask, Receipt, TableRefusal

RESTART, DONE = 1012, 1000  # how a socket is closed
LATELY = 200  # lines of talk that who comes is told


class Onlooker:
    """One who looks at a table: a seat's player or a watcher, at the other end of a socket."""

    __slots__ = ("hang_up", "number", "place", "send", "viewer")

    def __init__(self, viewer: int, send: Callable[[bytes], None], hang_up: Callable[[int], None]) -> None:
        self.viewer = viewer
        self.send = send
        self.hang_up = hang_up
        self.place = 0  # in the table's story
        self.number = 0  # of the last line told


class LiveTable(Placing):
    """A match, and everybody around it."""

    def __init__(
        self, house: House, row: TableRow, seated: list[SeatRow], table: Table, kept: int, chats: list[ChatRow]
    ) -> None:
        super().__init__(house, row, seated, table)
        self.kept = kept  # lines of the record in the database
        self.chats = chats
        self.lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self.thinking: set[tuple[int, int]] = set()  # seat and question of the bots that were asked
        self.votes: dict[int, set[int]] = {}  # who wants a bot for this seat
        self.seen = [self.now()] * len(seated)  # when a seat's player was last here
        self.quiet_since = self.now()
        self.gone = False  # put away or lost: whoever holds this must ask the hall again
        self.coached: set[int] = set()  # seats that wait for a hint
        self.review: list[str] = []
        self.reviewed = False

    # Coming and going.

    async def attach(self, hello: said.Hello, tokens: dict[int, str], send: Callable[[bytes], None],
                     hang_up: Callable[[int], None]) -> Onlooker:  # fmt: skip
        async with self.lock:
            self._check_here()
            viewer = int(WATCHER) if hello.seat is None else hello.seat
            if viewer != WATCHER:
                self.check_seat(viewer, hello.token or tokens.get(viewer, ""))
            one = Onlooker(viewer, send, hang_up)
            one.send(write({"type": "welcome", "table": self.info(self.here()), "viewer": hello.seat}))
            for row in self.chats[max(hello.heard, len(self.chats) - LATELY) :]:
                one.send(write(self._chat_document(row)))
            self._tell_since(one, hello.since)
            self.onlookers.add(one)
            self._touch()
            self.votes.pop(viewer, None)
            if viewer == WATCHER:
                self.house.watch.watchers.inc()
            if viewer != WATCHER and self.seated[viewer].left:
                await self._change_seat(viewer, left=False)
            self._tell_presence()
            self._look_back()
            return one

    def _tell_since(self, one: Onlooker, since: int) -> None:
        """The first update: the lines after the last one this viewer has."""
        places = self.table.visible_indexes(one.viewer)
        after = since if since <= len(places) else 0
        one.place, one.number = len(self.table.event_history), len(places)
        first = places[after] if after < len(places) else one.place
        one.send(write(update(self.table, self.row.state, one.viewer, first, after, self.row.id, self.review)))

    def detach(self, one: Onlooker) -> None:
        self.onlookers.discard(one)
        self.quiet_since = self.now()
        self._touch()
        if one.viewer == WATCHER:
            self.house.watch.watchers.dec()
        else:
            self.seen[one.viewer] = self.now()
        if not self.gone:
            self._tell_presence()

    def _touch(self) -> None:
        """Somebody was here; the hall stores it when it looks around."""
        self.row = self.row._replace(touched=self.now())

    def here(self) -> set[int]:
        """The seats whose players are connected."""
        return {one.viewer for one in self.onlookers if one.viewer != WATCHER}

    def _check_here(self) -> None:
        if self.gone:
            raise Refused("storage", "The table is being moved; connect again.")
        if self.row.state == CLOSED:
            raise Refused("closed", "This table is closed: nobody was here for too long.")

    # Telling.

    def tell_all(self) -> None:
        """Every change at the table is one update for everyone; those who see the same get the same bytes."""
        made: dict[tuple[int, int], tuple[bytes, int]] = {}
        place = len(self.table.event_history)
        for one in self.onlookers:
            key = one.viewer, one.place
            if key not in made:
                state, record = self.row.state, self.row.id
                document = update(self.table, state, one.viewer, one.place, one.number, record, self.review)
                made[key] = write(document), one.number + len(document["lines"])
            body, one.number = made[key]
            one.place = place
            one.send(body)

    def _tell_presence(self) -> None:
        info = self.info(self.here())
        votes = [
            {"seat": seat, "yes": sorted(yes), "needed": len(self._voters(seat))} for seat, yes in self.votes.items()
        ]
        self._tell({"type": "presence", "seats": info.seats, "watchers": info.watchers, "votes": votes})

    def _tell(self, document: dict[str, Any]) -> None:
        body = write(document)
        for one in self.onlookers:
            one.send(body)

    def watchers(self) -> int:
        return sum(one.viewer == WATCHER for one in self.onlookers)

    # What is said over a socket.

    async def hear(self, one: Onlooker, message: said.Said) -> None:
        """One message of a client; what it asks for is done to its end, or refused."""
        if isinstance(message, said.Hint):  # takes its time: who asks may answer meanwhile
            self.house.spawn(self._heed(one, message))
        else:
            await self.house.whole(self._heed(one, message))

    async def _heed(self, one: Onlooker, message: said.Said) -> None:
        number = getattr(message, "id", None)
        try:
            await self._obey(one, message)
        except Refused as no:
            self.house.watch.refused(no.code)
            one.send(
                write({"type": "refused", "id": number, "code": no.code, "rule": no.rule, "sentence": no.sentence})
            )

    async def _obey(self, one: Onlooker, message: said.Said) -> None:
        if isinstance(message, said.Ping):
            one.send(write({"type": "pong"}))
            return
        if isinstance(message, said.Hello):
            raise Refused("malformed", "You have said hello already.")
        if one.viewer == WATCHER and not isinstance(message, said.Pages):
            raise Refused("watcher", "Watchers only look on.")
        if isinstance(message, said.Hint):
            await self._hint(one, message)
            return
        async with self.lock:
            self._check_here()
            match message:
                case said.Pages():
                    one.send(write({"type": "pages", "id": message.id, "pages": self._pages(one.viewer)}))
                case said.Answer():
                    await self._answer(one, message)
                case said.Undo():
                    await self._undo(one, message)
                case said.Chat():
                    await self._chat(one, message)
                case said.Leave() | said.Return():
                    await self._leave_or_return(one, message)
                case said.Lesson():
                    await self._turn(one, message)
                case said.Vote():
                    await self._vote(one, message)

    async def _answer(self, one: Onlooker, message: said.Answer) -> None:
        self._check_begun()
        if self.table.seats[one.viewer].is_bot():
            raise Refused("token", "A bot plays for you; come back first.")
        actions = read_answers(self.game, message.action)
        if actions is None:
            raise Refused("illegal", explain_misread(self.game, message.action), "kernel")
        begun = self.house.watch.clock()
        receipt = _taken(self.table.answer(one.viewer, message.question, actions))
        if not receipt.repeated:
            await self.keep()
        self.house.watch.answered(begun)
        one.send(_receipt(message.id, receipt))
        if not receipt.repeated:
            self._move_on()
            self.house.watch.told(begun)

    async def _turn(self, one: Onlooker, message: said.Lesson) -> None:
        self._check_playing()
        receipt = _taken(self.table.turn_page(one.viewer, message.step, message.leave))
        if not receipt.repeated:
            await self.keep()
        one.send(_receipt(message.id, receipt))
        if not receipt.repeated:
            self._move_on()

    async def _undo(self, one: Onlooker, message: said.Undo) -> None:
        self._check_begun()
        undone, limits = self.table.undo_count[one.viewer], self.house.limits
        most = limits.long_undos if self.table.game.bursts else limits.undos
        if undone >= most and self.table.undone_question[one.viewer] != message.question:
            raise Refused("limit", "You have taken back enough answers in this match.")
        receipt = _taken(self.table.undo(one.viewer, message.question))
        if not receipt.repeated:
            await self.keep()
        one.send(_receipt(message.id, receipt._replace(question=message.question)))
        if not receipt.repeated:
            self._move_on()

    async def _chat(self, one: Onlooker, message: said.Chat) -> None:
        text = " ".join(message.text.split())
        if not text or len(text) > self.house.limits.chat_length or not text.isprintable():
            raise Refused("malformed", f"Say something of at most {self.house.limits.chat_length} characters.")
        if len(self.chats) >= self.house.limits.chat_lines:
            raise Refused("limit", "Enough has been said at this table.")
        row = ChatRow(len(self.chats) + 1, one.viewer, self.seated[one.viewer].name, text, self.now())
        await self._stored(partial(server_rows.add_chat, table=self.row.id, keeper=self.house.keeper, row=row))
        self.chats.append(row)
        document = self._chat_document(row)
        for other in self.onlookers:
            other.send(write({**document, "id": message.id} if other is one else document))

    def _chat_document(self, row: ChatRow) -> dict[str, Any]:
        return {"type": "chat", **row._asdict(), "time": date(row.time)}

    def _pages(self, viewer: int) -> dict[str, str]:
        """Texts to look up, the board as text among them."""
        if self.table.header is None:
            return {}
        words, view = self.game.words, self.table.view(viewer)
        return {"Board": words.board(self.table.context, view), **words.pages(self.table.context, view)}

    async def _hint(self, one: Onlooker, message: said.Hint) -> None:
        """The coach thinks where the bots do, in a world imagined for who asks."""
        table, seat = self.table, one.viewer
        if not table.pending[seat] or table.question_number[seat] != message.question:
            raise Refused("stale", "That question is no longer open.", "kernel")
        if seat in self.coached:
            raise Refused("rate", "The coach still thinks about your last question.")
        view, job = table.view(seat), table.hint_task(seat)
        self.coached.add(seat)
        try:
            hints = await self.house.crew.hints(self.game, table.options, job)
        finally:
            self.coached.discard(seat)
        found = [
            {**hint._asdict(), "action": self.game.words.notation(hint.action),
             "label": self.game.words.label(table.context, view, hint.action)} for hint in hints
        ]  # fmt: skip
        one.send(write({"type": "hints", "id": message.id, "question": message.question, "hints": found}))

    # Seats that are left, and bots that play on.

    async def _leave_or_return(self, one: Onlooker, message: said.Leave | said.Return) -> None:
        seat, leaving = one.viewer, isinstance(message, said.Leave)
        if self.row.state == WAITING and leaving:
            await self._stand_up(one, message)
            return
        if self.row.state == PLAYING and not leaving and self.table.seats[seat].is_bot():
            self.table.hand_over(seat, HUMAN)
            await self.keep({seat: self.seated[seat]._replace(player=HUMAN, left=False)})
        else:
            await self._change_seat(seat, left=leaving)
        one.send(_receipt(message.id, None))
        self.votes.pop(seat, None)
        self._tell_presence()
        self._move_on()

    async def _stand_up(self, one: Onlooker, message: said.Leave | said.Return) -> None:
        """Before the match a seat that is left is open again; who sat there looks on."""
        seat = one.viewer
        self.table.seats[seat] = Seat(f"Seat {seat + 1}", OPEN)
        self.table.nonces[seat] = ""
        await self.keep({seat: open_row(seat)})
        for other in self.onlookers:
            if other.viewer == seat:
                other.viewer = int(WATCHER)
                self.house.watch.watchers.inc()
        one.send(_receipt(message.id, None))
        self._tell_presence()
        self.tell_all()

    async def _change_seat(self, seat: int, **changes: Any) -> None:
        await self.keep({seat: self.seated[seat]._replace(**changes)})

    async def _vote(self, one: Onlooker, message: said.Vote) -> None:
        self._check_playing()
        seat = message.seat
        if seat >= len(self.seated) or not self._is_away(seat):
            raise Refused("vote", "That seat's player is here.")
        voters = self._voters(seat)
        if one.viewer not in voters:
            raise Refused("vote", "A bot plays for you; come back first.")
        votes = self.votes.setdefault(seat, set())
        if message.yes:
            votes.add(one.viewer)
        else:
            votes.discard(one.viewer)
        one.send(_receipt(message.id, None))
        if message.yes and votes >= voters:
            await self._hand_to_bot(seat)
        self._tell_presence()

    def _voters(self, seat: int) -> set[int]:
        """All other people who are here."""
        people = {number for number, row in enumerate(self.seated) if row.player == HUMAN and number != seat}
        return people & self.here()

    def _is_away(self, seat: int) -> bool:
        row = self.seated[seat]
        long = seat not in self.here() and self.now() - self.seen[seat] >= self.house.times.away
        return row.player == HUMAN and (row.left or long)

    async def _hand_to_bot(self, seat: int) -> None:
        self.votes.pop(seat, None)
        self.table.hand_over(seat, self.game.best)
        await self.keep({seat: self.seated[seat]._replace(player=self.game.best)})
        say("replaced", table=self.row.id, seat=seat, bot=self.game.best)
        self._move_on()

    # Time.

    async def tick(self) -> None:
        """Whoever has no time left loses, or gets the default answer; who is not even here, a bot."""
        clock = self.table.clock
        if clock is None or self.row.state != PLAYING or not self._out_of_time():
            return
        async with self.lock:
            if self.gone or self.row.state != PLAYING:
                return
            for seat in self._out_of_time():
                self.table.handle_timeout(seat)
                await self.keep()
                self._move_on()
                if seat not in self.here() and self.seated[seat].player == HUMAN and self.row.state == PLAYING:
                    await self._hand_to_bot(seat)
                    self._tell_presence()

    def _out_of_time(self) -> list[int]:
        """People whose time is gone; bots have a deadline of their own."""
        clock = self.table.clock
        return (
            [] if clock is None else [seat for seat in clock.expired_seats() if not self.table.seats[seat].is_bot()]
        )

    async def close(self, unused: bool = False) -> None:
        """Nobody was here for too long, or nobody needs it."""
        async with self.lock:
            stays = self.house.times.waiting if self.row.state == WAITING else self.house.times.playing
            visited = self.onlookers or self.now() - self.row.touched < stays
            if self.gone or self.row.state in (OVER, CLOSED) or (visited and not unused):
                return
            await self.keep(state=CLOSED)
            self.house.watch.tables_closed.inc()
            self._tell({"type": "closed", "code": "abandoned", "sentence": "Nobody was here for too long."})
            self.put_away(DONE)

    def idle(self) -> bool:
        """Whether it may be put away: nobody is here, no bot thinks, no clock runs."""
        runs = self.table.clock is not None and self.row.state == PLAYING
        resting = self.now() - self.quiet_since >= self.house.times.parked
        return resting and not (self.onlookers or self.thinking or runs or self.lock.locked())

    def put_away(self, code: int = RESTART) -> None:
        """From now on this is no table any more; everybody is told to connect again."""
        self.gone = True
        for one in list(self.onlookers):
            one.hang_up(code)

    # The match goes on.

    async def sat_down(self, seats: dict[int, SeatRow]) -> None:
        """Seats are taken; when none is open any more the match begins."""
        try:
            ready = self.take_seats(seats)
            if ready:
                self.roll_nonces()
                self.table.begin()
        except BaseException:
            self.put_away()
            raise
        await self.keep(seats, state=PLAYING if ready else WAITING)
        self._tell_presence()
        if ready:
            say("begun", table=self.row.id, game=self.game.name)
        self._move_on()

    async def set_rematch(self, table: str) -> None:
        """Everybody is told where it goes on."""
        keeper = self.house.keeper
        await self._stored(partial(server_rows.set_rematch, table=self.row.id, keeper=keeper, rematch=table))
        self.row = self.row._replace(rematch=table)
        self._tell({"type": "rematch", "table": table})

    def go_on(self) -> None:
        """Opened again: the bots that owe an answer are asked."""
        self._ask_bots()

    def _move_on(self) -> None:
        self.tell_all()
        self._ask_bots()
        self._look_back()

    def _ask_bots(self) -> None:
        if self.row.state != PLAYING:
            return
        for job in self.table.bot_tasks(self.thinking):
            self.thinking.add((job.seat, job.question))
            self.house.spawn(self._think(job))

    async def _think(self, job: BotTask) -> None:
        thought = await self.house.crew.ask(self.game, self.table.options, job)
        async with self.lock:
            self.thinking.discard((job.seat, job.question))
            if self.gone or not self.table.seats[job.seat].is_bot():
                return
            if thought.fault:
                say("bot failed", table=self.row.id, bot=job.bot, fault=thought.fault)
            apply_bot_answer(self.table, job, thought)
            await self.keep()
            self._move_on()

    def _look_back(self) -> None:
        """After the end: luck and skill, once somebody is here to read it."""
        if self.row.state == OVER and not self.reviewed and self.onlookers and self.game.review is not no_review:
            self.reviewed = True
            self.house.spawn(self._review())

    async def _review(self) -> None:
        self.review = await self.house.crew.review(self.game, self.table.record())
        if self.review and not self.gone:
            self.tell_all()

    def _check_begun(self) -> None:
        if self.row.state == WAITING:
            raise Refused("waiting", "The match has not begun.")

    def _check_playing(self) -> None:
        self._check_begun()
        if self.row.state != PLAYING:
            raise Refused("over", "The match is over.", "kernel")

    # Storing.

    async def keep(self, seats: dict[int, SeatRow] | None = None, state: str | None = None) -> None:
        """The lines that have come since, and what else has changed, in one commit."""
        texts, self.fresh[:] = self.fresh[:], []
        ended = results_of(self) if self.table.over() and self.row.state != OVER else []
        changed: dict[str, Any] = {"touched": self.now(), "state": OVER if ended else state or self.row.state}
        if self.table.clock is not None:
            changed["banks"] = [round(self.table.clock.seconds_left(seat), 3) for seat in range(len(self.seated))]
        await self._stored(
            partial(
                server_rows.append_to_record,
                table=self.row.id,
                keeper=self.house.keeper,
                first=self.kept,
                texts=texts,
                changed=changed,
                seated=seats or {},
                ended=ended,
            )
        )
        self.kept += len(texts)
        self.row = self.row._replace(state=changed["state"], touched=changed["touched"])
        for seat, row in (seats or {}).items():
            self.seated[seat] = row
        if ended:
            self.house.watch.tables_finished.inc()
            if self.row.rated:
                self.house.ended.put_nowait((self.row.id, self.row.game))
            say("over", table=self.row.id, game=self.game.name)

    async def _stored(self, deed: Callable[..., None]) -> None:
        try:
            await self.house.ledger.write(deed)
        except Exception as error:
            say("storage failed", table=self.row.id, error=type(error).__name__)
            self.put_away()
            raise Refused("storage", "The server could not store that; connect again.") from None

    async def locked(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """One deed of HTTP at this table, done to its end."""

        async def alone() -> Any:
            async with self.lock:
                self._check_here()
                try:
                    return await work()
                except Problem as problem:
                    raise Refused("setup", str(problem)) from None

        return await self.house.whole(alone())


def _taken(answer: Receipt | TableRefusal) -> Receipt:
    if isinstance(answer, TableRefusal):
        raise Refused(answer.code, answer.sentence, answer.rule)
    return answer


def _receipt(number: str | None, receipt: Receipt | None) -> bytes:
    question = None if receipt is None else receipt.question
    return write(
        {"type": "receipt", "id": number, "question": question, "again": receipt is not None and receipt.repeated}
    )
