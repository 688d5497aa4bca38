"""One match in play: the only holder of a live state."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from parlour.kernel.game import Event, Game, Offer, Room, Step, View, Why, prepare, refusal
from parlour.kernel.journal import Journal, heard
from parlour.kernel.match import Log, digest, step
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import (
    ANSWER,
    OVER,
    SEED,
    UNDO,
    Entry,
    Header,
    Record,
    chained,
    effective,
    entry_body,
    header_body,
    number_of,
    written_entry,
)
from parlour.kernel.rng import Rng, bot_stream
from parlour.kernel.state import DEALER, State
from parlour.table.clock import Clock
from parlour.table.dealer import Committed, bots_seed, commitment, fresh_nonce, fresh_secret
from parlour.table.seat import OPEN, Seat, fit_name
from parlour.table.undo import undo_refusal

IMAGINING = 1 << 40  # a stream beside the bot's own
Keep = Callable[[Sequence[str]], None]  # stores lines for good, or raises


def forget(lines: Sequence[str]) -> None:
    """For matches nobody wants to keep."""


class Refusal(NamedTuple):
    """Why an answer was not taken. Nothing has changed."""

    code: str  # "over", "seat", "token", "stale", "illegal", "undo"
    rule: str
    sentence: str


class Receipt(NamedTuple):
    """An answer was taken and is stored; `again` if it had been before."""

    seat: int
    question: int
    again: bool = False


class Notice(NamedTuple):
    """What the table itself has to say: for everybody's log."""

    text: str


class Line(NamedTuple):
    """One line of a viewer's log, numbered for this viewer alone."""

    number: int
    category: str
    text: str
    pause: bool
    event: Event | None


class Job(NamedTuple):
    """A question for a bot, ready to be answered in another process."""

    seat: int
    question: int
    bot: str
    world: bytes  # imagined for the seat, packed
    seed: int
    stream: int
    seats: int
    notes: tuple[int, ...]  # what the bot wanted to remember


class Table:
    """Seats, questions, dealer, clock and record of one match."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: Sequence[Seat],
        *,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
        keep: Keep = forget,
        clock: tuple[float, float] | None = None,
        now: Callable[[], float] = time.monotonic,
        given: Sequence[Entry] = (),
    ) -> None:
        self.game = game
        self.options = prepare(game, len(seats), options)
        self.seats = list(seats)
        for seat in self.seats:
            seat.name = fit_name(game, seat.name)
        self.keep = keep
        self.secret = secret or fresh_secret()
        self.commitment = commitment(self.secret)
        self.nonces = list(nonces)
        self.dealer: Committed | None = None
        self.clock = Clock(len(seats), clock[0], clock[1], now) if clock else None
        self.given = tuple(given)
        self.entries: list[Entry] = []
        self.log = Log()
        self.story: list[Event | Notice] = []
        self.link = ""
        self.header: Header | None = None
        self.question = [0] * len(seats)  # the number of the last question, by seat
        self.pending = [False] * len(seats)  # whether that question is still open
        self.said: list[tuple[int, int]] = [(0, -1)] * len(seats)  # the last question answered, and the answer
        self.notes: list[tuple[int, ...]] = [()] * len(seats)  # what the bots remember
        self.resumed = False
        self.state: State = game.blank(len(seats), self.options)

    # Before the first question.

    def ready(self) -> bool:
        return all(seat.player != OPEN for seat in self.seats)

    def begin(self) -> None:
        """Everyone is seated: the nonces are mixed in, the header is kept, the first question is asked."""
        if not self.ready():
            raise Problem("A seat is still open.")
        while len(self.nonces) < len(self.seats):
            self.nonces.append(fresh_nonce())
        self._open()
        lines = [self._chain(header_body(self._header()))]
        for entry in self.given:
            self._act(entry.seat, number_of(self.game, self.state, entry))
            lines.append(self._note(entry._replace(line=0)))
        self._move_on(lines)

    def resume(self, entries: Sequence[Entry]) -> None:
        """Goes on where a record stopped; its lines are kept already."""
        self._chain(header_body(self._header()))
        for entry in entries:
            self._note(entry)
        self._rebuild()
        self.resumed = True
        self._move_on([])

    def _header(self) -> Header:
        if self.header is None:
            self.header = Header(
                game=self.game.name,
                version=self.game.version,
                options=self.options,
                names=tuple(seat.name for seat in self.seats),
                players=tuple(seat.player for seat in self.seats),
                dealer="committed",
                commitment=self.commitment,
                nonces=tuple(self.nonces),
                given=len(self.given),
            )
        return self.header

    def _open(self) -> None:
        journal = Journal()
        self.dealer = Committed(self.secret, self.nonces)
        self.state = self.game.start(len(self.seats), self.options, journal)
        self._hear(journal)

    # What anyone may ask.

    @property
    def room(self) -> Room:
        return Room(tuple(seat.name for seat in self.seats), self.options, self.resumed)

    def over(self) -> bool:
        return bool(self.entries) and self.entries[-1].kind == SEED

    def owing(self) -> list[int]:
        """The seats whose answer is awaited: the lights."""
        return [seat for seat, open_ in enumerate(self.pending) if open_]

    def view(self, viewer: int) -> View:
        return self.game.view(self.state, viewer)

    def offers(self, seat: int) -> list[Offer]:
        return self.game.offer(self.state, seat) if self.pending[seat] else []

    def lines(self, viewer: int, since: int = 0) -> list[Line]:
        """A viewer's log, after line number `since`."""
        told: list[Line] = []
        number = 0
        for event in self.story:
            if isinstance(event, Notice):
                number += 1
                line = Line(number, "system", event.text, False, None)
            elif heard(event.audience, viewer):
                number += 1
                kind = self.game.words.events[event.kind]
                line = Line(number, kind.category, "", kind.pause, event)
            else:
                continue
            if number > since:
                if line.event is not None:
                    line = line._replace(text=self.game.words.sentence(self.room, line.event, viewer))
                told.append(line)
        return told

    def why(self, reason: int) -> Why:
        return self.game.words.why(self.room, reason)

    def record(self) -> Record:
        """The match so far. The seed is in it only after the end."""
        return Record(self._header(), tuple(self.entries))

    def steps(self) -> list[Step]:
        """The log with the position before each line. Not for the eyes of players in the middle of a match."""
        state = self.game.start(len(self.seats), self.options, None)
        found: list[Step] = []
        for index in range(self.log.count()):
            who, what = int(self.log.who(index)), int(self.log.what(index))
            found.append(Step(state.clone(), who, what))
            step(state, who, what)
        return found

    # Answers.

    def answer(self, seat: int, question: int, action: int, token: str | None = None) -> Receipt | Refusal:
        """Takes an answer, stores it, then acknowledges. A refusal names the rule and changes nothing."""
        refused = self._stranger(seat, token)
        if refused is None and self.said[seat] == (question, action):
            return Receipt(seat, question, again=True)
        refused = refused or self._refuse(seat, question, action)
        if refused is not None:
            return refused
        self._commit(seat, action, "")
        return Receipt(seat, question)

    def _stranger(self, seat: int, token: str | None) -> Refusal | None:
        if not 0 <= seat < len(self.seats):
            return Refusal("seat", "kernel", "There is no such seat.")
        if token is not None and not self.seats[seat].held_by(token):
            return Refusal("token", "kernel", "This seat belongs to somebody else.")
        return None

    def _refuse(self, seat: int, question: int, action: int) -> Refusal | None:
        if self.over():
            return Refusal("over", "kernel", "The match is over.")
        if question != self.question[seat] or not self.pending[seat]:
            return Refusal("stale", "kernel", "That question is no longer open.")
        reason = refusal(self.game, self.room, self.state, seat, action)
        return None if reason is None else Refusal("illegal", reason.rule, reason.sentence)

    def lapse(self, seat: int, question: int, why: str) -> None:
        """The default answer, logged; nothing if the question has been answered since."""
        if self.pending[seat] and question == self.question[seat]:
            self._commit(seat, int(self.state.lapse(seat)), why)

    def tick(self) -> None:
        """Whoever has no time left gets the default answer."""
        if self.clock is not None:
            for seat in self.clock.empty():
                self.lapse(seat, self.question[seat], "time is gone")

    def jobs(self) -> list[Job]:
        """What the bots are asked."""
        found = []
        for seat in self.owing():
            if self.seats[seat].is_bot():
                seed = bots_seed(self.secret)
                stream = int(bot_stream(seat, self.question[seat]))
                world = self.state.imagine(seat, Rng(seed, stream + IMAGINING)).pack()
                bot = self.seats[seat].player
                job = Job(seat, self.question[seat], bot, world, seed, stream, len(self.seats), self.notes[seat])
                found.append(job)
        return found

    def _commit(self, seat: int, action: int, why: str) -> None:
        """Plays on a copy, keeps the lines, and only then lets the copy be the match."""
        before = self.state, self.dealer, self.link
        count = len(self.entries), self.log.count(), len(self.story)
        self.state = self.state.clone()
        assert self.dealer is not None
        self.dealer = self.dealer.copy()
        try:
            entry = written_entry(self.game, self.state, seat, action, why)
            self.entries.append(entry)
            if why:
                self.story.append(Notice(f"{self.seats[seat].name}: {entry.text}, the default answer ({why})."))
            self._act(seat, action)
            self.keep([self._chain(entry_body(entry)), *self._deal_on()])
        except BaseException:
            self.state, self.dealer, self.link = before
            del self.entries[count[0] :]
            del self.story[count[2] :]
            self.log.cut(count[1])
            raise
        self.said[seat] = (self.question[seat], action)
        self.pending[seat] = False
        self.resumed = False
        if self.clock is not None:
            self.clock.stop(seat)
        self._ask()

    def _move_on(self, lines: list[str]) -> None:
        lines = [*lines, *self._deal_on()]
        if lines:
            self.keep(lines)
        self._ask()

    def _deal_on(self) -> list[str]:
        """Deals while the dealer owes; reveals the seed when the match is over."""
        assert self.dealer is not None
        lines = []
        while self.state.fan > 0:
            outcome = self.dealer.draw(self.state)
            entry = written_entry(self.game, self.state, int(DEALER), outcome)
            self._act(int(DEALER), outcome)
            lines.append(self._note(entry))
        written = [entry.kind for entry in self.entries[-2:]]
        if self.state.over() and OVER not in written:
            lines.append(self._note(Entry(OVER, text=digest(self.state, self.log))))
        if self.state.over() and SEED not in written:
            lines.append(self._note(Entry(SEED, text=self.secret.hex())))
        return lines

    def _note(self, entry: Entry) -> str:
        self.entries.append(entry)
        return self._chain(entry_body(entry))

    def _act(self, who: int, what: int) -> None:
        journal = Journal()
        self.state.journal = journal
        self.log.add(who, what)
        step(self.state, who, what)
        self._hear(journal)

    def _hear(self, journal: Journal) -> None:
        self.state.journal = None
        count = int(journal.count())
        self.story += [
            Event(int(row[0]), int(row[1]), tuple(int(number) for number in row[2:]))
            for row in (journal.row(index) for index in range(count))
        ]

    def _ask(self) -> None:
        """Numbers the new questions: per seat, never twice."""
        for seat in range(len(self.seats)):
            owes = bool(self.state.owes(seat))
            if owes and not self.pending[seat]:
                self.question[seat] += 1
                if self.clock is not None:
                    self.clock.begin(seat)
            self.pending[seat] = owes

    def _chain(self, body: str) -> str:
        line, self.link = chained(self.link, body)
        return line

    # Undo.

    def undo(self, seat: int, token: str | None = None) -> Receipt | Refusal:
        """Takes back this seat's last answer, if nothing has come of it yet."""
        refused = self._stranger(seat, token)
        if refused is not None:
            return refused
        reason = "The match is over." if self.over() else undo_refusal(self, seat)
        if reason:
            return Refusal("undo", "kernel", reason)
        entry = Entry(UNDO, seat)
        line, link = chained(self.link, entry_body(entry))
        self.keep([line])
        self.link = link
        self.entries.append(entry)
        story = self.story
        self._rebuild()
        self.story = [*story, Notice(f"{self.seats[seat].name} takes the last answer back.")]
        self.pending[seat] = False
        self.said[seat] = (0, -1)
        self._ask()
        return Receipt(seat, self.question[seat])

    def _rebuild(self) -> None:
        """The state again, from the record; the dice must fall as they fell."""
        self.story = []
        self.log = Log()
        self._open()
        assert self.dealer is not None
        for index, entry in enumerate(effective(self.entries)):
            what = number_of(self.game, self.state, entry)
            if entry.kind != ANSWER and index >= self._header().given and self.dealer.draw(self.state) != what:
                raise Problem(f"Line {entry.line}: {entry.text!r} is not what the dealer's seed gives.")
            self._act(entry.seat, what)
