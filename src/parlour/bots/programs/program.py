"""Players that are programs in any language: a question in, an answer out, as docs/programs.md has it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots.programs.companion import COMPLAINTS, FAILURES, Gone, Place, Silent, free_place, place
from parlour.kernel.game import Game, explain_misread, read_answers
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import State

USUAL = 15.0  # seconds to answer in, where no deadline is given
START = 10.0  # seconds more for the first answer of a process
SHOWN = 60  # letters of what was said, where somebody hears of it
BEGUN = 1  # the first of the notes, once a question was answered; behind it the rest of a staged answer


class ProgramBot(Bot):
    """A program in a process of its own."""

    def __init__(self, game: Game, words: tuple[str, ...], options: Options) -> None:
        super().__init__()
        self.read_only = True
        self.game = game
        self.words = words
        self.head = {"game": game.name, "version": game.version, "options": dict(options)}
        self.deadline = USUAL
        self.place: Place | None = None  # its own, if it stays for a match
        self.complaints: list[str] = []

    def stay(self, deadline: float = 0.0) -> None:
        """For a whole match: nobody else speaks with its process meanwhile."""
        self.deadline = deadline or USUAL
        self.place = free_place((self.words, os.getcwd()), self.words, self)

    def choose(self, world: State, seat: i64) -> i64:
        left = self.notes[1:]
        if len(left) > 0 and world.midway(seat) and world.refusal(seat, left[0]) == 0:
            actions = [int(action) for action in left]
        else:
            actions = self.answer(world, int(seat))
        self.notes = vec[i64]([BEGUN, *actions[1:]])
        return actions[0]

    def answer(self, world: State, seat: int) -> list[int]:
        """What the program says, in one action or the several of a staged answer; else a Silent."""
        there = self.place or place((self.words, os.getcwd()), seat, self.words)
        if there.gives_up():
            raise Silent(f"is not asked any more, after {FAILURES} failures in a row")
        try:
            text = self.ask(there, world, seat)
            actions = read_answers(self.game, text) or []
            why = (
                self.objection(world, seat, actions)
                if actions
                else f"said something else: {explain_misread(self.game, text)}"
            )
            if why:
                raise Silent(why)
        except Silent as silent:
            there.end()
            there.failures += 1
            self.complain(str(silent))
            if there.gives_up():
                self.complain(f"is not asked any more in this match, after {FAILURES} failures in a row")
            raise
        there.failures = 0
        return actions

    def complain(self, what: str) -> None:
        if len(self.complaints) < COMPLAINTS:
            self.complaints.append(what)

    def ask(self, there: Place, world: State, seat: int) -> str:
        """A line of the program. One that leaves after an answer is started again for the next."""
        companion = there.call()
        again = not companion.fresh
        try:
            said = companion.ask(*self.question(world, seat, companion.fresh))
        except Gone:
            if not again:
                raise
            said = there.call().ask(*self.question(world, seat, True))
        return said.decode("utf-8", "replace").strip()

    def question(self, world: State, seat: int, fresh: bool) -> tuple[bytes, float]:
        """What the program is told, and how long it may take."""
        notation = self.game.words.notation
        first = fresh or len(self.notes) == 0
        document = {
            **self.head,
            "seats": int(world.seats),
            "seat": seat,
            "first": first,
            "midway": world.midway(seat),
            "deadline": self.deadline,
            "legal": [notation(int(action)) for action in world.legal(seat)],
            "view": self.game.view(world, seat),
            **({"things": self.game.words.things} if first else {}),
        }
        return text_of(document).encode(), self.deadline + (START if fresh else 0.0)

    def objection(self, world: State, seat: int, actions: list[int]) -> str:
        """Why this is no answer; empty if it is one. All of it must be legal, and no more than one answer."""
        notation = self.game.words.notation
        for index, action in enumerate(actions):
            said = " ".join(notation(each) for each in actions[: index + 1])[:SHOWN]
            if index > 0 and (world.outcomes > 0 or not world.midway(seat)):
                return f"answered {said!r}, which is more than one answer"
            if world.refusal(seat, action) != 0:
                return f"answered {said!r}, which is not legal"
            if index + 1 < len(actions):
                world = world.clone()
                world.play(seat, action)
        return ""


def text_of(document: object) -> str:
    """JSON in one line, views among it."""
    return json.dumps(document, default=_by_field, separators=(",", ":"))


def _by_field(view: Any) -> dict[str, Any]:
    return {field.name: getattr(view, field.name) for field in fields(view)}


def command_words(command: str) -> tuple[str, ...]:
    """A command as a shell would part it; a Problem if it cannot be run."""
    try:
        words = tuple(shlex.split(command, posix=os.name != "nt"))
    except ValueError as error:
        raise Problem(f"The command {command!r} cannot be read: {error}.") from error
    if not words:
        raise Problem("A bot that is a program is written exec:command with arguments, such as exec:./mybot.")
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file() and os.sep in words[0]:
            raise Problem(f"The program {words[0]} may not be run; chmod +x {shlex.quote(words[0])} would let it.")
        raise Problem(f"There is no program {words[0]!r} to run; write exec:./mybot, or exec:python3 mybot.py.")
    return words


def program(game: Game, command: str, options: Options) -> ProgramBot:
    """The bot that is this command."""
    return ProgramBot(game, command_words(command), options)
