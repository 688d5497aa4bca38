"""Golden matches of any game: every question, answer, outcome, event and board of a whole match, line by line.

They are regenerated with PARLOUR_GOLDEN=write, only by the commit that changes a rule or a text."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from parlour.bots import make_bot
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.match import Log, apply_move, play_out_match
from parlour.kernel.options import Options, display_options
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import MatchContext, all_events
from parlour.table.presenter import Presenter

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eli")


class GoldenMatch(NamedTuple):
    """The setup of a golden match: bots, options and seed."""

    bots: Sequence[str]
    options: Options
    seed: int


def transcript(game: Game, match: GoldenMatch) -> list[str]:
    """Returns a match in words, as its first seat sees it."""
    seats = len(match.bots)
    game = game_for_options(game, match.options)
    context = MatchContext(NAMES[:seats], match.options)
    log = Log()
    faults = play_out_match(
        game.start(seats, match.options, None), [make_bot(game, bot) for bot in match.bots], match.seed, log
    )
    assert not any(faults[seat] for seat in range(seats))
    journal = Journal()
    state = game.start(seats, match.options, journal)
    agreed = ", ".join(f"{name} {value}" for name, value in display_options(match.options).items())
    seated = ", ".join(f"{name} is {bot}" for name, bot in zip(context.names, match.bots, strict=True))
    lines = [f"{game.title}, version {game.version}; {agreed}; {seated}; seed {match.seed}."]
    reported = 0
    for index in range(log.count() + 1):
        told = Presenter(game, context, 0).lines(all_events(journal, reported))
        lines += [f"* {line.text}" for line in told if line.text]
        reported = journal.count()
        if index < log.count():
            lines += format_step(game, state, context, int(log.who(index)), int(log.what(index)))
            apply_move(state, log.who(index), log.what(index))
    end = Presenter(game, context, 0 if seats == 1 else int(WATCHER)).show(state).board()
    return [line.rstrip() for line in [*lines, "", *end.splitlines()]]


def format_step(game: Game, state: State, context: MatchContext, who: int, what: int) -> list[str]:
    """Returns the lines of one question and its answer, or of one outcome of the dealer."""
    if who == DEALER:
        return [f"< {game.text.outcome(state, what)}"]
    shown = Presenter(game, context, who).show(state)
    board = [f"    {line}" for line in shown.board().splitlines()] if who == 0 else []
    answer = f"{game.text.notation(what)}: {shown.label(what)}"
    return ["", *board, f"? {context.names[who]}: {shown.question()}", f"> {answer}"]


def compare_with_files(game: Game, folder: Path, matches: Mapping[str, GoldenMatch]) -> None:
    """Compares every match with its file, and checks that no file is left over."""
    for name, match in matches.items():
        found = transcript(game, match)
        path = folder / f"{name}.txt"
        if os.environ.get("PARLOUR_GOLDEN") == "write":
            path.write_text("\n".join(found) + "\n", "utf-8")
        wanted = path.read_text("utf-8").splitlines()
        for number, (line, golden) in enumerate(zip(found, wanted, strict=False), 1):
            assert line == golden, f"{path.name}, line {number}"
        assert len(found) == len(wanted), path.name
    assert {path.stem for path in folder.iterdir()} == set(matches)
