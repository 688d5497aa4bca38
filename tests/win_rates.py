"""Win rates of bots, for tests of their strength."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.bots import make_bot
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.match import play_out_match
from parlour.kernel.rng import match_seed
from parlour.kernel.state import winners


def win_rate(game: Game, bot: str, others: Sequence[str], games: int, seed: int) -> float:
    """Returns how often a bot wins against these others, in every seat equally often."""
    seats = len(others) + 1
    options = prepare_options(game, seats, {})
    share = 0.0
    for index in range(games):
        seat = index % seats
        names = [*others[:seat], bot, *others[seat:]]
        state = game.start(seats, options, None)
        play_out_match(state, [make_bot(game, name) for name in names], match_seed(seed, index), None)
        best = [int(winner) for winner in winners(state)]
        share += (seat in best) / max(1, len(best))
    return share / games
