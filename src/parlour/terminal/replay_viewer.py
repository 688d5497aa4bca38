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
from parlour.store.files import load_match
from parlour.table.hidden_answers import answer_notices
from parlour.table.presenter import Presenter
from parlour.table.seat import bot_seats
from parlour.table.verify import check_replay
from parlour.terminal.plain_match import play_plain
from parlour.terminal.play_setup import PlaySetup, split_players

REPLAY_HELP = "Enter: next, b: back, a number: go there, t: the rest, p: play from here, q: leave"
MOST_DIGITS = 9  # digits of a step number


class TextFilm:
    """A match record as texts, one frame per answer or outcome: what happened, and the board after it."""

    def __init__(self, game: Game, record: Record) -> None:
        options = check_header(game, record.header)
        context = MatchContext(record.header.names, options, bots=bot_seats(record.header.players))
        self.presenter = Presenter(game, context, 0 if len(context.names) == 1 else int(WATCHER))
        self.frames: list[tuple[str, list[str], str]] = []
        journal = Journal()
        state = game.start(len(record.header.names), options, journal)
        self._add_frame("The match begins.", journal, state)
        for entry in effective_entries(record.entries):
            journal = Journal()
            state.journal = journal
            apply_entry(game, state, entry)
            self._add_frame(describe_entry(context, entry), journal, state, entry.remark)

    def _add_frame(self, title: str, journal: Journal, state: State, remark: str = "") -> None:
        lines = self.presenter.lines(all_events(journal))
        texts = [f"({remark}.)"] if remark else []
        texts += [line.text for line in lines if line.text]
        self.frames.append((title, texts, self.presenter.show(state).board()))

    def frame_text(self, number: int) -> str:
        title, texts, _ = self.frames[number]
        return "\n".join([f"{number}. {title}", *(f"   {text}" for text in texts)])

    def frame_board(self, number: int) -> str:
        return self.frames[number][2]


def describe_entry(context: MatchContext, entry: RecordEntry) -> str:
    if entry.seat == DEALER:
        return f"Dealt: {entry.text}"
    if entry.kind == FORFEITED:
        return answer_notices(context.names[entry.seat], entry)[0]
    why = f" (default answer: {entry.why})" if entry.why else ""
    return f"{context.names[entry.seat]}: {entry.text}{why}"


def show_replay(
    file: Path, at: int | None, plain: bool, source: TextIO | None = None, out: TextIO | None = None
) -> int:
    """Shows a match record: one position with `at`, a transcript if plain or in a pipe, else step by step."""
    source, out = source or sys.stdin, out or sys.stdout
    record = load_match(file)
    game = games.find(record.header.game)
    film = TextFilm(game_for_options(game, check_replay(game, record, str(file))), record)
    last = len(film.frames) - 1
    if at is not None:
        if not 0 <= at <= last:
            raise Problem(f"--at is {at}, but {file} has {last} answers and outcomes; give a number from 0 to {last}.")
        print(film.frame_text(at), "", film.frame_board(at), sep="\n", file=out)
    elif plain or not (source.isatty() and out.isatty()):
        print(*(film.frame_text(number) for number in range(last + 1)), "", film.frame_board(last), sep="\n", file=out)
    else:
        return browse(film, file, source, out)
    return 0


def browse(film: TextFilm, file: Path, source: TextIO, out: TextIO) -> int:
    """Lets the user browse a recorded match step by step, forwards and backwards, or play on from a step."""
    number, last = 0, len(film.frames) - 1
    while True:
        print(
            "",
            film.frame_board(number),
            "",
            film.frame_text(number),
            f"[{number} of {last}] {REPLAY_HELP}",
            sep="\n",
            file=out,
        )
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
        elif word.isdecimal() and len(word) <= MOST_DIGITS and int(word) <= last:
            number = int(word)
        elif word in ("", "b"):
            number = max(0, min(last, number + (-1 if word else 1)))
        else:
            print(f"{word!r} is neither a step from 0 to {last} nor one of: {REPLAY_HELP}.", file=out)


def play_from(file: Path, number: int, seats: str, source: TextIO, out: TextIO) -> int:
    """Plays a new match from one step of a record, with the recorded players or those that the user named."""
    setup = PlaySetup(load=file, at=number, seats=split_players(seats))
    if source is sys.stdin and out is sys.stdout:
        return terminal.play(setup)
    return play_plain(setup, source, out)
