"""The start menu line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TextIO, TypeVar

from parlour import games
from parlour.kernel.game import Game, clean_name
from parlour.kernel.options import Option, Value
from parlour.kernel.problem import Problem
from parlour.store import files
from parlour.table.lesson import load_lessons
from parlour.table.seat import default_name
from parlour.terminal.line_console import LineConsole
from parlour.terminal.local_match import game_notices, open_match
from parlour.terminal.plain_match import find_save, play_matches, save_rows
from parlour.terminal.play_setup import (
    PlaySetup,
    available_players,
    check_player,
    default_players,
    describe_option,
    first_sentence,
    format_option,
    parse_option,
    parse_seed,
)
from parlour.terminal.unfinished_matches import list_unfinished, save_title

T = TypeVar("T")
MOST_UNFINISHED = 5  # unfinished matches in the menu


class InputEnded(Exception):
    """The input has ended."""


class MenuEntry(NamedTuple):
    label: str
    run: Callable[[], None]


def run_plain_menu(source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Everything the flags can do, asked for; gives the exit code."""
    talk = LineConsole(source or sys.stdin, out or sys.stdout)
    try:
        while True:
            entries = menu_entries(talk)
            talk.write("\n== Parlour ==")
            number = ask_list_index(talk, [*(entry.label for entry in entries), "Quit"])
            if number == len(entries):
                return 0
            try:
                entries[number].run()
            except Problem as problem:
                talk.write_wrapped(str(problem))
    except InputEnded:
        return 0


def menu_entries(talk: LineConsole) -> list[MenuEntry]:
    shelf, complaints = games.load_games()
    for complaint in complaints:
        talk.write_wrapped(complaint)
    left = list_unfinished()[:MOST_UNFINISHED]
    entries = [
        *(
            MenuEntry(f"Go on with {save_title(one)}", partial(start_match, talk, PlaySetup(load=one.path)))
            for one in left
        ),
        *(MenuEntry(f"{game.title}: {first_sentence(game)}", partial(ask_new_match, talk, game)) for game in shelf),
        *(entry for game in shelf for entry in lesson_entries(talk, game)),
        MenuEntry("Rules", partial(show_rules, talk, shelf)),
    ]
    if files.list_saves():
        entries.append(MenuEntry("Load a saved match", partial(load_save, talk)))
        entries.append(MenuEntry("Delete a saved match", partial(delete_save, talk)))
    return entries


def lesson_entries(talk: LineConsole, game: Game) -> list[MenuEntry]:
    lessons, complaints = load_lessons(game)
    for complaint in complaints:
        talk.write_wrapped(complaint)
    return [
        MenuEntry(f"Learn {game.title}: {one.title}", partial(start_match, talk, PlaySetup(game=game, lesson=one.name)))
        for one in lessons
    ]


def start_match(talk: LineConsole, setup: PlaySetup) -> None:
    play_matches(talk, open_match(setup))


# Asking.


def ask_until_valid(talk: LineConsole, question: str, read: Callable[[str], T], usual: str = "") -> T:
    """Asks until the answer will do; an empty line takes the usual one."""
    while True:
        said = talk.ask(f"{question} [{usual}] " if usual else f"{question} ")
        if said is None:
            raise InputEnded
        try:
            return read(said or usual)
        except Problem as problem:
            talk.write_wrapped(str(problem))


def ask_list_index(talk: LineConsole, labels: Sequence[str]) -> int:
    """The index of a line in a numbered list."""
    for number, label in enumerate(labels, 1):
        talk.write_wrapped(label, f"{number:>3}  ", "     ")
    return ask_until_valid(talk, ">", partial(parse_list_number, len(labels))) - 1


def parse_list_number(last: int, text: str) -> int:
    if text not in [str(number) for number in range(1, last + 1)]:
        raise Problem(f"Type a number from 1 to {last}.")
    return int(text)


# The entries.


def ask_new_match(talk: LineConsole, game: Game) -> None:
    """The form: seats, players, names, options."""
    talk.write_wrapped(game.blurb)
    talk.write("Press Enter to take what stands in brackets.")
    players = ask_players(talk, game)
    names: list[str] = []
    for seat, player in enumerate(players, 1):
        usual = default_name(game, player, names)
        question = f"The name of seat {seat} ({player})?" if len(players) > 1 else "Your name?"
        names.append(ask_until_valid(talk, question, partial(parse_name, game, names), usual))
    options = {option.name: ask_option(talk, option) for option in game.options}
    seed = ask_until_valid(talk, "A seed, for a match that can be repeated?", parse_seed, "none")
    sitting = open_match(PlaySetup(game=game, options=options, seats=players, names=names, seed=seed))
    for notice in game_notices(sitting):
        talk.write_wrapped(notice)
    play_matches(talk, sitting)


def ask_players(talk: LineConsole, game: Game) -> list[str]:
    if game.seats == (1,):
        return default_players(game, 1)
    known = ", ".join(str(seats) for seats in game.seats)
    count = ask_until_valid(talk, f"How many seats ({known})?", partial(parse_seat_count, game), str(game.seats[0]))
    talk.write_wrapped(
        f"A seat takes {', '.join(available_players(game))}; an argument stands behind a colon: mcts:500."
    )
    usual = enumerate(default_players(game, count), 1)
    return [
        ask_until_valid(talk, f"Who plays seat {seat}?", partial(check_player, game), player) for seat, player in usual
    ]


def ask_option(talk: LineConsole, option: Option) -> Value:
    return ask_until_valid(talk, describe_option(option), partial(parse_option, option), format_option(option.default))


def parse_seat_count(game: Game, text: str) -> int:
    if text not in [str(seats) for seats in game.seats]:
        raise Problem(f"It takes {', '.join(str(seats) for seats in game.seats)} seats.")
    return int(text)


def parse_name(game: Game, taken: Sequence[str], text: str) -> str:
    name = clean_name(game, text)
    if name.lower() in [other.lower() for other in taken]:
        raise Problem(f"Somebody is called {name} already.")
    return name


def load_save(talk: LineConsole) -> None:
    talk.write("\n".join(save_rows()))
    start_match(talk, PlaySetup(load=ask_until_valid(talk, "Which one?", find_save)))


def delete_save(talk: LineConsole) -> None:
    talk.write("\n".join(save_rows()))
    name = ask_until_valid(talk, "Which one?", find_save).stem
    if talk.confirm(f"Delete {name} for good?"):
        files.delete_save(name)


def show_rules(talk: LineConsole, shelf: Sequence[Game]) -> None:
    game = shelf[ask_list_index(talk, [game.title for game in shelf])]
    talk.write(game.words.rules({option.name: option.default for option in game.options}))
