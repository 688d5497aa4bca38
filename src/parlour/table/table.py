"""The class Table: one match in play, and the only holder of its live game state."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from parlour.kernel.game import Game, clean_name, game_for_options, prepare_options
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
from parlour.kernel.text import Event, MatchContext, Offer, View, Why
from parlour.table.clock import Clock
from parlour.table.dealer import (
    CommittedDealer,
    Dealer,
    bot_seed,
    commitment,
    fresh_nonce,
    fresh_secret,
    validate_nonce,
)
from parlour.table.hidden_answers import TIMEOUT_REASON, answer_notices, is_still_hidden, watcher_position
from parlour.table.lesson import Lesson
from parlour.table.lesson_progress import (
    LESSON_NEXT,
    LessonProgress,
    check_lesson_entry,
    check_scripted_entry,
    explain_objection,
    refuse_page_turn,
)
from parlour.table.lesson_progress import LESSON_OVER as LESSON_OVER
from parlour.table.log_steps import LogSteps
from parlour.table.seat import OPEN, Seat
from parlour.table.table_types import BotTask, Notice, Receipt, TableLogLine, TableRefusal
from parlour.table.undo import undo_refusal
from parlour.table.undo_history import Move, UndoHistory, split_answers

IMAGINE_STREAM = 1 << 40  # added to a bot's stream, to imagine its world
HINT_STREAM = 1 << 41  # streams for hints
LESSON_REASON = -1  # reason: the lesson wants another answer
MAX_EARLIER_ANSWERS = 30  # answers of one seat in a row that can be undone
PlannedAnswer = tuple[RecordEntry, Sequence[int]]  # an answer in notation, and its actions
GivenAnswer = tuple[int, tuple[int, ...]]  # the number of a question, and the actions of its answer
StoreLines = Callable[[Sequence[str]], None]  # stores lines permanently, or raises


def discard_lines(lines: Sequence[str]) -> None:
    """Stores nothing; for tables whose match record is not kept."""


def _can_be_seated(player: str) -> bool:
    return 0 < len(player) <= MAX_TEXT_LENGTH and player.isprintable() and player != OPEN


class Table:
    """A match in play: its seats, open questions, dealer, game clock and record."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: Sequence[Seat],
        *,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
        store_lines: StoreLines = discard_lines,
        clock: tuple[float, float] | None = None,
        now: Callable[[], float] = time.monotonic,
        given_entries: Sequence[RecordEntry] = (),
        lesson: Lesson | None = None,
    ) -> None:
        self.options = prepare_options(game, len(seats), options)
        self.game = game = game_for_options(game, self.options)
        self.seats = list(seats)
        for seat in self.seats:
            seat.name = clean_name(game, seat.name)
        self.store_lines = store_lines
        self.secret = secret or fresh_secret()
        self.commitment = commitment(self.secret)
        self.nonces = [*nonces, *[""] * (len(seats) - len(nonces))]  # by seat
        self.dealer: Dealer | None = None
        self.clock = Clock(len(seats), clock[0], clock[1], now) if clock else None
        self.given_entries = tuple(given_entries)
        self.lesson_progress = None if lesson is None else LessonProgress(lesson)
        self.entries: list[RecordEntry] = []
        self.log = Log()
        self.event_history: list[Event | Notice] = []
        self.visible_cache: dict[int, list[int]] = {}  # indexes in event_history, by viewer
        self.held_notices: list[tuple[int, Notice]] = []  # published when the hidden answer of this seat is revealed
        self.last_answerer = int(DEALER)  # the last seat to answer
        self.chain_link = ""  # hash of the last record line
        self.header: Header | None = None
        self.question_number = [0] * len(seats)  # the number of the last question, by seat
        self.pending = [False] * len(seats)  # whether that question is open, by seat
        self.last_answer: list[GivenAnswer | None] = [None] * len(seats)  # the last answered question, by seat
        # The answers before it, unless another seat has answered since.
        self.earlier_answers: list[tuple[GivenAnswer, ...]] = [()] * len(seats)
        self.undone_question = [0] * len(seats)  # the last question whose answer was undone
        self.undo_count = [0] * len(seats)  # number of undone answers
        self.reseated_at = [0] * len(seats)  # index in the record where the seat last changed its player
        self.bot_notes: list[tuple[int, ...]] = [()] * len(seats)  # the bots' memory, by seat
        self.resumed = False
        self.state: State = game.start(len(seats), self.options, None)
        self.undo_history = UndoHistory(self.state)
        self.new_moves: list[Move] = []  # moves that are not in undo_history yet

    # Before the first question.

    def is_ready(self) -> bool:
        return all(seat.player != OPEN for seat in self.seats)

    def set_nonce(self, seat: int, nonce: str) -> None:
        """Sets a seat's contribution to the dice, after the dealer's commitment is known and before the start."""
        if self.header is not None:
            raise Problem("A nonce must be given before the match begins.")
        self.nonces[seat] = validate_nonce(nonce)

    def begin(self) -> None:
        """Starts the match: mixes the seats' nonces into the dice, stores the record header, asks the first seats."""
        if not self.is_ready():
            raise Problem("A seat is still open.")
        self.nonces = [nonce or fresh_nonce() for nonce in self.nonces]
        self._start_state(CommittedDealer(self.secret, self.nonces))
        lines = [self._chain_line(header_json(self._header()))]
        for entry in self.given_entries:
            lines.append(self._replay_entry(entry._replace(line=0, remark="")))
        lines += self._deal_outcomes()
        self.store_lines(lines)
        self._update_undo_history()
        self._open_questions()

    def replay_record(self, header: Header, entries: Sequence[RecordEntry], dealer: Dealer | None) -> None:
        """Replays a match's record as if played live; raises Problem that names the first impossible line."""
        if len(entries) < header.given:
            raise Problem("This record ends before the position that its match started from.")
        clock, self.clock = self.clock, None
        self.header = header
        self._start_state(dealer)
        self._chain_line(header_json(header))
        for entry in entries:
            self._replay_entry(entry)
        self.resumed = True
        self.clock = clock
        for seat in self.owing():
            if self.clock is not None:
                self.clock.start(seat)

    def resume_play(self) -> None:
        """Deals and stores what the dealer owed when the match was loaded, and asks the next questions."""
        lines = self._deal_outcomes()
        if lines:
            self.store_lines(lines)
        self._update_undo_history()
        self._open_questions()

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
                given=len(self.given_entries),
                lesson="" if self.lesson_progress is None else self.lesson_progress.lesson.name,
                script_hash="" if self.lesson_progress is None else self.lesson_progress.lesson.hash,
            )
        return self.header

    def _start_state(self, dealer: Dealer | None) -> None:
        journal = Journal()
        self.dealer = dealer
        self.state = self.game.start(len(self.seats), self.options, journal)
        self._collect_events(journal)
        self.undo_history = UndoHistory(self.state)
        self._open_questions()

    # Queries.

    @property
    def context(self) -> MatchContext:
        return MatchContext(tuple(seat.name for seat in self.seats), self.options, self.resumed)

    def over(self) -> bool:
        return bool(self.entries) and self.entries[-1].kind in (OVER, SEED)

    def owing(self) -> list[int]:
        """Returns the numbers of the seats that have an open question to answer."""
        return [seat for seat, open_ in enumerate(self.pending) if open_]

    def view(self, viewer: int) -> View:
        return self.game.view(self.state, viewer)

    def offers(self, seat: int) -> list[Offer]:
        offers = self.game.text.offer(self.state, seat) if self.pending[seat] else []
        progress = self.lesson_progress
        if progress is None or progress.step is None:
            return offers
        return [
            offer
            if offer.reason or not progress.objection(seat, offer.action)
            else offer._replace(reason=LESSON_REASON)
            for offer in offers
        ]

    def lines(self, viewer: int, since: int = 0) -> list[TableLogLine]:
        """Returns the match log as a viewer may read it, after line number `since`."""
        places = self.visible_indexes(viewer)
        return self.lines_after(viewer, places[since], since) if since < len(places) else []

    def visible_indexes(self, viewer: int) -> list[int]:
        """Returns the indexes, in event_history, of the log lines that a viewer may read."""
        known = self.visible_cache.setdefault(viewer, [])
        for place in range(known[-1] + 1 if known else 0, len(self.event_history)):
            event = self.event_history[place]
            if isinstance(event, Notice) or can_hear(event.audience, viewer):
                known.append(place)
        return known

    def lines_after(self, viewer: int, place: int, number: int) -> list[TableLogLine]:
        """Returns a viewer's log lines from index `place` of event_history on; `number` lines came before."""
        log_lines: list[TableLogLine] = []
        for event in self.event_history[place:]:
            if not isinstance(event, Notice) and not can_hear(event.audience, viewer):
                continue
            number += 1
            if isinstance(event, Notice):
                log_lines.append(TableLogLine(number, "system", event.text, False, None))
            else:
                kind = self.game.text.events[event.kind]
                text = self.game.text.sentence(self.context, event, viewer)
                log_lines.append(TableLogLine(number, kind.category, text, kind.pause, event))
        return log_lines

    def explain_reason(self, reason: int) -> Why:
        if reason == LESSON_REASON and self.lesson_progress is not None:
            return Why("lesson", self.lesson_progress.closed_reason())
        return self.game.text.why(self.context, reason)

    def record(self) -> Record:
        """Returns the record of the match so far. It contains the dealer's seed only after the end."""
        return Record(self._header(), tuple(self.entries))

    def log_steps(self) -> LogSteps:
        """Returns all moves with the position before each. Not to be shown during the match: it tells secrets."""
        lines = range(self.log.count())
        moves = [(int(self.log.who(index)), int(self.log.what(index))) for index in lines]
        return LogSteps(self.game, len(self.seats), self.options, moves)

    # Answers.

    def answer(
        self, seat: int, question: int, action: int | Sequence[int], token: str | None = None, remark: str = ""
    ) -> Receipt | TableRefusal:
        """Takes a seat's answer, stores it, then acknowledges. A refusal names the rule and changes nothing.

        An answer may consist of several actions, all of which are taken or none. Only a bot may add a remark."""
        actions = (action,) if isinstance(action, int) else tuple(action)
        refused = self._refuse_stranger(seat, token)
        if refused is None and self.last_answer[seat] == (question, actions):
            return Receipt(seat, question, repeated=True)
        refused = refused or self._refuse_answer(seat, question, actions)
        if refused is not None:
            return refused
        self._commit([self._make_answer(seat, actions, remark=remark if self.seats[seat].is_bot() else "")])
        return Receipt(seat, question)

    def answer_burst(self, seat: int, question: int, burst: Sequence[tuple[int, str]]) -> Receipt | TableRefusal:
        """Takes several answers of a bot at once, with remarks: one record line each, all stored together.

        Leaves out everything after an illegal action or a deal. A repeated remark is stored once."""
        refused = self._refuse_stranger(seat, None) or self._refuse_answer(seat, question, [burst[0][0]])
        if refused is not None:
            return refused
        answers, before = [], ""
        for part in split_answers(self.state, seat, burst):
            remark = next((text for _, text in reversed(part) if text), "")
            actions = [action for action, _ in part]
            answers.append(self._make_answer(seat, actions, remark="" if remark == before else remark))
            before = remark or before
        self._commit(answers)
        return Receipt(seat, question)

    def _refuse_stranger(self, seat: int, token: str | None) -> TableRefusal | None:
        if not 0 <= seat < len(self.seats):
            return TableRefusal("seat", "kernel", "There is no such seat.")
        if token is not None and not self.seats[seat].is_held_by(token):
            return TableRefusal("token", "kernel", "This seat belongs to another player.")
        return None

    def _refuse_answer(self, seat: int, question: int, actions: Sequence[int]) -> TableRefusal | None:
        if self.over():
            return TableRefusal("over", "kernel", "The match is over.")
        if question != self.question_number[seat] or not self.pending[seat]:
            return TableRefusal("stale", "kernel", "That question is no longer open.")
        reason = explain_objection(self.game, self.context, self.state, self.lesson_progress, seat, actions)
        return None if reason is None else TableRefusal("illegal", reason.rule, reason.sentence)

    def answer_by_default(self, seat: int, question: int, why: str) -> None:
        """Gives the default answer for a seat, with the reason; does nothing if the question was answered meanwhile."""
        if self.pending[seat] and question == self.question_number[seat] and not self.is_scripted():
            self._commit([self._make_answer(seat, [int(self.state.default_answer(seat))], why)])

    def forfeit(self, seat: int, why: str) -> None:
        """Ends the match as a loss for a seat; does nothing if the match is over or follows a lesson."""
        if not self.game.traits.loses_on_time:
            raise Problem(f"{self.game.title} cannot be forfeited.")
        if not self.state.over() and not self.is_scripted():
            self._commit([self._make_answer(seat, [int(FORFEIT)], why[:MAX_TEXT_LENGTH])])

    def handle_timeout(self, seat: int) -> None:
        """Makes a seat whose time is up lose the match or give the default answer, depending on the game."""
        if self.game.traits.loses_on_time:
            self.forfeit(seat, TIMEOUT_REASON)
        else:
            self.answer_by_default(seat, self.question_number[seat], TIMEOUT_REASON)

    def tick(self) -> None:
        """Lets every seat whose game clock has run out lose or give the default answer; called regularly."""
        if self.clock is not None:
            for seat in self.clock.expired_seats():
                self.handle_timeout(seat)

    def bot_tasks(self, asked: Container[tuple[int, int]] = ()) -> list[BotTask]:
        """Returns tasks for the bots that owe an answer, except questions in `asked` (seat, question number)."""
        found = []
        for seat in self.owing():
            scripted = None if self.lesson_progress is None else self.lesson_progress.scripted_answer(seat)
            waits = self.is_scripted() and scripted is None
            if self.seats[seat].is_bot() and (seat, self.question_number[seat]) not in asked and not waits:
                seed = bot_seed(self.secret, seat)
                stream = int(bot_stream(seat, self.question_number[seat]))
                world = self.state.imagine(seat, Rng(seed, stream + IMAGINE_STREAM)).pack()
                bot = self.seats[seat].player
                task = BotTask(
                    seat,
                    self.question_number[seat],
                    bot,
                    world,
                    seed,
                    stream,
                    len(self.seats),
                    self.bot_notes[seat],
                    scripted,
                )
                found.append(task)
        return found

    def hint_world(self, seat: int) -> State:
        """Returns the position with everything hidden from the seat dealt again, to compute a hint for its player."""
        return self.state.imagine(seat, Rng(self.question_number[seat], HINT_STREAM + seat))

    def hint_task(self, seat: int) -> BotTask:
        """Returns the task for the game's strongest bot that computes a hint for a seat's player."""
        question, world = self.question_number[seat], self.hint_world(seat).pack()
        return BotTask(seat, question, self.game.coach.best, world, question, HINT_STREAM + seat, len(self.seats), ())

    def _make_answer(
        self, seat: int, actions: Sequence[int], why: str = "", remark: str = ""
    ) -> tuple[RecordEntry, Sequence[int]]:
        """Returns the record line of a seat's answer, written in the game's notation, and its actions."""
        first, *more = [make_entry(self.game, self.state, seat, action, why) for action in actions]
        text = " ".join([first.text, *(entry.text for entry in more)])
        return first._replace(text=text, remark=clean_remark(remark)), actions

    def _commit(self, answers: Sequence[PlannedAnswer]) -> None:
        """Plays answers on a copy of the state, stores their record lines, and only then lets the copy count."""
        with self._transaction():
            lines: list[str] = []
            for entry, actions in answers:
                unseen = self._play_answer(entry, actions)
                lines += [self._append_entry(entry), *self._deal_outcomes()]
                self._stop_clock(entry.seat)
                self._register_answer(entry, actions, unseen)
                self._open_questions()
            self.store_lines(lines)
        self._update_undo_history()

    def _stop_clock(self, seat: int) -> None:
        """Stops a seat's clock after its answer and adds the increment.

        If time can lose the match, the clock runs on until the end of the seat's turn."""
        if self.clock is not None and not (
            self.game.traits.loses_on_time and (self.state.owes(seat) or self.state.over())
        ):
            self.clock.complete_answer(seat)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Lets the caller change a copy of the match's state; restores everything after an exception."""
        before = self.state, self.dealer, self.chain_link, self.lesson_progress, self.last_answerer, self.resumed
        asked = (
            self.question_number[:],
            self.pending[:],
            self.last_answer[:],
            self.earlier_answers[:],
            self.held_notices[:],
        )
        times = None if self.clock is None else self.clock.snapshot()
        count = len(self.entries), self.log.count(), len(self.event_history)
        self.state = self.state.clone()
        self.dealer = None if self.dealer is None else self.dealer.copy()
        try:
            yield
        except BaseException:
            self.state, self.dealer, self.chain_link, self.lesson_progress, self.last_answerer, self.resumed = before
            self.question_number, self.pending, self.last_answer, self.earlier_answers, self.held_notices = asked
            if self.clock is not None and times is not None:
                self.clock.bank, self.clock.since = times
            del self.entries[count[0] :]
            del self.event_history[count[2] :]
            self.log.truncate(count[1])
            self.new_moves = []
            raise

    def _play_answer(self, entry: RecordEntry, actions: Iterable[int]) -> bool:
        """Plays a seat's answer. Returns whether the answer is hidden from watchers, if there are notices about it."""
        before = watcher_position(self.state) if entry.why or entry.remark else b""
        self._apply_entry(entry, actions)
        return bool(before) and before == watcher_position(self.state)

    def _apply_entry(self, entry: RecordEntry, actions: Iterable[int]) -> None:
        """Applies the moves of a record line to the state, and notes them for the undo history."""
        owing, count = int(self.state.owing), int(self.log.count())
        before = self.state.clone() if self.undo_history.finalizes_earlier(entry.seat) else None
        done = []
        for action in actions:
            self._apply_action(entry.seat, action)
            done.append(action)
        self.new_moves.append(Move(entry, len(self.entries), tuple(done), owing, count, before))

    def _update_undo_history(self) -> None:
        """Adds the moves applied since the last call to the undo history."""
        fresh, self.new_moves = self.new_moves, []
        for move in fresh:
            self.undo_history.add(move, self.state)
        self.undo_history.finalize_dealt(self.state, int(self.log.count()))

    def _register_answer(self, entry: RecordEntry, actions: Sequence[int], unseen: bool) -> None:
        """Notes a seat's answer as its last one, closes its question, and holds back the log notices about it."""
        seat, last = entry.seat, self.last_answer[entry.seat]
        if entry.kind == ANSWER:
            self.earlier_answers[seat] = (
                (*self.earlier_answers[seat], last)[-MAX_EARLIER_ANSWERS:]
                if last and self.last_answerer == seat
                else ()
            )
            self.last_answer[seat] = (self.question_number[seat], tuple(actions))
        self.last_answerer = seat
        self.pending[seat] = False
        self.resumed = False
        for text in answer_notices(self.seats[seat].name, entry):
            self.held_notices.append((seat if unseen or self.state.sealed(seat) else int(NOBODY), Notice(text)))

    def _deal_outcomes(self) -> list[str]:
        """Deals while the dealer owes an outcome, and reveals the seed at the match's end. Returns the record lines."""
        lines = []
        while self.state.outcomes > 0 and self.dealer is not None:
            lines += self._end_lost_lesson()
            outcome = self._next_outcome(self.dealer)
            if outcome is None:
                break
            entry = make_entry(self.game, self.state, int(DEALER), outcome)
            self._apply_entry(entry, [outcome])
            lines.append(self._append_entry(entry))
        lines += self._end_lost_lesson()
        written = [entry.kind for entry in self.entries[-2:]]
        if self.state.over() and OVER not in written:
            lines.append(self._append_entry(RecordEntry(OVER, text=digest(self.state, self.log))))
        if self.state.over() and SEED not in written and self._header().dealer == "committed":
            lines.append(self._append_entry(RecordEntry(SEED, text=self.secret.hex())))
        return lines

    def _append_entry(self, entry: RecordEntry) -> str:
        self.entries.append(entry)
        return self._chain_line(entry_json(entry))

    def _apply_action(self, who: int, what: int) -> None:
        journal = Journal()
        self.state.journal = journal
        self.log.add(who, what)
        apply_move(self.state, who, what)
        if self.lesson_progress is not None and self.is_scripted():
            self.lesson_progress = self.lesson_progress.advance()
        self._collect_events(journal)

    def _collect_events(self, journal: Journal) -> None:
        self.state.journal = None
        count = int(journal.count())
        for index in range(count):
            audience, kind, *arguments = journal.row(index)
            self.event_history.append(Event(int(audience), int(kind), tuple(arguments)))

    def _open_questions(self, taken_back: bool = False) -> None:
        """Gives new questions a number, separately for each seat, and sets the clocks; waits while the dealer owes."""
        if self.state.outcomes > 0:
            return
        owed = {*self.owing(), self.last_answerer}
        for seat in range(len(self.seats)):
            owes = bool(self.state.owes(seat))
            if owes and not self.pending[seat]:
                self.question_number[seat] += 1
            if self.clock is not None:
                self.clock.set_running(seat, owes)
            self.pending[seat] = owes
        if not taken_back:
            self._publish_notices(owed)

    def _publish_notices(self, owed: set[int]) -> None:
        """Moves the held-back notices about answers that are no longer hidden into the match log."""
        held, self.held_notices = self.held_notices, []
        for seat, notice in held:
            if seat != NOBODY and is_still_hidden(self.state, seat, self.last_answerer, owed):
                self.held_notices.append((seat, notice))
            else:
                self.event_history.append(notice)

    def _chain_line(self, body: str) -> str:
        line, self.chain_link = chain_line(self.chain_link, body)
        return line

    # Lessons.

    def is_scripted(self) -> bool:
        """Returns whether a lesson's script determines the answers and outcomes of the match now."""
        return self.lesson_progress is not None and self.lesson_progress.step is not None and not self.state.over()

    def turn_page(self, seat: int, page: int, leave: bool = False, token: str | None = None) -> Receipt | TableRefusal:
        """Turns a page of the lesson for the learner, or leaves the lesson at that page."""
        refused = self._refuse_stranger(seat, token) or refuse_page_turn(self.lesson_progress, seat, page, leave)
        if refused is not None:
            return refused
        assert self.lesson_progress is not None
        if self.lesson_progress.step is None or (self.lesson_progress.is_page_done(page) and not leave):
            return Receipt(seat, self.question_number[seat], repeated=True)
        with self._transaction():
            entry = RecordEntry(LESSON, seat, LESSON_OVER if leave or self.lesson_progress.is_last() else LESSON_NEXT)
            self.store_lines([self._advance_lesson(entry), *self._deal_outcomes()])
        self._update_undo_history()
        self._open_questions()
        return Receipt(seat, self.question_number[seat])

    def _advance_lesson(self, entry: RecordEntry) -> str:
        """Completes a step of the lesson, or ends the lesson. Returns the record line about it."""
        assert self.lesson_progress is not None
        if entry.text == LESSON_OVER:
            self.lesson_progress = self.lesson_progress._replace(ended_at=len(self.entries))
            self.event_history.append(
                Notice("The lesson is over. From here on luck is luck, and every choice is yours.")
            )
        else:
            self.lesson_progress = self.lesson_progress.advance()
        return self._append_entry(entry)

    def _end_lost_lesson(self) -> list[str]:
        """Ends the lesson if its script does not fit the position. Returns the record lines about it, if any."""
        if self.lesson_progress is None or not self.lesson_progress.is_off_script(self.game, self.state):
            return []
        return [self._advance_lesson(RecordEntry(LESSON, self.lesson_progress.lesson.learner, LESSON_OVER))]

    def _next_outcome(self, dealer: Dealer) -> int | None:
        """Returns the dealer's next outcome, by lesson or by chance; None while the lesson waits for the learner."""
        if self.lesson_progress is None or self.lesson_progress.step is None:
            return dealer.draw(self.state)
        return self.lesson_progress.scripted_outcome(self.game, self.state)

    # Undo.

    def undo(self, seat: int, question: int | None = None, token: str | None = None) -> Receipt | TableRefusal:
        """Undoes a seat's last answer if it had no consequences. With a question number, repeating it is harmless."""
        refused = self._refuse_stranger(seat, token)
        if refused is not None:
            return refused
        if question is not None and question == self.undone_question[seat]:
            return Receipt(seat, question, repeated=True)
        last = self.last_answer[seat]
        if question is not None and (last is None or last[0] != question):
            return TableRefusal("stale", "kernel", "That answer was not your last one.")
        reason = "The match is over." if self.over() else undo_refusal(self, seat)
        clock, withdrawn = self.clock, self._withdrawn_seats(seat)
        if not reason and clock is not None and withdrawn and clock.seconds_left(seat) <= clock.undo_cost(withdrawn):
            reason = "You have no time left on the clock to take an answer back."
        if reason:
            return TableRefusal("undo", "kernel", reason)
        entry = RecordEntry(UNDO, seat)
        line, link = chain_line(self.chain_link, entry_json(entry))
        self.store_lines([line])
        self._take_back(entry)
        self.chain_link = link
        return Receipt(seat, self.question_number[seat])

    def _withdrawn_seats(self, seat: int) -> list[int]:
        """Returns the seats whose open questions would vanish if this seat's last answer were undone."""
        own = self.undo_history.last_answer(seat)
        return [] if own is None else [other for other in self.owing() if (own.owing >> other) & 1 == 0]

    def _take_back(self, entry: RecordEntry) -> None:
        """Undoes a seat's last answer: the position goes back; question numbers and match log continue."""
        seat, withdrawn = entry.seat, self._withdrawn_seats(entry.seat)
        same_turn = self.game.traits.loses_on_time and self.pending[seat]
        self.entries.append(entry)
        last = self.last_answer[seat]
        self.undone_question[seat] = last[0] if last is not None else 0
        *earlier, self.last_answer[seat] = self.earlier_answers[seat] or (None,)
        self.earlier_answers[seat] = tuple(earlier)
        self.undo_count[seat] += 1
        self.state = self.undo_history.take_back(seat, self.log)
        self.event_history.append(Notice(f"{self.seats[seat].name} takes the last answer back."))
        self.pending[seat] = False
        if self.clock is not None and not same_turn:
            self.clock.undo_answer(seat, withdrawn)
        self._open_questions(taken_back=True)

    # Changing players.

    def hand_over(self, seat: int, player: str) -> None:
        """Lets a bot play a seat whose player has left, or the player return to it, and stores the change."""
        entry = RecordEntry(SEATED, seat, player)
        line, link = chain_line(self.chain_link, entry_json(entry))
        self.store_lines([line])
        self._reseat(entry)
        self.chain_link = link

    def _reseat(self, entry: RecordEntry) -> None:
        self.reseated_at[entry.seat] = len(self.entries)
        self.entries.append(entry)
        seat = self.seats[entry.seat]
        seat.player = entry.text
        self.bot_notes[entry.seat] = ()
        now = f"The bot {seat.player} plays for {seat.name} now" if seat.is_bot() else f"{seat.name} plays again"
        self.event_history.append(Notice(f"{now}."))

    # Records.

    def _replay_entry(self, entry: RecordEntry) -> str:
        """Replays one line of a match's record as if played live; raises Problem if the line is impossible."""
        if self.over() and not (entry.kind == SEED and self.entries[-1].kind == OVER):
            raise Problem(f"Line {entry.line} of the record follows the end of the match: the match was already over.")
        if entry.kind == UNDO:
            reason = undo_refusal(self, entry.seat) if 0 <= entry.seat < len(self.seats) else "There is no such seat."
            if reason:
                raise Problem(
                    f"Line {entry.line} of the record takes back an answer that could not be taken back. {reason}"
                )
            self._take_back(entry)
            return self._chain_line(entry_json(entry))
        if entry.kind == SEATED:
            if not 0 <= entry.seat < len(self.seats) or not _can_be_seated(entry.text):
                raise Problem(f"Line {entry.line} of the record names a seat or a player that the match cannot have.")
            self._reseat(entry)
            return self._chain_line(entry_json(entry))
        if entry.kind == LESSON:
            check_lesson_entry(self.lesson_progress, entry)
            line = self._advance_lesson(entry)
            self._open_questions()
            return line
        if entry.kind in MOVE_KINDS:
            self._replay_move(entry)
        elif entry.kind == OVER and (not self.state.over() or entry.text != digest(self.state, self.log)):
            raise Problem(f"Line {entry.line} of the record: the match does not end as the record says.")
        elif entry.kind == SEED and (not self.over() or self._header().dealer != "committed"):
            raise Problem(
                f"Line {entry.line} of the record reveals a seed, but only a committed dealer does so, after the match."
            )
        return self._append_entry(entry)

    def _replay_move(self, entry: RecordEntry) -> None:
        if entry.kind == DEALT:
            self._apply_entry(entry, self._checked_moves(entry))
        else:
            unseen = self._play_answer(entry, self._checked_moves(entry))
            self._register_answer(entry, self.new_moves[-1].actions, unseen)
        self._update_undo_history()
        self._open_questions()

    def _checked_moves(self, entry: RecordEntry) -> Iterator[int]:
        """Yields the moves of a record line; raises Problem if one is against rules, lesson or the dealer's seed."""
        taken = len(self.entries) < self._header().given
        for what in parse_moves(self.game, self.state, entry):
            if entry.kind == ANSWER and entry.why and what != self.state.default_answer(entry.seat):
                raise Problem(
                    f"Line {entry.line} of the record: {entry.text!r} is not the default answer of seat {entry.seat}."
                )
            if self.lesson_progress is not None and self.is_scripted():
                check_scripted_entry(self.lesson_progress, self.game, self.state, entry, what)
            elif entry.kind == DEALT and not taken and self.dealer and self.dealer.draw(self.state) != what:
                raise Problem(f"Line {entry.line} of the record: {entry.text!r} is not what the dealer's seed gives.")
            yield what
