"""A seat that gives up: the match is over, and the record says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.kernel.game import Game, prepare_options
from parlour.kernel.journal import WATCHER
from parlour.kernel.match import FORFEIT, Log, apply_log, apply_move, digest, draw_outcome
from parlour.kernel.problem import Problem
from parlour.kernel.record import FORFEITED, OVER, Record, RecordEntry, read_record, record_lines, write_record
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER, State, first_owing, winners
from parlour.server.film import build_film
from parlour.table.bot_worker import review_record
from parlour.table.loading import fork_table, record_seats
from parlour.table.table import Table
from parlour.table.verify import verify
from parlour.terminal.replay_viewer import TextFilm
from tests.staged_orders_game import GAME, staged_orders_table
from tests.table_builders import expect_refusal, magpie_table, submit_accepted, submit_answer
from tests.test_resuming import observable_state, reload_table

LOST = "Ann ran out of time and loses."


def lookup_of(game: Game) -> Callable[[str], Game]:
    return lambda name: game


def forfeited_table(why: str = "time is gone") -> Table:
    table = staged_orders_table()
    submit_accepted(table, 0, "a")
    submit_accepted(table, 0, "load")
    table.forfeit(0, why)
    return table


def test_a_state_that_cannot_be_given_up_says_so() -> None:
    with pytest.raises(NotImplementedError):
        State(2).forfeit(0)
    with pytest.raises(Problem, match="A match of Magpie cannot be given up"):
        magpie_table().forfeit(0, "time is gone")


def test_who_gives_up_loses_and_nobody_is_asked_any_more() -> None:
    table = forfeited_table()
    assert table.match.over()
    assert table.match.owing() == []
    assert list(winners(table.match.state)) == [1]
    assert [line.text for line in table.lines(int(WATCHER))][-1] == LOST
    assert expect_refusal(table.answer(0, 3, 7)).code == "over"
    assert expect_refusal(table.undo(0)).sentence == "The match is over."
    table.forfeit(1, "time is gone")
    assert [entry.kind for entry in table.match.entries].count(FORFEITED) == 1


@pytest.mark.parametrize(("why", "text"), [("", "Ann gives up."), ("disconnected", "Ann loses: disconnected.")])
def test_other_reasons_are_reported(why: str, text: str) -> None:
    assert [line.text for line in forfeited_table(why).lines(1)][-1] == text


def test_the_record_has_one_forfeit_line_and_replays() -> None:
    table = forfeited_table()
    lines = record_lines(table.record())
    assert lines[3].startswith('{"seat":0,"forfeit":"","why":"time is gone","chain":"')
    record = read_record("\n".join(lines) + "\n")
    verdict = verify(lookup_of(GAME), record)
    assert (verdict.over, verdict.dice, verdict.digest) == (True, True, record.digest())
    assert observable_state(reload_table(table)) == observable_state(table)
    assert review_record(GAME, record) == []
    shown = build_film(record, GAME, None, "r")
    assert [frame["text"] for frame in shown["frames"]] == ["", "a", "load", "forfeit"]
    assert [line["text"] for line in shown["frames"][-1]["lines"]] == [LOST, "Quits."]
    assert shown["result"]["winners"] == [1]


def test_a_fork_before_the_forfeit_is_possible() -> None:
    record = forfeited_table().record()
    again = fork_table(GAME, record, 2, record_seats(record.header))
    assert not again.match.over()
    submit_accepted(again, 0, "2")
    with pytest.raises(Problem, match="has 3 answers"):
        fork_table(GAME, record, 4, record_seats(record.header))


@pytest.mark.parametrize(
    "entry",
    [
        RecordEntry(FORFEITED, 2, line=2),
        RecordEntry(FORFEITED, -1, line=2),
        RecordEntry(FORFEITED, 0, "gladly", line=2),
    ],
)
def test_a_line_that_cannot_be_is_named(entry: RecordEntry) -> None:
    header = forfeited_table().record().header
    with pytest.raises(Problem, match=r"Line 2 of the record lets seat -?[0-9] give up, which"):
        verify(lookup_of(GAME), Record(header, (entry,)))


def test_a_reason_must_be_printable() -> None:
    header = forfeited_table().record().header
    with pytest.raises(Problem, match="Line 2 of the record holds a reason"):
        verify(lookup_of(GAME), Record(header, (RecordEntry(FORFEITED, 0, why="\a", line=2),)))


def test_games_without_it_refuse_the_line() -> None:
    header = magpie_table().record().header
    with pytest.raises(Problem, match="Line 2 of the record lets seat 0 give up, which"):
        verify(lookup_of(magpie_table().game), Record(header, (RecordEntry(FORFEITED, 0, line=2),)))


def test_a_log_may_end_with_it(tmp_path: Path) -> None:
    options = prepare_options(GAME, 2, {"rounds": 4})
    state, log, dealer = GAME.start(2, options, None), Log(), Rng(5, DEALER_STREAM)
    for _ in range(9):
        who = int(DEALER) if state.outcomes else int(first_owing(state.owing))
        what = int(draw_outcome(state, dealer)) if state.outcomes else int(state.legal(who)[0])
        log.add(who, what)
        apply_move(state, who, what)
    log.add(1, FORFEIT)
    assert (log.who(9), log.what(9)) == (1, FORFEIT)
    again = GAME.start(2, options, None)
    apply_log(again, log)
    assert again.over()
    write_record(tmp_path / "m", GAME, options, ("x", "y"), ("bargee", "bargee"), 5, log, "its client is gone")
    record = read_record((tmp_path / "m").read_text())
    assert record.entries[-2] == RecordEntry(FORFEITED, 1, "", "its client is gone", len(record.entries))
    assert record.entries[-1].kind == OVER
    assert record.digest() == digest(again, log)
    assert verify(lookup_of(GAME), record).over


def test_nobody_gives_up_what_is_over() -> None:
    table = forfeited_table()
    record = table.record()
    late = Record(record.header, (*record.entries[:3], RecordEntry(FORFEITED, 1, line=9)))
    with pytest.raises(Problem, match="Line 9"):
        verify(lookup_of(GAME), late)
    assert expect_refusal(submit_answer(table, 1, "end")).code == "over"


def test_the_text_screen_reports_a_forfeit() -> None:
    assert TextFilm(GAME, forfeited_table().record()).frame_text(3).splitlines()[0] == f"3. {LOST}"
