"""One match in play: the only holder of a live state."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from parlour.kernel.game import (
    Event,
    Game,
    MatchContext,
    Offer,
    View,
    Why,
    clean_name,
    game_for_options,
    prepare_options,
)
from parlour.kernel.journal import Journal, can_hear
from parlour.kernel.match import FORFEIT, Log, apply_move, digest
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import (
    ANSWER,
    DEALT,
    LESSON,
    MAX_TEXT_LENGTH,
    MOVE_KINDS,
    OVER,
    SEATED,
    SEED,
    UNDO,
    Header,
    Record,
    RecordEntry,
    chain_line,
    clean_remark,
    entry_json,
    header_json,
    make_entry,
    parse_moves,
)
from parlour.kernel.rng import Rng, bot_stream
from parlour.kernel.state import DEALER, NOBODY, State
from parlour.table.clock import Clock
from parlour.table.dealer import Committed, Dealer, bot_seed, commitment, fit_nonce, fresh_nonce, fresh_secret
from parlour.table.guide import NEXT, Guide, check_entry, check_turn, objection, turn_refusal
from parlour.table.guide import OVER as LESSON_OVER
from parlour.table.hush import TIME_GONE, about, lies_down, outside
from parlour.table.lesson import Lesson
from parlour.table.messages import Job, Line, Notice, Receipt, Refusal
from parlour.table.past import Move, Past, breaths
from parlour.table.seat import OPEN, Seat
from parlour.table.steps import Steps
from parlour.table.undo import undo_refusal

IMAGINING = 1 << 40  # a stream beside the bot's own
HINTING = 1 << 41  # and one beside those of the table
LED = -1  # reason: the lesson goes another way
EARLIER = 30  # answers that may be taken back one after the other
Answer = tuple[RecordEntry, Sequence[int]]  # in notation, and its actions
Said = tuple[int, tuple[int, ...]]  # a question's number, and the actions of its answer
Keep = Callable[[Sequence[str]], None]  # stores lines for good, or raises


def forget(lines: Sequence[str]) -> None:
    """For matches nobody wants to keep."""


def _seatable(player: str) -> bool:
    return 0 < len(player) <= MAX_TEXT_LENGTH and player.isprintable() and player != OPEN


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
        given: Sequence[RecordEntry] = (),
        lesson: Lesson | None = None,
    ) -> None:
        self.options = prepare_options(game, len(seats), options)
        self.game = game = game_for_options(game, self.options)
        self.seats = list(seats)
        for seat in self.seats:
            seat.name = clean_name(game, seat.name)
        self.keep = keep
        self.secret = secret or fresh_secret()
        self.commitment = commitment(self.secret)
        self.nonces = [*nonces, *[""] * (len(seats) - len(nonces))]  # by seat
        self.dealer: Dealer | None = None
        self.clock = Clock(len(seats), clock[0], clock[1], now) if clock else None
        self.given = tuple(given)
        self.guide = None if lesson is None else Guide(lesson)
        self.entries: list[RecordEntry] = []
        self.log = Log()
        self.story: list[Event | Notice] = []
        self.heard_at: dict[int, list[int]] = {}  # places in the story, by viewer
        self.hushed: list[tuple[int, Notice]] = []  # told once the answer of this seat is turned up
        self.spoke = int(DEALER)  # the last seat to answer
        self.link = ""
        self.header: Header | None = None
        self.question = [0] * len(seats)  # the number of the last question, by seat
        self.pending = [False] * len(seats)  # whether that question is still open
        self.said: list[Said | None] = [None] * len(seats)  # the last question, and its answer
        self.earlier: list[tuple[Said, ...]] = [()] * len(seats)  # those before it, if nobody else has answered since
        self.undone = [0] * len(seats)  # the last question whose answer was taken back
        self.undos = [0] * len(seats)  # answers that were taken back
        self.changed = [0] * len(seats)  # where the record says that the seat changed hands
        self.notes: list[tuple[int, ...]] = [()] * len(seats)  # what the bots remember
        self.resumed = False
        self.state: State = game.blank(len(seats), self.options)
        self.past = Past(self.state)
        self.fresh: list[Move] = []  # moves that are not part of it yet

    # Before the first question.

    def ready(self) -> bool:
        return all(seat.player != OPEN for seat in self.seats)

    def mix(self, seat: int, nonce: str) -> None:
        """A seat's part in the dice, given after it has seen the commitment."""
        if self.header is not None:
            raise Problem("The dice are mixed before the match begins.")
        self.nonces[seat] = fit_nonce(nonce)

    def begin(self) -> None:
        """Everyone is seated: the nonces are mixed in, the header is kept, the first question is asked."""
        if not self.ready():
            raise Problem("A seat is still open.")
        self.nonces = [nonce or fresh_nonce() for nonce in self.nonces]
        self._open(Committed(self.secret, self.nonces))
        lines = [self._chain(header_json(self._header()))]
        for entry in self.given:
            lines.append(self._relive(entry._replace(line=0, remark="")))
        lines += self._deal_on()
        self.keep(lines)
        self._settle_down()
        self._ask()

    def resume(self, header: Header, entries: Sequence[RecordEntry], dealer: Dealer | None) -> None:
        """Goes through a record exactly as it went the first time; a Problem names the line that cannot be."""
        if len(entries) < header.given:
            raise Problem("This record breaks off before the point it was played from.")
        clock, self.clock = self.clock, None
        self.header = header
        self._open(dealer)
        self._chain(header_json(header))
        for entry in entries:
            self._relive(entry)
        self.resumed = True
        self.clock = clock
        for seat in self.owing():
            if self.clock is not None:
                self.clock.begin(seat)

    def go_on(self) -> None:
        """After resuming: what was owed when the record stopped is dealt, kept and asked."""
        lines = self._deal_on()
        if lines:
            self.keep(lines)
        self._settle_down()
        self._ask()

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
                lesson="" if self.guide is None else self.guide.lesson.name,
                script_hash="" if self.guide is None else self.guide.lesson.hash,
            )
        return self.header

    def _open(self, dealer: Dealer | None) -> None:
        journal = Journal()
        self.dealer = dealer
        self.state = self.game.start(len(self.seats), self.options, journal)
        self._hear(journal)
        self.past = Past(self.state)
        self._ask()

    # What anyone may ask.

    @property
    def room(self) -> MatchContext:
        return MatchContext(tuple(seat.name for seat in self.seats), self.options, self.resumed)

    def over(self) -> bool:
        return bool(self.entries) and self.entries[-1].kind in (OVER, SEED)

    def owing(self) -> list[int]:
        """The seats whose answer is awaited: the lights."""
        return [seat for seat, open_ in enumerate(self.pending) if open_]

    def view(self, viewer: int) -> View:
        return self.game.view(self.state, viewer)

    def offers(self, seat: int) -> list[Offer]:
        offers = self.game.offer(self.state, seat) if self.pending[seat] else []
        guide = self.guide
        if guide is None or guide.step is None:
            return offers
        return [
            offer if offer.reason or not guide.objection(seat, offer.action) else offer._replace(reason=LED)
            for offer in offers
        ]

    def lines(self, viewer: int, since: int = 0) -> list[Line]:
        """A viewer's log, after line number `since`."""
        places = self.places(viewer)
        return self.lines_after(viewer, places[since], since) if since < len(places) else []

    def places(self, viewer: int) -> list[int]:
        """Where the lines of a viewer's log stand in the story."""
        known = self.heard_at.setdefault(viewer, [])
        for place in range(known[-1] + 1 if known else 0, len(self.story)):
            event = self.story[place]
            if isinstance(event, Notice) or can_hear(event.audience, viewer):
                known.append(place)
        return known

    def lines_after(self, viewer: int, place: int, number: int) -> list[Line]:
        """A viewer's log from a place in the story on, where this viewer had heard so many lines."""
        told: list[Line] = []
        for event in self.story[place:]:
            if not isinstance(event, Notice) and not can_hear(event.audience, viewer):
                continue
            number += 1
            if isinstance(event, Notice):
                told.append(Line(number, "system", event.text, False, None))
            else:
                kind = self.game.words.events[event.kind]
                text = self.game.words.sentence(self.room, event, viewer)
                told.append(Line(number, kind.category, text, kind.pause, event))
        return told

    def why(self, reason: int) -> Why:
        if reason == LED and self.guide is not None:
            return Why("lesson", self.guide.reason())
        return self.game.words.why(self.room, reason)

    def record(self) -> Record:
        """The match so far. The seed is in it only after the end."""
        return Record(self._header(), tuple(self.entries))

    def steps(self) -> Steps:
        """The log with the position before each line. Not for the eyes of players in the middle of a match."""
        lines = range(self.log.count())
        moves = [(int(self.log.who(index)), int(self.log.what(index))) for index in lines]
        return Steps(self.game, len(self.seats), self.options, moves)

    # Answers.

    def answer(
        self, seat: int, question: int, action: int | Sequence[int], token: str | None = None, remark: str = ""
    ) -> Receipt | Refusal:
        """Takes an answer, stores it, then acknowledges. A refusal names the rule and changes nothing.

        An answer may be said in several actions, all of it or nothing. Whoever sits there may remark on it if it is a
        bot."""
        actions = (action,) if isinstance(action, int) else tuple(action)
        refused = self._stranger(seat, token)
        if refused is None and self.said[seat] == (question, actions):
            return Receipt(seat, question, again=True)
        refused = refused or self._refuse(seat, question, actions)
        if refused is not None:
            return refused
        self._commit([self._answer(seat, actions, remark=remark if self.seats[seat].is_bot() else "")])
        return Receipt(seat, question)

    def burst(self, seat: int, question: int, said: Sequence[tuple[int, str]]) -> Receipt | Refusal:
        """Takes what a bot says in one breath, actions with its remarks: whole answers, each a line of its own, all
        stored at once. What comes after an action that is not legal, or after a deal, is left out. A remark
        that stays the same is made once."""
        refused = self._stranger(seat, None) or self._refuse(seat, question, [said[0][0]])
        if refused is not None:
            return refused
        answers, before = [], ""
        for part in breaths(self.state, seat, said):
            remark = next((text for _, text in reversed(part) if text), "")
            actions = [action for action, _ in part]
            answers.append(self._answer(seat, actions, remark="" if remark == before else remark))
            before = remark or before
        self._commit(answers)
        return Receipt(seat, question)

    def _stranger(self, seat: int, token: str | None) -> Refusal | None:
        if not 0 <= seat < len(self.seats):
            return Refusal("seat", "kernel", "There is no such seat.")
        if token is not None and not self.seats[seat].held_by(token):
            return Refusal("token", "kernel", "This seat belongs to somebody else.")
        return None

    def _refuse(self, seat: int, question: int, actions: Sequence[int]) -> Refusal | None:
        if self.over():
            return Refusal("over", "kernel", "The match is over.")
        if question != self.question[seat] or not self.pending[seat]:
            return Refusal("stale", "kernel", "That question is no longer open.")
        reason = objection(self.game, self.room, self.state, self.guide, seat, actions)
        return None if reason is None else Refusal("illegal", reason.rule, reason.sentence)

    def lapse(self, seat: int, question: int, why: str) -> None:
        """The default answer, logged; nothing if the question has been answered since."""
        if self.pending[seat] and question == self.question[seat] and not self.led():
            self._commit([self._answer(seat, [int(self.state.default_answer(seat))], why)])

    def forfeit(self, seat: int, why: str) -> None:
        """A seat gives up, or has to: the match is over. Nothing if it is over already, or led by a lesson."""
        if not self.game.loses_on_time:
            raise Problem(f"Nobody gives up {self.game.title}.")
        if not self.state.over() and not self.led():
            self._commit([self._answer(seat, [int(FORFEIT)], why[:MAX_TEXT_LENGTH])])

    def run_out(self, seat: int) -> None:
        """A seat has no time left: it loses, or gets the default answer, as its game has it."""
        if self.game.loses_on_time:
            self.forfeit(seat, TIME_GONE)
        else:
            self.lapse(seat, self.question[seat], TIME_GONE)

    def tick(self) -> None:
        """Whoever has no time left is dealt with."""
        if self.clock is not None:
            for seat in self.clock.empty():
                self.run_out(seat)

    def jobs(self, asked: Container[tuple[int, int]] = ()) -> list[Job]:
        """What the bots are asked, except for these questions by seat and number."""
        found = []
        for seat in self.owing():
            scripted = None if self.guide is None else self.guide.answer_of(seat)
            waits = self.led() and scripted is None
            if self.seats[seat].is_bot() and (seat, self.question[seat]) not in asked and not waits:
                seed = bot_seed(self.secret, seat)
                stream = int(bot_stream(seat, self.question[seat]))
                world = self.state.imagine(seat, Rng(seed, stream + IMAGINING)).pack()
                bot = self.seats[seat].player
                job = Job(
                    seat, self.question[seat], bot, world, seed, stream, len(self.seats), self.notes[seat], scripted
                )
                found.append(job)
        return found

    def hint_world(self, seat: int) -> State:
        """A world imagined for a seat that asks for a hint."""
        return self.state.imagine(seat, Rng(self.question[seat], HINTING + seat))

    def hint_job(self, seat: int) -> Job:
        """What the game's strongest bot is asked when a seat wants a hint."""
        question, world = self.question[seat], self.hint_world(seat).pack()
        return Job(seat, question, self.game.best, world, question, HINTING + seat, len(self.seats), ())

    def _answer(
        self, seat: int, actions: Sequence[int], why: str = "", remark: str = ""
    ) -> tuple[RecordEntry, Sequence[int]]:
        """An answer in notation, before it is given, and its actions."""
        first, *more = [make_entry(self.game, self.state, seat, action, why) for action in actions]
        text = " ".join([first.text, *(entry.text for entry in more)])
        return first._replace(text=text, remark=clean_remark(remark)), actions

    def _commit(self, answers: Sequence[Answer]) -> None:
        """Plays on a copy, keeps the lines, and only then lets the copy be the match."""
        with self._whole():
            lines: list[str] = []
            for entry, actions in answers:
                unseen = self._say(entry, actions)
                lines += [self._note(entry), *self._deal_on()]
                self._stop_clock(entry.seat)
                self._settled(entry, actions, unseen)
                self._ask()
            self.keep(lines)
        self._settle_down()

    def _stop_clock(self, seat: int) -> None:
        """An answer is in. Where time may lose the match, it is the end of a turn that brings something back."""
        if self.clock is not None and not (self.game.loses_on_time and (self.state.owes(seat) or self.state.over())):
            self.clock.stop(seat)

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        """All of it, on a copy of the state, or nothing has happened."""
        before = self.state, self.dealer, self.link, self.guide, self.spoke, self.resumed
        asked = self.question[:], self.pending[:], self.said[:], self.earlier[:], self.hushed[:]
        times = None if self.clock is None else self.clock.times()
        count = len(self.entries), self.log.count(), len(self.story)
        self.state = self.state.clone()
        self.dealer = None if self.dealer is None else self.dealer.copy()
        try:
            yield
        except BaseException:
            self.state, self.dealer, self.link, self.guide, self.spoke, self.resumed = before
            self.question, self.pending, self.said, self.earlier, self.hushed = asked
            if self.clock is not None and times is not None:
                self.clock.bank, self.clock.since = times
            del self.entries[count[0] :]
            del self.story[count[2] :]
            self.log.truncate(count[1])
            self.fresh = []
            raise

    def _say(self, entry: RecordEntry, actions: Iterable[int]) -> bool:
        """Plays an answer; whether it was given face down, if there is something to tell about it."""
        before = outside(self.state) if entry.why or entry.remark else b""
        self._move(entry, actions)
        return bool(before) and before == outside(self.state)

    def _move(self, entry: RecordEntry, actions: Iterable[int]) -> None:
        """Does what an entry says, before it is noted."""
        owing, count = int(self.state.owing), int(self.log.count())
        before = self.state.clone() if self.past.is_ripe(entry.seat) else None
        done = []
        for action in actions:
            self._act(entry.seat, action)
            done.append(action)
        self.fresh.append(Move(entry, len(self.entries), tuple(done), owing, count, before))

    def _settle_down(self) -> None:
        """What was done stands."""
        fresh, self.fresh = self.fresh, []
        for move in fresh:
            self.past.add(move, self.state)
        self.past.rest(self.state, int(self.log.count()))

    def _settled(self, entry: RecordEntry, actions: Sequence[int], unseen: bool) -> None:
        """An answer is in. That a default stood in for it, or why it was given, is told when it lies open."""
        seat, last = entry.seat, self.said[entry.seat]
        if entry.kind == ANSWER:
            self.earlier[seat] = (*self.earlier[seat], last)[-EARLIER:] if last and self.spoke == seat else ()
            self.said[seat] = (self.question[seat], tuple(actions))
        self.spoke = seat
        self.pending[seat] = False
        self.resumed = False
        for text in about(self.seats[seat].name, entry):
            self.hushed.append((seat if unseen or self.state.sealed(seat) else int(NOBODY), Notice(text)))

    def _deal_on(self) -> list[str]:
        """Deals while the dealer owes; reveals the seed when the match is over."""
        lines = []
        while self.state.outcomes > 0 and self.dealer is not None:
            lines += self._lose_thread()
            outcome = self._outcome(self.dealer)
            if outcome is None:
                break
            entry = make_entry(self.game, self.state, int(DEALER), outcome)
            self._move(entry, [outcome])
            lines.append(self._note(entry))
        lines += self._lose_thread()
        written = [entry.kind for entry in self.entries[-2:]]
        if self.state.over() and OVER not in written:
            lines.append(self._note(RecordEntry(OVER, text=digest(self.state, self.log))))
        if self.state.over() and SEED not in written and self._header().dealer == "committed":
            lines.append(self._note(RecordEntry(SEED, text=self.secret.hex())))
        return lines

    def _note(self, entry: RecordEntry) -> str:
        self.entries.append(entry)
        return self._chain(entry_json(entry))

    def _act(self, who: int, what: int) -> None:
        journal = Journal()
        self.state.journal = journal
        self.log.add(who, what)
        apply_move(self.state, who, what)
        if self.guide is not None and self.led():
            self.guide = self.guide.done()
        self._hear(journal)

    def _hear(self, journal: Journal) -> None:
        self.state.journal = None
        count = int(journal.count())
        for index in range(count):
            audience, kind, *arguments = journal.row(index)
            self.story.append(Event(int(audience), int(kind), tuple(arguments)))

    def _ask(self, taken_back: bool = False) -> None:
        """Numbers the new questions: per seat, never twice. Nobody is asked while the dealer owes."""
        if self.state.outcomes > 0:
            return
        owed = {*self.owing(), self.spoke}
        for seat in range(len(self.seats)):
            owes = bool(self.state.owes(seat))
            if owes and not self.pending[seat]:
                self.question[seat] += 1
            if self.clock is not None:
                self.clock.run(seat, owes)
            self.pending[seat] = owes
        if not taken_back:
            self._turn_up(owed)

    def _turn_up(self, owed: set[int]) -> None:
        """Tells what was hushed about answers that lie open now."""
        hushed, self.hushed = self.hushed, []
        for seat, notice in hushed:
            if seat != NOBODY and lies_down(self.state, seat, self.spoke, owed):
                self.hushed.append((seat, notice))
            else:
                self.story.append(notice)

    def _chain(self, body: str) -> str:
        line, self.link = chain_line(self.link, body)
        return line

    # Lessons.

    def led(self) -> bool:
        """Whether a lesson says who answers what, and what is dealt."""
        return self.guide is not None and self.guide.step is not None and not self.state.over()

    def turn(self, seat: int, page: int, leave: bool = False, token: str | None = None) -> Receipt | Refusal:
        """The learner has read this page of the lesson, or leaves the lesson there and plays on freely."""
        refused = self._stranger(seat, token) or turn_refusal(self.guide, seat, page, leave)
        if refused is not None:
            return refused
        assert self.guide is not None
        if self.guide.step is None or (self.guide.is_past(page) and not leave):
            return Receipt(seat, self.question[seat], again=True)
        with self._whole():
            entry = RecordEntry(LESSON, seat, LESSON_OVER if leave or self.guide.is_last() else NEXT)
            self.keep([self._turned(entry), *self._deal_on()])
        self._settle_down()
        self._ask()
        return Receipt(seat, self.question[seat])

    def _turned(self, entry: RecordEntry) -> str:
        """A step was read, or the lesson is over."""
        assert self.guide is not None
        if entry.text == LESSON_OVER:
            self.guide = self.guide._replace(ended=len(self.entries))
            self.story.append(Notice("The lesson is over. From here on luck is luck, and every choice is yours."))
        else:
            self.guide = self.guide.done()
        return self._note(entry)

    def _lose_thread(self) -> list[str]:
        """A script that does not fit what was answered is over."""
        if self.guide is None or not self.guide.is_lost(self.game, self.state):
            return []
        return [self._turned(RecordEntry(LESSON, self.guide.lesson.learner, LESSON_OVER))]

    def _outcome(self, dealer: Dealer) -> int | None:
        """What is dealt: by the script, or by the dealer; None while the lesson has something to say first."""
        if self.guide is None or self.guide.step is None:
            return dealer.draw(self.state)
        return self.guide.outcome(self.game, self.state)

    # Undo.

    def undo(self, seat: int, question: int | None = None, token: str | None = None) -> Receipt | Refusal:
        """Takes back this seat's last answer, if nothing has come of it yet; by its question's number, once."""
        refused = self._stranger(seat, token)
        if refused is not None:
            return refused
        if question is not None and question == self.undone[seat]:
            return Receipt(seat, question, again=True)
        said = self.said[seat]
        if question is not None and (said is None or said[0] != question):
            return Refusal("stale", "kernel", "That answer was not your last one.")
        reason = "The match is over." if self.over() else undo_refusal(self, seat)
        clock, withdrawn = self.clock, self._withdrawn(seat)
        if not reason and clock is not None and withdrawn and clock.left(seat) <= clock.price(withdrawn):
            reason = "You have no time left for that."
        if reason:
            return Refusal("undo", "kernel", reason)
        entry = RecordEntry(UNDO, seat)
        line, link = chain_line(self.link, entry_json(entry))
        self.keep([line])
        self._take_back(entry)
        self.link = link
        return Receipt(seat, self.question[seat])

    def _withdrawn(self, seat: int) -> list[int]:
        """The seats whose questions came of this seat's last answer."""
        own = self.past.last(seat)
        return [] if own is None else [other for other in self.owing() if (own.owing >> other) & 1 == 0]

    def _take_back(self, entry: RecordEntry) -> None:
        """The state again, without the answer; numbers and story go on from where they were."""
        seat, withdrawn = entry.seat, self._withdrawn(entry.seat)
        same_turn = self.game.loses_on_time and self.pending[seat]
        self.entries.append(entry)
        said = self.said[seat]
        self.undone[seat] = said[0] if said is not None else 0
        *earlier, self.said[seat] = self.earlier[seat] or (None,)
        self.earlier[seat] = tuple(earlier)
        self.undos[seat] += 1
        self.state = self.past.take_back(seat, self.log)
        self.story.append(Notice(f"{self.seats[seat].name} takes the last answer back."))
        self.pending[seat] = False
        if self.clock is not None and not same_turn:
            self.clock.take_back(seat, withdrawn)
        self._ask(taken_back=True)

    # Seats that change hands.

    def hand_over(self, seat: int, player: str) -> None:
        """From here on a bot plays for who left, or its person is back."""
        entry = RecordEntry(SEATED, seat, player)
        line, link = chain_line(self.link, entry_json(entry))
        self.keep([line])
        self._reseat(entry)
        self.link = link

    def _reseat(self, entry: RecordEntry) -> None:
        self.changed[entry.seat] = len(self.entries)
        self.entries.append(entry)
        seat = self.seats[entry.seat]
        seat.player = entry.text
        self.notes[entry.seat] = ()
        now = f"The bot {seat.player} plays for {seat.name} now" if seat.is_bot() else f"{seat.name} plays again"
        self.story.append(Notice(f"{now}."))

    # Records.

    def _relive(self, entry: RecordEntry) -> str:
        """One line of a record, done as it was done the first time, under the same rules."""
        if self.over() and not (entry.kind == SEED and self.entries[-1].kind == OVER):
            raise Problem(f"Line {entry.line}: the match was already over.")
        if entry.kind == UNDO:
            reason = undo_refusal(self, entry.seat) if 0 <= entry.seat < len(self.seats) else "There is no such seat."
            if reason:
                raise Problem(f"Line {entry.line}: this answer could not be taken back. {reason}")
            self._take_back(entry)
            return self._chain(entry_json(entry))
        if entry.kind == SEATED:
            if not 0 <= entry.seat < len(self.seats) or not _seatable(entry.text):
                raise Problem(f"Line {entry.line}: nobody of that kind can sit there.")
            self._reseat(entry)
            return self._chain(entry_json(entry))
        if entry.kind == LESSON:
            check_turn(self.guide, entry)
            line = self._turned(entry)
            self._ask()
            return line
        if entry.kind in MOVE_KINDS:
            self._relive_move(entry)
        elif entry.kind == OVER and (not self.state.over() or entry.text != digest(self.state, self.log)):
            raise Problem(f"Line {entry.line}: the match does not end as the record says.")
        elif entry.kind == SEED and (not self.over() or self._header().dealer != "committed"):
            raise Problem(
                f"Line {entry.line}: a seed is revealed after the end of a committed match, and nowhere else."
            )
        return self._note(entry)

    def _relive_move(self, entry: RecordEntry) -> None:
        if entry.kind == DEALT:
            self._move(entry, self._checked(entry))
        else:
            unseen = self._say(entry, self._checked(entry))
            self._settled(entry, self.fresh[-1].actions, unseen)
        self._settle_down()
        self._ask()

    def _checked(self, entry: RecordEntry) -> Iterator[int]:
        """What an entry says, one by one, if it could be said."""
        taken = len(self.entries) < self._header().given
        for what in parse_moves(self.game, self.state, entry):
            if entry.kind == ANSWER and entry.why and what != self.state.default_answer(entry.seat):
                raise Problem(f"Line {entry.line}: {entry.text!r} is not the default answer.")
            if self.guide is not None and self.led():
                check_entry(self.guide, self.game, self.state, entry, what)
            elif entry.kind == DEALT and not taken and self.dealer and self.dealer.draw(self.state) != what:
                raise Problem(f"Line {entry.line}: {entry.text!r} is not what the dealer's seed gives.")
            yield what
