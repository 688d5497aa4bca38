"""Converts games, log lines and match results to the JSON documents of docs/protocol.md."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parlour.bots import GENERAL_BOTS, LEARNED, available_bots, make_bot
from parlour.kernel.game import Game, number_duplicates, prepare_options
from parlour.kernel.options import Option, Options, describe_option, offered_options
from parlour.kernel.problem import Problem
from parlour.kernel.state import State, ranks, winners
from parlour.kernel.text import log_categories
from parlour.table.game_files import game_folder
from parlour.table.lesson import load_lessons
from parlour.table.presenter import PresentedPosition, named_arguments
from parlour.table.table_types import TableLogLine
from parlour.table.view_fields import view_fields


def board_file(game: Game) -> Path | None:
    """Returns the path of the board script that a game brings for browsers, `web/board.js`, or None."""
    return _web_file(game, "board.js")


def gamelog_reader_file(game: Game) -> Path | None:
    """Returns the path of the script that reads a game's gamelogs in browsers, `web/gamelog.js`, or None."""
    return _web_file(game, "gamelog.js")


def _web_file(game: Game, name: str) -> Path | None:
    folder = game_folder(game)
    path = None if folder is None else folder / "web" / name
    return path if path is not None and path.is_file() else None


def game_document(game: Game, board: str | None, art: Mapping[str, str]) -> dict[str, Any]:
    """Returns the JSON description of a game for clients; `board` and `art` are the URLs of board and pictures."""
    usable = [name for name in available_bots(game) if needs_no_arguments(game, name)]
    others = [name for name in usable if name in GENERAL_BOTS and name not in game.bots]
    own = [name for name in (*game.bots, LEARNED) if name in usable]
    categories = log_categories(game.text)
    facts = {kind: [dict(row) for row in rows] for kind, rows in game.text.facts.items()}
    return {
        "id": game.name,
        "title": game.title,
        "version": game.version,
        "blurb": game.text.blurb,
        "seats": list(game.seats),
        "longest_name": game.traits.longest_name,
        "secrets": game.traits.secrets,
        **({"seat_order": True} if game.traits.seat_order else {}),
        "options": [
            describe_option(option) | choice_refusals(game, option) for option in offered_options(game.options)
        ],
        "bots": [*own, *others],
        "others": others,
        "levels": dict(game.coach.levels),
        "best": game.coach.best,
        "lessons": [
            {"id": lesson.name, "title": lesson.title, "about": lesson.about} for lesson in load_lessons(game)[0]
        ],
        "board": board,
        "view": view_fields(game),
        "things": {kind: list(names) for kind, names in game.text.things.items()},
        "events": [
            {
                "name": kind.name,
                "category": kind.category.name,
                "arguments": number_duplicates(kind.arguments),
                "pause": kind.pause,
            }
            for kind in game.text.events
        ],
        "categories": [category._asdict() for category in categories],
        "headings": {category.name: category.heading for category in categories},
        **({"facts": facts} if facts else {}),
        **({"again": dict(game.traits.again)} if game.traits.again else {}),
        **({"daily": game.traits.daily.title} if game.traits.daily else {}),
        **({"art": dict(art)} if art else {}),
        **({"contest": True} if supports_contest(game) else {}),
    }


def choice_refusals(game: Game, option: Option) -> dict[str, dict[str, dict[int, str]]]:
    """Returns as `refusals` why choices of an option do not go with a number of seats that its default goes with, by
    choice and number; empty if there are none."""
    refusals: dict[str, dict[int, str]] = {}
    for seats in game.seats:
        if _refusal(game, seats, {}) is None:
            for choice in option.choices:
                sentence = _refusal(game, seats, {option.name: choice})
                if sentence is not None:
                    refusals.setdefault(choice, {})[seats] = sentence
    return {"refusals": refusals} if refusals else {}


def _refusal(game: Game, seats: int, options: Options) -> str | None:
    try:
        prepare_options(game, seats, options)
    except Problem as problem:
        return str(problem)
    return None


def supports_contest(game: Game) -> bool:
    """Whether programs can play the game as contest clients, that is, its package has a module `wire`."""
    try:
        return find_spec(f"{game.home}.wire") is not None
    except (ImportError, ValueError):
        return False


def needs_no_arguments(game: Game, name: str) -> bool:
    """Whether a bot of the game can be made from its name alone, without arguments after a colon."""
    try:
        make_bot(game, name)
    except Problem:
        return False
    return True


def line_document(game: Game, line: TableLogLine) -> dict[str, Any]:
    """Returns a line of a table's log as JSON, with the kind and the named arguments of the game event behind it."""
    event = line.event
    return {
        "number": line.number,
        "category": line.category.name,
        "text": line.text,
        "pause": line.pause,
        "kind": None if event is None else game.text.events[event.kind].name,
        "arguments": {} if event is None else named_arguments(game, event),
        "reason": line.reason,
    }


def question_document(shown: PresentedPosition, number: int, hint: bool, lapse: str | None) -> dict[str, Any]:
    """Returns a player's open question as JSON, with all choices; `hint`: hints may be asked for; `lapse`: what happens
    when the player's time is up, in words, None without a clock."""
    choices = [
        {"action": choice.notation, "label": choice.label, "reason": choice.refusal and choice.refusal._asdict()}
        for choice in shown.choices()
    ]
    return {"number": number, "text": shown.question(), "hint": hint, "lapse": lapse, "choices": choices}


def result_document(state: State, record: str) -> dict[str, Any]:
    """Returns the result of a match as JSON: the winning seats, and every seat's points and rank; ties share a rank."""
    rows = [{"seat": seat, "points": int(state.points(seat)), "rank": rank} for seat, rank in enumerate(ranks(state))]
    return {"winners": [int(seat) for seat in winners(state)], "rows": rows, "record": record}
