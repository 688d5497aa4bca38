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

from parlour.bots.programs.bot_process import (
    MAX_COMPLAINTS,
    MAX_FAILURES,
    NoAnswer,
    ProcessExited,
    ProcessSlot,
    get_slot,
    reserve_slot,
)
from parlour.kernel.game import Game, explain_misread, read_answers
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import State

DEFAULT_SECONDS = 15.0  # seconds to answer in, where no deadline is given
START_SECONDS = 10.0  # seconds more for the first answer of a process
MAX_SHOWN_LENGTH = 60  # letters of what was said, where somebody hears of it
BEGUN_NOTE = 1  # the first of the notes, once a question was answered; behind it the rest of a staged answer


class ProgramBot(Bot):
    """A program in a process of its own."""

    def __init__(self, game: Game, words: tuple[str, ...], options: Options) -> None:
        super().__init__()
        self.read_only = True
        self.game = game
        self.command = words
        self.question_head = {"game": game.name, "version": game.version, "options": dict(options)}
        self.deadline = DEFAULT_SECONDS
        self.slot: ProcessSlot | None = None  # its own, if it stays for a match
        self.complaints: list[str] = []

    def reserve_process(self, deadline: float = 0.0) -> None:
        """For a whole match: nobody else speaks with its process meanwhile."""
        self.deadline = deadline or DEFAULT_SECONDS
        self.slot = reserve_slot((self.command, os.getcwd()), self.command, self)

    def choose(self, world: State, seat: i64) -> i64:
        left = self.notes[1:]
        if len(left) > 0 and world.midway(seat) and world.refusal(seat, left[0]) == 0:
            actions = [int(action) for action in left]
        else:
            actions = self.get_answer(world, int(seat))
        self.notes = vec[i64]([BEGUN_NOTE, *actions[1:]])
        return actions[0]

    def get_answer(self, world: State, seat: int) -> list[int]:
        """What the program says, in one action or the several of a staged answer; else a Silent."""
        there = self.slot or get_slot((self.command, os.getcwd()), seat, self.command)
        if there.has_given_up():
            raise NoAnswer(f"is not asked any more, after {MAX_FAILURES} failures in a row")
        try:
            text = self.ask_program(there, world, seat)
            actions = read_answers(self.game, text) or []
            why = (
                self.find_fault(world, seat, actions)
                if actions
                else f"said something else: {explain_misread(self.game, text)}"
            )
            if why:
                raise NoAnswer(why)
        except NoAnswer as silent:
            there.terminate()
            there.failures += 1
            self.add_complaint(str(silent))
            if there.has_given_up():
                self.add_complaint(f"is not asked any more in this match, after {MAX_FAILURES} failures in a row")
            raise
        there.failures = 0
        return actions

    def add_complaint(self, what: str) -> None:
        if len(self.complaints) < MAX_COMPLAINTS:
            self.complaints.append(what)

    def ask_program(self, there: ProcessSlot, world: State, seat: int) -> str:
        """A line of the program. One that leaves after an answer is started again for the next."""
        companion = there.get_process()
        again = not companion.never_asked
        try:
            said = companion.ask(*self.make_question(world, seat, companion.never_asked))
        except ProcessExited:
            if not again:
                raise
            said = there.get_process().ask(*self.make_question(world, seat, True))
        return said.decode("utf-8", "replace").strip()

    def make_question(self, world: State, seat: int, fresh: bool) -> tuple[bytes, float]:
        """What the program is told, and how long it may take."""
        notation = self.game.words.notation
        first = fresh or len(self.notes) == 0
        document = {
            **self.question_head,
            "seats": int(world.seats),
            "seat": seat,
            "first": first,
            "midway": world.midway(seat),
            "deadline": self.deadline,
            "legal": [notation(int(action)) for action in world.legal(seat)],
            "view": self.game.view(world, seat),
            **({"things": self.game.words.things} if first else {}),
        }
        return to_json_line(document).encode(), self.deadline + (START_SECONDS if fresh else 0.0)

    def find_fault(self, world: State, seat: int, actions: list[int]) -> str:
        """Why this is no answer; empty if it is one. All of it must be legal, and no more than one answer."""
        notation = self.game.words.notation
        for index, action in enumerate(actions):
            said = " ".join(notation(each) for each in actions[: index + 1])[:MAX_SHOWN_LENGTH]
            if index > 0 and (world.outcomes > 0 or not world.midway(seat)):
                return f"answered {said!r}, which is more than one answer"
            if world.refusal(seat, action) != 0:
                return f"answered {said!r}, which is not legal"
            if index + 1 < len(actions):
                world = world.clone()
                world.play(seat, action)
        return ""


def to_json_line(document: object) -> str:
    """JSON in one line, views among it."""
    return json.dumps(document, default=_view_to_dict, separators=(",", ":"))


def _view_to_dict(view: Any) -> dict[str, Any]:
    return {field.name: getattr(view, field.name) for field in fields(view)}


def split_command(command: str) -> tuple[str, ...]:
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


def make_program_bot(game: Game, command: str, options: Options) -> ProgramBot:
    """The bot that is this command."""
    return ProgramBot(game, split_command(command), options)
