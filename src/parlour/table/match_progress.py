"""How far the match at a table has come: everything that an answer changes, in one object that is cheap to copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.kernel.game import Game
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, apply_move
from parlour.kernel.options import Options
from parlour.kernel.record import OVER, SEED, Header, RecordEntry, chain_line, entry_json, header_json
from parlour.kernel.state import DEALER, NOBODY, State
from parlour.kernel.text import Event, MatchContext, View
from parlour.table.cheap_copies import GrowingList, copy_attributes
from parlour.table.clock import Clock
from parlour.table.dealer import Dealer
from parlour.table.hidden_answers import index_of_own_line, is_still_hidden
from parlour.table.lesson_progress import LessonProgress
from parlour.table.seat import Seat, bot_seats
from parlour.table.table_types import Notice
from parlour.table.undo_history import Move, UndoHistory

GivenAnswer = tuple[int, tuple[int, ...]]  # the number of a question, and the actions of its answer


class MatchProgress:
    """How far a match has come: its state, record, log, events, clock, lesson and questions.

    A table changes a copy and makes it the match when its record lines are stored. A copy costs the same however long
    the match is: whatever grows with the match is shared."""

    def __init__(
        self, game: Game, options: Options, seats: Sequence[Seat], clock: Clock | None, lesson: LessonProgress | None
    ) -> None:
        self.game = game
        self.options = options
        self.seats = list(seats)
        self.header: Header | None = None  # of the record; None before the match begins
        self.entries: GrowingList[RecordEntry] = GrowingList()
        self.chain_link = ""  # hash of the last record line
        self.new_lines: list[str] = []  # record lines that are not stored yet
        self.log = Log()
        self.event_history: GrowingList[Event | Notice] = GrowingList()
        self.events_before = 0  # the number of events before the last answer
        self.held_notices: list[tuple[int, Notice]] = []  # published when the hidden answer of this seat is revealed
        self.state: State = game.start(len(seats), options, None)
        self.dealer: Dealer | None = None
        self.clock = clock
        self.lesson_progress = lesson
        self.question_number = [0] * len(seats)  # the number of the last question, by seat
        self.pending = [False] * len(seats)  # whether that question is open, by seat
        self.last_answerer = int(DEALER)  # the last seat to answer
        self.last_answer: list[GivenAnswer | None] = [None] * len(seats)  # the last answered question, by seat
        # The answers before it, unless another seat has answered since.
        self.earlier_answers: list[tuple[GivenAnswer, ...]] = [()] * len(seats)
        self.undone_question = [0] * len(seats)  # the last question whose answer was undone
        self.undo_count = [0] * len(seats)  # number of undone answers
        self.reseated_at = [0] * len(seats)  # index in the record where the seat last changed its player
        self.bot_notes: list[tuple[int, ...]] = [()] * len(seats)  # the bots' memory, by seat
        self.resumed = False
        self.undo_history = UndoHistory(self.state)
        self.new_moves: list[Move] = []  # moves that are not in undo_history yet

    def copy(self) -> MatchProgress:
        """Returns a copy of the match in which a request is tried. Afterwards only one of the two, the copy or this
        object, may change."""
        twin = copy_attributes(self)
        twin.seats = self.seats[:]
        twin.entries, twin.event_history = self.entries.copy(), self.event_history.copy()
        twin.new_lines, twin.new_moves, twin.held_notices = [], [], self.held_notices[:]
        twin.log = Log()
        twin.log.numbers = self.log.numbers  # shared: what the copy appends is beyond the end of the original
        twin.state = self.state.clone()
        twin.dealer = None if self.dealer is None else self.dealer.copy()
        twin.clock = None if self.clock is None else self.clock.copy()
        twin.question_number, twin.pending = self.question_number[:], self.pending[:]
        twin.last_answer, twin.earlier_answers = self.last_answer[:], self.earlier_answers[:]
        twin.undone_question, twin.undo_count = self.undone_question[:], self.undo_count[:]
        twin.reseated_at, twin.bot_notes = self.reseated_at[:], self.bot_notes[:]
        twin.undo_history = self.undo_history.copy()
        return twin

    # Queries.

    @property
    def context(self) -> MatchContext:
        bots = bot_seats([seat.player for seat in self.seats])
        return MatchContext(tuple(seat.name for seat in self.seats), self.options, self.resumed, bots)

    def over(self) -> bool:
        return bool(self.entries) and self.entries[-1].kind in (OVER, SEED)

    def owing(self) -> list[int]:
        """Returns the numbers of the seats that have an open question to answer."""
        return [seat for seat, open_ in enumerate(self.pending) if open_]

    def is_scripted(self) -> bool:
        """Returns whether a lesson's script determines the answers and outcomes of the match now."""
        return self.lesson_progress is not None and self.lesson_progress.step is not None and not self.state.over()

    def view(self, viewer: int) -> View:
        return self.game.view(self.state, viewer)

    # Changes.

    def start(self, header: Header, dealer: Dealer | None) -> None:
        """Sets up the game and asks the first questions."""
        journal = Journal()
        self.header, self.dealer = header, dealer
        self.state = self.game.start(len(self.seats), self.options, journal)
        self._collect_events(journal)
        self._append_line(header_json(header))
        self.undo_history = UndoHistory(self.state)
        self.open_questions()

    def append_entry(self, entry: RecordEntry) -> None:
        self.entries.append(entry)
        self._append_line(entry_json(entry))

    def _append_line(self, body: str) -> None:
        line, self.chain_link = chain_line(self.chain_link, body)
        self.new_lines.append(line)

    def notify(self, text: str) -> None:
        """Adds a message of the table itself to every viewer's match log."""
        self.event_history.append(Notice(text))

    def apply_moves(self, entry: RecordEntry, actions: Iterable[int]) -> None:
        """Applies the moves of a record line to the state, and notes them for the undo history."""
        owing, count = int(self.state.owing), int(self.log.count())
        before = self.state.clone() if self.undo_history.finalizes_earlier(entry.seat) else None
        done: list[int] = []
        for action in actions:
            self._apply_move(entry.seat, action)
            done.append(action)
        self.new_moves.append(Move(entry, len(self.entries), tuple(done), owing, count, before))

    def _apply_move(self, who: int, what: int) -> None:
        journal = Journal()
        self.state.journal = journal
        self.log.add(who, what)
        apply_move(self.state, who, what)
        if self.lesson_progress is not None and self.is_scripted():
            self.lesson_progress = self.lesson_progress.advance()
        self._collect_events(journal)

    def _collect_events(self, journal: Journal) -> None:
        self.state.journal = None
        for index in range(journal.count()):
            audience, kind, *arguments = journal.row(index)
            self.event_history.append(Event(int(audience), int(kind), tuple(arguments)))

    def update_undo_history(self) -> None:
        """Adds the moves applied since the last call to the undo history."""
        moves, self.new_moves = self.new_moves, []
        for move in moves:
            self.undo_history.add(move, self.state)
        if moves:
            self.undo_history.finalize_dealt(self.state, int(self.log.count()))

    def open_questions(self, taken_back: bool = False) -> None:
        """Gives each new question the next number of its seat and sets the clocks; does nothing while the dealer owes.

        Also publishes notices that are no longer hidden, except after an undo (`taken_back`)."""
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
                self._publish_notice(notice)
        self.events_before = len(self.event_history)

    def _publish_notice(self, notice: Notice) -> None:
        """Adds a notice to the match log; a bot's reason joins the line of what the bot did, if that is new too."""
        place = -1
        if notice.reason:
            place = index_of_own_line(self.game, self.event_history, notice.seat, self.events_before)
        event = self.event_history[place] if place >= 0 else notice
        if isinstance(event, Event):
            self.event_history.replace(place, event._replace(reason=notice.reason))
        else:
            self.event_history.append(notice)
