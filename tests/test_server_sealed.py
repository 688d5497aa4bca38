"""Sealed answers: whatever was chosen, everybody else receives the same bytes until the reveal.

Matches are played twice on servers with the same time and randomness. In every round one seat gives a sealed answer
that differs between the two; everything that reaches other viewers must be equal, whatever is answered in public
meanwhile. Then the answer is taken back, all answer alike, and the match continues."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection, connect

from parlour import games
from parlour.games import magpie
from parlour.games.magpie.rules import TOO_DEAR, Magpie
from parlour.games.magpie.view import MagpieView
from parlour.games.magpie.view import view as true_view
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.state import State
from parlour.kernel.text import Offer, offer_legal
from parlour.server.live_table import LiveTable
from parlour.server.services import SystemInputs, Timings
from parlour.server.worker_pool import WorkerPool
from parlour.store.rating_rows import TABLE, uncounted_results
from parlour.table.bot_worker import BotAnswer
from parlour.table.table_types import BotTask
from parlour.tournament.ratings import known_versions
from tests import sealed_answers_game
from tests.faulty_games import PublicAnswerLeaksSealed
from tests.server_harness import ServerUnderTest, legal_actions, running_server

BANK = 600
MAX_QUESTIONS = 400  # questions between two rounds


class SealedScript(NamedTuple):
    """How a game with sealed answers is played here. A sealed question is one with choices of these prefixes."""

    game: str
    sealing: tuple[str, ...]  # prefixes of sealed answers, in notation
    illegal: str  # an answer that is never legal for a sealed question
    rounds: int
    bots: tuple[str, ...]
    options: dict[str, int] = {}
    first_half: str = ""  # the first half of every sealed answer

    def sealed_choices(self, question: dict[str, Any]) -> list[str]:
        return [choice for choice in legal_actions(question) if choice.startswith(self.sealing)]

    def public_choices(self, question: dict[str, Any]) -> list[str]:
        return [
            choice
            for choice in legal_actions(question)
            if not choice.startswith((*self.sealing, self.first_half or " "))
        ]

    def asks_sealed_answer(self, update: dict[str, Any]) -> bool:
        """Returns whether a viewer is asked for a sealed answer."""
        question = update["question"]
        return question is not None and bool(
            self.sealed_choices(question) or (self.first_half and self.first_half in legal_actions(question))
        )


Case = tuple[list[str], bool, int, int]  # seats, clock, seed, rounds
MAGPIE = SealedScript("magpie", ("bid",), "bid 31", 12, ("thrifty", "greedy", "random", "mcts:20"), {"stones": 30})
TAVERN = SealedScript("tavern", ("cellar", "left", "right"), "right", 3, ("reveller",), first_half="attic")
HUNTER = SealedScript("hunter", ("hunter",), "hunter bar, apprentice bar", 2, ("random",))
SCRIPTS = [MAGPIE, TAVERN, HUNTER]
EACH_SCRIPT = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.game)


@pytest.fixture(autouse=True)
def register_sealed_answers_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds a game that mixes public and sealed answers."""
    monkeypatch.setitem(games.BUILT_IN, "tavern", sealed_answers_game.__name__)


class ManualEnvironment:
    """A manual clock and reproducible randomness."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0
        self.count = itertools.count()

    def inputs(self) -> SystemInputs:
        return SystemInputs(self.now, self.now, self.fresh)

    def now(self) -> float:
        return self.time

    def fresh(self, size: int) -> bytes:
        return hashlib.shake_128(str(next(self.count)).encode()).digest(size)


class StepwisePool(WorkerPool):
    """A worker pool whose bots think one after the other, when allowed."""

    def __init__(self) -> None:
        super().__init__(deadline=60.0, workers=2)
        self.turn = asyncio.Lock()
        self.allowed_thoughts = 0
        self.matches = 0  # finished matches

    async def ask_bot(self, game: Game, options: Options, job: BotTask) -> BotAnswer:
        match = self.matches
        async with self.turn:
            while not (self.allowed_thoughts or self.closed) and self.matches == match:
                await asyncio.sleep(0.002)
            if self.matches != match:
                raise asyncio.CancelledError
            self.allowed_thoughts -= 1
            return await super().ask_bot(game, options, job)


class SealedStage(NamedTuple):
    server: ServerUnderTest
    world: ManualEnvironment
    pool: StepwisePool


@contextlib.contextmanager
def running_stage(db: Path, world: ManualEnvironment) -> Iterator[SealedStage]:
    gate = StepwisePool()
    with running_server(
        f"sqlite:///{db}", times=Timings(unload_after=1e9), inputs=world.inputs(), pool=gate
    ) as game_server:
        yield SealedStage(game_server, world, gate)


class RecordingViewer:
    """A player or a watcher that records every message."""

    def __init__(self, game_server: ServerUnderTest, table: str, seat: int | None, token: str | None) -> None:
        self.house, self.table, self.seat, self.token = game_server, table, seat, token
        self.unread: list[str] = []  # since it was last compared
        self.update: dict[str, Any] = {}
        self.updates = 0
        self.last_line = 0
        self.connection: ClientConnection | None = None

    async def connect(self, since: int = 0) -> None:
        url = f"ws://127.0.0.1:{self.house.port}/api/tables/{self.table}/socket"
        self.connection = await connect(url, compression=None, max_queue=None)
        await self.send("hello", seat=self.seat, token=self.token, since=since)
        await self.drain()

    async def disconnect(self) -> None:
        assert self.connection is not None
        await self.connection.close()
        self.connection = None

    async def send(self, type: str, **fields: Any) -> None:
        assert self.connection is not None
        await self.connection.send(json.dumps({"type": type, **fields}))

    async def receive_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Reads until the expected message."""
        assert self.connection is not None
        async with asyncio.timeout(600):
            while True:
                text = await self.connection.recv()
                assert isinstance(text, str)
                self.unread.append(text)
                message: dict[str, Any] = json.loads(text)
                if message["type"] == "update":
                    self.update = message
                    self.updates += 1
                    self.last_line = max([self.last_line, *(line["number"] for line in message["lines"])])
                if wanted(message):
                    return message

    async def request(self, type: str, **fields: Any) -> dict[str, Any]:
        await self.send(type, id="x", **fields)
        return await self.receive_until(lambda message: message.get("id") == "x")

    async def answer(self, action: str) -> None:
        reply = await self.request("answer", question=self.update["question"]["number"], action=action)
        assert reply["type"] == "receipt", (action, reply)
        await self.drain()

    async def drain(self) -> None:
        """Reads everything that is in transit."""
        await self.send("ping")
        await self.receive_until(lambda message: message["type"] == "pong")


class WatchedTable(NamedTuple):
    """A match under observation, and its traffic by viewer and phase."""

    stage: SealedStage
    id: str
    people: dict[int, RecordingViewer]  # by seat
    watcher: RecordingViewer
    cookie: str
    traffic: list[tuple[str, str, list[str]]]

    def everyone(self) -> list[RecordingViewer]:
        return [viewer for viewer in [*self.people.values(), self.watcher] if viewer.connection is not None]

    async def drain_all(self) -> None:
        for viewer in self.everyone():
            await viewer.drain()

    def record_traffic(self, phase: str, *but: int) -> None:
        """Records the traffic of this phase, for all viewers but those who made the sealed choice."""
        for viewer in [*self.people.values(), self.watcher]:
            if viewer.seat not in but:
                self.traffic.append((phase, f"seat {viewer.seat}", viewer.unread[:]))
            viewer.unread.clear()

    async def record_http(self, phase: str) -> None:
        """Records what anybody may request over HTTP, once all earlier matches are rated."""
        await wait_for_ratings(self.stage.server)
        for path in ("/api/tables", f"/api/tables/{self.id}", f"/api/tables/{self.id}/mine", "/api/records",
                     f"/api/records/{self.id}", f"/api/records/{self.id}/film", "/api/ratings"):  # fmt: skip
            self.traffic.append((phase, path, [await fetch_raw(self.stage.server, "GET", path, self.cookie)]))
        saved = await fetch_raw(self.stage.server, "POST", f"/api/tables/{self.id}/saves", self.cookie, '{"name": "x"}')
        figures = await fetch_raw(self.stage.server, "GET", "/metrics")
        counts = [row for row in figures.splitlines() if row.startswith("parlour_") and not is_time_metric(row)]
        self.traffic.extend([(phase, "a save", [saved]), (phase, "figures", counts)])

    async def answer_with_bots(self) -> None:
        """Lets all bots that owe an answer give it: one update each."""
        bots = [seat for seat in self.watcher.update["lights"] if seat not in self.people]
        if bots:
            self.stage.pool.allowed_thoughts = len(bots)
            expected = self.watcher.updates + len(bots)
            await self.watcher.receive_until(lambda message: self.watcher.updates == expected)
            await self.drain_all()


async def wait_for_ratings(game_server: ServerUnderTest) -> None:
    assert game_server.context is not None
    versions, database = known_versions(), game_server.context.services.database
    while database.read_sync(lambda db: uncounted_results(db, TABLE, versions, 1)):
        await asyncio.sleep(0.05)


def is_time_metric(row: str) -> bool:
    return "_seconds" in row or "_created" in row


async def fetch_raw(game_server: ServerUnderTest, method: str, path: str, cookie: str = "", body: str = "") -> str:
    """Returns the whole HTTP answer with headers, but without its date."""
    reading, writing = await asyncio.open_connection("127.0.0.1", game_server.port)
    lines = [f"{method} {path} HTTP/1.1", "Host: parlour", "Connection: close", f"Content-Length: {len(body)}"]
    lines += ["Content-Type: application/json", *([f"Cookie: {cookie}"] if cookie else [])]
    writing.write("\r\n".join([*lines, "", body]).encode())
    answer = (await reading.read()).decode()
    writing.close()
    return "\r\n".join(line for line in answer.split("\r\n") if not line.lower().startswith("date:"))


async def start_table(stage: SealedStage, seats: list[str], clock: bool, script: SealedScript = MAGPIE) -> WatchedTable:
    """Creates a table with a player on every seat, and a watcher."""
    wish: dict[str, Any] = {"game": script.game, "seats": seats, "options": script.options}
    if clock:
        wish["clock"] = {"bank": BANK, "increment": 5}
    table = json.loads(
        (await fetch_raw(stage.server, "POST", "/api/tables", body=json.dumps(wish))).split("\r\n\r\n")[1]
    )
    watcher = RecordingViewer(stage.server, table["id"], None, None)
    await watcher.connect()
    people: dict[int, RecordingViewer] = {}
    cookie = ""
    for seat in [number for number, player in enumerate(seats) if player == "open"]:
        body = json.dumps({"name": f"Bird {seat}", "seat": seat})
        answer = await fetch_raw(stage.server, "POST", f"/api/tables/{table['id']}/seats", body=body)
        head, _, taken = answer.partition("\r\n\r\n")
        cookie = head.partition("set-cookie: ")[2].partition(";")[0]
        people[seat] = RecordingViewer(stage.server, table["id"], seat, json.loads(taken)["token"])
        await people[seat].connect()
    found = WatchedTable(stage, table["id"], people, watcher, cookie, [])
    await found.drain_all()
    found.record_traffic("the beginning")
    return found


async def act_while_sealed(table: WatchedTable, seat: int, dice: random.Random, script: SealedScript = MAGPIE) -> None:
    """What other people do while an answer is sealed: pages, hints, chat, reconnecting, public answers."""
    others = [viewer for viewer in table.people.values() if viewer.seat != seat]
    table.stage.world.time += 1.5
    for viewer in others:
        await viewer.request("pages")
        if viewer.update["question"] is not None:
            await viewer.request("hint", question=viewer.update["question"]["number"])
            refused = await viewer.request(
                "answer", question=viewer.update["question"]["number"], action=script.illegal
            )
            assert refused["code"] == "illegal", refused
            await answer_publicly(table, viewer, dice, script)
    for viewer in [table.watcher, *others][: dice.randint(0, 2)]:
        waiting = next(other for other in table.everyone() if other is not viewer)
        watchers, number = int(viewer is not table.watcher), viewer.seat

        def gone(message: dict[str, Any], watchers: int = watchers, number: int | None = number) -> bool:
            away = number is None or not message.get("seats", [])[number]["here"]
            return message["type"] == "presence" and message["watchers"] == watchers and away

        await viewer.disconnect()
        await waiting.receive_until(gone)
        await table.drain_all()
        await viewer.connect(dice.choice([0, viewer.last_line]))
    if others:
        await dice.choice(others).request("chat", text="What did you bid?")
    await table.drain_all()


async def answer_publicly(
    table: WatchedTable, viewer: RecordingViewer, dice: random.Random, script: SealedScript
) -> None:
    """Gives a public answer, if there is one, and still owes a sealed answer."""
    choices = script.public_choices(viewer.update["question"])
    if choices and dice.random() < 0.6:
        await viewer.answer(dice.choice(choices))
        await table.drain_all()
        assert viewer.update["question"] is not None


async def answer_sealed(
    table: WatchedTable, viewer: RecordingViewer, dice: random.Random, script: SealedScript, twin: int | None = None
) -> None:
    """Gives a sealed answer: one of the first choices, different for each twin."""
    if script.first_half and script.first_half in legal_actions(viewer.update["question"]):
        await viewer.answer(script.first_half)
    choices = script.sealed_choices(viewer.update["question"])
    half = max(1, len(choices) // 2)
    pair = dice.choice(choices[:half]), dice.choice(choices[half:] or choices)
    await viewer.answer(dice.choice(choices[:4]) if twin is None else pair[twin])
    await table.drain_all()


async def play_to_next_round(table: WatchedTable, dice: random.Random, script: SealedScript) -> None:
    """Lets bots seal their answers too; then everybody answers until the next round."""
    for _ in range(MAX_QUESTIONS):
        people = [viewer for viewer in table.people.values() if viewer.update["question"] is not None]
        bots = [seat for seat in table.watcher.update["lights"] if seat not in table.people]
        if len(people) == len(table.people) and all(script.asks_sealed_answer(viewer.update) for viewer in people):
            return
        if people:
            await people[0].answer(dice.choice(legal_actions(people[0].update["question"])))
            await table.drain_all()
        elif bots:
            await table.answer_with_bots()
        else:
            return
    raise AssertionError("no round ends")


async def play_case(stage: SealedStage, script: SealedScript, case: Case, twin: int) -> WatchedTable:
    """Plays one match; `twin` decides only what the sealed answers are."""
    seats, clock, seed, rounds = case
    dice = random.Random(f"{seats} {seed}")
    table = await start_table(stage, seats, clock, script)
    people = table.people
    for number in range(rounds):
        name = f"{seats} {seed}, round {number + 1}"
        bots_first = len(people) > 1 and dice.random() < 0.4
        if bots_first:
            await table.answer_with_bots()
        order = dice.sample(list(people), len(people))
        sealed = list(people)[(number + seed) % len(people)]
        order.remove(sealed)
        last = order.pop() if order else None
        order.insert(dice.randint(0, len(order)), sealed)
        table.record_traffic(f"{name} begins")
        for seat in order:
            await answer_publicly(table, people[seat], dice, script)
            await answer_sealed(table, people[seat], dice, script, twin if seat == sealed else None)
        if last is not None and dice.random() < 0.5:
            await table.answer_with_bots()
        await act_while_sealed(table, sealed, dice, script)
        if number % 3 == 0:
            await table.record_http(f"{name}, sealed by {sealed}")
        table.record_traffic(f"{name}, sealed by {sealed}", sealed)
        undone = await people[sealed].request("undo", question=people[sealed].update["undo"])
        assert undone["type"] == "receipt", undone
        if number + 1 == rounds < script.rounds:
            break
        await table.drain_all()
        await answer_sealed(table, people[sealed], dice, script)
        if last is not None:
            await answer_sealed(table, people[last], dice, script)
        await play_to_next_round(table, dice, script)
        table.record_traffic(f"{name} ends")
    for viewer in table.everyone():
        await viewer.disconnect()
    stage.pool.matches += 1
    return table


def differences(one: WatchedTable, other: WatchedTable) -> list[str]:
    """Returns the differences between the traffic of two matches."""
    assert len(one.traffic) == len(other.traffic)
    assert sum(len(texts) for _, _, texts in one.traffic) > 20
    return [
        f"{mine[0]}: {mine[1]}"
        for mine, yours in zip(one.traffic, other.traffic, strict=True)
        if [text.encode() for text in mine[2]] != [text.encode() for text in yours[2]] or mine[:2] != yours[:2]
    ]


def compare_twins(folder: Path, script: SealedScript, cases: list[Case]) -> list[str]:
    """Plays every case twice, on two servers side by side, and returns all differences."""

    async def side(stage: SealedStage, twin: int) -> list[WatchedTable]:
        return [await play_case(stage, script, case, twin) for case in cases]

    async def both() -> tuple[list[WatchedTable], list[WatchedTable]]:
        return await asyncio.gather(side(first, 0), side(second, 1))

    with (
        running_stage(folder / "first.db", ManualEnvironment()) as first,
        running_stage(folder / "second.db", ManualEnvironment()) as second,
    ):
        ones, others = asyncio.run(both())
    return [found for one, other in zip(ones, others, strict=True) for found in differences(one, other)]


def people_only_cases(script: SealedScript, seeds: range) -> list[Case]:
    """People only, at tables of every size; every other case with a clock."""
    sizes = games.find(script.game).seats
    return [(["open"] * seats, seed % 2 == 1, seed, script.rounds) for seats in sizes for seed in seeds]


def cases_with_bots(script: SealedScript) -> list[Case]:
    """People and bots."""
    bot = itertools.cycle(script.bots)
    tables = ["ob", "boo", "obo", "obbo", "boboo"]
    rows = [["open" if letter == "o" else next(bot) for letter in table] for table in tables]
    return [
        (row, seed % 2 == 1, seed, script.rounds)
        for seed, row in enumerate(rows)
        if len(row) in games.find(script.game).seats
    ]


@pytest.mark.long
@EACH_SCRIPT
def test_nothing_depends_on_a_sealed_choice_among_people(tmp_path: Path, script: SealedScript) -> None:
    assert compare_twins(tmp_path, script, people_only_cases(script, range(2))) == []


@pytest.mark.nightly
@EACH_SCRIPT
def test_nothing_depends_on_a_sealed_choice_of_any_seat_in_any_round(tmp_path: Path, script: SealedScript) -> None:
    assert compare_twins(tmp_path, script, people_only_cases(script, range(2, 5))) == []


@pytest.mark.long
@EACH_SCRIPT
def test_nothing_depends_on_a_sealed_choice_with_bots_at_the_table(tmp_path: Path, script: SealedScript) -> None:
    assert compare_twins(tmp_path, script, cases_with_bots(script)) == []


# Timeouts and restarts.


async def timeout_while_sealed(stage: SealedStage, twin: int, absent: bool) -> WatchedTable:
    """While seat 0's bid is sealed, seat 1 runs out of time; seat 2 still owes an answer."""
    table = await start_table(stage, ["open", "open", "open"], True)
    people = table.people
    await people[0].answer("bid 1")
    await people[2].answer("bid 2")
    await table.drain_all()
    stage.world.time += BANK - 100
    await people[1].answer("bid 3")
    await table.drain_all()
    table.record_traffic("the first round")
    if absent:
        await people[1].disconnect()
        await people[0].receive_until(lambda message: message["type"] == "presence" and not message["seats"][1]["here"])
    await people[0].answer(("bid 4", "bid 24")[twin])
    await table.drain_all()
    stage.world.time += 200
    await table.watcher.receive_until(lambda message: message["type"] == "update" and message["lights"] == [2])
    if absent:
        await table.watcher.receive_until(lambda message: message["type"] == "presence")
    await table.drain_all()
    await table.record_http("time is gone")
    table.record_traffic("time is gone", 0)
    for viewer in table.everyone():
        await viewer.disconnect()
    return table


@pytest.mark.parametrize("absent", [False, True])
def test_a_default_answer_reveals_nothing_of_a_sealed_one(tmp_path: Path, absent: bool) -> None:
    found = []
    for twin in range(2):
        with running_stage(tmp_path / f"{twin}.db", ManualEnvironment()) as at:
            found.append(asyncio.run(timeout_while_sealed(at, twin, absent)))
    assert differences(*found) == []


async def play_until_sealed(stage: SealedStage, twin: int) -> WatchedTable:
    table = await start_table(stage, ["open", "thrifty", "open", "greedy"], True)
    await table.people[0].answer(("bid 2", "bid 20")[twin])
    await table.drain_all()
    table.record_traffic("before", 0)
    for viewer in table.everyone():
        await viewer.disconnect()
    return table


async def continue_after_restart(stage: SealedStage, table: WatchedTable) -> tuple[WatchedTable, list[str]]:
    """Everybody reconnects; the bots are asked only now, after the sealed choice was made."""
    table = table._replace(stage=stage)
    for viewer in [*table.people.values(), table.watcher]:
        viewer.house = stage.server
        await viewer.connect(viewer.last_line)
    await table.answer_with_bots()
    await act_while_sealed(table, 0, random.Random(1))
    await table.record_http("after")
    table.record_traffic("after", 0)
    assert stage.server.context is not None
    entries = stage.server.context.registry.live_tables[table.id].table.match.entries
    for viewer in table.everyone():
        await viewer.disconnect()
    return table, [f"{entry.seat} {entry.text}" for entry in entries if entry.seat in (1, 3)]


def test_a_restart_keeps_a_choice_sealed_from_bots_too(tmp_path: Path) -> None:
    found = []
    for twin in range(2):
        world = ManualEnvironment()
        with running_stage(tmp_path / f"{twin}.db", world) as at:
            table = asyncio.run(play_until_sealed(at, twin))
        with running_stage(tmp_path / f"{twin}.db", world) as at:
            found.append(asyncio.run(continue_after_restart(at, table)))
    assert differences(found[0][0], found[1][0]) == []
    assert found[0][1] == found[1][1]
    assert len(found[0][1]) == 2


# Planted leaks must be found.


def view_with_early_payment(state: State, seat: int) -> MagpieView:
    """Leaks: the bid is already subtracted from the public purse."""
    assert isinstance(state, Magpie)
    seen = true_view(state, seat)
    purse = [stones - max(int(cup), 0) for stones, cup in zip(seen.purse, state.cups, strict=True)]
    return MagpieView(seen.prize, seen.bag, purse, seen.hoard, seen.mine, seen.over)


def view_leaking_to_watcher(state: State, seat: int) -> MagpieView:
    """Leaks: the watcher sees the highest cup."""
    assert isinstance(state, Magpie)
    seen = true_view(state, seat)
    mine = max(int(cup) for cup in state.cups) if seat < 0 else seen.mine
    return MagpieView(seen.prize, seen.bag, seen.purse, seen.hoard, mine, seen.over)


def offer_leaking_bids(state: State, seat: int) -> list[Offer]:
    """Leaks: choices below the highest cup are closed."""
    assert isinstance(state, Magpie)
    best = max(int(cup) for cup in state.cups)
    return [Offer(offer.action, TOO_DEAR if offer.action < best else 0) for offer in offer_legal(state, seat)]


LEAKING_GAMES = {
    "a view": magpie.GAME._replace(view=view_with_early_payment),
    "the watcher's view": magpie.GAME._replace(view=view_leaking_to_watcher),
    "choices": magpie.GAME._replace(text=magpie.GAME.text._replace(offer=offer_leaking_bids)),
}


@pytest.mark.parametrize("leak", LEAKING_GAMES)
def test_a_leak_in_a_game_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(magpie, "GAME", LEAKING_GAMES[leak])
    assert compare_twins(tmp_path, MAGPIE, [(["open", "open", "open"], False, 0, 1)])


def test_a_public_answer_that_reveals_a_sealed_one_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed_answers_game, "GAME", sealed_answers_game.game_with_state(PublicAnswerLeaksSealed))
    assert compare_twins(tmp_path, TAVERN, [(["open", "open", "open"], False, seed, 1) for seed in range(4)])


def test_an_additional_message_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    move_on = LiveTable.after_change

    def twice(live: LiveTable) -> None:
        move_on(live)
        if live.table.match.entries and live.table.match.entries[-1].text in {
            f"bid {stones}" for stones in range(16, 31)
        }:
            move_on(live)

    monkeypatch.setattr(LiveTable, "after_change", twice)
    found = compare_twins(tmp_path, MAGPIE, [(["open", "open"], False, 0, 1)])
    assert found == [f"['open', 'open'] 0, round 1, sealed by 0: {who}" for who in ("figures", "seat 1", "seat None")]
