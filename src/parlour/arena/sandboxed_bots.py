"""Bots of other people at our tables: whatever they do costs them a decision, and nobody else anything."""

from __future__ import annotations

import json
import os
import sys
from binascii import b2a_base64
from collections.abc import Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots import make_bot
from parlour.bots.programs.bot_process import (
    MAX_COMPLAINTS,
    MAX_FAILURES,
    BotProcess,
    NoAnswer,
    end_all_processes,
    reserve_slot,
)
from parlour.bots.programs.program_bot import ProgramBot
from parlour.kernel.game import Game
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.state import State

START_TIMEOUT = 30.0  # seconds a process may take to be ready, and a bot to be made
MAX_ANSWER_BYTES = 1 << 24  # bytes of an answer, with all that a bot wants to remember
SANDBOX_CODE = "import sys; sys.path[:] = {path!r}; from parlour.arena.sandbox import serve; serve()"
FILE_PREFIX = "py:"


class SandboxedBot(Bot):
    """A bot from a file. It thinks in a process of its own, on the same worlds and with the same luck as in ours."""

    def __init__(self, game: Game, spec: str, options: Options, deadline: float) -> None:
        super().__init__()
        self.game = game
        self.spec = spec
        self.options = dict(options)
        self.deadline = deadline
        self.complaints: list[str] = []
        self.process: BotProcess | None = None  # the process that holds the bot
        self.process_slot = reserve_slot((game.home, spec, os.getcwd()), sandbox_command(), self, MAX_ANSWER_BYTES)
        try:
            self.ensure_process()
        except NoAnswer as silent:
            self.add_complaint(str(silent))

    def ensure_process(self) -> BotProcess:
        """The process with the bot in it, made there if it is not."""
        companion = self.process_slot.get_process()
        if companion is not self.process:
            self.read_only = make_sandboxed_bot(companion, self.game, self.spec, self.options)
            self.process = companion
        return companion

    def choose(self, world: State, seat: i64) -> i64:
        if self.process_slot.has_given_up():
            raise NoAnswer(f"is not asked any more, after {MAX_FAILURES} failures in a row")
        try:
            action = self.ask_process(world, int(seat))
            if not (0 <= action < self.game.actions and world.refusal(seat, action) == 0):
                raise NoAnswer(f"answered {self.action_name(action)}, which is not legal")
        except NoAnswer as silent:
            lost = self.process is None or self.process.ended
            self.process_slot.failures = self.process_slot.failures + 1 if lost else 0
            self.add_complaint(str(silent))
            if self.process_slot.has_given_up():
                self.add_complaint(f"is not asked any more in this match, after {MAX_FAILURES} failures in a row")
            raise
        self.process_slot.failures = 0
        return action

    def ask_process(self, world: State, seat: int) -> int:
        rng = self.rng
        question = {
            "world": b2a_base64(world.pack(), newline=False).decode(),
            "seats": int(world.seats),
            "seat": seat,
            "rng": [int(rng.a), int(rng.b), int(rng.c), int(rng.counter)],
            "notes": [int(number) for number in self.notes],
        }
        reply = ask_sandbox(self.ensure_process(), question, self.deadline)
        if "notes" in reply:
            self.notes = vec[i64](reply["notes"])
        if "fault" in reply:
            raise NoAnswer(reply["fault"])
        return int(reply["action"])

    def action_name(self, action: int) -> str:
        return repr(self.game.words.notation(action)) if 0 <= action < self.game.actions else f"{action}"

    def add_complaint(self, what: str) -> None:
        if len(self.complaints) < MAX_COMPLAINTS:
            self.complaints.append(what)


def sandbox_command() -> list[str]:
    """What starts a process for bots from files."""
    return [sys.executable, "-c", SANDBOX_CODE.format(path=sys.path)]


def ask_sandbox(companion: BotProcess, question: Mapping[str, object], seconds: float) -> Any:
    """What the process says; a Silent if it says nothing."""
    try:
        return json.loads(companion.ask(json.dumps(question).encode(), seconds))
    except ValueError:
        companion.terminate()
        raise NoAnswer("wrote over the line that its answers go through") from None


def make_sandboxed_bot(companion: BotProcess, game: Game, spec: str, options: Options) -> bool:
    """Makes a bot in that process, and tells whether it looks only; a Silent says why it cannot be made."""
    made = ask_sandbox(companion, {"home": game.home, "bot": spec, "options": dict(options)}, START_TIMEOUT)
    if "fault" in made:
        raise NoAnswer(made["fault"])
    return bool(made["read_only"])


def seat_bot(game: Game, spec: str, options: Options, deadline: float) -> Bot:
    """A bot for one match. Programs, and under a deadline bots from files, think where they can harm nobody."""
    if deadline > 0 and spec.startswith(FILE_PREFIX):
        return SandboxedBot(game, spec, options, deadline)
    bot = make_bot(game, spec, options)
    if isinstance(bot, ProgramBot):
        bot.reserve_process(deadline)
    return bot


def complaints_of(bots: Sequence[Bot]) -> tuple[tuple[int, str], ...]:
    """What was wrong with the guests among them, by seat."""
    return tuple(
        (seat, what)
        for seat, bot in enumerate(bots)
        if isinstance(bot, SandboxedBot | ProgramBot)
        for what in bot.complaints
    )


def stop_bot_processes() -> None:
    """Ends the processes that guests have here."""
    end_all_processes()
