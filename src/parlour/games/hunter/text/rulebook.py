"""The rules for players, as the options of a match make them; sections are numbered, and refusals name them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from parlour.games.hunter.data.tables import DUMMIES, book_of, steps_of
from parlour.games.hunter.options import OPTIONS, problem, switch
from parlour.games.hunter.rules.book import PLACE_NAMES, WEAPON_NAMES, Book
from parlour.games.hunter.text.chapters import FIGHT, chapters
from parlour.games.hunter.text.pages import monster_rows, store_rows
from parlour.games.hunter.text.wording import SIGNS, listed, power_text
from parlour.kernel.options import Options

WIDTH = 74
SEATS = (2, 3, 4, 5)


def fitting(options: Options) -> list[int]:
    """The numbers of players these options are for."""
    return [seats for seats in SEATS if problem(seats, options) is None] or [2]


def rules(options: Options) -> str:
    printed = book_of(fitting(options)[0], options)
    rows = ["Hunter & Apprentice"]
    for number, text in chapters(options, printed, fitting(options)):
        rows += paragraph(number, text)
        rows += TABLES[number](options, printed) if number in TABLES else []
    return "\n".join([*rows, *house(options)]) + "\n"


def paragraph(number: str, text: str) -> list[str]:
    return ["", *textwrap.wrap(f"{number}  {text}", WIDTH)]


def item(left: str, text: str) -> list[str]:
    """A row whose text goes on under itself."""
    return textwrap.wrap(text, WIDTH, initial_indent=left, subsequent_indent=" " * len(left)) or [left.rstrip()]


# Tables.


def place_rows(options: Options, printed: Book) -> list[str]:
    """2.1, by number of players."""
    counts = fitting(options)
    rows = [f"  {'':<12}" + "".join(f"{f'{seats} players':>14}" for seats in counts)]
    for number, name in enumerate(PLACE_NAMES):
        if steps_of(number, counts[0], options):
            paid = [f"{SIGNS[number]} {'/'.join(map(str, steps_of(number, seats, options)))}" for seats in counts]
            rows.append(f"  {number + 1} {name:<10}" + "".join(f"{text:>14}" for text in paid))
        else:
            rows.append(f"  {number + 1} {name:<10}{SIGNS[number]:>14}")
    return rows


def dummy_rows(options: Options, printed: Book) -> list[str]:
    rows = []
    for seats in fitting(options):
        there = [PLACE_NAMES[place - 1] for place in DUMMIES[switch(options, "dummies")][seats]]
        rows.append(f"  {seats} players: {listed(there) or 'none'}")
    return rows


def weapon_rows(options: Options, printed: Book) -> list[str]:
    rows = [f"  {'':<7} priority  $  capacity  damage for 1-6  EXP: attack, defense"]
    for number, name in enumerate(WEAPON_NAMES):
        damage = " ".join(str(printed.damage[number * 6 + face]) for face in range(6))
        figures = f"{printed.priority[number]:>8} {printed.start_money[number]:>2} {printed.capacity[number]:>9}"
        costs = f"{printed.attack_cost[number]:>12} {printed.defense_cost[number]:>8}"
        rows.append(f"  {name:<7} {figures}  {damage:>14} {costs}")
    return rows


def power_rows(options: Options, printed: Book) -> list[str]:
    rows = []
    for number, name in enumerate(WEAPON_NAMES):
        for level in (1, 2, 3):
            left = f"  {name if level == 1 else '':<7} {level}  "
            rows += item(left, power_text(options, number, level))
    return rows


def goods(options: Options, printed: Book) -> list[str]:
    return store_rows(printed, options)


def beasts(options: Options, printed: Book) -> list[str]:
    return ["", *monster_rows(printed, options)[:-1]]


def windows(options: Options, printed: Book) -> list[str]:
    return [f"  {row}" for row in FIGHT]


TABLES = {
    "2.1": place_rows,
    "2.2": dummy_rows,
    "8.2": goods,
    "9.1": weapon_rows,
    "9.3": power_rows,
    "10": beasts,
    "11.2": windows,
}


def house(options: Options) -> Iterator[str]:
    """18: whatever is not as usual."""
    unusual = [option for option in OPTIONS if options[option.name] != option.default]
    if unusual:
        yield from ("", "AGREED FOR THIS GAME")
    for option in unusual:
        text = f"{option.name} {options[option.name]}: {option.help}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
