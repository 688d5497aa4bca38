"""What cards are worth in one's own finished matches, read from their records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from parlour.arena.card_figures import CardFigures
from parlour.arena.summary import Row, shares_per_win
from parlour.kernel.game import Game, game_for_options, replaying
from parlour.kernel.journal import Journal
from parlour.kernel.problem import Problem
from parlour.kernel.record import Record, apply_entry, check_header, effective_entries
from parlour.kernel.state import winners
from parlour.kernel.text import MatchContext
from parlour.store.files import load_record


def measure_recorded_cards(game: Game, paths: Iterable[Path]) -> Row:
    """Returns the JSON document of `parlour balance GAME --records`; records that do not replay are only counted.

    Records of other games and of unfinished matches are ignored."""
    figures = CardFigures(shares_per_win(max(game.seats)))
    games = skipped = 0
    for path in paths:
        try:
            record = load_record(path)
            if record.header.game != game.name or not record.digest():
                continue
            add_record(figures, game, record)
            games += 1
        except Problem:
            skipped += 1
    return {"game": game.name, "version": game.version, "games": games, "skipped": skipped, "cards": figures.rows()}


def add_record(figures: CardFigures, game: Game, record: Record) -> None:
    header = record.header
    options = check_header(game, header)
    played = game_for_options(game, options)
    state = played.start(len(header.players), options, Journal())
    with replaying(played, header.version):
        for entry in effective_entries(record.entries):
            apply_entry(played, state, entry)
    won = [int(seat) for seat in winners(state)]
    context = MatchContext(tuple(header.names), options)
    for seat in range(len(header.players)):
        share = figures.shares_per_win // len(won) if seat in won else 0
        figures.add_row(played.study.tally(context, state, seat), share)
