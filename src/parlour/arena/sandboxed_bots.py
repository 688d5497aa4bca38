"""Bots from files and programs in their own processes: a failure costs the bot its decision and harms nothing else."""

from __future__ import annotations

import json
import os
from binascii import b2a_base64
from collections.abc import Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.arena.sandbox import serve_bot
from parlour.bots import make_bot
from parlour.bots.programs.external_bot import ExternalBot, reserve_slot
from parlour.bots.programs.program_bot import ProgramBot
from parlour.kernel.game import Game
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.state import State
from parlour.workers.worker_process import NoAnswer, WorkerProcess, python_command

START_TIMEOUT = 30.0  # seconds for the process to start and the bot to load
MAX_ANSWER_BYTES = 1 << 24  # including the notes that the bot keeps
FILE_PREFIX = "py:"


class SandboxedBot(ExternalBot):
    """A bot from a Python file in a sandbox process. It gets the same game states and random numbers as it would in
    this process."""

    def __init__(self, game: Game, spec: str, options: Options, deadline: float) -> None:
        super().__init__()
        self.game = game
        self.spec = spec
        self.options = dict(options)
        self.deadline = deadline
        self.process_slot = reserve_slot((game.home, spec, os.getcwd()), sandbox_command(), self, MAX_ANSWER_BYTES)
        try:
            self.ensure_process()
        except NoAnswer as failure:
            self.add_complaint(str(failure))

    def ensure_process(self) -> WorkerProcess:
        """Returns the sandbox process with this bot loaded; starts it and loads the bot if necessary."""
        process = self.process_slot.get_process()
        if process is not self.process:
            self.read_only = make_sandboxed_bot(process, self.game, self.spec, self.options)
            self.process = process
        return process

    def choose(self, world: State, seat: i64) -> i64:
        with self.counting_failures(self.process_slot):
            action = self.ask_process(world, int(seat))
            if not (0 <= action < self.game.actions and world.refusal(seat, action) == 0):
                raise NoAnswer(f"answered {self.action_name(action)}, which is not legal")
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
        return repr(self.game.text.notation(action)) if 0 <= action < self.game.actions else f"{action}"


def sandbox_command() -> list[str]:
    """Returns the command line that starts a sandbox process; the first request names the bot's file."""
    return python_command(serve_bot)


def ask_sandbox(process: WorkerProcess, question: Mapping[str, object], seconds: float) -> Any:
    """Sends a request to a bot's sandbox process and returns its reply; raises NoAnswer if there is none."""
    try:
        return json.loads(process.ask(json.dumps(question).encode(), seconds))
    except ValueError:
        process.terminate()
        raise NoAnswer("wrote to the pipe that is reserved for its answers") from None


def make_sandboxed_bot(process: WorkerProcess, game: Game, spec: str, options: Options) -> bool:
    """Loads a bot in a sandbox process; raises NoAnswer if that fails. Returns whether the bot is read-only."""
    made = ask_sandbox(process, {"home": game.home, "bot": spec, "options": dict(options)}, START_TIMEOUT)
    if "fault" in made:
        raise NoAnswer(made["fault"])
    return bool(made["read_only"])


def seat_bot(game: Game, spec: str, options: Options, deadline: float) -> Bot:
    """Makes the bot of a seat for one match. Programs, and with a deadline bots from files, get own processes."""
    if deadline > 0 and spec.startswith(FILE_PREFIX):
        return SandboxedBot(game, spec, options, deadline)
    bot = make_bot(game, spec, options)
    if isinstance(bot, ProgramBot):
        bot.reserve_process(deadline)
    return bot


def complaints_of(bots: Sequence[Bot]) -> tuple[tuple[int, str], ...]:
    """Returns what external bots (from files or programs) did wrong in a match, as pairs of seat and text."""
    return tuple(
        (seat, text) for seat, bot in enumerate(bots) if isinstance(bot, ExternalBot) for text in bot.complaints
    )
