"""Bots explain their answers: in the log, in the record, and not before the answer itself is public."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mypy_extensions import i64

from parlour.kernel.game import Game
from parlour.kernel.match import play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.record import MAX_REMARK_LENGTH, Record, clean_remark, read_record, record_lines
from parlour.kernel.state import State
from parlour.play.event_log import EventLog
from parlour.play.local_match import LocalMatch
from parlour.server.film import build_film
from parlour.table.bot_worker import BotAnswer, BotWorker, apply_bot_answer, compute_answer
from parlour.table.loading import fork_table, resume_table
from parlour.table.table import Table
from parlour.table.verify import verify
from parlour.terminal.replay_viewer import TextFilm
from tests.sealed_answers_game import GAME, GAME_WITHOUT_SEALED, FirstChoiceBot, sealed_answers_table
from tests.table_builders import answer_with_bot, magpie_table, play_to_end, submit_accepted

DRINK_REASON, HIDE_REASON = "thirst comes first", "no stairs to the cellar, or few"
BOTH_GAMES = pytest.mark.parametrize("game", [GAME, GAME_WITHOUT_SEALED], ids=["says what is sealed", "does not say"])


def let_bot_answer(table: Table, seat: int = 0) -> None:
    """Lets the bot on this seat answer once."""
    (job,) = [job for job in table.bot_tasks() if job.seat == seat]
    apply_bot_answer(table, job, compute_answer(table.game, table.options, job))


def remark_lines(table: Table, viewer: int = 1) -> list[str]:
    return [line.reason for line in table.lines(viewer) if line.reason]


def reload_record(table: Table) -> Record:
    return read_record("\n".join(record_lines(table.record())) + "\n")


def played_table() -> Table:
    """Returns a match of a bot and two people, played to the end after the bot's first night."""
    table = sealed_answers_table(players=("reveller", "human", "human"))
    for _ in range(3):
        let_bot_answer(table)
    submit_accepted(table, 1, "cellar")
    submit_accepted(table, 2, "attic")
    submit_accepted(table, 2, "left")
    play_to_end(table)
    return table


def test_a_reason_stands_on_the_line_of_its_action() -> None:
    table = sealed_answers_table(players=("reveller", "human", "human"))
    let_bot_answer(table)
    (line,) = table.lines(1)
    assert (line.text, line.reason) == ("Ann drinks.", DRINK_REASON)
    assert line.with_reason() == "Ann drinks (thirst comes first)."
    assert table.match.entries[-1].remark == "thirst comes first"


@BOTH_GAMES
def test_a_remark_about_a_sealed_answer_is_hidden_until_the_reveal(game: Game) -> None:
    table = sealed_answers_table(game, ("reveller", "human", "human"))
    for _ in range(3):
        let_bot_answer(table)
    submit_accepted(table, 1, "drink")
    submit_accepted(table, 1, "cellar")
    table.undo(1)
    submit_accepted(table, 2, "drink")
    submit_accepted(table, 2, "cellar")
    assert all(remark_lines(table, viewer) == [DRINK_REASON, DRINK_REASON] for viewer in (-1, 0, 1, 2))
    submit_accepted(table, 1, "cellar")
    assert all(remark_lines(table, viewer) == [DRINK_REASON, DRINK_REASON, HIDE_REASON] for viewer in (-1, 0, 1, 2))


def test_a_record_keeps_remarks_for_its_replay() -> None:
    table = sealed_answers_table(players=("reveller", "human", "human"))
    for _ in range(3):
        let_bot_answer(table)
    assert [json.loads(line).get("remark") for line in record_lines(table.record())[1:]] == [
        "thirst comes first",
        "thirst comes first",
        "no stairs to the cellar, or few",
    ]
    again = resume_table(GAME, reload_record(table), table.secret)
    for one in (table, again):
        submit_accepted(one, 1, "cellar")
        submit_accepted(one, 2, "cellar")
    assert again.lines(1) == table.lines(1)
    assert remark_lines(again) == [DRINK_REASON, DRINK_REASON, HIDE_REASON]
    play_to_end(again)
    assert verify(lambda name: GAME, reload_record(again)).over


def test_a_fork_drops_the_remarks_of_its_record() -> None:
    table = played_table()
    taken = fork_table(GAME, table.record(), 4, table.match.seats)
    assert not any(entry.remark for entry in taken.match.entries)
    assert remark_lines(taken) == []


def test_films_replays_and_files_of_events_show_remarks(tmp_path: Path) -> None:
    table = played_table()
    frames = build_film(reload_record(table), GAME, None, "x", None)["frames"]
    assert [(line["text"], line["reason"]) for line in frames[1]["lines"]] == [("Ann drinks.", DRINK_REASON)]
    assert "(thirst comes first)" in TextFilm(GAME, reload_record(table)).frame_text(1)
    events = EventLog(tmp_path / "events.jsonl")
    events.append_new(table)
    events.close()
    _, *rows = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert [row["n"] for row in rows] == list(range(len(rows)))
    found = next(row for row in rows if row.get("reason") == HIDE_REASON)
    assert (found["kind"], found["text"]) == ("found", "Ann is found.")


@pytest.mark.parametrize(
    ("remark", "cleaned"),
    [
        ("  two\nlines\t here. ", "two lines here"),
        ("a bell\a and a \x1b[31mcolour", "a bell and a [31mcolour"),
        ("x" * 10_000, "x" * MAX_REMARK_LENGTH),
        ("...", ""),
    ],
)
def test_a_remark_is_one_printable_line(remark: str, cleaned: str) -> None:
    assert clean_remark(remark) == cleaned
    table = magpie_table(("thrifty", "human"))
    table.answer(0, 1, 3, remark=remark)
    assert table.match.entries[-1].remark == cleaned
    assert verify(lambda name: table.game, reload_record(table)).given == 0


def test_people_do_not_remark_on_their_answers() -> None:
    table = magpie_table()
    table.answer(0, 1, 3, remark="trust me")
    submit_accepted(table, 1, "bid 0")
    assert "remark" not in "".join(record_lines(table.record()))
    assert not any("trust me" in line.text for line in table.lines(1))


@pytest.mark.parametrize("remark", ["x" * (MAX_REMARK_LENGTH + 1), "a bell\a", "two  spaces"])
def test_a_record_with_a_remark_that_nobody_could_have_made_is_refused(remark: str) -> None:
    record = played_table().record()
    entries = tuple(entry._replace(remark=remark) if entry.remark else entry for entry in record.entries)
    forged = read_record("\n".join(record_lines(record._replace(entries=entries))) + "\n")
    with pytest.raises(Problem, match="Line 2 of the record holds a remark that is too long or cannot be printed"):
        verify(lambda name: GAME, forged)


def test_only_an_answer_has_a_remark() -> None:
    table = magpie_table()
    entries = tuple(entry._replace(remark="said the dealer") for entry in table.record().entries)
    assert "said the dealer" not in "".join(record_lines(table.record()._replace(entries=entries)))


def test_a_bot_in_a_process_of_its_own_hands_its_remark_over(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(
        "from parlour.kernel.match import Bot\n"
        "class Speaks(Bot):\n"
        "    def choose(self, world, seat):\n"
        "        self.remark = f'{len(world.legal(seat))} choices' if self.explains else ''\n"
        "        return 0\n"
    )
    table = magpie_table((f"py:{tmp_path / 'bots.py'}:Speaks", "human"))
    bot_worker = BotWorker()
    assert answer_with_bot(bot_worker, table)
    bot_worker.close()
    assert not any("16 choices" in line.text for line in table.lines(1))
    submit_accepted(table, 1, "bid 1")
    assert "Ann: 16 choices." in [line.text for line in table.lines(1)]


def test_a_thought_without_a_remark_says_nothing() -> None:
    table = magpie_table(("thrifty", "human"))
    (job,) = table.bot_tasks()
    apply_bot_answer(table, job, BotAnswer(2))
    assert "remark" not in record_lines(table.record())[-1]


class SilentBot(FirstChoiceBot):
    """Fails if it is asked to explain."""

    def choose(self, world: State, seat: i64) -> i64:
        assert not self.explains
        return super().choose(world, seat)


def test_bots_make_no_remarks_in_simulations() -> None:
    state = GAME.start(2, {}, None)
    bots = [SilentBot(), SilentBot()]
    *faults, answers = play_out_match(state, list(bots), 1, None)
    assert faults == [0, 0]
    assert answers > 0
    assert [bot.remark for bot in bots] == ["", ""]


def test_a_reason_without_a_line_of_its_own_is_a_notice() -> None:
    """A bid in Magpie that does not win has no event."""
    table = magpie_table(("thrifty", "human"))
    table.answer(0, 1, 0, remark="too dear")
    submit_accepted(table, 1, "bid 3")
    assert "Ann: too dear." in [line.text for line in table.lines(1)]


def test_a_reason_stands_before_the_consequences_of_the_action() -> None:
    """The sealed hideouts of all are revealed at once: every reason stands on its seat's line, none comes later."""
    table = sealed_answers_table(players=("reveller", "human", "human"))
    for _ in range(3):
        let_bot_answer(table)
    submit_accepted(table, 1, "cellar")
    submit_accepted(table, 2, "cellar")
    told = [(line.text, line.reason) for line in table.lines(1)]
    assert ("Ann is found.", HIDE_REASON) in told
    assert not [text for text, _ in told if text.startswith("Ann:")]


def test_the_terminal_shows_reasons_until_they_are_switched_off() -> None:
    table = sealed_answers_table(players=("reveller", "human", "human"))
    local_match = LocalMatch(table, None)
    let_bot_answer(table)
    assert [line.text for line in local_match.take_news()] == ["Ann drinks (thirst comes first)."]
    assert local_match.switch_reasons() == "The log no longer tells why bots do what they do."
    assert [line.text for line in local_match.recent_lines(9)] == ["Ann drinks."]
    local_match.close()
