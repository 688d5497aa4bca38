"""All texts of Stumped in one object; notation of answers and outcomes, and facts about the jobs."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.stumped.options import book_of
from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules.book import TITLES, Book
from parlour.games.stumped.rules.state import TOSSING
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.text.captions import captions
from parlour.games.stumped.text.offer import offer
from parlour.games.stumped.text.pages import pages
from parlour.games.stumped.text.questions import label, question
from parlour.games.stumped.text.rulebook import rules
from parlour.games.stumped.text.story import EVENTS, sentence
from parlour.games.stumped.text.text_board import INKS, board
from parlour.games.stumped.text.wording import DIRECTION_NAMES, GOODS, PLACE_NAMES, SPAWNERS, why
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.kernel.text import Text

COINS = ("coin first", "coin second")
MAP = "map "

ORDERS = (
    "end",
    *(f"{verb} {direction}" for verb in ("move", "harvest", "attack") for direction in DIRECTION_NAMES),
    "build",
    *(f"{verb} {goods} {place}" for verb in ("drop", "pickup") for goods in GOODS for place in PLACE_NAMES),
    *(f"recruit {title}" for title in TITLES),
    *(str(amount) for amount in range(1, a.MAX_AMOUNT + 1)),
)


def notations(options: Options) -> tuple[str, ...]:
    """Returns the notation of every answer of a player: orders, amounts, then the tiles of this valley, like `12,7`."""
    width, height = int(options["width"]), int(options["height"])
    return *ORDERS, *(f"{x},{y}" for y in range(height) for x in range(width))


def kinds(options: Options) -> dict[str, range]:
    tiles = int(options["width"]) * int(options["height"])
    return {
        "end": range(a.END, a.MOVE),
        "move": range(a.MOVE, a.HARVEST),
        "harvest": range(a.HARVEST, a.ATTACK),
        "attack": range(a.ATTACK, a.BUILD),
        "build": range(a.BUILD, a.DROP),
        "drop": range(a.DROP, a.PICKUP),
        "pickup": range(a.PICKUP, a.RECRUIT),
        "recruit": range(a.RECRUIT, a.AMOUNT + 1),
        "amount": range(a.AMOUNT + 1, a.TILES),
        "unit": range(a.TILES, int(a.TILES) + tiles),
    }


# Outcomes of the dealer.


def outcome(state: State, number: int) -> str:
    """Returns the notation of a dealer's outcome: the number of the map, or who wins the coin toss."""
    assert isinstance(state, Stumped)
    return COINS[number] if state.phase == TOSSING else f"{MAP}{number}"


def read_outcome(state: State, text: str) -> int:
    assert isinstance(state, Stumped)
    wanted = " ".join(text.lower().split())
    if state.phase == TOSSING:
        if wanted not in COINS:
            raise Problem(f"{text!r} is not a result of the coin toss; write {COINS[0]!r} or {COINS[1]!r}.")
        return COINS.index(wanted)
    number = wanted.removeprefix(MAP)
    if not (number.isascii() and number.isdecimal()) or int(number) >= state.outcomes:
        raise Problem(
            f"{text!r} is not a map that the dealer can deal; write '{MAP}' and a number below {state.outcomes}."
        )
    return int(number)


# Facts.

Facts = Mapping[str, tuple[Mapping[str, object], ...]]


def facts(book: Book) -> Facts:
    return {"job": tuple(job_facts(book, job) for job in range(len(TITLES)))}


def job_facts(book: Book, job: int) -> dict[str, object]:
    """Returns the figures of a beavers' job (section 5) by name, for clients."""
    return {
        "id": TITLES[job].lower().replace(" ", "-"),
        "cost": int(book.cost[job]),
        "damage": int(book.damage[job]),
        "health": int(book.health[job]),
        "moves": int(book.moves[job]),
        "actions": int(book.actions[job]),
        "chopping": int(book.chopping[job]),
        "munching": int(book.munching[job]),
        "distraction": int(book.distraction[job]),
        "carry": int(book.carry[job]),
    }


def text_of(options: Options) -> Text:
    """Returns all texts of Stumped for a match with these options; the names of tiles depend on the valley's width."""
    return Text(
        notation=notations(options).__getitem__,
        kinds=kinds(options),
        events=EVENTS,
        sentence=sentence,
        question=question,
        label=label,
        why=why,
        board=board,
        rules=rules,
        blurb="Two colonies of beavers in one river valley. Gather branches and food, recruit beavers of seven jobs, "
        "build lodges and raid those of the other side; ten lodges win.",
        things={"job": TITLES, "goods": GOODS, "spawner": SPAWNERS},
        offer=offer,
        outcome=outcome,
        read_outcome=read_outcome,
        pages=pages,
        captions=captions,
        facts=facts(book_of(options)),
        inks=INKS,
    )
