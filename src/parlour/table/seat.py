"""The seats of a match table: who plays, under which name."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.bots import short_bot_name
from parlour.kernel.game import Game

HUMAN, OPEN = "human", "open"


@dataclass
class Seat:
    """A seat of a match: for a person, for a bot, or open. The secret token identifies its player."""

    name: str
    player: str = HUMAN
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    def is_bot(self) -> bool:
        return self.player not in (HUMAN, OPEN)

    def is_held_by(self, token: str) -> bool:
        return hmac.compare_digest(self.token.encode(), token.encode())


def bot_seats(players: Sequence[str]) -> frozenset[int]:
    """Returns the seats that bots play, given the players of a match."""
    return frozenset(seat for seat, player in enumerate(players) if player not in (HUMAN, OPEN))


def default_name(game: Game, player: str, taken: Sequence[str]) -> str:
    """Returns an unused player name for a seat: Player, or the bot's name, with a number if it is taken."""
    word = "Player" if player == HUMAN else short_bot_name(player)
    word = (word[:1].upper() + word[1:])[: game.traits.longest_name - 2]
    lower = [name.lower() for name in taken]
    number = 1
    name = word
    while name.lower() in lower:
        number += 1
        name = f"{word} {number}"
    return name
