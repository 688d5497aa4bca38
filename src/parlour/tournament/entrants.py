"""Entrants of tournaments: bots of the game, profiles, Python classes and programs, each with its own label."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

from parlour.arena.sandboxed_bots import FILE_PREFIX, MAX_ANSWER_BYTES, make_sandboxed_bot, sandbox_command
from parlour.bots import available_bots, is_external, make_bot, short_bot_name
from parlour.bots.programs.external_bot import ProcessSlot, get_slot
from parlour.bots.programs.program_bot import ProgramBot, split_command
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.workers.worker_process import EXIT_GRACE_SECONDS, NoAnswer, WorkerProcess

MAX_LABEL_LENGTH = 40
HASH_DIGITS = 6  # in a label
TRIAL_KEY = "trial"
ARGUMENT_FILES = (".toml", ".model")  # profiles and trained models, as arguments of bots
PROFILE_PREFIX, EXEC_PREFIX = "profile:", "exec:"
LABEL_PATTERN = re.compile(r"([^:=/\\]*)=(.*)", re.DOTALL)
PYTHON_PATTERN = re.compile(r"(.*\.py):(\w+)", re.DOTALL)


class Entrant(NamedTuple):
    """A participant of a tournament: its label in tables, and its bot."""

    label: str
    bot: str


def read_entrants(game: Game, words: Sequence[str]) -> list[Entrant]:
    """Returns the tournament entrants that the user's words name; raises a Problem if a bot cannot be made."""
    found: list[Entrant] = []
    try:
        for word in words:
            label, typed = _split_label(word)
            bot = resolve_bot(game, typed)
            check_bot(game, bot)
            label = _with_hash(label or default_label(typed, bot), bot)
            found.append(Entrant(_make_unique(label, [other.label for other in found]), bot))
    finally:
        _trial_process().terminate(EXIT_GRACE_SECONDS)
    return found


def _split_label(word: str) -> tuple[str, str]:
    """Splits an entrant written as Label=bot into label and bot; the label is empty if none is given."""
    given = LABEL_PATTERN.fullmatch(word)
    if given is None:
        return "", word.strip()
    label, bot = given[1].strip(), given[2].strip()
    if not label or not bot:
        raise Problem(f"{word!r} is not an entrant with a label; write Label=bot, with a label and a bot.")
    if not label.isprintable() or "#" in label or "," in label:
        raise Problem(
            f"The label {label!r} of an entrant has a character that is not allowed; leave out #, commas and control "
            "characters."
        )
    if len(label) > MAX_LABEL_LENGTH - HASH_DIGITS - 1:
        raise Problem(
            f"The label {label!r} of an entrant is too long; use at most {MAX_LABEL_LENGTH - HASH_DIGITS - 1} "
            "characters."
        )
    return label, bot


def resolve_bot(game: Game, word: str) -> str:
    """Returns the full name of the bot that a typed word means: resolves levels and paths of files."""
    if not word:
        raise Problem("An entrant has an empty name; write a bot's name, a file or a program.")
    if not word.isprintable():
        raise Problem(f"The entrant {word!r} has characters that are not printable; leave them out.")
    name = word.partition(":")[0]
    if word in game.coach.levels:
        return game.coach.levels[word]
    if name in available_bots(game) or word.startswith((FILE_PREFIX, EXEC_PREFIX)):
        return word
    if word.endswith(".toml"):
        if PROFILE_PREFIX[:-1] not in available_bots(game):
            raise Problem(
                f"The bot profile {word!r} cannot take part, as {game.title} has no bots that play by a profile; "
                "choose another bot."
            )
        return PROFILE_PREFIX + word
    if PYTHON_PATTERN.fullmatch(word):
        return FILE_PREFIX + word
    if word.endswith(".py"):
        raise Problem(
            f"{word} names a Python file but no bot in it; add the name of the bot's class, as in {word}:Class."
        )
    if Path(name).is_file():
        raise Problem(
            f"{word} is a file, not a bot; write exec:{word} for a program, or {name}:Class for a bot's class in a "
            ".py file."
        )
    return word


def _trial_process() -> ProcessSlot:
    """Returns the place for the sandbox process in which bots from files are loaded for a check."""
    return get_slot(TRIAL_KEY, 0, sandbox_command(), MAX_ANSWER_BYTES)


def check_bot(game: Game, bot: str) -> None:
    """Makes a bot once as a check, a bot from a file in a sandbox process; raises a Problem if that fails."""
    try:
        if bot.startswith(FILE_PREFIX):
            _check_file(bot)
            make_sandboxed_bot(
                _trial_process().get_process(), game, bot, {option.name: option.default for option in game.options}
            )
            return
        with redirect_stdout(sys.stderr):
            made = make_bot(game, bot)
        if isinstance(made, ProgramBot):
            WorkerProcess(made.command).terminate()
    except NoAnswer as failure:
        raise Problem(_end_sentence(f"The bot {bot} fails: {failure}")) from failure


def _check_file(bot: str) -> None:
    path = bot.removeprefix(FILE_PREFIX).rpartition(":")[0]
    if not path or not Path(path).is_file():
        raise Problem(
            f"{bot!r} does not name a bot's file and class; write path/to/bot.py:Class, with the path of a file that "
            "exists."
        )


def _end_sentence(text: str) -> str:
    return text if text.endswith((".", "…")) else f"{text}."


def default_label(typed: str, bot: str) -> str:
    """Returns the label of an entrant named without one: the bot's name as typed, or that of its class or file."""
    if is_external(bot):
        return short_bot_name(bot)
    return Path(bot.partition(":")[2]).stem if bot.endswith(ARGUMENT_FILES) else typed


def _with_hash(label: str, bot: str) -> str:
    """Appends a hash of the bot's files, if it has any, to an entrant's label: a changed file makes another entrant. A
    label that is too long is cut and gets a hash too."""
    content = _bot_content(bot)
    if not content and len(label) <= MAX_LABEL_LENGTH:
        return label
    digits = hashlib.sha256(content or bot.encode()).hexdigest()[:HASH_DIGITS]
    return f"{label[: MAX_LABEL_LENGTH - HASH_DIGITS - 1]}#{digits}"


def _bot_content(bot: str) -> bytes:
    """Returns the bytes that identify a bot with files or a command; empty for the game's own bots."""
    if bot.startswith(FILE_PREFIX):
        return _read_file(bot.removeprefix(FILE_PREFIX).rpartition(":")[0])
    if bot.startswith(EXEC_PREFIX):
        words = split_command(bot.removeprefix(EXEC_PREFIX))
        files = _command_files(words)
        found = [_read_file(file) for file in files] + [word.encode() for word in words if word not in files]
        return b"".join(hashlib.sha256(part).digest() for part in found)
    return _read_file(bot.partition(":")[2]) if bot.endswith(ARGUMENT_FILES) else b""


def _command_files(words: Sequence[str]) -> list[str]:
    """Returns the files that the command of a bot program names; if none, the program that it runs."""
    named = [word for index, word in enumerate(words) if Path(word).is_file() and (index > 0 or os.sep in word)]
    return named or [shutil.which(words[0]) or words[0]]


def _read_file(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Problem(f"The file {path} of a bot cannot be read: {error.strerror}; check the path.") from error


def _make_unique(label: str, taken: Sequence[str]) -> str:
    """Returns an entrant's label, with a number appended if another entrant has the same one."""
    known = {other.casefold() for other in taken}
    number, found = 1, label
    while found.casefold() in known:
        number += 1
        tail = f" ({number})"
        found = label[: MAX_LABEL_LENGTH - len(tail)] + tail
    return found
