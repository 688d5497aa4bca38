"""The start menu with typed lines instead of a full screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TextIO, TypeVar

from parlour import games
from parlour.kernel.game import Game, clean_name
from parlour.kernel.options import Option, Value, offered_options
from parlour.kernel.problem import Problem
from parlour.play.open_match import game_notices, open_match
from parlour.play.play_setup import (
    DAILY_WORD,
    PlaySetup,
    available_players,
    check_player,
    default_players,
    describe_option,
    first_sentence,
    format_option,
    lower_first,
    parse_dice,
    parse_option,
)
from parlour.play.unfinished_matches import list_unfinished, save_title
from parlour.store import files
from parlour.store.best_results import result_notes
from parlour.table.lesson import load_lessons
from parlour.table.seat import default_name
from parlour.terminal.line_console import LineConsole
from parlour.terminal.plain_match import find_save, play_matches, save_rows

T = TypeVar("T")
MOST_UNFINISHED = 5  # unfinished matches shown


class InputEnded(Exception):
    """Raised when the input of the typed start menu has ended, to leave the menu."""


class MenuEntry(NamedTuple):
    label: str
    run: Callable[[], None]


def run_plain_menu(source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Runs the typed start menu: play, learn, resume, load, delete, read rules. Returns the exit code."""
    console = LineConsole(source or sys.stdin, out or sys.stdout)
    try:
        while True:
            entries = menu_entries(console)
            console.write("\n== Parlour ==")
            number = ask_list_index(console, [*(entry.label for entry in entries), "Quit"])
            if number == len(entries):
                return 0
            try:
                entries[number].run()
            except Problem as problem:
                console.write_wrapped(str(problem))
    except InputEnded:
        return 0


def menu_entries(console: LineConsole) -> list[MenuEntry]:
    all_games, complaints = games.load_games()
    for complaint in complaints:
        console.write_wrapped(complaint)
    left = list_unfinished()[:MOST_UNFINISHED]
    entries = [
        *(
            MenuEntry(f"Go on with {save_title(one)}", partial(start_match, console, PlaySetup(load=one.path)))
            for one in left
        ),
        *(
            MenuEntry(f"{game.title}: {first_sentence(game)}", partial(ask_new_match, console, game))
            for game in all_games
        ),
        *(entry for game in all_games for entry in lesson_entries(console, game)),
        MenuEntry("Rules", partial(show_rules, console, all_games)),
    ]
    if files.list_saves():
        entries.append(MenuEntry("Load a saved match", partial(load_save, console)))
        entries.append(MenuEntry("Delete a saved match", partial(delete_save, console)))
    return entries


def lesson_entries(console: LineConsole, game: Game) -> list[MenuEntry]:
    lessons, complaints = load_lessons(game)
    for complaint in complaints:
        console.write_wrapped(complaint)
    return [
        MenuEntry(
            f"Learn {game.title}: {one.title}", partial(start_match, console, PlaySetup(game=game, lesson=one.name))
        )
        for one in lessons
    ]


def start_match(console: LineConsole, setup: PlaySetup) -> None:
    play_matches(console, open_match(setup))


# Questions.


def ask_until_valid(console: LineConsole, question: str, read: Callable[[str], T], default: str = "") -> T:
    """Asks a question until `read` accepts the typed answer, and returns its value; an empty line means the default."""
    while True:
        reply = console.ask(f"{question} [{default}] " if default else f"{question} ")
        if reply is None:
            raise InputEnded
        try:
            return read(reply or default)
        except Problem as problem:
            console.write_wrapped(str(problem))


def ask_list_index(console: LineConsole, labels: Sequence[str]) -> int:
    """Writes a numbered list, asks for a number, and returns the index of the chosen line."""
    for number, label in enumerate(labels, 1):
        console.write_wrapped(label, f"{number:>3}  ", "     ")
    return ask_until_valid(console, ">", partial(parse_list_number, len(labels))) - 1


def parse_list_number(last: int, text: str) -> int:
    if text not in [str(number) for number in range(1, last + 1)]:
        raise Problem(f"That is not a number of the list; type one from 1 to {last}.")
    return int(text)


# Menu entries.


def ask_new_match(console: LineConsole, game: Game) -> None:
    """Asks for the players, names, options and seed of a new match, then plays it."""
    for text in (game.text.blurb, *result_notes(game)):
        console.write_wrapped(text)
    console.write("Press Enter to accept the value in brackets.")
    players = ask_players(console, game)
    names: list[str] = []
    for seat, player in enumerate(players, 1):
        default = default_name(game, player, names)
        question = f"The name of seat {seat} ({player})?" if len(players) > 1 else "Your name?"
        names.append(ask_until_valid(console, question, partial(parse_name, game, names), default))
    options = {option.name: ask_option(console, option) for option in offered_options(game.options)}
    daily = f", or {DAILY_WORD} for {lower_first(game.traits.daily.title)}" if game.traits.daily else ""
    question = f"A seed, for a match that can be repeated{daily}?"
    seed, of_today = ask_until_valid(console, question, partial(parse_dice, game), "none")
    setup = PlaySetup(game=game, options=options, seats=players, names=names, seed=seed, daily=of_today)
    local_match = open_match(setup)
    for notice in game_notices(local_match):
        console.write_wrapped(notice)
    play_matches(console, local_match)


def ask_players(console: LineConsole, game: Game) -> list[str]:
    if game.seats == (1,):
        return default_players(game, 1)
    known = ", ".join(str(seats) for seats in game.seats)
    count = ask_until_valid(console, f"How many seats ({known})?", partial(parse_seat_count, game), str(game.seats[0]))
    console.write_wrapped(f"A seat takes {', '.join(available_players(game))}; an argument follows a colon: mcts:500.")
    default = enumerate(default_players(game, count), 1)
    return [
        ask_until_valid(console, f"Who plays seat {seat}?", partial(check_player, game), player)
        for seat, player in default
    ]


def ask_option(console: LineConsole, option: Option) -> Value:
    return ask_until_valid(
        console, describe_option(option), partial(parse_option, option), format_option(option.default)
    )


def parse_seat_count(game: Game, text: str) -> int:
    if text not in [str(seats) for seats in game.seats]:
        raise Problem(
            "The game cannot be played with that many seats; type one of "
            f"{', '.join(str(seats) for seats in game.seats)}."
        )
    return int(text)


def parse_name(game: Game, taken: Sequence[str], text: str) -> str:
    name = clean_name(game, text)
    if name.lower() in [other.lower() for other in taken]:
        raise Problem(f"Another player is called {name}; choose another name.")
    return name


def load_save(console: LineConsole) -> None:
    console.write("\n".join(save_rows()))
    start_match(console, PlaySetup(load=ask_until_valid(console, "Which one?", find_save)))


def delete_save(console: LineConsole) -> None:
    console.write("\n".join(save_rows()))
    name = ask_until_valid(console, "Which one?", find_save).stem
    if console.confirm(f"Delete {name} for good?"):
        files.delete_save(name)


def show_rules(console: LineConsole, all_games: Sequence[Game]) -> None:
    game = all_games[ask_list_index(console, [game.title for game in all_games])]
    console.write(game.text.rules({option.name: option.default for option in game.options}))
