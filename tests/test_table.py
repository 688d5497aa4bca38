"""One match in play: questions, answers, clocks, and the record lines that a table writes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.games import find
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.kernel.record import RecordEntry, read_record, record_lines
from parlour.table.clock import Clock
from parlour.table.seat import OPEN, Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt
from tests.table_builders import (
    bones_table,
    end_overdue_turns,
    expect_refusal,
    magpie_table,
    play_to_end,
    submit_accepted,
    submit_answer,
)


def test_questions_are_numbered_per_seat() -> None:
    table = magpie_table()
    assert table.match.question_number == [1, 1]
    submit_accepted(table, 0, "bid 2")
    assert table.match.question_number == [1, 1]
    assert table.match.owing() == [1]
    submit_accepted(table, 1, "bid 1")
    assert table.match.question_number == [2, 2]


def test_one_seats_answer_never_makes_anothers_stale() -> None:
    table = magpie_table()
    question = table.match.question_number[1]
    submit_accepted(table, 0, "bid 2")
    assert table.answer(1, question, 1) == Receipt(1, question)


def test_a_repeated_answer_is_acknowledged_again_and_counts_once() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 2")
    count = len(table.match.entries)
    assert table.answer(0, 1, 2) == Receipt(0, 1, repeated=True)
    assert len(table.match.entries) == count


def test_a_repeated_answer_is_acknowledged_after_the_reveal_too() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 2")
    submit_accepted(table, 1, "bid 1")
    assert table.answer(0, 1, 2) == Receipt(0, 1, repeated=True)
    assert table.match.owing() == [0, 1]


def test_another_answer_to_an_old_question_is_stale() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 2")
    assert expect_refusal(table.answer(0, 1, 3)).code == "stale"
    assert expect_refusal(table.answer(1, 7, 0)).code == "stale"


def test_an_illegal_answer_is_refused_with_its_rule_and_changes_nothing() -> None:
    table = magpie_table()
    before = table.match.state.pack(), list(table.match.entries)
    answer = expect_refusal(submit_answer(table, 0, "bid 16"))
    assert (answer.code, answer.rule) == ("illegal", "2")
    assert expect_refusal(table.answer(0, 1, 999)).code == "illegal"
    assert expect_refusal(table.answer(0, 1, -1)).code == "illegal"
    assert (table.match.state.pack(), list(table.match.entries)) == before


def test_a_seat_belongs_to_whoever_holds_its_token() -> None:
    table = magpie_table()
    assert expect_refusal(table.answer(0, 1, 2, token="forged")).code == "token"
    assert expect_refusal(table.answer(0, 1, 2, token=table.match.seats[1].token)).code == "token"
    assert isinstance(table.answer(0, 1, 2, token=table.match.seats[0].token), Receipt)
    assert expect_refusal(table.answer(0, 1, 2, token="")).code == "token"
    assert expect_refusal(table.answer(5, 1, 2)).code == "seat"
    assert expect_refusal(table.undo(1, token=table.match.seats[0].token)).code == "token"


def test_a_finished_match_takes_no_answers() -> None:
    table = magpie_table()
    play_to_end(table)
    assert expect_refusal(table.answer(0, table.match.question_number[0] + 1, 0)).code == "over"
    assert expect_refusal(table.undo(0)).code == "undo"
    assert table.match.owing() == []


def test_an_open_seat_holds_the_match_back() -> None:
    table = Table(find("magpie"), {}, [Seat("Ann"), Seat("somebody", OPEN)])
    assert not table.is_ready()
    with pytest.raises(Problem, match="open"):
        table.begin()
    table.match.seats[1].player = "human"
    table.begin()
    assert table.match.owing() == [0, 1]


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "tab\x07"])
def test_names_are_checked(name: str) -> None:
    with pytest.raises(Problem):
        Table(find("magpie"), {}, [Seat("Ann"), Seat(name)])


def test_the_log_is_numbered_per_viewer_and_hides_nothing_public() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 2")
    submit_accepted(table, 1, "bid 1")
    lines = table.lines(int(WATCHER))
    assert [line.number for line in lines] == [1, 2, 3]
    assert lines[1].text.startswith("Ann buys")
    assert table.lines(0, since=2) == lines[2:]


def test_a_default_answer_is_logged_with_its_reason() -> None:
    table = magpie_table()
    table.answer_by_default(0, 1, "time is gone")
    assert table.match.entries[-1] == RecordEntry("answer", 0, "bid 0", "time is gone")
    table.answer_by_default(0, 1, "time is gone")
    assert table.match.question_number[0] == 1
    submit_accepted(table, 1, "bid 1")
    assert "Ann: bid 0, the default answer (time is gone)." in [line.text for line in table.lines(1)]


def test_a_default_answer_stays_sealed_like_any_other() -> None:
    seen_lines = []
    for lapsed in (True, False):
        table = magpie_table(("human",) * 3)
        if lapsed:
            table.answer_by_default(0, 1, "time is gone")
        else:
            submit_accepted(table, 0, "bid 9")
        seen_lines.append([table.lines(viewer) for viewer in (1, 2, int(WATCHER))])
        submit_accepted(table, 2, "bid 1")
        seen_lines[-1] += [table.lines(1)]
    assert seen_lines[0] == seen_lines[1]


def test_an_answer_to_question_zero_is_stale() -> None:
    table = magpie_table()
    assert expect_refusal(table.answer(0, 0, -1)).code == "stale"


def test_every_line_is_stored_before_the_answer_is_acknowledged() -> None:
    stored: list[str] = []

    def keep(lines: Sequence[str]) -> None:
        stored.extend(lines)

    table = magpie_table(keep=keep)
    submit_accepted(table, 0, "bid 2")
    assert stored == record_lines(table.record())
    submit_accepted(table, 1, "bid 1")
    play_to_end(table)
    assert read_record("\n".join(stored) + "\n").digest() == table.record().digest() != ""


def test_what_cannot_be_stored_has_not_happened() -> None:
    full = [False]
    stored: list[str] = []

    def keep(lines: Sequence[str]) -> None:
        if full[0]:
            raise OSError("the disk is full")
        stored.extend(lines)

    table = magpie_table(keep=keep)
    submit_accepted(table, 0, "bid 2")
    before = (
        table.match.state.pack(),
        list(table.match.entries),
        list(table.match.event_history),
        int(table.match.log.count()),
    )
    full[0] = True
    with pytest.raises(OSError, match="full"):
        submit_answer(table, 1, "bid 1")
    after = (
        table.match.state.pack(),
        list(table.match.entries),
        list(table.match.event_history),
        int(table.match.log.count()),
    )
    assert after == before
    with pytest.raises(OSError, match="full"):
        table.undo(0)
    full[0] = False
    submit_accepted(table, 1, "bid 1")
    play_to_end(table)
    assert stored == record_lines(table.record())


def test_a_clock_runs_while_a_seat_owes_and_gives_back() -> None:
    now = [100.0]
    table = Table(find("magpie"), {}, [Seat("Ann"), Seat("Bob")], clock=Clock(2, 10, 2, lambda: now[0]))
    table.begin()
    assert table.match.clock is not None
    now[0] += 4
    assert table.match.clock.seconds_left(0) == 6
    submit_accepted(table, 0, "bid 2")
    now[0] += 3
    assert (table.match.clock.seconds_left(0), table.match.clock.seconds_left(1)) == (8, 3)
    submit_accepted(table, 1, "bid 1")
    assert (table.match.clock.seconds_left(0), table.match.clock.seconds_left(1)) == (8, 5)


def test_empty_time_gives_the_default_answer_and_the_table_goes_on() -> None:
    now = [0.0]
    table = Table(find("magpie"), {}, [Seat("Ann"), Seat("Bob")], clock=Clock(2, 10, 2, lambda: now[0]))
    table.begin()
    end_overdue_turns(table)
    assert table.match.owing() == [0, 1]
    submit_accepted(table, 1, "bid 1")
    now[0] = 10.0
    end_overdue_turns(table)
    assert [entry.why for entry in table.match.entries if entry.why] == ["time is gone"]
    while not table.match.over():
        now[0] += 5
        end_overdue_turns(table)
    assert table.match.state.over()


def clocked_table(now: list[float], seats: int = 2) -> Table:
    people = [Seat(name) for name in ("Ann", "Bob", "Cy")[:seats]]
    table = Table(find("magpie"), {}, people, clock=Clock(seats, 10, 5, lambda: now[0]))
    table.begin()
    return table


def test_answering_and_taking_back_gains_no_time() -> None:
    now = [0.0]
    table = clocked_table(now)
    assert table.match.clock is not None
    for _ in range(20):
        submit_accepted(table, 0, "bid 2")
        table.undo(0)
    now[0] = 4
    assert table.match.clock.seconds_left(0) == 6


def test_a_default_answer_stands() -> None:
    lapsed = magpie_table()
    lapsed.answer_by_default(0, 1, "time is gone")
    assert "default answer was given" in expect_refusal(lapsed.undo(0)).sentence


def test_a_clock_stops_while_no_answer_is_owed() -> None:
    now = [0.0]
    table = clocked_table(now)
    assert table.match.clock is not None
    now[0] = 3
    submit_accepted(table, 0, "bid 1")
    now[0] = 8
    assert (table.match.clock.seconds_left(0), table.match.clock.seconds_left(1)) == (12, 2)
    table.match.clock.set_running(1, False)
    now[0] = 20
    assert table.match.clock.seconds_left(1) == 2


def test_every_seat_may_mix_the_dice_after_the_commitment() -> None:
    table = Table(find("magpie"), {}, [Seat("Ann"), Seat("Bob")])
    table.set_nonce(1, "beef")
    for nonce in ("", "x", "BEEF", "a\nb", "a" * 65):
        with pytest.raises(Problem, match="hexadecimal"):
            table.set_nonce(0, nonce)
    table.begin()
    assert table.record().header.nonces[1] == "beef"
    assert len(table.record().header.nonces[0]) == 32
    with pytest.raises(Problem, match="before the match"):
        table.set_nonce(0, "cafe")


def test_without_a_clock_nobody_is_hurried() -> None:
    table = magpie_table()
    end_overdue_turns(table)
    assert table.match.owing() == [0, 1]


def test_the_commitment_is_known_before_the_first_question_and_the_seed_only_at_the_end() -> None:
    table = Table(find("magpie"), {}, [Seat("Ann"), Seat("Bob")])
    promised = table.commitment
    table.begin()
    assert table.record().header.commitment == promised
    assert table.record().seed() == ""
    assert table.secret.hex() not in "\n".join(record_lines(table.record()))
    play_to_end(table)
    assert bytes.fromhex(table.record().seed()) == table.secret


def test_the_watcher_sees_a_view_and_steps_come_from_the_log() -> None:
    table = bones_table()
    submit_accepted(table, 0, "go north")
    assert table.match.view(int(WATCHER)) == table.match.view(0)
    assert table.match.log.moves() == [(0, 0)]
    refusal = table.present(0).choices()[3].refusal
    assert refusal is not None
    assert "reeds" in refusal.sentence
    assert table.bot_tasks() == []
