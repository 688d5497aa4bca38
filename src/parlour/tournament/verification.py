"""Verification of match results: replays a match from its record and checks everything that was stored about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Any, Final, NamedTuple

from parlour.kernel.game import Game, game_for_options, is_replayed, replaying, restore_options
from parlour.kernel.match import count_answers, digest, unpack_log, verify_log
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem, UnsupportedRecord
from parlour.kernel.record import SEATED, match_record, read_record, record_text
from parlour.kernel.state import State, winners
from parlour.store.rating_rows import TableRecord
from parlour.store.server_rows import ResultRow
from parlour.store.tournament_rows import MatchRow, parse_match_row
from parlour.table.seat import HUMAN
from parlour.table.verify import replay_table

SHARES_PER_WIN: Final = lcm(*range(1, 17))  # any number of winners up to 16 divides it
STORED_MATCH = "The stored match"
PEOPLE = "people"  # the name of all human players together, in the ratings

FindGame = Callable[[str], Game]


class RatedResult(NamedTuple):
    """The result of a verified match for the ratings: the entrants, standings (higher is better, equal is a tie) and
    wins of the seats that count."""

    game: str
    seats: int  # of the table
    entrants: tuple[str, ...]
    standings: tuple[int, ...]
    wins: tuple[int, ...]  # in shares
    turns: int | None = None  # the length of the match in the game's own unit; None: unknown


def player_rating_name(game: Game, player: str) -> str:
    """Returns the name under which a player is rated: a bot's with its level resolved, one for all people."""
    return PEOPLE if player == HUMAN else game.coach.levels.get(player, player)


def unrated(reason: str) -> Problem:
    """Returns the error that a stored match does not count for the ratings, with the reason and the remedy."""
    return Problem(
        f"The stored match cannot be rated, as {reason}; restore the database from a backup, or leave the match out "
        "with `parlour ratings rebuild`."
    )


def verify_match(find: FindGame, stored: Mapping[str, Any]) -> RatedResult:
    """Replays a stored arena match by its log and returns its result; raises a Problem that says what is wrong."""
    game = _find_game(find, stored["game"])
    try:
        return _verify_row(game, parse_match_row(stored))
    except Problem:
        raise
    except Exception as error:
        raise unrated(f"its replay fails with {type(error).__name__}") from None


def _verify_row(game: Game, row: MatchRow) -> RatedResult:
    state, answers = _replay_row(game, row)
    seats = range(len(row.players))
    if row.standings != tuple(int(state.standing(seat)) for seat in seats):
        raise unrated("its order of finish does not match its log")
    if row.points != tuple(int(state.points(seat)) for seat in seats):
        raise unrated("its points do not match its log")
    return make_result(game, state, row.players, seats, answers)


def _replay_row(game: Game, row: MatchRow) -> tuple[State, int]:
    """Replays a stored arena match by its log and returns the position at its end, and the number of answers."""
    options = _row_options(game, row)
    if len(row.names) != len(row.players):
        raise unrated("it does not have one player for every name")
    game = game_for_options(game, options)
    with replaying(game, row.version, STORED_MATCH):
        log = unpack_log(row.log)
        state = game.start(len(row.players), options, None)
        verify_log(state, log, row.seed, game.actions)
        if not state.over():
            raise unrated("it was stopped before its end")
        if digest(state, log) != row.digest:
            raise unrated("its digest does not match its log")
    return state, count_answers(log)


def _row_options(game: Game, row: MatchRow) -> Options:
    options = restore_options(game, row.version, len(row.players), row.options, STORED_MATCH)
    if options is None:
        raise unrated("its options are not valid")
    return options


def verify_table(find: FindGame, stored: TableRecord) -> RatedResult:
    """Replays a server's table by its record and returns the result to rate. Seats that changed players do not count,
    and none counts in a lesson, a continued or an unrated match."""
    game = _find_game(find, stored.game)
    try:
        record = read_record("\n".join(stored.lines) + "\n", "The record of the table")
        header = record.header
        if (header.game, header.version) != (stored.game, stored.version):
            raise unrated("its record is of another game or version than the table")
        table = replay_table(find, record)
        if not table.match.over():
            raise unrated("it was stopped before its end")
        if record.seed() != bytes(stored.secret).hex():
            raise unrated("the seed in its record is missing or not the one that the server stored")
        changed = {entry.seat for entry in record.entries if entry.kind == SEATED}
        fresh = stored.rated and not header.given and not header.lesson
        rated_seats = [seat for seat in range(len(header.players)) if fresh and seat not in changed]
        return make_result(game, table.match.state, header.players, rated_seats, count_answers(table.match.log))
    except Problem:
        raise
    except Exception as error:
        raise unrated(f"its replay fails with {type(error).__name__}") from None


def stored_match_result(stored: Mapping[str, Any]) -> RatedResult:
    """Returns the result of an arena match as it was stored, for a counted match that this program cannot replay."""
    try:
        row = parse_match_row(stored)
    except (ValueError, TypeError) as error:
        raise unrated(f"reading it fails with {type(error).__name__}") from None
    best = max(row.standings, default=0)
    won = [best > 0 and standing == best for standing in row.standings]
    shares = tuple(SHARES_PER_WIN // sum(won) if each else 0 for each in won)
    return RatedResult(row.game, len(row.players), row.players, row.standings, shares)


def stored_table_result(game: str, rows: Sequence[ResultRow]) -> RatedResult:
    """Returns the result of a server's table as it was stored, for a counted table that this program cannot replay."""
    if not rows:
        raise unrated("its result is missing from the database")
    rated = [row for row in rows if row.whole]
    return RatedResult(
        game=game,
        seats=len(rows),
        entrants=tuple(PEOPLE if row.player == HUMAN else row.player for row in rated),
        standings=tuple(-row.rank for row in rated),
        wins=tuple(round(row.win * SHARES_PER_WIN) for row in rated),
    )


def make_result(
    game: Game, state: State, players: Sequence[str], rated_seats: Sequence[int], answers: int
) -> RatedResult:
    won = list(winners(state))
    return RatedResult(
        game=game.name,
        seats=len(players),
        entrants=tuple(player_rating_name(game, players[seat]) for seat in rated_seats),
        standings=tuple(int(state.standing(seat)) for seat in rated_seats),
        wins=tuple(SHARES_PER_WIN // len(won) if seat in won else 0 for seat in rated_seats),
        turns=game.study.turns.turns_at(state, answers),
    )


def match_record_text(game: Game, row: MatchRow) -> str | Problem:
    """Returns the record of a stored arena match as text, from which the match can be replayed, or why there is none:
    a worker process does not pass on exceptions."""
    try:
        if is_replayed(game, row.version):
            _replay_row(game, row)
        record = match_record(game, _row_options(game, row), row.names, row.players, row.seed, unpack_log(row.log))
    except Problem as problem:
        return problem
    begun = record.header._replace(version=row.version, options=row.options)
    return record_text(record._replace(header=begun))


def _find_game(find: FindGame, name: str) -> Game:
    try:
        return find(name)
    except Problem as problem:
        raise UnsupportedRecord(str(problem)) from None
