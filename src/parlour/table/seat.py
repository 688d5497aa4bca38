"""Who sits where."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem

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


def fit_name(game: Game, name: str) -> str:
    """A name without blanks around it, or a Problem."""
    name = " ".join(name.split())
    if not name:
        raise Problem("Everyone has a name.")
    if len(name) > game.longest_name:
        raise Problem(f"A name has at most {game.longest_name} letters; {name!r} is too long.")
    if not name.isprintable():
        raise Problem("A name is made of letters that can be seen.")
    return name
