"""Opens matches on this device: new ones, lessons, saved and unfinished ones, and positions of records."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from parlour import games
from parlour.bots import is_external
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import Header, check_header
from parlour.play.event_log import EventLog
from parlour.play.local_match import LocalMatch
from parlour.play.play_setup import PlaySetup, check_player, complete_names, make_seats
from parlour.play.unfinished_matches import load_command
from parlour.store import files
from parlour.store.files import RunningRecord
from parlour.table.daily import daily_options, daily_seed, utc_today
from parlour.table.dealer import fresh_secret, nonces_from_secret, secret_from_seed
from parlour.table.lesson import lesson_seats, load_lesson
from parlour.table.loading import fork_table
from parlour.table.seat import Seat, default_name
from parlour.table.table import Table


def open_match(setup: PlaySetup) -> LocalMatch:
    """Starts a new match or loads one from a file, as set up; raises Problem on failure, and then leaves no files."""
    if setup.save is not None:
        files.check_writable(setup.save)
    fresh = setup.load is None or not files.is_running(setup.load)
    events = EventLog(setup.events) if setup.events is not None else None
    with contextlib.ExitStack() as cleanup:
        if events is not None:
            cleanup.callback(events.close)
        local_match = _new_match(setup) if setup.load is None else _load_match(setup, setup.load)
        if fresh and local_match.files.running_record is not None:
            cleanup.callback(local_match.files.running_record.discard)
        cleanup.callback(local_match.close)
        local_match.files.event_log, local_match.files.save_file = events, setup.save
        local_match.files.update()
        cleanup.pop_all()
    return local_match


def _new_match(setup: PlaySetup) -> LocalMatch:
    if setup.at is not None:
        raise Problem("--at names a position, but no record; name the record with --load.")
    if setup.lesson:
        return _start_running_record(_lesson_table(setup))
    game, seats = make_seats(setup)
    options, seed = setup.options, setup.seed
    if setup.daily:
        if seed is not None:
            raise Problem("A match of the day has its own dice; leave --seed or --daily out.")
        options, seed = daily_options(game, options), daily_seed(game, utc_today())
    secret = fresh_secret() if seed is None else secret_from_seed(seed)
    nonces = () if seed is None else nonces_from_secret(secret, len(seats))
    table = Table(game, options, seats, secret=secret, nonces=nonces)
    table.begin()
    return _start_running_record(table)


def _lesson_table(setup: PlaySetup) -> Table:
    if setup.game is None:
        raise Problem("No game is named for the lesson; name one, as in learn magpie.")
    lesson = load_lesson(setup.game, setup.lesson)
    seats = lesson_seats(lesson, next(iter(setup.names or []), ""))
    table = Table(setup.game, lesson.options, seats, lesson=lesson)
    table.begin()
    return table


def _start_running_record(table: Table) -> LocalMatch:
    """Returns a new match with a file that records it while it is played; a match that is already over gets no file."""
    if table.match.over():
        return LocalMatch(table, None)
    running = files.new_running_record(table.game)
    files.attach_running_record(table, running)
    return LocalMatch(table, running)


def _load_match(setup: PlaySetup, path: Path) -> LocalMatch:
    """Opens a match from a save, which stays unchanged, or from a position in it, or resumes an unfinished match."""
    if setup.daily:
        raise Problem("A loaded match keeps its dice; leave --daily out.")
    if setup.options or setup.seed is not None or (setup.names and setup.at is None):
        raise Problem("A loaded match keeps its names, options and dice; leave --name, --option and --seed out.")
    record = files.load_match(path)
    game = _find_game(setup, record.header, path)
    if setup.at is not None:
        return _start_running_record(
            fork_table(game, record, setup.at, _seats_for_fork(game, setup, record.header, path))
        )
    _check_players(game, setup, record.header.players, path)
    if not files.is_running(path):
        return _start_running_record(files.load_saved_table(games.find, path))
    running = RunningRecord(path)
    return LocalMatch(files.resume_running_match(games.find, running), running)


def _find_game(setup: PlaySetup, header: Header, path: Path) -> Game:
    """Returns the game of a match record; raises Problem if the user asked for another game."""
    game = games.find(header.game)
    check_header(game, header, str(path))
    if setup.game is not None and setup.game.name != game.name:
        raise Problem(
            f"The record {path} is of the game {game.name}, not of {setup.game.name}; name {game.name} instead."
        )
    return game


def _check_players(game: Game, setup: PlaySetup, players: Sequence[str], path: Path) -> None:
    """Raises Problem if the user asks for other players than these, if a bot cannot play, or if it is a program that
    the user has not named as well."""
    if setup.seats and setup.seats != list(players):
        raise Problem(
            "A loaded match keeps its players; leave --seats out, or start a new match from one of its positions with "
            "--at."
        )
    for player in players:
        if is_external(player) and player not in setup.seats:
            command = load_command(game.name, path, players, setup.at)
            raise Problem(
                f"The record's bot {player!r} is a program, which is not run unasked; to allow it, type {command}"
            )
        check_player(game, player)


def _seats_for_fork(game: Game, setup: PlaySetup, header: Header, path: Path) -> list[Seat]:
    """Returns the seats for a match that continues a recorded one: players recorded or requested, with their names."""
    players = setup.seats or list(header.players)
    if len(players) != len(header.players):
        raise Problem(
            f"--seats names {len(players)} players, but the record {path} has {len(header.players)}; "
            "name exactly that many."
        )
    _check_players(game, setup, players, path)
    stay = [
        name if now == then and len(name) <= game.traits.longest_name else ""
        for now, then, name in zip(players, header.players, header.names, strict=True)
    ]
    names = list(setup.names or [])
    for player, name in list(zip(players, stay, strict=True))[len(names) :]:
        names.append(name or default_name(game, player, [*names, *stay]))
    return [Seat(name, player) for name, player in zip(complete_names(game, players, names), players, strict=True)]


def game_notices(local_match: LocalMatch) -> list[str]:
    """Returns the game's remarks about the options of this match, as lines to show."""
    return [f"Note: {notice}" for notice in local_match.game.text.notices(local_match.table.options)]
