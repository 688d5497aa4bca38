"""The class Table: takes the answers and other requests of a match's players, and stores every change of the match."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Container, Iterator, Sequence

from parlour.kernel.game import Game, clean_name, game_for_options, prepare_options
from parlour.kernel.journal import can_hear
from parlour.kernel.match import FORFEIT
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import LESSON, MAX_TEXT_LENGTH, SEATED, UNDO, Header, Record, RecordEntry
from parlour.kernel.rng import Rng, bot_stream
from parlour.kernel.state import State
from parlour.table.answering import PlannedAnswer, deal_outcomes, plan_answer, plan_burst, play_answer, refuse_answer
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
from parlour.table.hidden_answers import TIMEOUT_REASON
from parlour.table.lesson import Lesson
from parlour.table.lesson_play import advance_lesson, refuse_page_turn
from parlour.table.lesson_progress import LESSON_NEXT, LESSON_OVER, LessonProgress
from parlour.table.match_progress import MatchProgress
from parlour.table.presenter import PresentedPosition, Presenter
from parlour.table.replaying import replay_entry
from parlour.table.seat import OPEN, Seat
from parlour.table.seating import reseat
from parlour.table.table_types import BotTask, Notice, Receipt, TableLogLine, TableRefusal
from parlour.table.undo import refuse_undo, take_back

IMAGINE_STREAM = 1 << 40  # added to a bot's stream, to imagine its world
HINT_STREAM = 1 << 41  # streams for hints
StoreLines = Callable[[Sequence[str]], None]  # stores lines permanently, or raises


def discard_lines(lines: Sequence[str]) -> None:
    """Stores nothing; for tables whose match record is not kept."""


class Table:
    """Takes the requests of a match's players. A request changes a copy of the match, and the copy becomes the match
    when its record lines are stored."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: Sequence[Seat],
        *,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
        store_lines: StoreLines = discard_lines,
        clock: Clock | None = None,
        lesson: Lesson | None = None,
    ) -> None:
        self.options = prepare_options(game, len(seats), options)
        self.game = game = game_for_options(game, self.options)
        for seat in seats:
            seat.name = clean_name(game, seat.name)
        self.store_lines = store_lines
        self.secret = secret or fresh_secret()
        self.commitment = commitment(self.secret)
        self.nonces = [*nonces, *[""] * (len(seats) - len(nonces))]  # by seat
        progress = None if lesson is None else LessonProgress(lesson)
        self.match = MatchProgress(game, self.options, seats, clock, progress)
        self.visible_cache: dict[int, list[int]] = {}  # indexes in event_history, by viewer

    # Before the first question.

    def is_ready(self) -> bool:
        return all(seat.player != OPEN for seat in self.match.seats)

    def set_nonce(self, seat: int, nonce: str) -> None:
        """Sets a seat's contribution to the dice, after the dealer's commitment is known and before the start."""
        if self.match.header is not None:
            raise Problem("A nonce (a seat's part of the dice) came too late; send it before the match begins.")
        self.nonces[seat] = validate_nonce(nonce)

    def begin(self, given: Sequence[RecordEntry] = ()) -> None:
        """Starts the match: mixes the seats' nonces into the dice, stores the record header, asks the first seats.

        The first moves may be given, those of another match."""
        if not self.is_ready():
            raise Problem("The match cannot begin, as a seat is still open; seat a player or a bot there.")
        self.nonces = [nonce or fresh_nonce() for nonce in self.nonces]
        with self._transaction() as changed:
            changed.start(self._make_header(len(given)), CommittedDealer(self.secret, self.nonces))
            for entry in given:
                replay_entry(changed, entry._replace(line=0, remark=""))
            deal_outcomes(changed)
            changed.open_questions()

    def _make_header(self, given: int = 0) -> Header:
        seats, progress = self.match.seats, self.match.lesson_progress
        return Header(
            game=self.game.name,
            version=self.game.version,
            options=self.options,
            names=tuple(seat.name for seat in seats),
            players=tuple(seat.player for seat in seats),
            dealer="committed",
            commitment=self.commitment,
            nonces=tuple(self.nonces),
            given=given,
            lesson="" if progress is None else progress.lesson.name,
            script_hash="" if progress is None else progress.lesson.hash,
        )

    def replay_record(self, header: Header, entries: Sequence[RecordEntry], dealer: Dealer | None) -> None:
        """Replays a match's record as if played live; raises Problem that names the first impossible line."""
        if len(entries) < header.given:
            raise Problem(
                "This record is cut off, as it ends before the position that its match started from; use another copy."
            )
        match = self.match.copy()
        clock, match.clock = match.clock, None
        match.start(header, dealer)
        for entry in entries:
            replay_entry(match, entry)
        match.resumed = True
        match.clock = clock
        for seat in match.owing():
            if clock is not None:
                clock.start(seat)
        match.new_lines = []
        self.match = match

    def resume_play(self) -> None:
        """Deals and stores what the dealer owed when the match was loaded, and asks the next questions."""
        with self._transaction() as changed:
            deal_outcomes(changed)
            changed.open_questions()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[MatchProgress]:
        """Lets the caller change a copy of the match, stores its new record lines, and makes the copy the match.

        After an exception the match is as before."""
        changed = self.match.copy()
        yield changed
        changed.update_undo_history()
        if changed.new_lines:
            self.store_lines(changed.new_lines)
        changed.new_lines = []
        self.match = changed

    # Queries.

    def presenter(self, viewer: int) -> Presenter:
        return Presenter(self.game, self.match.context, viewer)

    def present(self, viewer: int) -> PresentedPosition:
        """Returns the match now as a viewer sees it: board, question, choices."""
        return self.presenter(viewer).show(self.match.state, self.match.lesson_progress)

    def lines(self, viewer: int, since: int = 0) -> list[TableLogLine]:
        """Returns the match log as a viewer may read it, after line number `since`."""
        places = self.visible_indexes(viewer)
        return self.lines_after(viewer, places[since], since) if since < len(places) else []

    def visible_indexes(self, viewer: int) -> list[int]:
        """Returns the indexes, in event_history, of the log lines that a viewer may read."""
        known = self.visible_cache.setdefault(viewer, [])
        for place in range(known[-1] + 1 if known else 0, len(self.match.event_history)):
            event = self.match.event_history[place]
            if isinstance(event, Notice) or can_hear(event.audience, viewer):
                known.append(place)
        return known

    def lines_after(self, viewer: int, place: int, number: int) -> list[TableLogLine]:
        """Returns a viewer's log lines from index `place` of event_history on; `number` lines came before."""
        return self.presenter(viewer).lines(self.match.event_history[place:], number)

    def record(self) -> Record:
        """Returns the record of the match so far. It contains the dealer's seed only after the end."""
        return Record(self.match.header or self._make_header(), tuple(self.match.entries))

    # Answers.

    def answer(
        self, seat: int, question: int, action: int | Sequence[int], token: str | None = None, remark: str = ""
    ) -> Receipt | TableRefusal:
        """Takes a seat's answer, stores it, then acknowledges. A refusal names the rule and changes nothing.

        An answer may consist of several actions, all of which are taken or none. Only a bot may add a remark."""
        actions = (action,) if isinstance(action, int) else tuple(action)
        refused = self._refuse_stranger(seat, token)
        if refused is None and self.match.last_answer[seat] == (question, actions):
            return Receipt(seat, question, repeated=True)
        refused = refused or refuse_answer(self.match, seat, question, actions)
        if refused is not None:
            return refused
        self._commit([plan_answer(self.match, seat, actions, remark=remark if self.match.seats[seat].is_bot() else "")])
        return Receipt(seat, question)

    def answer_burst(self, seat: int, question: int, burst: Sequence[tuple[int, str]]) -> Receipt | TableRefusal:
        """Takes several answers of a bot at once, with remarks: one record line each, all stored together.

        Refuses all if the first action is illegal; else leaves out the rest from an illegal action or a deal on.
        A repeated remark is stored once."""
        refused = self._refuse_stranger(seat, None) or refuse_answer(self.match, seat, question, [burst[0][0]])
        if refused is not None:
            return refused
        self._commit(plan_burst(self.match, seat, burst))
        return Receipt(seat, question)

    def _refuse_stranger(self, seat: int, token: str | None) -> TableRefusal | None:
        if not 0 <= seat < len(self.match.seats):
            return TableRefusal("seat", "kernel", "There is no such seat at this table; choose one of its seats.")
        if token is not None and not self.match.seats[seat].is_held_by(token):
            return TableRefusal("token", "kernel", "This seat belongs to another player; answer only for your own.")
        return None

    def answer_by_default(self, seat: int, question: int, why: str) -> None:
        """Gives the default answer for a seat, with the reason.

        Does nothing if the question was answered meanwhile, or while a lesson's script runs."""
        if self.match.pending[seat] and question == self.match.question_number[seat] and not self.match.is_scripted():
            self._commit([plan_answer(self.match, seat, [int(self.match.state.default_answer(seat))], why)])

    def forfeit(self, seat: int, why: str) -> None:
        """Ends the match as a loss for a seat; does nothing if the match is over or follows a lesson.

        Raises Problem if the game knows no loss on time."""
        if not self.game.traits.loses_on_time:
            raise Problem(f"A match of {self.game.title} cannot be given up; let the default answer be given instead.")
        if not self.match.state.over() and not self.match.is_scripted():
            self._commit([plan_answer(self.match, seat, [int(FORFEIT)], why[:MAX_TEXT_LENGTH])])

    def handle_timeout(self, seat: int) -> None:
        """Makes a seat whose time is up lose the match or give the default answer, depending on the game."""
        if self.game.traits.loses_on_time:
            self.forfeit(seat, TIMEOUT_REASON)
        else:
            self.answer_by_default(seat, self.match.question_number[seat], TIMEOUT_REASON)

    def bot_tasks(self, asked: Container[tuple[int, int]] = ()) -> list[BotTask]:
        """Returns tasks for the bots that owe an answer, except questions in `asked` (seat, question number)."""
        match, found = self.match, []
        for seat in match.owing():
            question, progress = match.question_number[seat], match.lesson_progress
            scripted = None if progress is None else progress.scripted_answer(seat)
            waits = match.is_scripted() and scripted is None
            if match.seats[seat].is_bot() and (seat, question) not in asked and not waits:
                seed, stream = bot_seed(self.secret, seat), int(bot_stream(seat, question))
                world = match.state.imagine(seat, Rng(seed, stream + IMAGINE_STREAM)).pack()
                bot, notes = match.seats[seat].player, match.bot_notes[seat]
                found.append(BotTask(seat, question, bot, world, seed, stream, len(match.seats), notes, scripted))
        return found

    def hint_world(self, seat: int) -> State:
        """Returns the position with everything hidden from the seat dealt again, to compute a hint for its player."""
        return self.match.state.imagine(seat, Rng(self.match.question_number[seat], HINT_STREAM + seat))

    def hint_task(self, seat: int) -> BotTask:
        """Returns the task for the game's strongest bot that computes a hint for a seat's player."""
        question, stream, best = self.match.question_number[seat], HINT_STREAM + seat, self.game.coach.best
        world, seats = self.hint_world(seat).pack(), len(self.match.seats)
        return BotTask(seat, question, best, world, question, stream, seats, ())

    def _commit(self, answers: Sequence[PlannedAnswer]) -> None:
        with self._transaction() as changed:
            for entry, actions in answers:
                play_answer(changed, entry, actions)

    # Lessons, undo, changing players.

    def turn_page(self, seat: int, page: int, leave: bool = False, token: str | None = None) -> Receipt | TableRefusal:
        """Turns a page of the lesson for the learner, or leaves the lesson at that page."""
        progress = self.match.lesson_progress
        refused = self._refuse_stranger(seat, token) or refuse_page_turn(progress, seat, page, leave)
        if refused is not None:
            return refused
        assert progress is not None
        if progress.step is None or (progress.is_page_done(page) and not leave):
            return Receipt(seat, self.match.question_number[seat], repeated=True)
        with self._transaction() as changed:
            advance_lesson(
                changed, RecordEntry(LESSON, seat, LESSON_OVER if leave or progress.is_last() else LESSON_NEXT)
            )
            deal_outcomes(changed)
            changed.open_questions()
        return Receipt(seat, self.match.question_number[seat])

    def undo(self, seat: int, question: int | None = None, token: str | None = None) -> Receipt | TableRefusal:
        """Undoes a seat's last answer if it had no consequences. With a question number, repeating it is harmless."""
        refused = self._refuse_stranger(seat, token)
        if refused is None and question is not None and question == self.match.undone_question[seat]:
            return Receipt(seat, question, repeated=True)
        refused = refused or refuse_undo(self.match, seat, question)
        if refused is not None:
            return refused
        with self._transaction() as changed:
            take_back(changed, RecordEntry(UNDO, seat))
        return Receipt(seat, self.match.question_number[seat])

    def hand_over(self, seat: int, player: str) -> None:
        """Lets a bot play a seat whose player has left, or the player return to it, and stores the change."""
        with self._transaction() as changed:
            reseat(changed, RecordEntry(SEATED, seat, player))
