"""The rulebook of Hunter & Apprentice as text for a match's options; refusals quote its section numbers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from parlour.games.hunter.data.tables import DUMMY_STARTS, book_of, pay_steps
from parlour.games.hunter.options import OPTIONS, problem, switch_value
from parlour.games.hunter.rules.book import PLACE_NAMES, WEAPON_NAMES, Book
from parlour.games.hunter.text.chapters import BATTLE_ROUND_LINES, chapters
from parlour.games.hunter.text.pages import monster_rows, store_rows
from parlour.games.hunter.text.wording import PLACE_SYMBOLS, join_words, power_text
from parlour.kernel.options import Options

WIDTH = 74
SEATS = (2, 3, 4, 5)


def allowed_seats(options: Options) -> list[int]:
    """Returns the numbers of players, from 2 to 5, that a match's options allow; only 2 if they allow none."""
    return [seats for seats in SEATS if problem(seats, options) is None] or [2]


def rules(options: Options) -> str:
    printed = book_of(allowed_seats(options)[0], options)
    rows = ["Hunter & Apprentice"]
    for number, text in chapters(options, printed, allowed_seats(options)):
        rows += paragraph(number, text)
        rows += TABLES[number](options, printed) if number in TABLES else []
    return "\n".join([*rows, *option_lines(options)]) + "\n"


def paragraph(number: str, text: str) -> list[str]:
    return ["", *textwrap.wrap(f"{number}  {text}", WIDTH)]


def hanging_row(left: str, text: str) -> list[str]:
    """Wraps a row of a rulebook table into lines; further lines are indented by the width of its left column."""
    return textwrap.wrap(text, WIDTH, initial_indent=left, subsequent_indent=" " * len(left)) or [left.rstrip()]


# Tables.


def place_rows(options: Options, printed: Book) -> list[str]:
    """Returns the rulebook's table of what each place of the board pays, by number of players (rule 2.1)."""
    counts = allowed_seats(options)
    rows = [f"  {'':<12}" + "".join(f"{f'{seats} players':>14}" for seats in counts)]
    for number, name in enumerate(PLACE_NAMES):
        if pay_steps(number, counts[0], options):
            paid = [
                f"{PLACE_SYMBOLS[number]} {'/'.join(map(str, pay_steps(number, seats, options)))}" for seats in counts
            ]
            rows.append(f"  {number + 1} {name:<10}" + "".join(f"{text:>14}" for text in paid))
        else:
            rows.append(f"  {number + 1} {name:<10}{PLACE_SYMBOLS[number]:>14}")
    return rows


def dummy_rows(options: Options, printed: Book) -> list[str]:
    rows = []
    for seats in allowed_seats(options):
        there = [PLACE_NAMES[place - 1] for place in DUMMY_STARTS[switch_value(options, "dummies")][seats]]
        rows.append(f"  {seats} players: {join_words(there) or 'none'}")
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
            rows += hanging_row(left, power_text(options, number, level))
    return rows


def item_rows(options: Options, printed: Book) -> list[str]:
    return store_rows(printed, options)


def monster_table(options: Options, printed: Book) -> list[str]:
    return ["", *monster_rows(printed, options)[:-1]]


def window_rows(options: Options, printed: Book) -> list[str]:
    return [f"  {row}" for row in BATTLE_ROUND_LINES]


TABLES = {
    "2.1": place_rows,
    "2.2": dummy_rows,
    "8.2": item_rows,
    "9.1": weapon_rows,
    "9.3": power_rows,
    "10": monster_table,
    "11.2": window_rows,
}


def option_lines(options: Options) -> Iterator[str]:
    """Yields the rulebook's last lines, on the match's options that differ from their defaults (section 18)."""
    unusual = [option for option in OPTIONS if options[option.name] != option.default]
    if unusual:
        yield from ("", "AGREED FOR THIS GAME")
    for option in unusual:
        text = f"{option.name} {options[option.name]}: {option.help}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
