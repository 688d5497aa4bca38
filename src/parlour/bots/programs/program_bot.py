"""Bots that are users' programs in any language, asked with the protocol of docs/programs.md."""

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

from parlour.bots.programs.external_bot import ExternalBot, ProcessSlot, get_slot, reserve_slot
from parlour.kernel.answers import explain_misread, read_answers
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.workers.worker_process import NoAnswer, ProcessExited

DEFAULT_SECONDS = 15.0  # seconds for an answer if there is no deadline
START_SECONDS = 10.0  # additional seconds for the first answer of a process
MAX_SHOWN_LENGTH = 60  # letters of an answer that an error repeats
BEGUN_NOTE = 1  # first note after an answer; the remaining actions of a staged answer follow it


class ProgramBot(ExternalBot):
    """A bot that passes each question to a user's program, which runs in its own process."""

    def __init__(self, game: Game, words: tuple[str, ...], options: Options) -> None:
        super().__init__()
        self.read_only = True
        self.game = game
        self.command = words
        self.question_head = {"game": game.name, "version": game.version, "options": dict(options)}
        self.deadline = DEFAULT_SECONDS
        self.slot: ProcessSlot | None = None  # reserved for a whole match; None: shared

    def reserve_process(self, deadline: float = 0.0) -> None:
        """Reserves a process of the user's program for this bot for a whole match.

        `deadline` is the seconds for an answer; 0 means the default."""
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
        """Returns the actions of the user's program: one, or the stages of one answer; raises NoAnswer if none."""
        slot = self.slot or get_slot((self.command, os.getcwd()), seat, self.command)
        with self.counting_failures(slot):
            text = self.ask_program(slot, world, seat)
            actions = read_answers(self.game, text) or []
            why = (
                self.find_fault(world, seat, actions)
                if actions
                else f"said something else: {explain_misread(self.game, text)}"
            )
            if why:
                slot.terminate()
                raise NoAnswer(why)
        return actions

    def ask_program(self, slot: ProcessSlot, world: State, seat: int) -> str:
        """Returns the answer text of the user's program. Restarts a process that ended after an earlier answer."""
        self.process = slot.get_process()
        fresh = self.process.never_asked
        try:
            answer = self.process.ask(*self.make_question(world, seat, fresh))
        except ProcessExited:
            if fresh:
                raise
            self.process = slot.get_process()
            answer = self.process.ask(*self.make_question(world, seat, True))
        return answer.decode("utf-8", "replace").strip()

    def make_question(self, world: State, seat: int, fresh: bool) -> tuple[bytes, float]:
        """Returns the JSON line that asks the user's program for an answer, and its time limit in seconds."""
        notation = self.game.text.notation
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
            **({"things": self.game.text.things} if first else {}),
        }
        return to_json_line(document).encode(), self.deadline + (START_SECONDS if fresh else 0.0)

    def find_fault(self, world: State, seat: int, actions: list[int]) -> str:
        """Returns why the actions of the user's program are not a single legal answer; empty if they are."""
        notation = self.game.text.notation
        for index, action in enumerate(actions):
            answer = " ".join(notation(each) for each in actions[: index + 1])[:MAX_SHOWN_LENGTH]
            if index > 0 and (world.outcomes > 0 or not world.midway(seat)):
                return f"answered {answer!r}, which is more than one answer"
            if world.refusal(seat, action) != 0:
                return f"answered {answer!r}, which is not legal"
            if index + 1 < len(actions):
                world = world.clone()
                world.play(seat, action)
        return ""


def to_json_line(document: object) -> str:
    """Returns a document, which may contain game views, as JSON in one line."""
    return json.dumps(document, default=_view_to_dict, separators=(",", ":"))


def _view_to_dict(view: Any) -> dict[str, Any]:
    return {field.name: getattr(view, field.name) for field in fields(view)}


def split_command(command: str) -> tuple[str, ...]:
    """Splits the command of a bot program into words like a shell; raises Problem if it cannot be run."""
    try:
        words = tuple(shlex.split(command, posix=os.name != "nt"))
    except ValueError as error:
        raise Problem(
            f"The command {command!r} of a bot program cannot be split into words ({error}); correct its quotes."
        ) from error
    if not words:
        raise Problem(
            "A bot program has no command; write exec: and the command with its arguments, as in exec:./mybot."
        )
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file() and os.sep in words[0]:
            raise Problem(
                f"The bot program {words[0]} is not executable; make it so with `chmod +x {shlex.quote(words[0])}`."
            )
        raise Problem(
            f"There is no bot program {words[0]!r}; name one that exists, as in exec:./mybot or exec:python3 mybot.py."
        )
    return words


def make_program_bot(game: Game, command: str, options: Options) -> ProgramBot:
    return ProgramBot(game, split_command(command), options)
