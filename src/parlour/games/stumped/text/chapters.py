"""The chapters of the Stumped rulebook for a match, with the chapter numbers that refused orders quote."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.games.stumped.rules.book import Book
from parlour.games.stumped.rules.map_checks import FEWEST_RIVERS, MOST_RIVERS

Chapter = tuple[str, str]


def chapters(printed: Book) -> Iterator[Chapter]:
    yield from board(printed)
    yield from turns(printed)
    yield from moving(printed)
    yield from trading(printed)
    yield from ends(printed)


def board(printed: Book) -> Iterator[Chapter]:
    yield (
        "1",
        "THE GAME, for two players. Your beavers gather branches and food, build lodges and recruit more beavers. "
        f"Whoever has {printed.lodges_to_win} lodges wins. Nothing is hidden, and luck only "
        "makes the valley.",
    )
    yield (
        "2",
        f"THE VALLEY has {printed.width} columns and {printed.height} rows. A tile is named by its column and its "
        "row, 0,0 being at the top left: north is up. Beside a tile are the four that share an edge with it, never "
        "a diagonal one. Tiles are land or water; water that flows is river, the rest is pond. Beavers walk on both "
        "alike. On a tile there is at most one beaver, and at most one tree or group of cattails; where something "
        "grows nobody can enter, build, drop or pick up.",
    )
    rivers = "rivers" if printed.server_rivers else f"{FEWEST_RIVERS} to {MOST_RIVERS} rivers"
    yield (
        "3",
        "THE MAP is drawn by chance and mirrored, so that both halves are alike: a pond in the middle, on the mirror "
        f"line, {rivers} that run into it, in each half {span(printed.trees_min, printed.trees_max)} trees on land and "
        f"{span(printed.cattails_min, printed.cattails_max)} groups of cattails in the water, all with health 1. "
        "Each of you begins with one Basic beaver that holds 1 branch.",
    )
    yield "5", "JOBS. What a beaver can do is fixed when it is recruited. It carries branches and food together."


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def turns(printed: Book) -> Iterator[Chapter]:
    yield (
        "6",
        "A TURN. You give as many orders as you like, in any sequence: choose a beaver or an empty lodge of yours, "
        "say what it shall do and, where that is asked, with how much. Then you end the turn. A turn belongs to "
        f"one player; after {printed.turns} of them, both players' together, the lodges are counted (10).",
    )
    yield (
        "7",
        "ORDERS. A beaver must be yours, alive, not distracted and not new. Every order but move takes its action; "
        "moving takes moves. Moves and actions come back at the end of every turn.",
    )


def moving(printed: Book) -> Iterator[Chapter]:
    shut = (
        "Nobody enters a lodge; a recruit can only leave it."
        if printed.lodges_shut
        else "Lodges can be entered, the other player's too, as long as no beaver is inside."
    )
    counted = (
        "counted at the end of every turn, this one included: 3 cost it one turn of its own, 1 costs it none"
        if printed.server_distraction
        else "counted in turns of its own"
    )
    yield (
        "7 move",
        "A step to a free tile beside it. It costs 1 move if the river you leave carries you there, 3 if the river "
        f"you enter flows against you, else 2. So a beaver with 2 moves never goes upstream. {shut}",
    )
    yield (
        "7 harvest",
        f"From a tree or from cattails beside it: {printed.harvest_factor} times its health times the beaver's skill, "
        "chopping for branches, munching for food, as far as it can carry; the rest is lost. The tree or the "
        "cattails lose 1 health. Anybody may harvest anything, several times in a turn.",
    )
    yield (
        "7 attack",
        "A beaver beside it loses health, as much as the attacker's damage. If it was not distracted, it becomes so "
        f"for as many turns as the attacker's job says, {counted}. New beavers cannot be attacked; your own can.",
    )
    yield (
        "7 build",
        "A lodge on the beaver's tile, land or water, where no lodge is and nothing grows. Its price is paid with "
        "the branches on the tile first, then with the beaver's. Branches on the tile beyond the price are lost. "
        "The price goes by the lodges you have at that moment:",
    )


def trading(printed: Book) -> Iterator[Chapter]:
    gone = "" if printed.food_persists else " Food dropped into water without a lodge is gone."
    yield (
        "7 drop",
        "Branches or food, any amount of it, on the beaver's tile or one beside it, lodges included, whoever they "
        f"belong to.{gone}",
    )
    if printed.pickup_from_beside:
        taken = (
            "Branches or food, any amount that lies there and that it can carry, from the beaver's tile or one "
            "beside it, lodges included, whoever they belong to."
        )
    else:
        taken = (
            "With empty hands, branches or food from the beaver's own tile, as much as lies there and as it can "
            "carry. It works in lodges too, whoever they belong to."
        )
    yield "7 pickup", f"{taken} A lodge without branches falls at once (9)."
    yield (
        "7 recruit",
        "An empty lodge of yours gives a beaver of any job, at most one a turn. While you have fewer than "
        f"{printed.free_beavers} beavers it is free; from then on its cost is paid with the food in that lodge. A "
        "new beaver takes orders, and can be attacked, from your next turn on.",
    )


def ends(printed: Book) -> Iterator[Chapter]:
    carried = "branches and food" if printed.food_persists else "branches"
    rotten = "" if printed.food_persists else " Loose food on land shrinks by 1."
    distraction = "distraction" if printed.server_distraction else "the distraction of the beavers whose turn it was"
    pause = "that turn and the next one" if printed.regrowth_pause > 1 else "that turn"
    yield (
        "8",
        f"AFTER EVERY TURN, for both of you: {distraction} wears off by 1, moves and actions come back, rivers carry "
        f"loose {carried} one tile on, and goods in lodges stay.{rotten} Trees and cattails grow by 1, up to "
        f"{printed.most_health}; those that were harvested rest for {pause}.",
    )
    yield (
        "9",
        "LOSSES. A lodge needs branches on its tile: when the last one is picked up, the lodge falls, and its owner's "
        "next one gets cheaper. A beaver without health dies; what it held falls on its tile"
        + ("." if printed.food_persists else ", but open water takes the food."),
    )
    yield (
        "10",
        "THE END, checked after every turn. A player with neither beaver nor lodge has lost. After the second "
        f"player's turn, if anybody has {printed.lodges_to_win} lodges, more lodges win. After turn "
        f"{printed.turns - 1} more lodges win, the first turn being number 0. If they are equal: more branches in "
        "your lodges, then more food in them, then a coin.",
    )
    yield "11", "THE CLOCK. If one is used, a player without time left loses at once."
