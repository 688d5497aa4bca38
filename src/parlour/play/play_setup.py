"""The setup of a match on this device: game, seats, names, options, files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.bots import available_bots, make_bot
from parlour.kernel.game import Game, clean_name
from parlour.kernel.options import Option, Value, parse_option_value
from parlour.kernel.problem import Problem
from parlour.store.files import embed_file
from parlour.table.seat import HUMAN, Seat, default_name

SEED_BITS = 63
DAILY_WORD = "daily"


@dataclass
class PlaySetup:
    """The settings for playing a match on this device: a new one, a lesson, or one loaded from a file."""

    game: Game | None = None
    options: dict[str, Value] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)  # "human", a bot or a level; empty: one human and bots
    names: list[str] | None = None
    seed: int | None = None
    daily: bool = False  # the match of the day
    plain: bool = False
    fast: bool = False
    load: Path | None = None
    at: int | None = None  # starts a new match after this many answers and outcomes of the loaded one
    save: Path | None = None
    events: Path | None = None
    lesson: str = ""  # a lesson instead of a free match


def split_players(seats: str) -> list[str]:
    """Returns the players of a list separated by commas, such as `human,random`; empty for an empty text."""
    return [word.strip() for word in seats.split(",")] if seats.strip() else []


def available_players(game: Game) -> list[str]:
    """Returns who can take a seat of a game: `human`, the difficulty levels and the bots, without their arguments."""
    return [HUMAN, *game.coach.levels, *available_bots(game)]


def default_opponent(game: Game) -> str:
    """Returns whom a person meets who names no opponent: the easy level; in a game without levels its best bot."""
    return next(iter(game.coach.levels), game.coach.best)


def default_players(game: Game, seats: int) -> list[str]:
    return [HUMAN, *[default_opponent(game)] * (seats - 1)]


def complete_names(game: Game, players: Sequence[str], given: Sequence[str]) -> list[str]:
    """Returns a player name for every seat, given or default; raises Problem if two are equal or too many are given."""
    if len(given) > len(players):
        raise Problem(
            f"There are {len(given)} names for {len(players)} seat{'' if len(players) == 1 else 's'}; leave some out."
        )
    names: list[str] = []
    for player, name in zip(players, [*given, *[""] * len(players)], strict=False):
        names.append(
            clean_name(game, name) if len(names) < len(given) else default_name(game, player, [*given, *names])
        )
    for seat, name in enumerate(names):
        if name.lower() in [other.lower() for other in names[:seat]]:
            raise Problem(f"Two seats are called {name}; give every seat its own name.")
    return names


def make_seats(setup: PlaySetup) -> tuple[Game, list[Seat]]:
    """Returns the game and the seats of a new match from its setup; raises Problem if a player or a name is wrong."""
    game = setup.game
    if game is None:
        raise Problem("Neither a game nor a record is named; name a game to play, or a record with --load.")
    players = setup.seats or default_players(game, game.seats[0])
    for player in players:
        check_player(game, player)
    names = complete_names(game, players, setup.names or [])
    if setup.seed is not None:
        check_seed(setup.seed)
    return game, [Seat(name, player) for name, player in zip(names, players, strict=True)]


# Form fields.


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def first_sentence(game: Game) -> str:
    """Returns the first sentence of the game's description."""
    return game.text.blurb.split(". ")[0].rstrip(".") + "."


def describe_option(option: Option) -> str:
    """Returns the help text of a game option with its allowed values."""
    if option.kind == "bool":
        return f"{option.help} (yes or no)"
    if option.kind == "choice":
        meanings = [f"{choice}: {text}" for choice, text in zip(option.choices, option.meanings, strict=False)]
        return " ".join(meanings) or f"{option.help} ({', '.join(option.choices)})"
    if option.kind == "file":
        return f"{option.help} (the path of a file{'' if option.low else '; empty: none'})"
    return f"{option.help} ({option.low} to {option.high}{' letters' if option.kind == 'text' else ''})"


def format_option(value: Value) -> str:
    """Returns the value of a game option as a user would type it; for a file, its name."""
    return str(value).partition("\n")[0] if not isinstance(value, bool) else "yes" if value else "no"


def parse_option(option: Option, text: str) -> Value:
    """Returns the value of a game option from the typed text; for an option that takes a file, the text is its path."""
    return parse_option_value(option, embed_file(option, text))


def check_player(game: Game, text: str) -> str:
    """Returns the text for a seat's player unchanged; raises Problem if it names a bot that cannot be made."""
    if text != HUMAN:
        make_bot(game, text)
    return text


def parse_seed(text: str) -> int | None:
    if text.strip() in ("", "none"):
        return None
    try:
        return check_seed(int(text))
    except ValueError as error:
        raise (
            error
            if isinstance(error, Problem)
            else Problem("What you typed is not a seed; type a whole number, or nothing.")
        ) from None


def parse_dice(game: Game, text: str) -> tuple[int | None, bool]:
    """Returns the seed typed for a new match, if any, and whether the match of the day was asked for instead."""
    if text.strip().lower() == DAILY_WORD and game.traits.daily is not None:
        return None, True
    return parse_seed(text), False


def check_seed(seed: int) -> int:
    """Returns the random seed of a match unchanged; raises Problem if it has more than 63 bits."""
    if seed.bit_length() > SEED_BITS:
        raise Problem(
            f"The seed {seed} is out of range; give a whole number between -(2**{SEED_BITS}) and 2**{SEED_BITS}."
        )
    return seed
