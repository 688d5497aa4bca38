"""What a match table returns: refusals, receipts, log lines and tasks for bots."""

from __future__ import annotations

from typing import NamedTuple

from parlour.kernel.text import Category, Event


class TableRefusal(NamedTuple):
    """Why the table refused an answer or other request of a seat. Nothing has changed."""

    code: str  # "over", "seat", "token", "stale", "illegal", "undo"
    rule: str
    sentence: str


class Receipt(NamedTuple):
    """Confirms that a seat's answer or other request was stored; `repeated` if it had been stored before."""

    seat: int
    question: int
    repeated: bool = False


class Notice(NamedTuple):
    """A message of the table itself (not an event of the game) in every viewer's match log.

    A bot's reason joins the line of what the bot did, the first event of its seat; without such a line it is a message
    of its own."""

    text: str
    seat: int = -1
    reason: str = ""


class TableLogLine(NamedTuple):
    """One line of the match log for one viewer; every viewer's lines are numbered separately."""

    number: int
    category: Category
    text: str
    pause: bool
    event: Event | None
    reason: str = ""  # why a bot did this; viewers can hide it

    def with_reason(self) -> str:
        """Returns the text with the reason: Ann drinks (thirst comes first)."""
        return f"{self.text.removesuffix('.')} ({self.reason})." if self.text and self.reason else self.text


class BotTask(NamedTuple):
    """A question to a bot, with everything that a worker process needs to compute the answer."""

    seat: int
    question: int
    bot: str
    packed_world: bytes  # the world imagined for the seat
    seed: int
    stream: int
    seats: int
    notes: tuple[int, ...]  # the bot's memory between answers
    scripted_answer: int | None = None  # the answer that a lesson gives for the seat
