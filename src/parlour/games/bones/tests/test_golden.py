"""Golden matches: every question, answer, outcome and event of a whole match, line by line.

Regenerated only when the environment says PARLOUR_GOLDEN=write, by the commit that changes a rule or a text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import Bones
from parlour.games.bones.tests.sheets import FULL, SHORT, Anything, events, match, seen
from parlour.kernel.game import Room
from parlour.kernel.journal import Journal
from parlour.kernel.match import Bot, Log, step
from parlour.kernel.options import Options
from parlour.kernel.state import DEALER

GOLDEN = Path(__file__).parent / "golden"
MATCHES: dict[str, tuple[str, int, Options]] = {
    "optimal": ("optimal", 8, FULL),
    "thumb": ("thumb", 10, {"tutorial": True, "boss": "Mira"}),
    "random": ("random", 4, FULL),
    "skipped": ("hold18", 8, SHORT),
}


def made(name: str) -> Bot:
    return Anything() if name == "random" else GAME.bots[name]("")


def transcript(bot: str, seed: int, options: Options) -> list[str]:
    """A match in words."""
    room = Room(("Ann",), options)
    _, log = match(made(bot), seed, options)
    state = GAME.start(1, options, Journal())
    assert isinstance(state, Bones)
    agreed = ", ".join(f"{name} {value}" for name, value in options.items())
    lines = [f"{GAME.title}, version {GAME.version}; {agreed}; {room.names[0]} is {bot}, seed {seed}.", ""]
    lines += happened(state, room, 0)
    for index in range(log.count()):
        count = len(events(state))
        lines += said(state, room, log, index)
        step(state, log.who(index), log.what(index))
        lines += happened(state, room, count)
    return [line.rstrip() for line in [*lines, "", *GAME.words.board(room, seen(state)).splitlines()]]


def said(state: Bones, room: Room, log: Log, index: int) -> list[str]:
    """What was asked, and the answer; or what was dealt."""
    what = log.what(index)
    if log.who(index) == DEALER:
        return [f"< {GAME.words.outcome(state, what)}"]
    view = seen(state)
    board = [f"    {line}" for line in GAME.words.board(room, view).splitlines()]
    question = GAME.words.question(room, view)
    return ["", *board, "", f"? {question}", f"> {GAME.words.notation(what)}: {GAME.words.label(room, view, what)}"]


def happened(state: Bones, room: Room, first: int) -> list[str]:
    return [f"* {GAME.words.sentence(room, event, 0)}" for event in events(state, first)]


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
