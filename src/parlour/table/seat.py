"""Who sits where."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field

HUMAN, OPEN = "human", "open"


@dataclass
class Seat:
    """A place at the table: a person, a bot by its name, or still open. Whoever holds the token is its player."""

    name: str
    player: str = HUMAN
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    def is_bot(self) -> bool:
        return self.player not in (HUMAN, OPEN)

    def held_by(self, token: str) -> bool:
        return hmac.compare_digest(self.token.encode(), token.encode())
