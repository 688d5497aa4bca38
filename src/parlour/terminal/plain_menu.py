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
from parlour.terminal.plain import found_save, play_on, save_rows
from parlour.terminal.setup import (
    Setup,
    about_option,
    blurb_of,
    option_text,
    players_of,
    read_option,
    read_player,
    read_seed,
    usual_players,
)
from parlour.terminal.sitting import notices, sit_down
from parlour.terminal.talk import Talk
from parlour.terminal.unfinished import title_of, unfinished

T = TypeVar("T")
LEFT = 5  # unfinished matches in the menu


class Gone(Exception):
    """The input has ended."""


class Entry(NamedTuple):
    label: str
    do: Callable[[], None]


def menu_plain(source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Everything the flags can do, asked for; gives the exit code."""
    talk = Talk(source or sys.stdin, out or sys.stdout)
    try:
        while True:
            entries = menu_entries(talk)
            talk.say("\n== Parlour ==")
            number = chosen(talk, [*(entry.label for entry in entries), "Quit"])
            if number == len(entries):
                return 0
            try:
                entries[number].do()
            except Problem as problem:
                talk.say_wrapped(str(problem))
    except Gone:
        return 0


def menu_entries(talk: Talk) -> list[Entry]:
    shelf, complaints = games.shelf()
    for complaint in complaints:
        talk.say_wrapped(complaint)
    left = unfinished()[:LEFT]
    entries = [
        *(Entry(f"Go on with {title_of(one)}", partial(start, talk, Setup(load=one.path))) for one in left),
        *(Entry(f"{game.title}: {blurb_of(game)}", partial(new_game, talk, game)) for game in shelf),
        *(entry for game in shelf for entry in lesson_entries(talk, game)),
        Entry("Rules", partial(rules, talk, shelf)),
    ]
    if files.list_saves():
        entries.append(Entry("Load a saved match", partial(load, talk)))
        entries.append(Entry("Delete a saved match", partial(delete, talk)))
    return entries


def lesson_entries(talk: Talk, game: Game) -> list[Entry]:
    lessons, complaints = load_lessons(game)
    for complaint in complaints:
        talk.say_wrapped(complaint)
    return [
        Entry(f"Learn {game.title}: {one.title}", partial(start, talk, Setup(game=game, lesson=one.name)))
        for one in lessons
    ]


def start(talk: Talk, setup: Setup) -> None:
    play_on(talk, sit_down(setup))


# Asking.


def wanted(talk: Talk, question: str, read: Callable[[str], T], usual: str = "") -> T:
    """Asks until the answer will do; an empty line takes the usual one."""
    while True:
        said = talk.ask(f"{question} [{usual}] " if usual else f"{question} ")
        if said is None:
            raise Gone
        try:
            return read(said or usual)
        except Problem as problem:
            talk.say_wrapped(str(problem))


def chosen(talk: Talk, labels: Sequence[str]) -> int:
    """The index of a line in a numbered list."""
    for number, label in enumerate(labels, 1):
        talk.say_wrapped(label, f"{number:>3}  ", "     ")
    return wanted(talk, ">", partial(in_range, len(labels))) - 1


def in_range(last: int, text: str) -> int:
    if text not in [str(number) for number in range(1, last + 1)]:
        raise Problem(f"Type a number from 1 to {last}.")
    return int(text)


# The entries.


def new_game(talk: Talk, game: Game) -> None:
    """The form: seats, players, names, options."""
    talk.say_wrapped(game.blurb)
    talk.say("Press Enter to take what stands in brackets.")
    players = ask_players(talk, game)
    names: list[str] = []
    for seat, player in enumerate(players, 1):
        usual = default_name(game, player, names)
        question = f"The name of seat {seat} ({player})?" if len(players) > 1 else "Your name?"
        names.append(wanted(talk, question, partial(read_name, game, names), usual))
    options = {option.name: ask_option(talk, option) for option in game.options}
    seed = wanted(talk, "A seed, for a match that can be repeated?", read_seed, "none")
    sitting = sit_down(Setup(game=game, options=options, seats=players, names=names, seed=seed))
    for notice in notices(sitting):
        talk.say_wrapped(notice)
    play_on(talk, sitting)


def ask_players(talk: Talk, game: Game) -> list[str]:
    if game.seats == (1,):
        return usual_players(game, 1)
    known = ", ".join(str(seats) for seats in game.seats)
    count = wanted(talk, f"How many seats ({known})?", partial(read_count, game), str(game.seats[0]))
    talk.say_wrapped(f"A seat takes {', '.join(players_of(game))}; an argument stands behind a colon: mcts:500.")
    usual = enumerate(usual_players(game, count), 1)
    return [wanted(talk, f"Who plays seat {seat}?", partial(read_player, game), player) for seat, player in usual]


def ask_option(talk: Talk, option: Option) -> Value:
    return wanted(talk, about_option(option), partial(read_option, option), option_text(option.default))


def read_count(game: Game, text: str) -> int:
    if text not in [str(seats) for seats in game.seats]:
        raise Problem(f"It takes {', '.join(str(seats) for seats in game.seats)} seats.")
    return int(text)


def read_name(game: Game, taken: Sequence[str], text: str) -> str:
    name = clean_name(game, text)
    if name.lower() in [other.lower() for other in taken]:
        raise Problem(f"Somebody is called {name} already.")
    return name


def load(talk: Talk) -> None:
    talk.say("\n".join(save_rows()))
    start(talk, Setup(load=wanted(talk, "Which one?", found_save)))


def delete(talk: Talk) -> None:
    talk.say("\n".join(save_rows()))
    name = wanted(talk, "Which one?", found_save).stem
    if talk.agree(f"Delete {name} for good?"):
        files.delete_save(name)


def rules(talk: Talk, shelf: Sequence[Game]) -> None:
    game = shelf[chosen(talk, [game.title for game in shelf])]
    talk.say(game.words.rules({option.name: option.default for option in game.options}))
