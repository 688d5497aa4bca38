"""What a table says: to those who answer, to those who read its log, and to the bots."""

from __future__ import annotations

from typing import NamedTuple

from parlour.kernel.game import Event


class TableRefusal(NamedTuple):
    """Why an answer was not taken. Nothing has changed."""

    code: str  # "over", "seat", "token", "stale", "illegal", "undo"
    rule: str
    sentence: str


class Receipt(NamedTuple):
    """An answer was taken and is stored; `again` if it had been before."""

    seat: int
    question: int
    repeated: bool = False


class Notice(NamedTuple):
    """What the table itself has to say: for everybody's log."""

    text: str


class TableLogLine(NamedTuple):
    """One line of a viewer's log, numbered for this viewer alone."""

    number: int
    category: str
    text: str
    pause: bool
    event: Event | None


class BotTask(NamedTuple):
    """A question for a bot, ready to be answered in another process."""

    seat: int
    question: int
    bot: str
    packed_world: bytes  # imagined for the seat, packed
    seed: int
    stream: int
    seats: int
    notes: tuple[int, ...]  # what the bot wanted to remember
    scripted_answer: int | None = None  # what a lesson answers for it
