"""Phrases shared by all texts of Stumped: names, tiles, amounts, and the sentences that refuse an order."""

from __future__ import annotations

from parlour.games.stumped.options import book_of
from parlour.games.stumped.rules import reasons as r
from parlour.games.stumped.rules.book import BASIC, BULKY, HUNGRY, SWIFT, TITLES, Book
from parlour.games.stumped.view import View as ValleyView
from parlour.kernel.state import NOT_LEGAL
from parlour.kernel.text import MatchContext, Why

GOODS = ("branches", "food")
DIRECTION_NAMES = ("north", "east", "south", "west")
PLACE_NAMES = ("here", *DIRECTION_NAMES)
SPAWNERS = ("tree", "cattails")
ADJECTIVE_JOBS = (BASIC, BULKY, HUNGRY, SWIFT)  # jobs that are not nouns

Beaver = tuple[int, int, int, int, int, int, int, int, int, int, int]
NUMBER, OWNER, JOB, TILE, HEALTH, MOVES, ACTIONS, HELD_BRANCHES, HELD_FOOD, DISTRACTED, RECRUITED = range(11)


def match_book(context: MatchContext) -> Book:
    return book_of(context.options)


def coords(context: MatchContext, tile: int) -> str:
    """Returns the coordinates of a tile as text, such as `12,7`."""
    width = int(context.options["width"])
    return f"{tile % width},{tile // width}"


def neighbour(context: MatchContext, tile: int, direction: int) -> int:
    """Returns the tile beside this one in a direction; -1 beyond the edge of the map."""
    return int(match_book(context).beside[tile * len(DIRECTION_NAMES) + direction])


# Amounts.


def plural(count: int, word: str) -> str:
    """Returns a number with its noun, in the plural where needed: `1 move`, `2 moves`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def branch_count(count: int) -> str:
    return "1 branch" if count == 1 else f"{count} branches"


def goods_amount(goods: int, count: int) -> str:
    return f"{count} food" if goods else branch_count(count)


def load_text(held: int, food: int) -> str:
    """Returns what a beaver or tile holds in words, such as `15 branches and 2 food`; empty if it holds nothing."""
    return " and ".join(goods_amount(goods, count) for goods, count in enumerate((held, food)) if count > 0)


def job_phrase(job: int) -> str:
    """Returns a beaver's job with its article: `a Builder`, `a Hungry beaver`."""
    return f"a {TITLES[job]}{' beaver' if job in ADJECTIVE_JOBS else ''}"


# Players and tiles.

IRREGULAR = {"have": "has", "are": "is", "do": "does"}


def third_person(verb: str) -> str:
    """Returns the third person of an English verb: `ends` for `end`, `has` for `have`."""
    first, space, rest = verb.partition(" ")
    return f"{IRREGULAR.get(first, f'{first}s')}{space}{rest}"


def subject_verb(context: MatchContext, seat: int, viewer: int, verb: str) -> str:
    """Returns the start of a sentence about a player: `You end` for the viewer, else `Ann ends`."""
    return f"You {verb}" if seat == viewer else f"{context.names[seat]} {third_person(verb)}"


def possessive(context: MatchContext, seat: int, viewer: int) -> str:
    return "your" if seat == viewer else f"{context.names[seat]}'s"


def capitalize_first(text: str) -> str:
    """Returns the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def beaver_at(view: ValleyView, tile: int) -> Beaver | None:
    return next((row for row in view.beavers if row[TILE] == tile), None)


def lodge_owner(view: ValleyView, tile: int) -> int:
    """Returns the seat that owns the lodge on a tile; -1 if there is no lodge."""
    return next((owner for there, owner in view.lodges if there == tile), -1)


def spawner_at(view: ValleyView, tile: int) -> tuple[int, int, int, int] | None:
    return next((row for row in view.spawners if row[0] == tile), None)


def goods_at(view: ValleyView, tile: int) -> tuple[int, int]:
    """Returns the number of branches and the amount of food on a tile, as a pair."""
    return next(((held, food) for there, held, food in view.goods if there == tile), (0, 0))


def beaver_name(context: MatchContext, row: Beaver) -> str:
    """Returns the name of a beaver in texts, its job and tile: `Builder at 12,7`."""
    return f"{TITLES[row[JOB]]} at {coords(context, row[TILE])}"


# Refusals, in the rulebook's order of checks.

REASONS = {
    int(NOT_LEGAL): Why("6", "That is not among the choices."),
    int(r.NO_UNIT): Why("7", "None of your beavers is there, and no lodge of yours."),
    int(r.NOTHING_TO_DO): Why("7", "It has no order left in this turn."),
    int(r.NOT_AN_ORDER): Why("6", "That answers another question: first the unit, then the order, then how much."),
    int(r.OFF_THE_MAP): Why("2", "The valley ends there."),
    int(r.NO_SUCH_TARGET): Why("7", "There is nothing of the kind on that side."),
    int(r.NOT_YOUR_TURN): Why("7", "It is not your turn."),
    int(r.NOT_YOURS): Why("7", "That beaver is not yours."),
    int(r.DEAD): Why("7", "That beaver is dead."),
    int(r.DISTRACTED): Why("7", "That beaver is distracted."),
    int(r.NOT_RECRUITED): Why("7", "It is new, and takes orders from your next turn on."),
    int(r.NO_ACTIONS): Why("7", "It has no action left."),
    int(r.NO_MOVES): Why("7 move", "It has no moves left."),
    int(r.OCCUPIED): Why("7 move", "A beaver is in the way."),
    int(r.LODGE_IN_THE_WAY): Why("7 move", "Nobody may enter a lodge."),
    int(r.SPAWNER_IN_THE_WAY): Why("7 move", "Trees and cattails cannot be entered."),
    int(r.NOT_ADJACENT): Why("7 move", "A step goes to one of the four tiles beside it."),
    int(r.TOO_FAR): Why("7 move", "That step costs more moves than it has left."),
    int(r.SPAWNER_NOT_ADJACENT): Why("7 harvest", "What is harvested stands on one of the four tiles beside it."),
    int(r.FULL): Why("7 harvest", "It carries all it can."),
    int(r.TARGET_NOT_RECRUITED): Why("7 attack", "A new beaver cannot be attacked yet."),
    int(r.TARGET_NOT_ADJACENT): Why("7 attack", "Only a beaver on one of the four tiles beside it can be attacked."),
    int(r.TOO_FEW_BRANCHES): Why("7 build", "It holds too few branches for a lodge, with those on its tile."),
    int(r.ALREADY_A_LODGE): Why("7 build", "There is a lodge already."),
    int(r.SPAWNER_ON_SITE): Why("7 build", "A lodge cannot stand where something grows."),
    int(r.NOTHING_TO_DROP): Why("7 drop", "It holds nothing of that."),
    int(r.NOT_SO_MUCH_HELD): Why("7 drop", "It does not hold so much."),
    int(r.DROP_TOO_FAR): Why("7 drop", "It drops goods on its own tile or on one of the four beside it."),
    int(r.DROP_ON_SPAWNER): Why("7 drop", "Nothing can be dropped on trees and cattails."),
    int(r.PICKUP_TOO_FAR): Why("7 pickup", "It picks up from its own tile only."),
    int(r.HANDS_FULL): Why("7 pickup", "Only a beaver with empty hands picks anything up."),
    int(r.NOTHING_THERE): Why("7 pickup", "Nothing of that lies there."),
    int(r.PICKUP_ON_SPAWNER): Why("7 pickup", "Nothing can be picked up from trees and cattails."),
    int(r.NOT_SO_MUCH_THERE): Why("7 pickup", "Not so much lies there."),
    int(r.NO_ROOM_FOR_SO_MUCH): Why("7 pickup", "It cannot carry so much more."),
    int(r.NOT_YOUR_LODGE): Why("7 recruit", "That is no lodge of yours."),
    int(r.LODGE_OCCUPIED): Why("7 recruit", "A beaver is in the lodge."),
    int(r.TOO_LITTLE_FOOD): Why("7 recruit", "There is too little food in this lodge."),
}
SERVER_REASONS = {
    int(r.PICKUP_TOO_FAR): Why("7 pickup", "It picks up from its own tile or from one of the four beside it."),
    int(r.NOTHING_THERE): Why("7 pickup", "Nothing of that lies there, or it can carry no more."),
}


def why(context: MatchContext, reason: int) -> Why:
    if context.options["profile"] == "server" and reason in SERVER_REASONS:
        return SERVER_REASONS[reason]
    return REASONS[reason]
