"""The command line options of commands that play many matches: game options, seed, worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, Token

from parlour import games as game_list
from parlour.kernel.game import Game
from parlour.kernel.options import Value, parse_option_pairs
from parlour.kernel.problem import Problem

if TYPE_CHECKING:
    from parlour.arena.run_settings import RunSettings


def parse_whole_number(_type: object, tokens: Sequence[Token]) -> int:
    """Parses a whole number of the command line; the parser's own way would take 1.5 and round it."""
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"{tokens[0].value!r} is not a whole number.") from None


WholeNumber = Annotated[int, Parameter(converter=parse_whole_number)]
Options = Annotated[
    list[str] | None,
    Parameter(name="--option", negative=(), help="An option of the game: name=value; for a file, its path."),
]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print one JSON document and nothing else.")]
Flag = Parameter(negative=())
Deadline = Annotated[float, Parameter(help="Seconds for each answer of a bot from a file or a program.")]
Jobs = Annotated[WholeNumber | None, Parameter(help="Worker processes; default: all cores.")]
Db = Annotated[str | None, Parameter(help="sqlite:///FILE or postgresql+psycopg://...; default: in your data folder.")]
Ray = Annotated[str | None, Parameter(help="The address of a Ray cluster to play on.")]
DEFAULT_DEADLINE = 10.0


# A class with `Parameter(name="*")` is a group of options: each field is an option of its own on the command line.
@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The command line options of commands that play matches: game options, seed, worker processes, Ray cluster."""

    option: Options = None
    seed: WholeNumber = 1
    jobs: Jobs = None
    ray: Ray = None

    def for_game(self, name: str) -> RunSettings:
        """Returns the settings for matches of the game of that name; raises a Problem if an option is wrong."""
        from parlour.arena.run_settings import RunSettings

        return RunSettings(*load_game(name, self.option), parse_seed(self.seed), self.jobs, self.ray)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TimedRunOptions:
    """The options of tournament, ladder and duel: bots from files and programs have a deadline for each answer."""

    option: Options = None
    seed: WholeNumber = 1
    deadline: Deadline = DEFAULT_DEADLINE
    jobs: Jobs = None
    ray: Ray = None

    def for_game(self, name: str) -> RunSettings:
        """Returns the settings for matches of the game of that name; raises a Problem if an option is wrong."""
        from parlour.arena.run_settings import RunSettings

        return RunSettings(*load_game(name, self.option), parse_seed(self.seed), self.jobs, self.ray, self.deadline)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class EntrantOptions:
    """The command line options that name the bots of a tournament or a ladder."""

    entrants: Annotated[str, Parameter(help="Bots, profile files or path/to/bot.py:Class, separated by commas.")] = ""
    bot: Annotated[
        list[str] | None, Parameter(negative=(), help="One entrant, for names with commas or programs; repeat it.")
    ] = None

    def names(self) -> list[str]:
        """Returns the names of all bots that enter the tournament or ladder, from both command line options."""
        from parlour.play.play_setup import split_players

        return [*split_players(self.entrants), *(self.bot or [])]


# A group needs a default if all of its options have one.
RUN_DEFAULTS = RunOptions()
TIMED_RUN_DEFAULTS = TimedRunOptions()
ENTRANT_DEFAULTS = EntrantOptions()


def load_game(name: str, option: list[str] | None) -> tuple[Game, dict[str, Value]]:
    """Finds a game by name and parses its `--option name=value` words; options that name a file hold its content."""
    from parlour.store.files import embed_files

    game = game_list.find(name)
    return game, dict(embed_files(game, parse_option_pairs(option or [])))


def parse_seed(seed: int) -> int:
    """Returns the random seed given on the command line; raises a Problem if it has more than 63 bits."""
    from parlour.play.play_setup import check_seed

    return check_seed(seed)


def parse_numbers(name: str, text: str) -> list[int]:
    """Parses a command line option's whole numbers separated by commas; `name` is the option, for the error message."""
    try:
        return [int(word) for word in text.split(",") if text]
    except ValueError:
        raise Problem(f"{name} is {text!r}; give whole numbers, separated by commas.") from None
