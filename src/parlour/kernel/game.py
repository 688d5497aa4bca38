"""The class Game: everything that the rest of the program knows about a board game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import NamedTuple

from parlour.kernel.coach import Coach, walk_match
from parlour.kernel.journal import Journal
from parlour.kernel.match import Bot
from parlour.kernel.options import Option, Options, Value, resolve_options
from parlour.kernel.problem import Problem, UnsupportedRecord
from parlour.kernel.sheet import Sheet, from_bytes
from parlour.kernel.state import State
from parlour.kernel.study import Study
from parlour.kernel.text import MatchContext, Text, View
from parlour.kernel.versions import EarlierVersion

GAME_CACHE_SIZE = 64  # games made for their options that are cached

BotMaker = Callable[[str], Bot]  # makes a bot from the text after the colon; raises Problem if it is wrong


def plain_bot(name: str, make: Callable[[], Bot]) -> BotMaker:
    """Returns the maker of a bot that takes no argument."""
    return partial(_make_plain_bot, name, make)


def _make_plain_bot(name: str, make: Callable[[], Bot], argument: str) -> Bot:
    if argument:
        raise Problem(f"The bot {name} takes no argument; write {name} without {argument!r}.")
    return make()


def no_problem(seats: int, options: Options) -> str | None:
    return None


def always_savable(state: State) -> str | None:
    return None


class Daily(NamedTuple):
    """The match of the day of a game, in which everybody has the same dice: its title and the options it fixes."""

    title: str
    options: Options = {}


class Traits(NamedTuple):
    """How the rules of a game differ from the usual: each default is the usual case."""

    problem: Callable[[int, Options], str | None] = no_problem  # why seats and options do not go together; or raises it
    for_options: Callable[[Options], Game] | None = None  # returns the game with texts or features for these options
    longest_name: int = 24
    limit: int = 100_000  # answers after which a simulated match is stopped
    unsavable: Callable[[State], str | None] = always_savable  # why a named save must wait; None: it need not
    shares: bool = False  # clones share columns, those that the rules never change in place
    bursts: bool = False  # bots may answer a whole turn at once; a seat may see every effect of its own answers
    loses_on_time: bool = False  # without time left, a seat loses (State.forfeit) instead of giving the default answer
    secrets: bool = True  # seats see different things, so a shared device must hide the screen between turns
    seat_order: bool = False  # players who share a device are asked in seat order where all are asked at once
    again: Options = {}  # values that options get when a finished match is played once more
    daily: Daily | None = None  # a match of the day; None: the game has none
    earlier: tuple[EarlierVersion, ...] = ()  # versions of the rules before the present one, oldest first


class Game(NamedTuple):
    """Everything about one board game. A small game writes only the fields without a default."""

    name: str
    title: str
    version: int
    home: str  # the module whose GAME this is; worker processes import it
    seats: tuple[int, ...]
    actions: int  # actions are numbers below this
    start: Callable[[int, Options, Journal | None], State]  # sets up the match and asks the first question
    view: Callable[[State, int], View]
    text: Text
    options: tuple[Option, ...] = ()
    bots: Mapping[str, BotMaker] = {}
    coach: Coach = Coach()
    study: Study = Study()
    traits: Traits = Traits()


def game_for_options(game: Game, options: Options) -> Game:
    """Returns the variant of a game, with its texts and features, for the given options of a match."""
    if game.traits.for_options is None:
        return game
    return _cached_game_for_options(game.traits.for_options, tuple(sorted(options.items())))


@lru_cache(maxsize=GAME_CACHE_SIZE)
def _cached_game_for_options(for_options: Callable[[Options], Game], options: tuple[tuple[str, Value], ...]) -> Game:
    game = for_options(dict(options))
    return game._replace(traits=game.traits._replace(for_options=for_options))


def prepare_options(game: Game, seats: int, given: Options) -> Options:
    """Returns a match's options with defaults filled in; raises Problem if they or the seat count are not allowed."""
    options = resolve_options(game.options, given)
    if seats not in game.seats:
        counts = " or ".join(str(count) for count in game.seats)
        wrong, right = (f"seat{'' if one else 's'}" for one in (seats == 1, game.seats == (1,)))
        raise Problem(f"{game.title} cannot be played with {seats} {wrong}; choose {counts} {right}.")
    problem = game.traits.problem(seats, options)
    if problem is not None:
        raise Problem(problem)
    return options


def restore_options(game: Game, version: int, seats: int, stored: Options, name: str = "This record") -> Options | None:
    """Returns a stored match's options; those that it lacks get the values that keep the rules of its version.

    Returns None if a stored value is not one this program writes; raises UnsupportedRecord if it lacks the version."""
    options = prepare_options(game, seats, {**version_switches(game, version, name), **stored})
    return options if {**options, **stored} == options else None


def version_switches(game: Game, version: int, name: str = "This record") -> Options:
    """Returns the option values that bring back the rules of a version of the game; none for the present version.

    Raises UnsupportedRecord, which says what to do, if this program cannot play the version."""
    if version > game.version:
        raise UnsupportedRecord(
            f"{name} is of the newer version {version} of {game.title}; open it with a newer release than this one."
        )
    steps = _steps_since(game, version)
    if len(steps) < game.version - version or not all(step.switches or step.replays for step in steps):
        raise UnsupportedRecord(
            f"{name} is of the older version {version} of {game.title}, whose rules this program no longer has; "
            f"open it with {_release_of(game, version)}."
        )
    found: Options = {}
    for step in reversed(steps):  # an older value replaces a newer one
        found = {**found, **step.switches}
    return found


def known_game_versions(game: Game) -> list[int]:
    """Returns the versions of a game whose matches this program can play, the present one first."""
    found = [game.version]
    for step in reversed(game.traits.earlier):
        if step.version != found[-1] - 1 or not (step.switches or step.replays):
            break
        found.append(step.version)
    return found


def is_replayed(game: Game, version: int) -> bool:
    """Returns whether matches of a version are played by rules that are not quite those of that version."""
    return any(step.replays for step in _steps_since(game, version))


@contextmanager
def replaying(game: Game, version: int, name: str = "This record") -> Iterator[None]:
    """Turns a Problem in the replay of a match into UnsupportedRecord if the match's version has other rules."""
    try:
        yield
    except UnsupportedRecord:
        raise
    except Problem as problem:
        if not is_replayed(game, version):
            raise
        raise UnsupportedRecord(
            f"{name} is of the older version {version} of {game.title} and does not replay under version "
            f"{game.version} ({str(problem).partition(';')[0].rstrip('.')}); open it with {_release_of(game, version)}."
        ) from None


def _steps_since(game: Game, version: int) -> list[EarlierVersion]:
    return [step for step in game.traits.earlier if step.version >= version]


def _release_of(game: Game, version: int) -> str:
    return next((step.release for step in game.traits.earlier if step.version == version), "an older release")


def allowed_seat_counts(game: Game, given: Options) -> list[int]:
    """Returns the numbers of seats that a game allows with these options; raises Problem if there is none."""
    found: list[int] = []
    problems: list[Problem] = []
    for seats in game.seats:
        try:
            prepare_options(game, seats, given)
            found.append(seats)
        except Problem as problem:
            problems.append(problem)
    if not found:
        raise problems[0]
    return found


def clean_name(game: Game, name: str) -> str:
    """Returns a player's name without superfluous blanks; raises Problem if it is empty, too long or unprintable."""
    name = " ".join(name.split())
    if not name:
        raise Problem("A player has no name; give every player one.")
    if len(name) > game.traits.longest_name:
        raise Problem(f"The player's name {name!r} is too long; use at most {game.traits.longest_name} letters.")
    if not name.isprintable():
        raise Problem("A player's name has characters that cannot be printed; use visible letters.")
    return name


def unpack_state(game: Game, seats: int, options: Options, packed: bytes) -> State:
    """Returns the game state that was packed into these bytes; raises Problem if they do not fit the game."""
    state = game.start(seats, options, None)
    sheet = Sheet(from_bytes(packed))
    state.restore(sheet)
    if sheet.position != len(sheet.numbers) or state.seats != seats:
        raise Problem("The stored bytes are not a position of this game with these options; pack the position again.")
    return state


def review_match(game: Game, context: MatchContext, moves: Sequence[tuple[int, int]]) -> list[str]:
    """Returns the game's review of a match, computed from its moves (who, what); empty if there are none."""
    start = game.start(len(context.names), context.options, None)
    return game.coach.review(context, walk_match(start, moves)) if moves else []


def number_duplicates(names: Sequence[str]) -> list[str]:
    """Returns the names with repeated ones numbered: die, die 2, die 3."""
    counts = [names[: index + 1].count(name) for index, name in enumerate(names)]
    return [name if count == 1 else f"{name} {count}" for name, count in zip(names, counts, strict=True)]
