"""The text board of Stumped: two ASCII characters per tile, so that it works in any terminal.

The first character is the ground, the second what is on it; a lodge replaces the ground."""

from __future__ import annotations

import textwrap

from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.text.captions import ahead, status, title, undecided
from parlour.games.stumped.text.wording import (
    ACTIONS,
    DISTRACTED,
    HEALTH,
    HELD_BRANCHES,
    HELD_FOOD,
    JOB,
    MOVES,
    NUMBER,
    OWNER,
    RECRUITED,
    TILE,
    Beaver,
    coords,
)
from parlour.games.stumped.view import View as ValleyView
from parlour.kernel.text import MatchContext, View

WIDTH = 74  # leaves room for the log beside the board
NAME = 14  # columns of a player's name
LISTED = 24  # units listed below the map
LETTERS = "ABKFLHS"  # by job: bAsic, Builder, bulKy, Fighter, Lady, Hungry, Swift
INKS = {
    "&": "green", "%": "purple", "~": "blue", "^": "blue", ">": "blue", "v": "blue", "<": "blue",
    "[": "orange", "]": "orange", "{": "green", "}": "green", "*": "red",
}  # fmt: skip
GROUND = {"n": "^", "e": ">", "s": "v", "w": "<", "~": "~", ".": " "}
LODGE_MARKS = ("[]", "{}")  # lodges by owner: the wall, and an empty inside
GROWTH = "&%"
LOOSE, EATABLE, MIXED = "=", ":", "+"
CHOSEN = "*"


def board(context: MatchContext, view: View) -> str:
    assert isinstance(view, ValleyView)
    rows = [title(view)]
    for sentence in (status, ahead, undecided):
        rows += wrap_text(sentence(context, view))
    if view.land:
        rows += ["", *map_rows(view), "", *legend(context)]
    rows += ["", *player_rows(context, view), *unit_rows(context, view)]
    return "\n".join(row.rstrip() for row in rows)


def wrap_text(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")


# The map.


def map_rows(view: ValleyView) -> list[str]:
    """Returns the lines of the text map, with coordinates at the top and on both sides."""
    tiles = draw_tiles(view)
    tens = "".join(f"{x // 10 if x and x % 10 == 0 else '':>2}" for x in range(view.width))
    ones = "".join(f"{x % 10:>2}" for x in range(view.width))
    rows = [f"  {tens}"] if view.width > 10 else []
    rows.append(f"  {ones}")
    for y in range(view.height):
        rows.append(f"{y:>2}{''.join(tiles[y * view.width : (y + 1) * view.width])} {y}")
    return rows


def draw_tiles(view: ValleyView) -> list[str]:
    """Returns the two characters of every tile on the text map; later layers (goods ... beavers) hide earlier ones."""
    ground = [GROUND[letter] for letter in view.land]
    over = ["." if letter == "." else GROUND[letter] for letter in view.land]
    for index, letter in enumerate(view.land):
        if letter in "nesw":
            ground[index] = " "  # an empty river shows its arrow once
    for tile, held, food in view.goods:
        over[tile] = MIXED if held and food else LOOSE if held else EATABLE
    for tile, kind, health, _ in view.spawners:
        ground[tile], over[tile] = GROWTH[kind], str(health) if health < 10 else "+"
    for tile, owner in view.lodges:
        ground[tile], over[tile] = LODGE_MARKS[owner][0], LODGE_MARKS[owner][1]
    for row in view.beavers:
        tile = row[TILE]
        ground[tile] = ground[tile] if ground[tile] in "[{" else GROUND[view.land[tile]]
        over[tile] = letter_of(row)
    if view.unit >= 0:
        ground[view.unit] = CHOSEN
    return [one + other for one, other in zip(ground, over, strict=True)]


def letter_of(row: Beaver) -> str:
    """Returns the letter that stands for a beaver's job on the text map, in lower case for the second player."""
    return LETTERS[row[JOB]].lower() if row[OWNER] else LETTERS[row[JOB]]


def legend(context: MatchContext) -> list[str]:
    first, second = (f"{name:.{NAME}}" for name in context.names)
    jobs = "  ".join(f"{letter} {name}" for letter, name in zip(LETTERS, TITLES, strict=True))
    return [
        f"{first}: A to Z, lodge []   {second}: a to z, lodge {{}}   * chosen",
        jobs,
        "&3 tree, %3 cattails (health)   ~ pond   ^>v< river   = branches   : food",
    ]


# Players and their units.

HEAD = f"  {'':<{NAME}} lodges  next  branches  food  beavers"


def player_rows(context: MatchContext, view: ValleyView) -> list[str]:
    """Returns the lines of the text board's table of both players' lodges, goods and beavers."""
    rows = [HEAD]
    for seat, name in enumerate(context.names):
        mark = "*" if seat == view.player and view.winner < 0 else " "
        lodges = f"{view.lodge_count[seat]}/{view.lodges_to_win}"
        rows.append(
            f"{mark} {name:<{NAME}.{NAME}} {lodges:>6} {view.price[seat]:>5} {view.stored_branches[seat]:>9} "
            f"{view.stored_food[seat]:>5} {view.beaver_count[seat]:>8}"
        )
    return rows


def unit_rows(context: MatchContext, view: ValleyView) -> list[str]:
    """Returns the text board's lines for the beavers of the player on turn, in two columns, able ones first, at most
    24; none before the map is made and after the end."""
    if view.winner >= 0 or not view.land:
        return []
    able = {row[0] for row in view.open}
    mine = [row for row in view.beavers if row[OWNER] == view.player]
    mine.sort(key=lambda row: row[TILE] not in able)
    cells = [unit_cell(context, row, row[TILE] in able) for row in mine[:LISTED]]
    down = -(-len(cells) // 2)
    rows = [f"{left:<37}{right}" for left, right in zip(cells, [*cells[down:], ""], strict=False)][:down]
    more = len(mine) - len(cells)
    return ["", *rows, *([f"and {more} more, on the page Beavers"] if more else [])]


def unit_cell(context: MatchContext, row: Beaver, able: bool) -> str:
    """Returns a beaver's entry on the text board: number, job, tile, load, health, and its moves and actions left or,
    if it is not able to act, the reason."""
    left = f"{row[MOVES]}m {row[ACTIONS]}a" if able else waiting_reason(row)
    held = f"{row[HELD_BRANCHES]}b {row[HELD_FOOD]}f"
    return f"{row[NUMBER]:>3} {TITLES[row[JOB]]:<8} {coords(context, row[TILE]):<5} {left:<5} {held:<6} h{row[HEALTH]}"


def waiting_reason(row: Beaver) -> str:
    """Returns a short word for why a beaver cannot act: new, dazed (with the turns left), or done."""
    if not row[RECRUITED]:
        return "new"
    return f"dazed{row[DISTRACTED]}" if row[DISTRACTED] else "done"
