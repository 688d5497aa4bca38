"""Golden matches: every question, answer, outcome and event of a whole match, line by line.

Regenerated only when the environment says PARLOUR_GOLDEN=write, by the commit that changes a rule or a text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parlour.games.magpie import GAME
from parlour.games.magpie.rules import Magpie
from parlour.games.magpie.tests.sheets import events, seen, set_up
from parlour.kernel.game import Room
from parlour.kernel.journal import Journal
from parlour.kernel.match import Bot, Log, run, step
from parlour.kernel.state import DEALER

GOLDEN = Path(__file__).parent / "golden"
BIRDS = ("Ann", "Ben", "Cleo", "Dov", "Eli")
MATCHES = {"thrifty": ("thrifty", 3, 15, 7), "random": ("random", 2, 6, 3)}  # bot, seats, stones, seed


class Anything(Bot):
    """Any legal bid."""

    def choose(self, world: object, seat: int) -> int:
        assert isinstance(world, Magpie)
        return int(self.rng.pick(world.legal(seat)))


def made(name: str) -> Bot:
    return Anything() if name == "random" else GAME.bots[name]("")


def transcript(bot: str, seats: int, stones: int, seed: int) -> list[str]:
    """A match in words."""
    room = Room(BIRDS[:seats], {"stones": stones})
    log = Log()
    faults = run(set_up(seats, stones), [made(bot) for _ in range(seats)], seed, log)
    assert not any(faults[seat] for seat in range(seats))
    state = set_up(seats, stones, Journal())
    lines = [
        f"{GAME.title}, version {GAME.version}; stones {stones}; {', '.join(room.names)} are {bot}, seed {seed}."
    ]
    for index in range(log.count()):
        count = len(events(state))
        lines += said(state, room, log, index)
        step(state, log.who(index), log.what(index))
        lines += [f"* {GAME.words.sentence(room, event, 0)}" for event in events(state, count)]
    return [line.rstrip() for line in [*lines, "", *GAME.words.board(room, seen(state, -1)).splitlines()]]


def said(state: Magpie, room: Room, log: Log, index: int) -> list[str]:
    """What was asked of whom, and the answer; or what was dealt."""
    who, what = log.who(index), log.what(index)
    if who == DEALER:
        return ["", f"< {GAME.words.outcome(state, what)}"]
    view = seen(state, who)
    board = [f"    {line}" for line in GAME.words.board(room, view).splitlines()] if who == 0 else []
    question = GAME.words.question(room, view)
    answer = f"{GAME.words.notation(what)}: {GAME.words.label(room, view, what)}"
    return [*board, f"? {room.names[who]}: {question}", f"> {answer}"]


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match(name: str) -> None:
    found = transcript(*MATCHES[name])
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("PARLOUR_GOLDEN") == "write":
        path.write_text("\n".join(found) + "\n", "utf-8")
    wanted = path.read_text("utf-8").splitlines()
    for number, (line, golden) in enumerate(zip(found, wanted, strict=False), 1):
        assert line == golden, f"{path.name}, line {number}"
    assert len(found) == len(wanted)


def test_every_golden_file_is_compared() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(MATCHES)
