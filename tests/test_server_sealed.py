"""Sealed choices: whatever was chosen, everybody else is told the same, byte for byte, until the reveal.

Matches are played twice on servers that take the same time and chance from outside. In every round one seat gives a
sealed answer that differs between the two; all that reaches anybody else must not, whatever is answered in the open
meanwhile. Then the answer is taken back, all answer alike, and the match goes on."""

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
from parlour.kernel.game import Game, Offer, offer_legal
from parlour.kernel.options import Options
from parlour.kernel.state import State
from parlour.server.live_table import LiveTable
from parlour.server.services import SystemInputs, Timings
from parlour.server.worker_pool import WorkerPool
from parlour.store.rating_rows import TABLE, uncounted_results
from parlour.table.bot_worker import BotAnswer
from parlour.table.table_types import BotTask
from parlour.tournament.ratings import known_versions
from tests import tavern
from tests.planted import Tattles
from tests.servers import House, here, legal

BANK = 600
MANY = 400  # questions between two rounds


class Script(NamedTuple):
    """How a game with sealed answers is played here. A sealed question is one with choices that begin so."""

    game: str
    sealing: tuple[str, ...]  # beginnings of sealed answers, by notation
    illegal: str  # what nobody may answer to a sealed question
    rounds: int
    bots: tuple[str, ...]
    options: dict[str, int] = {}
    lead: str = ""  # the first half of every sealed answer

    def sealed(self, question: dict[str, Any]) -> list[str]:
        return [choice for choice in legal(question) if choice.startswith(self.sealing)]

    def public(self, question: dict[str, Any]) -> list[str]:
        return [choice for choice in legal(question) if not choice.startswith((*self.sealing, self.lead or " "))]

    def asks(self, update: dict[str, Any]) -> bool:
        """Whether a viewer is asked for a sealed answer."""
        question = update["question"]
        return question is not None and bool(self.sealed(question) or (self.lead and self.lead in legal(question)))


Case = tuple[list[str], bool, int, int]  # seats, clock, seed, rounds
MAGPIE = Script("magpie", ("bid",), "bid 31", 12, ("thrifty", "greedy", "random", "mcts:20"), {"stones": 30})
TAVERN = Script("tavern", ("cellar", "left", "right"), "right", 3, ("reveller",), lead="attic")
HUNTER = Script("hunter", ("hunter",), "hunter bar, apprentice bar", 2, ("random",))
SCRIPTS = [MAGPIE, TAVERN, HUNTER]
EACH = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.game)


@pytest.fixture(autouse=True)
def tavern_on_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides our games, one in which some answers are public and others sealed."""
    monkeypatch.setitem(games.OURS, "tavern", tavern.__name__)


class World:
    """Time that passes when told to, and chance that comes the same again."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0
        self.count = itertools.count()

    def nature(self) -> SystemInputs:
        return SystemInputs(self.now, self.now, self.fresh)

    def now(self) -> float:
        return self.time

    def fresh(self, size: int) -> bytes:
        return hashlib.shake_128(str(next(self.count)).encode()).digest(size)


class Gate(WorkerPool):
    """Bots that think when they are let, one after the other."""

    def __init__(self) -> None:
        super().__init__(deadline=60.0, workers=2)
        self.turn = asyncio.Lock()
        self.let = 0  # so many thoughts
        self.matches = 0  # that nobody plays any more

    async def ask_bot(self, game: Game, options: Options, job: BotTask) -> BotAnswer:
        match = self.matches
        async with self.turn:
            while not (self.let or self.closed) and self.matches == match:
                await asyncio.sleep(0.002)
            if self.matches != match:
                raise asyncio.CancelledError
            self.let -= 1
            return await super().ask_bot(game, options, job)


class Stage(NamedTuple):
    house: House
    world: World
    gate: Gate


@contextlib.contextmanager
def stage(db: Path, world: World) -> Iterator[Stage]:
    gate = Gate()
    with here(f"sqlite:///{db}", times=Timings(unload_after=1e9), nature=world.nature(), crew=gate) as house:
        yield Stage(house, world, gate)


class Viewer:
    """A seat's player or a watcher, and every message that reaches them."""

    def __init__(self, house: House, table: str, seat: int | None, token: str | None) -> None:
        self.house, self.table, self.seat, self.token = house, table, seat, token
        self.heap: list[str] = []  # what came since it was last looked at
        self.update: dict[str, Any] = {}
        self.updates = 0
        self.line = 0
        self.wire: ClientConnection | None = None

    async def come(self, since: int = 0) -> None:
        url = f"ws://127.0.0.1:{self.house.port}/api/tables/{self.table}/socket"
        self.wire = await connect(url, compression=None, max_queue=None)
        await self.say("hello", seat=self.seat, token=self.token, since=since)
        await self.settle()

    async def go(self) -> None:
        assert self.wire is not None
        await self.wire.close()
        self.wire = None

    async def say(self, type: str, **fields: Any) -> None:
        assert self.wire is not None
        await self.wire.send(json.dumps({"type": type, **fields}))

    async def hear(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Reads on until the message that is waited for."""
        assert self.wire is not None
        async with asyncio.timeout(600):
            while True:
                text = await self.wire.recv()
                assert isinstance(text, str)
                self.heap.append(text)
                message: dict[str, Any] = json.loads(text)
                if message["type"] == "update":
                    self.update = message
                    self.updates += 1
                    self.line = max([self.line, *(line["number"] for line in message["lines"])])
                if wanted(message):
                    return message

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        await self.say(type, id="x", **fields)
        return await self.hear(lambda message: message.get("id") == "x")

    async def answer(self, action: str) -> None:
        reply = await self.ask("answer", question=self.update["question"]["number"], action=action)
        assert reply["type"] == "receipt", (action, reply)
        await self.settle()

    async def settle(self) -> None:
        """Everything that was on its way has come."""
        await self.say("ping")
        await self.hear(lambda message: message["type"] == "pong")


class Table(NamedTuple):
    """A match on a stage, and what came of it: what reached whom, phase by phase."""

    stage: Stage
    id: str
    people: dict[int, Viewer]  # by seat
    watcher: Viewer
    cookie: str
    traffic: list[tuple[str, str, list[str]]]

    def everyone(self) -> list[Viewer]:
        return [viewer for viewer in [*self.people.values(), self.watcher] if viewer.wire is not None]

    async def settle(self) -> None:
        for viewer in self.everyone():
            await viewer.settle()

    def note(self, phase: str, *but: int) -> None:
        """Whatever came in this phase, to everybody but those whose own choice it was."""
        for viewer in [*self.people.values(), self.watcher]:
            if viewer.seat not in but:
                self.traffic.append((phase, f"seat {viewer.seat}", viewer.heap[:]))
            viewer.heap.clear()

    async def look(self, phase: str) -> None:
        """What anybody may ask over HTTP, once the matches before this one are in the ratings."""
        await counted(self.stage.house)
        for path in ("/api/tables", f"/api/tables/{self.id}", f"/api/tables/{self.id}/mine", "/api/records",
                     f"/api/records/{self.id}", f"/api/records/{self.id}/film", "/api/ratings"):  # fmt: skip
            self.traffic.append((phase, path, [await fetch(self.stage.house, "GET", path, self.cookie)]))
        saved = await fetch(self.stage.house, "POST", f"/api/tables/{self.id}/saves", self.cookie, '{"name": "x"}')
        figures = await fetch(self.stage.house, "GET", "/metrics")
        counts = [row for row in figures.splitlines() if row.startswith("parlour_") and not timed(row)]
        self.traffic.extend([(phase, "a save", [saved]), (phase, "figures", counts)])

    async def let_bots(self) -> None:
        """All bots that owe an answer give one: an update for each."""
        bots = [seat for seat in self.watcher.update["lights"] if seat not in self.people]
        if bots:
            self.stage.gate.let = len(bots)
            heard = self.watcher.updates + len(bots)
            await self.watcher.hear(lambda message: self.watcher.updates == heard)
            await self.settle()


async def counted(house: House) -> None:
    assert house.front is not None
    versions, ledger = known_versions(), house.front.services.database
    while ledger.read_sync(lambda db: uncounted_results(db, TABLE, versions, 1)):
        await asyncio.sleep(0.05)


def timed(row: str) -> bool:
    return "_seconds" in row or "_created" in row


async def fetch(house: House, method: str, path: str, cookie: str = "", body: str = "") -> str:
    """The whole answer, headers and all, but for its date."""
    reading, writing = await asyncio.open_connection("127.0.0.1", house.port)
    lines = [f"{method} {path} HTTP/1.1", "Host: parlour", "Connection: close", f"Content-Length: {len(body)}"]
    lines += ["Content-Type: application/json", *([f"Cookie: {cookie}"] if cookie else [])]
    writing.write("\r\n".join([*lines, "", body]).encode())
    answer = (await reading.read()).decode()
    writing.close()
    return "\r\n".join(line for line in answer.split("\r\n") if not line.lower().startswith("date:"))


async def seated(stage: Stage, seats: list[str], clock: bool, script: Script = MAGPIE) -> Table:
    """A table with everyone at it, and a watcher."""
    wish: dict[str, Any] = {"game": script.game, "seats": seats, "options": script.options}
    if clock:
        wish["clock"] = {"bank": BANK, "increment": 5}
    table = json.loads((await fetch(stage.house, "POST", "/api/tables", body=json.dumps(wish))).split("\r\n\r\n")[1])
    watcher = Viewer(stage.house, table["id"], None, None)
    await watcher.come()
    people: dict[int, Viewer] = {}
    cookie = ""
    for seat in [number for number, player in enumerate(seats) if player == "open"]:
        body = json.dumps({"name": f"Bird {seat}", "seat": seat})
        answer = await fetch(stage.house, "POST", f"/api/tables/{table['id']}/seats", body=body)
        head, _, taken = answer.partition("\r\n\r\n")
        cookie = head.partition("set-cookie: ")[2].partition(";")[0]
        people[seat] = Viewer(stage.house, table["id"], seat, json.loads(taken)["token"])
        await people[seat].come()
    found = Table(stage, table["id"], people, watcher, cookie, [])
    await found.settle()
    found.note("the beginning")
    return found


async def look_around(table: Table, seat: int, dice: random.Random, script: Script = MAGPIE) -> None:
    """What other people do while an answer is sealed: pages, hints, talk, coming and going, answers in the open."""
    others = [viewer for viewer in table.people.values() if viewer.seat != seat]
    table.stage.world.time += 1.5
    for viewer in others:
        await viewer.ask("pages")
        if viewer.update["question"] is not None:
            await viewer.ask("hint", question=viewer.update["question"]["number"])
            refused = await viewer.ask("answer", question=viewer.update["question"]["number"], action=script.illegal)
            assert refused["code"] == "illegal", refused
            await be_open(table, viewer, dice, script)
    for viewer in [table.watcher, *others][: dice.randint(0, 2)]:
        waiting = next(other for other in table.everyone() if other is not viewer)
        watchers, number = int(viewer is not table.watcher), viewer.seat

        def gone(message: dict[str, Any], watchers: int = watchers, number: int | None = number) -> bool:
            away = number is None or not message.get("seats", [])[number]["here"]
            return message["type"] == "presence" and message["watchers"] == watchers and away

        await viewer.go()
        await waiting.hear(gone)
        await table.settle()
        await viewer.come(dice.choice([0, viewer.line]))
    if others:
        await dice.choice(others).ask("chat", text="What did you bid?")
    await table.settle()


async def be_open(table: Table, viewer: Viewer, dice: random.Random, script: Script) -> None:
    """Answers something that everybody may see, if there is anything, and still owes a sealed answer."""
    choices = script.public(viewer.update["question"])
    if choices and dice.random() < 0.6:
        await viewer.answer(dice.choice(choices))
        await table.settle()
        assert viewer.update["question"] is not None


async def seal(table: Table, viewer: Viewer, dice: random.Random, script: Script, twin: int | None = None) -> None:
    """A sealed answer: one of the first choices, or one that differs from its twin's."""
    if script.lead and script.lead in legal(viewer.update["question"]):
        await viewer.answer(script.lead)
    choices = script.sealed(viewer.update["question"])
    half = max(1, len(choices) // 2)
    pair = dice.choice(choices[:half]), dice.choice(choices[half:] or choices)
    await viewer.answer(dice.choice(choices[:4]) if twin is None else pair[twin])
    await table.settle()


async def go_on(table: Table, dice: random.Random, script: Script) -> None:
    """Bots seal their answers too; then everybody answers all that comes, until the next round."""
    for _ in range(MANY):
        people = [viewer for viewer in table.people.values() if viewer.update["question"] is not None]
        bots = [seat for seat in table.watcher.update["lights"] if seat not in table.people]
        if len(people) == len(table.people) and all(script.asks(viewer.update) for viewer in people):
            return
        if people:
            await people[0].answer(dice.choice(legal(people[0].update["question"])))
            await table.settle()
        elif bots:
            await table.let_bots()
        else:
            return
    raise AssertionError("no round ends")


async def play(stage: Stage, script: Script, case: Case, twin: int) -> Table:
    """One match; `twin` decides what the sealed answers are, and nothing else."""
    seats, clock, seed, rounds = case
    dice = random.Random(f"{seats} {seed}")
    table = await seated(stage, seats, clock, script)
    people = table.people
    for number in range(rounds):
        name = f"{seats} {seed}, round {number + 1}"
        bots_first = len(people) > 1 and dice.random() < 0.4
        if bots_first:
            await table.let_bots()
        order = dice.sample(list(people), len(people))
        sealed = list(people)[(number + seed) % len(people)]
        order.remove(sealed)
        last = order.pop() if order else None
        order.insert(dice.randint(0, len(order)), sealed)
        table.note(f"{name} begins")
        for seat in order:
            await be_open(table, people[seat], dice, script)
            await seal(table, people[seat], dice, script, twin if seat == sealed else None)
        if last is not None and dice.random() < 0.5:
            await table.let_bots()
        await look_around(table, sealed, dice, script)
        if number % 3 == 0:
            await table.look(f"{name}, sealed by {sealed}")
        table.note(f"{name}, sealed by {sealed}", sealed)
        undone = await people[sealed].ask("undo", question=people[sealed].update["undo"])
        assert undone["type"] == "receipt", undone
        if number + 1 == rounds < script.rounds:
            break
        await table.settle()
        await seal(table, people[sealed], dice, script)
        if last is not None:
            await seal(table, people[last], dice, script)
        await go_on(table, dice, script)
        table.note(f"{name} ends")
    for viewer in table.everyone():
        await viewer.go()
    stage.gate.matches += 1
    return table


def differences(one: Table, other: Table) -> list[str]:
    """Where the traffic of two matches is not the same."""
    assert len(one.traffic) == len(other.traffic)
    assert sum(len(texts) for _, _, texts in one.traffic) > 20
    return [
        f"{mine[0]}: {mine[1]}"
        for mine, yours in zip(one.traffic, other.traffic, strict=True)
        if [text.encode() for text in mine[2]] != [text.encode() for text in yours[2]] or mine[:2] != yours[:2]
    ]


def compare(folder: Path, script: Script, cases: list[Case]) -> list[str]:
    """Plays every case twice, on two servers side by side, and gives all differences."""

    async def side(stage: Stage, twin: int) -> list[Table]:
        return [await play(stage, script, case, twin) for case in cases]

    async def both() -> tuple[list[Table], list[Table]]:
        return await asyncio.gather(side(first, 0), side(second, 1))

    with stage(folder / "first.db", World()) as first, stage(folder / "second.db", World()) as second:
        ones, others = asyncio.run(both())
    return [found for one, other in zip(ones, others, strict=True) for found in differences(one, other)]


def among_people(script: Script, seeds: range) -> list[Case]:
    """People alone, at tables of every size; with a clock every other time."""
    sizes = games.find(script.game).seats
    return [(["open"] * seats, seed % 2 == 1, seed, script.rounds) for seats in sizes for seed in seeds]


def mixed(script: Script) -> list[Case]:
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
@EACH
def test_nothing_depends_on_a_sealed_choice_among_people(tmp_path: Path, script: Script) -> None:
    assert compare(tmp_path, script, among_people(script, range(2))) == []


@pytest.mark.nightly
@EACH
def test_nothing_depends_on_a_sealed_choice_of_any_seat_in_any_round(tmp_path: Path, script: Script) -> None:
    assert compare(tmp_path, script, among_people(script, range(2, 5))) == []


@pytest.mark.long
@EACH
def test_nothing_depends_on_a_sealed_choice_with_bots_at_the_table(tmp_path: Path, script: Script) -> None:
    assert compare(tmp_path, script, mixed(script)) == []


# When time runs out, and when the server starts anew.


async def run_out(stage: Stage, twin: int, absent: bool) -> Table:
    """While seat 0's bid is sealed, seat 1 has no time left; seat 2 owes an answer still."""
    table = await seated(stage, ["open", "open", "open"], True)
    people = table.people
    await people[0].answer("bid 1")
    await people[2].answer("bid 2")
    await table.settle()
    stage.world.time += BANK - 100
    await people[1].answer("bid 3")
    await table.settle()
    table.note("the first round")
    if absent:
        await people[1].go()
        await people[0].hear(lambda message: message["type"] == "presence" and not message["seats"][1]["here"])
    await people[0].answer(("bid 4", "bid 24")[twin])
    await table.settle()
    stage.world.time += 200
    await table.watcher.hear(lambda message: message["type"] == "update" and message["lights"] == [2])
    if absent:
        await table.watcher.hear(lambda message: message["type"] == "presence")
    await table.settle()
    await table.look("time is gone")
    table.note("time is gone", 0)
    for viewer in table.everyone():
        await viewer.go()
    return table


@pytest.mark.parametrize("absent", [False, True])
def test_a_default_answer_tells_nothing_of_a_sealed_one(tmp_path: Path, absent: bool) -> None:
    found = []
    for twin in range(2):
        with stage(tmp_path / f"{twin}.db", World()) as at:
            found.append(asyncio.run(run_out(at, twin, absent)))
    assert differences(*found) == []


async def sealed_before(stage: Stage, twin: int) -> Table:
    table = await seated(stage, ["open", "thrifty", "open", "greedy"], True)
    await table.people[0].answer(("bid 2", "bid 20")[twin])
    await table.settle()
    table.note("before", 0)
    for viewer in table.everyone():
        await viewer.go()
    return table


async def sealed_after(stage: Stage, table: Table) -> tuple[Table, list[str]]:
    """Everybody comes again; the bots are asked now, after the sealed choice was made."""
    table = table._replace(stage=stage)
    for viewer in [*table.people.values(), table.watcher]:
        viewer.house = stage.house
        await viewer.come(viewer.line)
    await table.let_bots()
    await look_around(table, 0, random.Random(1))
    await table.look("after")
    table.note("after", 0)
    assert stage.house.front is not None
    entries = stage.house.front.registry.live_tables[table.id].table.entries
    for viewer in table.everyone():
        await viewer.go()
    return table, [f"{entry.seat} {entry.text}" for entry in entries if entry.seat in (1, 3)]


def test_a_restart_keeps_a_choice_sealed_from_bots_too(tmp_path: Path) -> None:
    found = []
    for twin in range(2):
        world = World()
        with stage(tmp_path / f"{twin}.db", world) as at:
            table = asyncio.run(sealed_before(at, twin))
        with stage(tmp_path / f"{twin}.db", world) as at:
            found.append(asyncio.run(sealed_after(at, table)))
    assert differences(found[0][0], found[1][0]) == []
    assert found[0][1] == found[1][1]
    assert len(found[0][1]) == 2


# Leaks that are planted must be found.


def paid_at_once(state: State, seat: int) -> MagpieView:
    """What was bid is gone from the purse that everybody sees."""
    assert isinstance(state, Magpie)
    seen = true_view(state, seat)
    purse = [stones - max(int(cup), 0) for stones, cup in zip(seen.purse, state.cups, strict=True)]
    return MagpieView(seen.prize, seen.bag, purse, seen.hoard, seen.mine, seen.over)


def only_the_watcher(state: State, seat: int) -> MagpieView:
    """The watcher sees the highest cup."""
    assert isinstance(state, Magpie)
    seen = true_view(state, seat)
    mine = max(int(cup) for cup in state.cups) if seat < 0 else seen.mine
    return MagpieView(seen.prize, seen.bag, seen.purse, seen.hoard, mine, seen.over)


def outbid(state: State, seat: int) -> list[Offer]:
    """Choices below the highest cup are closed."""
    assert isinstance(state, Magpie)
    best = max(int(cup) for cup in state.cups)
    return [Offer(offer.action, TOO_DEAR if offer.action < best else 0) for offer in offer_legal(state, seat)]


PLANTED = {
    "a view": magpie.GAME._replace(view=paid_at_once),
    "the watcher's view": magpie.GAME._replace(view=only_the_watcher),
    "choices": magpie.GAME._replace(offer=outbid),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_leak_in_a_game_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(magpie, "GAME", PLANTED[leak])
    assert compare(tmp_path, MAGPIE, [(["open", "open", "open"], False, 0, 1)])


def test_a_public_answer_that_tells_of_a_sealed_one_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tavern, "GAME", tavern.game_of(Tattles))
    assert compare(tmp_path, TAVERN, [(["open", "open", "open"], False, seed, 1) for seed in range(4)])


def test_a_message_too_many_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    move_on = LiveTable._after_change

    def twice(live: LiveTable) -> None:
        move_on(live)
        if live.table.entries and live.table.entries[-1].text in {f"bid {stones}" for stones in range(16, 31)}:
            move_on(live)

    monkeypatch.setattr(LiveTable, "_after_change", twice)
    found = compare(tmp_path, MAGPIE, [(["open", "open"], False, 0, 1)])
    assert found == [f"['open', 'open'] 0, round 1, sealed by 0: {who}" for who in ("figures", "seat 1", "seat None")]
