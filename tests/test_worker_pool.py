"""The server's bot workers: slow bots block nobody, dead workers are replaced, and closing ends them all."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import parlour
from parlour.kernel.game import review_match
from parlour.server.worker_pool import MAX_TRACKED_BOTS, PREEMPTED, QUICK_SECONDS, WorkerPool
from parlour.table.bot_worker import BotAnswer, compute_answer
from parlour.table.table import Table
from parlour.table.table_types import BotTask
from tests.table_builders import harmonictook_table, magpie_table

BOTS = """
import os, socket, time
from parlour.kernel.match import Bot

class Calls(Bot):
    '''Rings up the test and thinks at full power until it is told what to answer.'''
    def choose(self, world, seat):
        with socket.create_connection(("127.0.0.1", PORT)) as line:
            line.sendall(f"{seat} {os.getpid()}\\n".encode())
            line.setblocking(False)
            while True:
                try:
                    return int(line.recv(16))
                except BlockingIOError:
                    pass

class Rings(Calls):
    pass

class Broods(Bot):
    def choose(self, world, seat):
        end = time.process_time() + 2 * QUICK
        while time.process_time() < end:
            pass
        return 7

class Nice(Bot):
    def choose(self, world, seat):
        return os.nice(0)

class Dies(Bot):
    def choose(self, world, seat):
        os._exit(3)

class Raises(Bot):
    def choose(self, world, seat):
        raise RuntimeError("no idea")
"""
DEADLINE = 300.0  # seconds after which a test has failed


class BotCall(NamedTuple):
    """A call from a bot that thinks, over a socket to the test."""

    seat: int
    pid: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send_action(self, action: int) -> None:
        self.writer.write(str(action).encode())

    async def wait_until_closed(self) -> None:
        """Waits until the other end closes."""
        with contextlib.suppress(ConnectionError):
            assert await self.reader.read() == b""


class PoolFixture:
    """A worker pool, a file of bots that call the test, and the calls in their order."""

    def __init__(self, pool: WorkerPool, file: Path) -> None:
        self.pool = pool
        self.file = file
        self.calls: asyncio.Queue[BotCall] = asyncio.Queue()
        self.reported_results: list[tuple[float, str]] = []  # results of the pool, with their times
        pool.on_bot_answer = lambda seconds, fault: self.reported_results.append((seconds, fault))

    async def accept_call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seat, pid = (await reader.readline()).split()
        self.calls.put_nowait(BotCall(int(seat), int(pid), reader, writer))

    def table(self, *bots: str) -> Table:
        """Creates a table of bots, by name or by their class in the file."""
        return magpie_table([bot if bot.islower() else f"py:{self.file}:{bot}" for bot in bots])

    def bot_task(self, bot: str) -> tuple[Table, BotTask]:
        table = self.table("random", bot)
        return table, table.bot_tasks()[1]

    def ask(self, table: Table, job: BotTask) -> asyncio.Task[BotAnswer]:
        return asyncio.create_task(self.pool.ask_bot(table.game, table.options, job))

    def ask_all(self, *bots: str) -> list[asyncio.Task[BotAnswer]]:
        table = self.table(*bots)
        return [self.ask(table, job) for job in table.bot_tasks()]

    async def think(self, bot: str) -> BotAnswer:
        return await self.ask(*self.bot_task(bot))


@contextlib.asynccontextmanager
async def pool_fixture(folder: Path, pool: WorkerPool) -> AsyncIterator[PoolFixture]:
    here = PoolFixture(pool, folder / "bots.py")
    server = await asyncio.start_server(here.accept_call, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    here.file.write_text(f"PORT = {port}\nQUICK = {QUICK_SECONDS}\n{BOTS}")
    try:
        yield here
    finally:
        await pool.close()
        server.close()


def run_with_pool(
    folder: Path, play: Callable[[PoolFixture], Coroutine[Any, Any, None]], deadline: float = DEADLINE
) -> None:
    async def run() -> None:
        async with asyncio.timeout(DEADLINE), pool_fixture(folder, WorkerPool(deadline, workers=2)) as here:
            await play(here)

    asyncio.run(run())


def test_a_bot_at_full_power_on_many_tables_does_not_delay_a_quick_one(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        thoughts = here.ask_all("Calls", "Calls", "Calls")
        calls = [await here.calls.get(), await here.calls.get()]  # both workers are busy indefinitely
        for _ in range(3):
            table, job = here.bot_task("thrifty")
            assert (await here.ask(table, job)).action == compute_answer(table.game, table.options, job).action
        assert not any(thought.done() for thought in thoughts)
        assert len(here.pool.running) == 1

        ((task, _),) = here.pool.running.items()
        going, broken = sorted(calls, key=lambda call: call.seat != task.sequence - 1)
        await broken.wait_until_closed()
        assert [fault for _, fault in here.reported_results] == ["", "", ""]
        going.send_action(10 + going.seat)
        for seat in (broken.seat, 2):  # interrupted tasks run again before later ones
            again = await here.calls.get()
            assert again.seat == seat
            again.send_action(10 + seat)
        assert [(await thought).action for thought in thoughts] == [10, 11, 12]

    run_with_pool(tmp_path, play)


def test_a_full_search_leaves_workers_for_others(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        thoughts = here.ask_all("mcts:100000000", "mcts:100000001", "mcts:100000002", "mcts:100000003")
        for _ in range(5):
            assert (await here.think("thrifty")).fault == ""
        assert not any(thought.done() for thought in thoughts)
        await here.pool.close()
        assert [thought.cancelled() for thought in thoughts] == [True] * 4

    run_with_pool(tmp_path, play)


def test_a_bot_with_an_unknown_budget_is_slow_until_it_was_quick(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        assert here.pool.is_slow(("magpie", "mcts:1"))
        for _ in range(100):  # the first may take long, as it loads the game
            if here.pool.is_slow(("magpie", "mcts:1")):
                assert (await here.think("mcts:1")).fault == ""
        assert not here.pool.is_slow(("magpie", "mcts:1"))
        here.ask_all("mcts:100000000", "mcts:100000001", "mcts:100000002")
        await asyncio.sleep(0)
        assert [task.slow for task in here.pool.running] == [True]  # the other worker stays free
        assert (await here.think("thrifty")).fault == ""
        await here.pool.close()

    run_with_pool(tmp_path, play)


def test_slow_bots_leave_one_worker_free_and_run_in_order(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        assert (await here.think("Broods")).action == 7
        bot = ("magpie", f"py:{here.file}:Broods")
        assert here.pool.is_slow(bot)
        here.pool.average_seconds[("magpie", f"py:{here.file}:Calls")] = here.pool.average_seconds[bot]
        thoughts = here.ask_all("Calls", "Calls", "Calls")
        for seat in range(3):
            call = await here.calls.get()
            assert call.seat == seat
            assert len(here.pool.running) == 1
            assert (await here.think("thrifty")).fault == ""
            assert not thoughts[seat].done()
            call.send_action(seat)
            assert (await thoughts[seat]).action == seat

    run_with_pool(tmp_path, play)


def test_a_bot_that_becomes_fast_is_treated_as_fast(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        bot = ("magpie", "random")
        here.pool.average_seconds[bot] = 100 * QUICK_SECONDS
        for _ in range(100):
            if not here.pool.is_slow(bot):
                break
            await here.think("random")
        assert not here.pool.is_slow(bot)

    run_with_pool(tmp_path, play)


def test_workers_start_on_demand_with_low_priority(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        assert [worker.process for worker in here.pool.idle_workers] == [None, None]
        for _ in range(3):
            assert (await here.think("Nice")).action == min(19, os.nice(0) + 10)
        assert [worker.process is None for worker in here.pool.idle_workers] == [True, False]

    run_with_pool(tmp_path, play)


def test_a_bot_that_overruns_is_stopped_and_marked_as_slow(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        thought = await here.think("Calls")
        assert thought.fault == "its bot overran its time"
        assert here.reported_results[-1][0] > 0.1
        assert here.reported_results[-1][1] == thought.fault
        assert [worker.process for worker in here.pool.idle_workers] == [None, None]
        assert here.pool.is_slow(("magpie", f"py:{here.file}:Calls"))

    run_with_pool(tmp_path, play, deadline=0.2)


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        for _ in range(2):
            thought = here.ask(*here.bot_task("Calls"))
            call = await here.calls.get()
            os.kill(call.pid, signal.SIGKILL)
            assert (await thought).fault == "its bot crashed"
        thought = here.ask(*here.bot_task("Calls"))
        (await here.calls.get()).send_action(4)
        assert (await thought).action == 4

    run_with_pool(tmp_path, play)


@pytest.mark.parametrize(
    ("bot", "fault"),
    [("Dies", "its bot crashed"), ("Raises", "its bot failed: RuntimeError"), ("Missing", "its bot failed: Problem")],
)
def test_a_fault_says_what_happened_and_the_next_task_succeeds(tmp_path: Path, bot: str, fault: str) -> None:
    async def play(here: PoolFixture) -> None:
        for _ in range(2):
            assert (await here.think(bot)).fault == fault
            assert (await here.think("thrifty")).fault == ""

    run_with_pool(tmp_path, play)


def test_what_cannot_be_sent_to_a_worker_is_a_fault(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        table, job = here.bot_task("random")
        thought = await here.pool.ask_bot(table.game, {"stones": lambda: 15}, job)  # type: ignore[dict-item]
        assert thought.fault.startswith("its bot failed: ")
        assert (await here.think("random")).fault == ""

    run_with_pool(tmp_path, play)


def test_hints_come_from_the_game_or_from_its_best_bot(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        table = magpie_table()
        job = table.hint_task(0)
        (advice,) = await here.pool.hints(table.game, table.match.context, job)
        assert advice.action == compute_answer(table.game, table.options, job).action
        assert advice.chance is None
        assert advice.text == "that is what the bot thrifty would do"

        table = harmonictook_table()
        (seat,) = table.match.owing()
        hints = await here.pool.hints(table.game, table.match.context, table.hint_task(seat))
        own = table.game.coach.hints(table.match.context, table.hint_world(seat), seat)
        assert [tuple(hint) for hint in hints] == [tuple(hint) for hint in own]
        assert hints
        assert await here.pool.hints(table.game, table.match.context, job._replace(packed_world=b"")) == []
        assert here.reported_results == []

    run_with_pool(tmp_path, play)


def test_a_finished_match_is_reviewed(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        table = harmonictook_table()
        dice = random.Random(1)
        while not table.match.over():
            for seat in table.match.owing():
                table.answer(
                    seat, table.match.question_number[seat], [dice.choice(list(table.match.state.legal(seat)))]
                )
        assert (
            await here.pool.review(table.game, table.record())
            == review_match(table.game, table.match.context, table.match.log.moves())
            != []
        )

    run_with_pool(tmp_path, play)


def test_closing_stops_busy_workers(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        thoughts = here.ask_all("Calls", "Rings", "Calls")
        calls = [await here.calls.get(), await here.calls.get()]
        await asyncio.gather(here.pool.close(), here.pool.close())
        for call in calls:
            await call.wait_until_closed()
        assert [thought.cancelled() for thought in thoughts] == [True] * 3
        with pytest.raises(asyncio.CancelledError):
            await here.pool.ask_bot(*_pool_arguments(here))
        assert here.pool.running == {}

    run_with_pool(tmp_path, play)


def _pool_arguments(here: PoolFixture) -> tuple[Any, Any, BotTask]:
    table, job = here.bot_task("random")
    return table.game, table.options, job


def test_closing_ends_workers_that_are_just_starting(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        thoughts = here.ask_all("Calls", "Calls", "Calls")
        await asyncio.sleep(0)
        thinkers = list(here.pool.running.values())
        await here.pool.close()
        assert len(thinkers) == 2
        assert [worker.process for worker in thinkers] == [None, None]
        assert [thought.cancelled() for thought in thoughts] == [True] * 3

    run_with_pool(tmp_path, play)


def test_an_unused_pool_closes(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        await here.pool.close()

    run_with_pool(tmp_path, play)


def test_a_cancelled_task_takes_no_worker(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        thoughts = here.ask_all("Calls", "Rings", "Calls", "random")
        calls = [await here.calls.get(), await here.calls.get()]
        for thought in thoughts:
            thought.cancel()
        for call in calls:
            await call.wait_until_closed()
        assert (await here.think("thrifty")).fault == ""
        assert here.pool.queues == {}
        assert here.calls.empty()

    run_with_pool(tmp_path, play)


def test_the_pace_of_at_most_a_thousand_bots_is_remembered() -> None:
    async def play() -> None:
        pool = WorkerPool(workers=2)
        for number in range(MAX_TRACKED_BOTS + 10):
            pool._record_duration(("magpie", f"mcts:{number}"), 1.0)
        assert len(pool.average_seconds) == MAX_TRACKED_BOTS
        assert ("magpie", "mcts:0") not in pool.average_seconds
        assert pool.is_slow(("magpie", f"mcts:{MAX_TRACKED_BOTS}"))
        assert pool.is_slow(PREEMPTED)
        await pool.close()

    asyncio.run(play())


ORPHAN_SCRIPT = """
import asyncio, sys
from parlour.server.worker_pool import WorkerPool
from tests.table_builders import magpie_table

async def main():
    table = magpie_table(["random", sys.argv[1]])
    pool = WorkerPool(deadline=2.0, workers=2)
    while True:
        await pool.ask_bot(table.game, table.options, table.bot_tasks()[1])

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="needs an alarm")
def test_a_bot_whose_server_was_killed_ends_by_itself(tmp_path: Path) -> None:
    async def play(here: PoolFixture) -> None:
        (tmp_path / "serves.py").write_text(ORPHAN_SCRIPT)
        path = os.pathsep.join([str(Path(parlour.__file__).parent.parent), str(Path(__file__).parent.parent)])
        server = subprocess.Popen(
            [sys.executable, str(tmp_path / "serves.py"), f"py:{here.file}:Calls"],
            env={**os.environ, "PYTHONPATH": path},
        )
        call = await here.calls.get()
        server.kill()
        server.wait()
        await call.wait_until_closed()

    run_with_pool(tmp_path, play)
