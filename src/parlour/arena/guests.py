"""Bots of other people at our tables."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.bots import make_bot
from parlour.kernel.game import Game
from parlour.kernel.match import Bot
from parlour.kernel.options import Options


def seat_bot(game: Game, spec: str, options: Options, deadline: float) -> Bot:
    return make_bot(game, spec)


def complaints_of(bots: Sequence[Bot]) -> tuple[tuple[int, str], ...]:
    return ()


def dismiss_guests() -> None:
    """Nobody is there."""
