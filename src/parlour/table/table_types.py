"""What a table returns: refusals, receipts, log lines and tasks for bots."""

from __future__ import annotations

from typing import NamedTuple

from parlour.kernel.game import Event


class TableRefusal(NamedTuple):
    """Why an answer was refused. Nothing has changed."""

    code: str  # "over", "seat", "token", "stale", "illegal", "undo"
    rule: str
    sentence: str


class Receipt(NamedTuple):
    """An answer was accepted and stored; `repeated` if it was stored before."""

    seat: int
    question: int
    repeated: bool = False


class Notice(NamedTuple):
    """A message of the table itself, in everybody's log."""

    text: str


class TableLogLine(NamedTuple):
    """One line of a viewer's log, numbered separately for each viewer."""

    number: int
    category: str
    text: str
    pause: bool
    event: Event | None


class BotTask(NamedTuple):
    """A question to a bot, with everything a worker process needs."""

    seat: int
    question: int
    bot: str
    packed_world: bytes  # the world imagined for the seat
    seed: int
    stream: int
    seats: int
    notes: tuple[int, ...]  # the bot's memory between answers
    scripted_answer: int | None = None  # the answer that a lesson gives for the seat
