"""Shows a finished match in the terminal: as a transcript, as one position, or step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from parlour import games, terminal
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.problem import Problem
from parlour.kernel.record import FORFEITED, Record, RecordEntry, apply_entry, check_header, effective_entries
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import MatchContext, all_events
from parlour.play.play_setup import PlaySetup, split_players
from parlour.store.files import load_match
from parlour.table.hidden_answers import answer_notices
from parlour.table.presenter import Presenter
from parlour.table.seat import bot_seats
from parlour.table.verify import check_replay
from parlour.terminal.inks import AnsiPainter, has_colours
from parlour.terminal.plain_match import play_plain

REPLAY_HELP = "Enter: next, b: back, a number or turn N: go there, t: the rest, p: play from here, q: leave"
MOST_DIGITS = 9  # digits of a step number


class TextFilm:
    """A match record as texts, one frame per answer or outcome: what happened, and the board after it."""

    def __init__(self, game: Game, record: Record) -> None:
        options = check_header(game, record.header)
        context = MatchContext(record.header.names, options, bots=bot_seats(record.header.players))
        self.presenter = Presenter(game, context, 0 if len(context.names) == 1 else int(WATCHER))
        self.frames: list[tuple[str, list[str], str]] = []
        self.unit = game.study.turns.unit
        self.turns: list[int] = []  # the number of the turn, by frame
        self.answers = 0
        journal = Journal()
        state = game.start(len(record.header.names), options, journal)
        self._add_frame("The match begins.", journal, state)
        for entry in effective_entries(record.entries):
            journal = Journal()
            state.journal = journal
            apply_entry(game, state, entry)
            self.answers += entry.seat != DEALER
            self._add_frame(describe_entry(context, entry), journal, state, entry.remark)

    def _add_frame(self, title: str, journal: Journal, state: State, remark: str = "") -> None:
        lines = self.presenter.lines(all_events(journal))
        texts = [f"({remark})"] if remark else []
        texts += [line.text for line in lines if line.text]
        self.frames.append((title, texts, self.presenter.show(state).board()))
        self.turns.append(self.presenter.game.study.turns.turns_at(state, self.answers))

    def frame_text(self, number: int) -> str:
        title, texts, _ = self.frames[number]
        return "\n".join([f"{number}. {title}", *(f"   {text}" for text in texts)])

    def find_frame(self, place: str, what: str) -> int:
        """Returns the number of the frame that the user means by that number, or by a turn, as in `turn 7`: the first
        frame of the turn. Raises Problem, in which `what` names the input."""
        word, _, number = place.strip().lower().rpartition(" ")
        turn, last, first = self.unit.removesuffix("s"), len(self.frames) - 1, max(1, self.turns[0])
        digits = number.isdecimal() and len(number) <= MOST_DIGITS
        if digits and not word and int(number) <= last:
            return int(number)
        if digits and word in ("turn", turn) and first <= int(number) <= self.turns[-1]:
            return next(frame for frame, reached in enumerate(self.turns) if reached >= int(number))
        raise Problem(
            f"{what} is {place!r}; give a number from 0 to {last} (answers and outcomes), or {turn} N with N "
            f"from {first} to {self.turns[-1]}."
        )

    def last_turns(self, count: int) -> int:
        """Returns the number of the frame with which the last `count` turns of the record begin."""
        return next(frame for frame, turn in enumerate(self.turns) if turn > self.turns[-1] - count)

    def frame_board(self, number: int) -> str:
        return self.frames[number][2]


def describe_entry(context: MatchContext, entry: RecordEntry) -> str:
    if entry.seat == DEALER:
        return f"Dealt: {entry.text}"
    if entry.kind == FORFEITED:
        return answer_notices(context.names[entry.seat], entry)[0]
    why = f" (default answer: {entry.why})" if entry.why else ""
    return f"{context.names[entry.seat]}: {entry.text}{why}"


def open_film(file: Path) -> TextFilm:
    record = load_match(file)
    game = games.find(record.header.game)
    return TextFilm(game_for_options(game, check_replay(game, record, str(file))), record)


def show_replay(
    file: Path,
    at: str | None,
    plain: bool,
    source: TextIO | None = None,
    out: TextIO | None = None,
    last_turns: int | None = None,
) -> int:
    """Shows a match record: one position with `at`, a transcript of all or the last turns if plain or in a pipe, else
    step by step. Returns the exit code."""
    source, out = source or sys.stdin, out or sys.stdout
    film = open_film(file)
    paint = AnsiPainter(film.presenter.game) if has_colours(out) else str
    last = len(film.frames) - 1
    if last_turns is not None and last_turns < 1:
        raise Problem(f"--last is {last_turns}; give the number of {film.unit} to show, at least 1.")
    first = 0 if last_turns is None else film.last_turns(last_turns)
    if at is not None:
        frame = film.find_frame(at, "--at")
        print(paint(f"{film.frame_text(frame)}\n\n{film.frame_board(frame)}"), file=out)
    elif plain or not (source.isatty() and out.isatty()):
        texts = [*(film.frame_text(number) for number in range(first, last + 1)), "", film.frame_board(last)]
        print(paint("\n".join(texts)), file=out)
    else:
        return browse(film, file, source, out, first)
    return 0


def browse(film: TextFilm, file: Path, source: TextIO, out: TextIO, number: int = 0) -> int:
    """Lets the user browse a recorded match step by step, forwards and backwards, or play on from a step. Returns the
    exit code."""
    last, turn = len(film.frames) - 1, film.unit.removesuffix("s")
    paint = AnsiPainter(film.presenter.game) if has_colours(out) else str
    while True:
        place = f"[{number} of {last}, {turn} {film.turns[number]}] {REPLAY_HELP}"
        print(paint(f"\n{film.frame_board(number)}\n\n{film.frame_text(number)}\n{place}"), file=out)
        print("> ", end="", file=out, flush=True)
        line = source.readline()
        word, _, rest = line.strip().partition(" ")
        word = word.lower()
        if not line or word == "q":
            return 0
        if word == "p":
            try:
                return play_from(file, number, rest, source, out)
            except Problem as problem:
                print(problem, file=out)
        elif word == "t":
            print(*(film.frame_text(later) for later in range(number + 1, last + 1)), sep="\n", file=out)
            number = last
        elif word in ("", "b"):
            number = max(0, min(last, number + (-1 if word else 1)))
        else:
            try:
                number = film.find_frame(line, "The step")
            except Problem:
                print(f"{word!r} is neither a step from 0 to {last} nor one of: {REPLAY_HELP}.", file=out)


def play_from(file: Path, number: int, seats: str, source: TextIO, out: TextIO) -> int:
    """Plays a new match from one step of a record, with the recorded players or those that the user named."""
    setup = PlaySetup(load=file, at=number, seats=split_players(seats))
    if source is sys.stdin and out is sys.stdout:
        return terminal.play(setup)
    return play_plain(setup, source, out)
