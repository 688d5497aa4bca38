"""Bots think in a process of their own; whatever they do, the table continues."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.table.bot_worker import BotAnswer, BotWorker, apply_bot_answer, compute_answer
from tests.table_builders import answer_with_bot, magpie_table, submit_accepted

BOTS = """
import os, time
from parlour.kernel.match import Bot

class Dies(Bot):
    def choose(self, world, seat):
        os._exit(3)

class Raises(Bot):
    def choose(self, world, seat):
        raise RuntimeError("no idea")

class Sleeps(Bot):
    def choose(self, world, seat):
        time.sleep(3600)

class Cheats(Bot):
    def choose(self, world, seat):
        return 30

class Remembers(Bot):
    def choose(self, world, seat):
        from librt.vecs import append
        self.notes = append(self.notes, len(self.notes))
        return 0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots")
    (path / "bots.py").write_text(BOTS)
    return path


@pytest.fixture
def bot_worker() -> Iterator[BotWorker]:
    bot_worker = BotWorker()
    yield bot_worker
    bot_worker.close()


def test_a_match_of_bots_is_played_and_repeats_for_a_seed(bot_worker: BotWorker) -> None:
    digests = set()
    for _ in range(2):
        table = magpie_table(("thrifty", "random", "greedy"), seed=4)
        while answer_with_bot(bot_worker, table):
            pass
        assert table.match.over()
        digests.add(table.record().digest())
    assert len(digests) == 1


def test_the_worker_answers_for_bots_only(bot_worker: BotWorker) -> None:
    table = magpie_table(("human", "random"))
    assert answer_with_bot(bot_worker, table)
    assert not answer_with_bot(bot_worker, table)
    assert table.match.owing() == [0]


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Dies", "its bot crashed"),
        ("Raises", "its bot failed: RuntimeError"),
        ("Cheats", "its bot gave no legal answer"),
        ("Missing", "its bot failed: Problem"),
    ],
)
def test_a_faulty_bot_gets_the_default_answer(bot_worker: BotWorker, folder: Path, bot: str, reason: str) -> None:
    table = magpie_table(("human", f"py:{folder / 'bots.py'}:{bot}"))
    for _ in range(2):
        assert answer_with_bot(bot_worker, table)
        submit_accepted(table, 0, "bid 0")
    assert [entry.why for entry in table.match.entries if entry.why] == [reason] * 2


def test_a_bot_that_overruns_is_stopped(folder: Path) -> None:
    bot_worker = BotWorker(deadline=0.2)
    table = magpie_table(("human", f"py:{folder / 'bots.py'}:Sleeps"))
    assert answer_with_bot(bot_worker, table)
    assert table.match.entries[-1].why == "its bot overran its time"
    assert bot_worker.process is None


def test_what_a_bot_remembers_stays_at_the_table(bot_worker: BotWorker, folder: Path) -> None:
    table = magpie_table(("human", f"py:{folder / 'bots.py'}:Remembers"))
    for _ in range(3):
        assert answer_with_bot(bot_worker, table)
        submit_accepted(table, 0, "bid 0")
    assert table.match.bot_notes[1] == (0, 1, 2)


def test_a_task_holds_only_an_imagined_world() -> None:
    worlds = []
    for bid in ("bid 1", "bid 9"):
        table = magpie_table(("human", "thrifty"))
        submit_accepted(table, 0, bid)
        (job,) = table.bot_tasks()
        worlds.append(job.packed_world)
        assert compute_answer(table.game, table.options, job).fault == ""
    assert worlds[0] == worlds[1]


def test_a_worker_that_is_not_ready_in_time_gives_no_wrong_answers() -> None:
    bot_worker = BotWorker(start_seconds=0.0)
    table = magpie_table(("human", "thrifty"))
    assert answer_with_bot(bot_worker, table)
    assert table.match.entries[-1].why == "its bot crashed"
    bot_worker.start_seconds = 30.0
    submit_accepted(table, 0, "bid 0")
    right = compute_answer(table.game, table.options, table.bot_tasks()[0]).action
    assert answer_with_bot(bot_worker, table)
    assert table.match.entries[-1].text == f"bid {right}"
    bot_worker.close()


def test_a_failed_thought_keeps_a_bots_memory(bot_worker: BotWorker, folder: Path) -> None:
    table = magpie_table(("human", f"py:{folder / 'bots.py'}:Remembers"))
    assert answer_with_bot(bot_worker, table)
    submit_accepted(table, 0, "bid 0")
    (job,) = table.bot_tasks()
    apply_bot_answer(table, job, BotAnswer(0, "its bot overran its time"))
    assert table.match.bot_notes[1] == (0,)
    apply_bot_answer(table, job, BotAnswer(3, notes=(9, 9)))
    assert table.match.bot_notes[1] == (0,)
