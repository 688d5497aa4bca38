"""One match on this device, without a screen: who is in front, what they are told, asked and may do."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from parlour import games
from parlour.bots import is_external
from parlour.kernel.game import Game, Why, explain_misread, no_review, read_answers, unread_rest
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER, Header, check_header, effective_entries
from parlour.kernel.state import ranks, winners
from parlour.store import files
from parlour.store.files import RunningRecord
from parlour.table.bot_worker import BotAnswer, BotWorker, apply_bot_answer
from parlour.table.dealer import fresh_secret, nonces_from_secret, secret_from_seed
from parlour.table.lesson import ASK, load_lesson
from parlour.table.lesson import lesson_seats as lesson_seats
from parlour.table.loading import fork_table
from parlour.table.seat import HUMAN, Seat, default_name
from parlour.table.table import Table
from parlour.table.table_types import BotTask, TableLogLine, TableRefusal
from parlour.terminal.choices import Choice, choices_of, clipped, pick, reason_of, span
from parlour.terminal.folding import BACK, folded, unfolded
from parlour.terminal.scenes import Scenes
from parlour.terminal.setup import Setup, fit_names, read_player, seated
from parlour.terminal.telling import EventsFile
from parlour.terminal.unfinished import load_command

PATIENCE = 0.05  # seconds between two looks at a thinker that is to stop


class Advice(NamedTuple):
    """What a choice is worth: a chance if one is known, and in words."""

    label: str
    chance: float | None
    text: str


class Sitting:
    """A table, the people in front of this device, and the bots that play with them.

    Whoever answered last stays in front until another person is asked; with several people a curtain falls in
    between, if the game has secrets. People are asked before bots, so that the same seed and answers give the
    same record."""

    def __init__(self, table: Table, running: RunningRecord | None) -> None:
        self.table = table
        self.game: Game = table.game
        self.running = running
        self.people = [number for number, seat in enumerate(table.seats) if seat.player == HUMAN]
        self.front = self.people[0] if len(self.people) == 1 else int(WATCHER)
        self.joined = table.resumed or bool(table.given_entries)  # what was before is not told again
        self.told = {viewer: self._heard(viewer) for viewer in (*self.people, int(WATCHER))}
        self.scenes = Scenes(table)
        if not self.joined:
            self.scenes.from_the_start()
        self.thinker = BotWorker()
        self.thinking = threading.Lock()
        self.closed = False
        self.file: Path | None = None  # where the match is to be saved on leaving
        self.events: EventsFile | None = None
        self.saved = -1  # entries of the record at the last save
        self.fold = 0, 0, 0  # the first half of a double choice: seat, question, and which one
        self.record: Path | None = None  # of the finished match

    def _heard(self, viewer: int) -> int:
        return len(self.table.lines(viewer)) if self.joined else 0

    # Who, and what they see.

    def over(self) -> bool:
        return self.table.over()

    def name(self, seat: int) -> str:
        return self.table.seats[seat].name

    def asked(self) -> int | None:
        """The person whose answer is awaited: the one in front first, then the next around the table."""
        step = (
            self.table.lesson_progress.step
            if self.table.lesson_progress is not None and self.table.is_scripted()
            else None
        )
        if step is not None and step.kind != ASK:
            return None
        owing = [seat for seat in self.table.owing() if seat in self.people]
        later = [seat for seat in owing if seat >= self.front]
        return next(iter(later or owing), None)

    def curtain(self) -> int | None:
        """To whom the device must be passed before anything more is shown."""
        seat = self.asked()
        return None if seat == self.front or not self.game.secrets else seat

    def forward(self) -> int | None:
        """Where nothing is secret the next person comes to the front unasked; else to whom the device is passed."""
        if not self.game.secrets:
            self.lift()
        return self.curtain()

    def lift(self) -> None:
        """The next person is in front. Where nothing is secret, what the one before was told is known."""
        seat = self.asked()
        if seat is not None:
            if not self.game.secrets:
                self.told[seat] = max(self.told.values())
            self.front = seat

    def board(self, line: TableLogLine | None = None) -> str:
        """The board now, or as it was when a line was told."""
        state = self.table.state if line is None else self.scenes.at(line.event)
        return self.game.words.board(self.table.context, self.game.view(state, self.front))

    def question(self) -> str:
        """With the half of a double choice that is made."""
        text = self.game.words.question(self.table.context, self.table.view(self.front))
        fold = self.opened()
        halves = [one.label for one in folded(self.all_choices()) if one.action == fold] if fold else []
        return " ".join([text, *halves])

    def opened(self) -> int:
        """The half of a double choice that is made, below zero; 0 if none is."""
        seat, question, fold = self.fold
        return (
            fold
            if self.front >= 0 and (seat, question) == (self.front, self.table.question_number[self.front])
            else 0
        )

    def all_choices(self) -> list[Choice]:
        return choices_of(self.table, self.front)

    def choices(self) -> list[Choice]:
        """What is offered now: long lists of double choices come in two steps."""
        choices, fold = self.all_choices(), self.opened()
        return unfolded(choices, fold) if fold else folded(choices)

    def pages(self) -> dict[str, str]:
        """What may be looked up now."""
        return dict(self.game.words.pages(self.table.context, self.table.view(self.front)))

    def rules(self) -> str:
        return self.game.words.rules(self.table.options)

    def news(self, pausing: bool = False) -> list[TableLogLine]:
        """The new lines of the log for whoever is in front; when pausing, up to the next one to wait at."""
        fresh: list[TableLogLine] = []
        for line in self.table.lines(self.front, self.told[self.front]):
            self.told[self.front] = line.number
            if line.text:
                fresh.append(line)
                if pausing and line.pause:
                    break
        return fresh

    def lately(self, count: int) -> list[TableLogLine]:
        """The last lines already told."""
        lines = [line for line in self.table.lines(self.front) if line.text and line.number <= self.told[self.front]]
        return lines[-count:]

    def result(self) -> list[str]:
        """How it ended, best first."""
        state, names = self.table.state, [seat.name for seat in self.table.seats]
        best = [int(seat) for seat in winners(state)]
        if len(names) == 1:
            return [f"{names[0]} has {'won' if best else 'lost'}."]
        headline = f"{' and '.join(names[seat] for seat in best)} win{'' if len(best) > 1 else 's'}."
        order = sorted(range(len(names)), key=lambda seat: -state.standing(seat))
        width = max(len(name) for name in names)
        places = ranks(state)
        rows = [f"{places[seat]}. {names[seat]:<{width}}  {state.points(seat):>5} points" for seat in order]
        return [headline if best else "Nobody wins.", *rows]

    def may_review(self) -> bool:
        """Whether one may look back: while others play too, only after the end."""
        return self.game.review is not no_review and (self.over() or len(self.table.seats) == 1)

    def review(self) -> list[str]:
        """Looking back; may take a moment."""
        if not self.may_review():
            return []
        return self.game.review(self.table.log_steps(), [seat.name for seat in self.table.seats])

    # Answers.

    def read(self, text: str) -> int | list[int]:
        """The choice that was typed, or a whole answer of several; a Problem if it is none."""
        choices = self.choices()
        choice = pick(choices, text)
        if choice is None and len(choices) < len(everything := self.all_choices()):
            choice = pick(everything, text)
        if choice is not None:
            return choice.action
        actions = read_answers(self.game, text)
        if actions is None:
            if unread_rest(self.game, text) != " ".join(text.split()):
                raise Problem(explain_misread(self.game, text))
            raise Problem(
                f"{clipped(text.strip())!r} is none of the choices; type {span(choices)}, or first letters."
            )
        return actions

    def answer(self, action: int | list[int]) -> None:
        """Takes the answer of whoever is in front; a Problem with the rule if it may not be. Half an answer waits."""
        if isinstance(action, int) and action < 0:
            self.fold = self.front, self.table.question_number[self.front], 0 if action == BACK else action
            return
        with self._stored():
            said = self.table.answer(self.front, self.table.question_number[self.front], action)
        if isinstance(said, TableRefusal):
            raise Problem(reason_of(Why(said.rule, said.sentence)))
        self.follow()

    def turn(self, leave: bool = False) -> None:
        """On to the next page of the lesson, or out of it."""
        guide = self.table.lesson_progress
        if guide is None or guide.step is None:
            raise Problem("No lesson is given here.")
        with self._stored():
            said = self.table.turn_page(guide.lesson.learner, guide.page_number(), leave)
        if isinstance(said, TableRefusal):
            raise Problem(said.sentence)
        self.follow()

    def undo(self) -> None:
        """Takes back one's own last answer; behind the curtain, or where none falls, that of whoever was in front."""
        seat = self.front
        if self.curtain() is not None or seat not in self.people or not self.game.secrets:
            given = [entry.seat for entry in effective_entries(self.table.entries) if entry.kind == ANSWER]
            mine = [seat for seat in given if seat in self.people]
            seat = mine[-1] if mine else -1
        with self._stored():
            said = self.table.undo(seat)
        if isinstance(said, TableRefusal):
            raise Problem("You have not answered anything yet." if said.code == "seat" else said.sentence)
        self.front = seat
        self.follow()

    @contextlib.contextmanager
    def _stored(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Problem(f"The match cannot be kept on the disk: {error.strerror}.") from None

    def follow(self) -> None:
        """What the last answer has led to."""
        self.fold = 0, 0, 0
        self.scenes.follow()
        self.write_down()

    def write_down(self) -> None:
        if self.events is not None:
            self.events.follow(self.table)
        if self.over():
            self._finish()

    # Bots.

    def job(self) -> BotTask | None:
        """What a bot is asked, once no person is."""
        jobs = [] if self.asked() is not None or self.over() else self.table.bot_tasks()
        return jobs[0] if jobs else None

    def ponder(self, job: BotTask) -> BotAnswer:
        """A bot's answer; takes its time, and may be called from another thread."""
        with self.thinking:
            return BotAnswer(0) if self.closed else self.thinker.answer_task(self.game, self.table.options, job)

    def settle(self, job: BotTask, thought: BotAnswer) -> None:
        if not self.closed:
            with self._stored():
                apply_bot_answer(self.table, job, thought)
            self.follow()

    def hints(self) -> list[Advice]:
        """What the game itself advises, from what the one in front can see; empty if a bot must be asked."""
        if self.table.is_scripted():
            raise Problem("The coach has said what to do; hints come when the lesson is over.")
        seat, view, words = self.front, self.table.view(self.front), self.game.words
        world = self.table.hint_world(seat)
        return [
            Advice(words.label(self.table.context, view, hint.action), hint.chance, hint.text)
            for hint in self.game.hints(world, seat)
        ]

    def hint_job(self) -> BotTask:
        """The question for the game's strongest bot, in a world imagined for the one in front."""
        return self.table.hint_task(self.front)

    def advice(self, job: BotTask, thought: BotAnswer) -> list[Advice]:
        """The bot's answer as a hint."""
        if thought.fault:
            raise Problem(f"There is no hint now: {thought.fault}.")
        label = self.game.words.label(self.table.context, self.table.view(job.seat), thought.action)
        return [Advice(label, None, f"that is what the bot {job.bot} would do")]

    # Saving and leaving.

    def check_savable(self) -> None:
        reason = self.game.unsavable(self.table.state)
        if reason is not None:
            raise Problem(reason)

    def save(self, name: str, overwrite: bool = False) -> Path:
        """A named save."""
        path = files.save_match(self.table, name, overwrite)
        self.saved = len(self.table.entries)
        return path

    def save_to_file(self) -> Path:
        """The save that was asked for beforehand."""
        self.check_savable()
        if self.file is None:
            raise Problem("Give the save a name.")
        files.save_table(self.table, self.file)
        self.saved = len(self.table.entries)
        return self.file

    def is_saved(self) -> bool:
        return self.over() or self.file is not None or self.saved == len(self.table.entries)

    def how_to_go_on(self) -> str:
        """Where an unfinished match is kept, and how to come back to it."""
        if self.running is None or self.over():
            return ""
        players = [seat.player for seat in self.table.seats]
        return f"The match is kept. Go on with: {load_command(self.game.name, self.running.path, players)}"

    def again(self) -> Setup:
        """The same game, options and seats, with new dice."""
        seats, options = self.table.seats, dict(self.table.options)
        players, names = [seat.player for seat in seats], [seat.name for seat in seats]
        return Setup(game=self.game, options=options, seats=players, names=names)

    def _finish(self) -> None:
        """A finished record is kept where it can be replayed."""
        if self.running is None:
            return
        path = files.data_folder() / "records" / self.running.path.name
        with self._stored():
            self.running.move_to(path)
        self.record = path
        self.running = None

    def close(self) -> None:
        """Everybody leaves; an unfinished match stays as it is."""
        if self.closed:
            return
        self.closed = True
        while not self.thinking.acquire(timeout=PATIENCE):
            process = self.thinker.process
            if process is not None and process.is_alive():
                process.kill()
        self.thinker.close()
        self.thinking.release()
        if self.running is not None:
            self.running.unlock()
        if self.events is not None:
            self.events.close()

    def file_away(self) -> None:
        """On leaving, the match goes to the file that was asked for, wherever it stands."""
        if self.file is not None:
            files.save_table(self.table, self.file)


def notices(sitting: Sitting) -> list[str]:
    """What the game has to say before a match with these options."""
    return [f"Note: {notice}" for notice in sitting.game.notices(sitting.table.options)]


# Sitting down.


def sit_down(setup: Setup) -> Sitting:
    """The match a setup asks for; a Problem if it cannot be, and then nothing is left behind."""
    if setup.save is not None:
        files.check_writable(setup.save)
    fresh = setup.load is None or not files.is_running(setup.load)
    events = EventsFile(setup.events) if setup.events is not None else None
    with contextlib.ExitStack() as undone:
        if events is not None:
            undone.callback(events.close)
        sitting = _new(setup) if setup.load is None else _loaded(setup, setup.load)
        if fresh and sitting.running is not None:
            undone.callback(sitting.running.discard)
        undone.callback(sitting.close)
        sitting.events, sitting.file = events, setup.save
        sitting.write_down()
        undone.pop_all()
    return sitting


def _new(setup: Setup) -> Sitting:
    if setup.at is not None:
        raise Problem("--at plays on from the middle of a record; name the record with --load.")
    if setup.lesson:
        return _kept(_lesson_table(setup))
    game, seats = seated(setup)
    secret = fresh_secret() if setup.seed is None else secret_from_seed(setup.seed)
    nonces = () if setup.seed is None else nonces_from_secret(secret, len(seats))
    table = Table(game, setup.options, seats, secret=secret, nonces=nonces)
    table.begin()
    return _kept(table)


def _lesson_table(setup: Setup) -> Table:
    if setup.game is None:
        raise Problem("Name the game to learn.")
    lesson = load_lesson(setup.game, setup.lesson)
    seats = lesson_seats(lesson, next(iter(setup.names or []), ""))
    table = Table(setup.game, lesson.options, seats, lesson=lesson)
    table.begin()
    return table


def _kept(table: Table) -> Sitting:
    """A match nobody has played before; one that is already over is only looked at."""
    if table.over():
        return Sitting(table, None)
    running = files.new_running_record(table.game)
    files.attach_running_record(table, running)
    return Sitting(table, running)


def _loaded(setup: Setup, path: Path) -> Sitting:
    """From a save, which stays as it is, or from the record of a running match, which is gone on with."""
    if setup.options or setup.seed is not None or (setup.names and setup.at is None):
        raise Problem("A loaded match keeps its seats, names, options and dice; leave them out.")
    record = files.load_match(path)
    game = _game_of(setup, record.header, path)
    if setup.at is not None:
        return _kept(fork_table(game, record, setup.at, _seats_from_here(game, setup, record.header, path)))
    _check_players(game, setup, record.header.players, path)
    if not files.is_running(path):
        return _kept(files.load_saved_table(games.find, path))
    running = RunningRecord(path)
    return Sitting(files.resume_running_match(games.find, running), running)


def _game_of(setup: Setup, header: Header, path: Path) -> Game:
    """The game of a record, which must fit; it must be the one asked for."""
    game = games.find(header.game)
    check_header(game, header, str(path))
    if setup.game is not None and setup.game.name != game.name:
        raise Problem(f"{path} is of the game {game.name}, not of {setup.game.name}.")
    return game


def _check_players(game: Game, setup: Setup, players: Sequence[str], path: Path) -> None:
    """The players of a record must be there; a program that only a file names is not run."""
    if setup.seats and setup.seats != list(players):
        raise Problem("A loaded match keeps its seats; leave them out, or play on from its middle with --at.")
    for player in players:
        if is_external(player) and player not in setup.seats:
            command = load_command(game.name, path, players, setup.at)
            raise Problem(f"The bot {player!r} is somebody's program; to run it, name it yourself: {command}")
        read_player(game, player)


def _seats_from_here(game: Game, setup: Setup, header: Header, path: Path) -> list[Seat]:
    """Everybody where they sat, or the players that are asked for; who stays on a seat keeps the name."""
    players = setup.seats or list(header.players)
    if len(players) != len(header.players):
        raise Problem(f"--seats names {len(players)} players; {path} has {len(header.players)}.")
    _check_players(game, setup, players, path)
    stay = [
        name if now == then and len(name) <= game.longest_name else ""
        for now, then, name in zip(players, header.players, header.names, strict=True)
    ]
    names = list(setup.names or [])
    for player, name in list(zip(players, stay, strict=True))[len(names) :]:
        names.append(name or default_name(game, player, [*names, *stay]))
    return [Seat(name, player) for name, player in zip(fit_names(game, players, names), players, strict=True)]
