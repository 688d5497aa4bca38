"""Verification of match results: replays a match from its record and checks everything that was stored about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Any, Final, NamedTuple

from parlour.kernel.game import Game, game_for_options, prepare_options, restore_options
from parlour.kernel.match import digest, unpack_log, verify_log
from parlour.kernel.problem import Problem
from parlour.kernel.record import SEATED, match_record, read_record, record_text
from parlour.kernel.state import State, winners
from parlour.store.rating_rows import TableRecord
from parlour.store.tournament_rows import MatchRow, parse_match_row
from parlour.table.seat import HUMAN
from parlour.table.verify import replay_table

SHARES_PER_WIN: Final = lcm(*range(1, 17))  # any number of winners up to 16 divides it
PEOPLE = "people"  # the name of all human players together, in the ratings

FindGame = Callable[[str], Game]


class RatedResult(NamedTuple):
    """The result of a verified match for the ratings: the entrants, standings and wins of the seats that count."""

    game: str
    seats: int  # of the table
    entrants: tuple[str, ...]
    standings: tuple[int, ...]
    wins: tuple[int, ...]  # in shares


class UnsupportedRecord(Problem):
    """The error for a match record that cannot be replayed here: of another version, or of a game not installed."""


def player_rating_name(game: Game, player: str) -> str:
    """Returns the name under which a player is rated: a bot's with its level resolved, one for all people."""
    return PEOPLE if player == HUMAN else game.coach.levels.get(player, player)


def verify_match(find: FindGame, stored: Mapping[str, Any]) -> RatedResult:
    """Replays a stored arena match by its log and returns its result; raises a Problem that says what is wrong."""
    game = _find_game(find, stored["game"], stored["version"])
    try:
        return _verify_row(game, parse_match_row(stored))
    except Problem:
        raise
    except Exception as error:
        raise Problem(f"The stored match cannot be rated, as its replay fails with {type(error).__name__}.") from None


def _verify_row(game: Game, row: MatchRow) -> RatedResult:
    options = restore_options(game, len(row.players), row.options)
    if options is None or len(row.names) != len(row.players):
        raise Problem("The stored match cannot be rated, as its options or players are not valid.")
    game = game_for_options(game, options)
    log = unpack_log(row.log)
    state = game.start(len(row.players), options, None)
    verify_log(state, log, row.seed, game.actions)
    if not state.over():
        raise Problem("The stored match cannot be rated, as it was stopped before its end.")
    if digest(state, log) != row.digest:
        raise Problem("The stored match cannot be rated, as its digest does not match its log.")
    seats = range(len(row.players))
    if row.standings != tuple(int(state.standing(seat)) for seat in seats):
        raise Problem("The stored match cannot be rated, as its order of finish does not match its log.")
    if row.points != tuple(int(state.points(seat)) for seat in seats):
        raise Problem("The stored match cannot be rated, as its points do not match its log.")
    return make_result(game, state, row.players, seats)


def verify_table(find: FindGame, stored: TableRecord) -> RatedResult:
    """Replays a server's table by its record, returns the result to rate; seats that changed players do not count."""
    game = _find_game(find, stored.game, stored.version)
    try:
        record = read_record("\n".join(stored.lines) + "\n", "The record of the table")
        header = record.header
        if (header.game, header.version) != (stored.game, stored.version):
            raise Problem(
                "The table's match cannot be rated, as its record is of another game or version than the table."
            )
        table = replay_table(find, record)
        if not table.over():
            raise Problem("The stored match cannot be rated, as it was stopped before its end.")
        if record.seed() != bytes(stored.secret).hex():
            raise Problem(
                "The table's match cannot be rated, as the seed in its record is missing or not the one that the "
                "server stored."
            )
        changed = {entry.seat for entry in record.entries if entry.kind == SEATED}
        fresh = stored.rated and not header.given and not header.lesson
        rated_seats = [seat for seat in range(len(header.players)) if fresh and seat not in changed]
        return make_result(game, table.state, header.players, rated_seats)
    except Problem:
        raise
    except Exception as error:
        raise Problem(f"The stored match cannot be rated, as its replay fails with {type(error).__name__}.") from None


def make_result(game: Game, state: State, players: Sequence[str], rated_seats: Sequence[int]) -> RatedResult:
    won = list(winners(state))
    return RatedResult(
        game=game.name,
        seats=len(players),
        entrants=tuple(player_rating_name(game, players[seat]) for seat in rated_seats),
        standings=tuple(int(state.standing(seat)) for seat in rated_seats),
        wins=tuple(SHARES_PER_WIN // len(won) if seat in won else 0 for seat in rated_seats),
    )


def match_record_text(game: Game, row: MatchRow) -> str:
    """Returns the record of a stored arena match as text, from which the match can be replayed."""
    options = prepare_options(game, len(row.players), row.options)
    return record_text(match_record(game, options, row.names, row.players, row.seed, unpack_log(row.log)))


def _find_game(find: FindGame, name: str, version: int) -> Game:
    try:
        game = find(name)
    except Problem as problem:
        raise UnsupportedRecord(str(problem)) from None
    if game.version != version:
        raise UnsupportedRecord(
            f"The stored match cannot be rated, as it is of version {version} of {game.title}; this program plays "
            f"version {game.version}."
        )
    return game
