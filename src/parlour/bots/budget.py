"""The thinking budget of a bot for one decision: a number of tries or of milliseconds."""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from parlour.kernel.problem import Problem

MAX_TRIES: Final = 1_000_000_000
MAX_MILLISECONDS: Final = 3_600_000


class Budget:
    """A bot's budget of tries or milliseconds for one decision. The first try is always granted."""

    def __init__(self, tries: i64, milliseconds: i64) -> None:
        self.tries = tries  # 0: the clock decides
        self.milliseconds = milliseconds
        self.spent: i64 = 0
        self.deadline = 0.0

    def start(self) -> None:
        self.spent = 0
        if self.tries == 0:
            self.deadline = time.monotonic() + self.milliseconds / 1000

    def take_try(self) -> bool:
        """Uses one try of the bot's thinking budget. Returns False if no try or time is left."""
        if self.tries > 0:
            if self.spent == self.tries:
                return False
        elif self.spent > 0 and time.monotonic() >= self.deadline:
            return False
        self.spent += 1
        return True


def parse_budget(bot: str, argument: str, usual: str) -> Budget:
    """Returns the thinking budget in a bot's argument: `2000` tries or `500ms`; an empty argument means the default."""
    text = argument or usual
    timed = text.endswith("ms")
    digits = text.removesuffix("ms")
    most = MAX_MILLISECONDS if timed else MAX_TRIES
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 12 and 0 < int(digits) <= most):
        raise Problem(
            f"{argument!r} is not a thinking budget of the bot {bot}; give a number of playouts from 1 to {MAX_TRIES}, "
            f"as in {bot}:{usual}, or a time from 1ms to {MAX_MILLISECONDS}ms, as in {bot}:200ms."
        )
    number = int(digits)
    return Budget(0, number) if timed else Budget(number, 0)
