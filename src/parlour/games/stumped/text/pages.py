"""Reference pages of Stumped for players: beavers, lodges, goods, jobs, prices and the order of checks."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from parlour.games.stumped.rules.book import TITLES, Book
from parlour.games.stumped.text.text_board import LETTERS, WIDTH, unit_cell
from parlour.games.stumped.text.wording import (
    DISTRACTED,
    OWNER,
    RECRUITED,
    SPAWNERS,
    TILE,
    Beaver,
    coords,
    goods_at,
    load_text,
    lodge_owner,
    match_book,
    plural,
)
from parlour.games.stumped.view import View as ValleyView
from parlour.kernel.options import Options
from parlour.kernel.text import MatchContext, View


def pages(context: MatchContext, view: View) -> Mapping[str, str]:
    assert isinstance(view, ValleyView)
    found = {
        "Beavers": beaver_page(context, view),
        "Lodges": lodge_page(context, view),
        "Goods": goods_page(context, view),
    }
    found = found if view.land else {}
    return {
        **found,
        "Jobs": "\n".join(job_rows(match_book(context))),
        "Prices": "\n".join(price_rows(match_book(context))),
        "Checks": "\n".join(check_rows(context.options)),
    }


# Pages of this match.


def beaver_page(context: MatchContext, view: ValleyView) -> str:
    """Returns a page that lists both players' beavers with moves, actions, load and health."""
    able = {row[0] for row in view.open}
    rows: list[str] = []
    for seat, name in enumerate(context.names):
        rows += [f"{name}: {plural(view.beaver_count[seat], 'beaver')}"]
        for row in view.beavers:
            if row[OWNER] == seat:
                rows.append(f"  {unit_cell(context, row, row[TILE] in able or is_waiting(view, row))}")
    return "\n".join([*rows, "", "m moves, a actions, b branches, f food, h health"])


def is_waiting(view: ValleyView, row: Beaver) -> bool:
    """Whether a beaver belongs to the player not on turn and could take orders (it is recruited and not distracted)."""
    return row[OWNER] != view.player and row[RECRUITED] == 1 and row[DISTRACTED] == 0


def lodge_page(context: MatchContext, view: ValleyView) -> str:
    rows = []
    for seat, name in enumerate(context.names):
        rows.append(f"{name}: {plural(view.lodge_count[seat], 'lodge')}, the next for {view.price[seat]}")
        rows += [
            f"  {coords(context, tile):<5}  {goods_text(view, tile)}" for tile, owner in view.lodges if owner == seat
        ]
    return "\n".join(rows)


def goods_text(view: ValleyView, tile: int) -> str:
    return load_text(*goods_at(view, tile)) or "nothing"


def goods_page(context: MatchContext, view: ValleyView) -> str:
    """Returns a page that lists the goods outside of lodges, and all trees and cattails with their health."""
    loose = [tile for tile, _, _ in view.goods if lodge_owner(view, tile) < 0]
    rows = ["Lying about", *(f"  {coords(context, tile):<5}  {goods_text(view, tile)}" for tile in loose)]
    rows += [] if loose else ["  nothing"]
    for kind, word in enumerate(SPAWNERS):
        here = [(tile, health) for tile, other, health, _ in view.spawners if other == kind]
        listed = ", ".join(f"{coords(context, tile)} ({health})" for tile, health in here)
        title = f"{word[:1].upper()}{word[1:]}{'s' if kind == 0 else ''} (health): "
        rows += ["", *textwrap.wrap(f"{title}{listed or 'none'}", WIDTH, subsequent_indent="  ")]
    return "\n".join(rows)


# Pages of the rules.


def job_rows(printed: Book) -> list[str]:
    """Returns the rows of the rulebook's table of the beavers' jobs (section 5)."""
    rows = [f"{'':<10} cost damage health moves actions chops munches distracts carries"]
    for job, name in enumerate(TITLES):
        rows.append(
            f"{LETTERS[job]} {name:<8} {printed.cost[job]:>4} {printed.damage[job]:>6} "
            f"{printed.health[job]:>6} {printed.moves[job]:>5} {printed.actions[job]:>7} {printed.chopping[job]:>5} "
            f"{printed.munching[job]:>7} {printed.distraction[job]:>9} {printed.carry[job]:>7}"
        )
    return rows


def price_rows(printed: Book) -> list[str]:
    """Returns the two rows of the table of lodge prices, by lodges owned, up to the number that wins, at most 15
    (section 7)."""
    count = min(int(printed.lodges_to_win), 15)
    lodges = " ".join(f"{number:>5}" for number in range(count))
    prices = " ".join(f"{printed.price(number):>5}" for number in range(count))
    return [f"lodges you have  {lodges}", f"the next costs   {prices}"]


COMMON = (
    "For every order of a beaver: it is your turn; the beaver is yours, alive, not distracted and recruited; "
    "for all but move it has an action left. The first check that fails is the reason."
)
CHECKS = {
    "move": "moves left; no beaver there; {lodge}no tree or cattails there; the tile is beside it; moves enough",
    "harvest": "the tree or the cattails are beside it; it can carry more",
    "attack": "the other beaver is recruited; it is beside it",
    "build": "branches enough, its own and those on the tile; no lodge there; nothing grows there",
    "drop": "it holds some; as much as that; on its own tile or beside it; nothing grows there",
    "pickup": "{pickup}",
    "recruit": "it is your turn; the lodge is yours; no beaver in it; food enough in it, unless beavers are free",
}
DOCUMENT = {"lodge": "", "pickup": "from its own tile; its hands are empty; there is some"}
SERVER = {
    "lodge": "no lodge there; ",
    "pickup": "from its own tile or beside it; nothing grows there; there is some and it can carry more; "
    "as much lies there; it can carry as much",
}


def check_rows(options: Options) -> list[str]:
    """Returns the lines of the rules page that lists the checks of each order, in their order (section 7)."""
    agreed = SERVER if options["profile"] == "server" else DOCUMENT
    rows = textwrap.wrap(COMMON, WIDTH)
    for order, text in CHECKS.items():
        rows += textwrap.wrap(text.format(**agreed), WIDTH, initial_indent=f"{order:<9}", subsequent_indent=" " * 9)
    return rows
