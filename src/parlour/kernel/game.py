"""The class Game: everything that the rest of the program knows about a board game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.journal import WATCHER, Journal, can_hear
from parlour.kernel.match import Bot
from parlour.kernel.options import Option, Options, Value, resolve_options
from parlour.kernel.problem import Problem
from parlour.kernel.sheet import Sheet, from_bytes
from parlour.kernel.state import NOT_ASKED, State, first_owing

View = object  # really a frozen dataclass of numbers, texts and sequences of them
EVENT_CATEGORIES = ("round", "selection", "gain", "store", "battle", "system")
MAX_MISREAD_LENGTH = 40  # letters of a misread answer that an error repeats
GAME_CACHE_SIZE = 64  # games made for their options that are cached


class MatchContext(NamedTuple):
    """The players' names and the options of a match, for texts that need more than the game state."""

    names: tuple[str, ...]
    options: Options
    resumed: bool = False  # loaded from a save and not answered since


Room = MatchContext  # deprecated name; games in other packages may still import it


class EventKind(NamedTuple):
    """A kind of event in a game's log: name, category and arguments.

    An argument that has the name of a kind of thing (such as card) is the number of such a thing."""

    name: str
    category: str
    arguments: tuple[str, ...] = ()
    pause: bool = False  # screens wait until the player has read it
    reveals: bool = False  # shows its audience something new, so that no undo can go back past it


class Event(NamedTuple):
    """One event of a match: its audience (bit mask of seats, or everyone), its kind and its arguments."""

    audience: int
    kind: int
    arguments: tuple[int, ...]


class Offer(NamedTuple):
    """An action to show to a seat as a choice. A `reason` other than 0 tells why the action is not legal now."""

    action: int
    reason: int


class Why(NamedTuple):
    """Why an action is refused: the number of the rule in the rulebook, and a sentence for the player."""

    rule: str
    sentence: str


class Hint(NamedTuple):
    """A hint for a player about one choice: its chance of winning from 0 to 1, if known, and a sentence."""

    action: int
    chance: float | None
    text: str


class LogStep(NamedTuple):
    """One move of a finished match (who, what), with the position before it."""

    before: State
    who: int
    what: int


class Features(NamedTuple):
    """A position as named numbers for machine learning; like views, they contain only what the seat may know."""

    names: tuple[str, ...]
    read: Callable[[State, int], vec[i64]]


def plain_outcome(state: State, outcome: int) -> str:
    return str(outcome)


def read_plain_outcome(state: State, text: str) -> int:
    return int(text)


def no_pages(context: MatchContext, view: View) -> Mapping[str, str]:
    return {}


def no_captions(context: MatchContext, view: View) -> Mapping[str, str]:
    return {}


class Words(NamedTuple):
    """The texts of a game: notation of actions in both directions, event sentences, questions, text board, rulebook."""

    notation: Callable[[int], str]  # an action as short, stable text
    kinds: Mapping[str, range]  # the actions of each kind
    events: tuple[EventKind, ...]  # by kind
    sentence: Callable[[MatchContext, Event, int], str]  # an event for one viewer; empty: no line in the log
    question: Callable[[MatchContext, View], str]
    label: Callable[[MatchContext, View, int], str]  # the text of a choice
    why: Callable[[MatchContext, int], Why]
    board: Callable[[MatchContext, View], str]
    rules: Callable[[Options], str]  # the rulebook for players
    things: Mapping[str, tuple[str, ...]]  # names of cards, places or weapons, by kind and number
    outcome: Callable[[State, int], str] = plain_outcome
    read_outcome: Callable[[State, str], int] = read_plain_outcome
    pages: Callable[[MatchContext, View], Mapping[str, str]] = no_pages  # further pages that a player can open
    captions: Callable[[MatchContext, View], Mapping[str, str]] = no_captions  # short texts for graphical boards
    facts: Mapping[str, tuple[Mapping[str, object], ...]] = {}  # printed figures of the things, by number
    headings: Mapping[str, str] = {}  # the game's own names for the categories of its log
    inks: Mapping[str, str] = {}  # colours of characters on the text board


def no_problem(seats: int, options: Options) -> str | None:
    return None


def offer_legal(state: State, seat: int) -> list[Offer]:
    return [Offer(int(action), 0) for action in state.legal(seat)]


def always_savable(state: State) -> str | None:
    return None


def no_hints(state: State, seat: int) -> list[Hint]:
    return []


def no_review(steps: Sequence[LogStep], names: Sequence[str]) -> list[str]:
    return []


def no_tally(state: State, seat: int) -> Mapping[str, int | str]:
    return {}


def no_notices(options: Options) -> Sequence[str]:
    return ()


DataOverrides = Mapping[str, Mapping[str, Mapping[str, Value]]]  # changed figures, by data file, row and column


def no_overrides(options: Options, data: DataOverrides) -> Options:
    raise Problem("This game has no data file whose figures can be changed.")


BotMaker = Callable[[str], Bot]  # makes a bot from the text after the colon; raises Problem if it is wrong


class Dial(NamedTuple):
    """A parameter of a bot that `parlour tune` may change: its range and its start value."""

    name: str
    low: float
    high: float
    start: float


class Tuning(NamedTuple):
    """The parameters of a bot that `parlour tune` may change; makes the bot's name and data file from values."""

    dials: tuple[Dial, ...]
    bot: Callable[[Sequence[float]], str]  # the bot with these values, as name:argument; it needs no file
    text: Callable[[Sequence[float]], str]  # the data file that contains them


class Game(NamedTuple):
    """Everything about one board game: name, seats, options, rules, texts, bots and properties."""

    name: str
    title: str
    version: int
    home: str  # the module whose GAME this is; worker processes import it
    blurb: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    actions: int  # actions are numbers below this
    blank: Callable[[int, Options], State]
    start: Callable[[int, Options, Journal | None], State]  # sets up the match and asks the first question
    view: Callable[[State, int], View]
    words: Words
    features: Features
    bots: Mapping[str, BotMaker]
    best: str  # the strongest bot that answers at once; it gives the hints
    levels: Mapping[str, str] = {}  # bots for easy, medium and hard, chosen by measured strength
    longest_name: int = 24
    limit: int = 100_000  # answers after which a simulated match is stopped
    problem: Callable[[int, Options], str | None] = no_problem
    offer: Callable[[State, int], list[Offer]] = offer_legal
    unsavable: Callable[[State], str | None] = always_savable  # why a named save must wait; None: it need not
    hints: Callable[[State, int], list[Hint]] = no_hints
    review: Callable[[Sequence[LogStep], Sequence[str]], list[str]] = no_review  # of a log; summary last
    tally: Callable[[State, int], Mapping[str, int | str]] = no_tally  # further columns for simulations
    factor: str = ""  # the column by which `parlour balance` compares; empty: the seat
    for_options: Callable[[Options], Game] | None = None  # returns the game with texts or features for these options
    notices: Callable[[Options], Sequence[str]] = no_notices  # sentences to read before a match with these options
    trials: tuple[Options, ...] = ()  # further option values that `parlour check` tries
    tuning: Tuning | None = None
    with_overrides: Callable[[Options, DataOverrides], Options] = no_overrides  # changes figures of data files
    usual_seats: int = 0  # seats in benchmarks; 0: the smallest number
    timed: tuple[str, ...] = ()  # the bots that `parlour bench` measures; empty: all of the game's own
    shares: bool = False  # clones share columns: the rules replace columns and never change them in place
    bursts: bool = False  # bots may answer a whole turn at once; a seat may see every effect of its own answers
    loses_on_time: bool = False  # without time left, a seat loses (State.forfeit) instead of giving the default answer
    secrets: bool = True  # seats see different things, so a shared device must hide the screen between turns


def game_for_options(game: Game, options: Options) -> Game:
    """Returns the variant of a game, with its texts and features, for the given options of a match."""
    if game.for_options is None:
        return game
    return _cached_game_for_options(game.for_options, tuple(sorted(options.items())))


@lru_cache(maxsize=GAME_CACHE_SIZE)
def _cached_game_for_options(for_options: Callable[[Options], Game], options: tuple[tuple[str, Value], ...]) -> Game:
    return for_options(dict(options))._replace(for_options=for_options)


def prepare_options(game: Game, seats: int, given: Options) -> Options:
    """Returns a match's options with defaults filled in; raises Problem if they or the seat count are not allowed."""
    options = resolve_options(game.options, given)
    if seats not in game.seats:
        counts = " or ".join(str(count) for count in game.seats)
        raise Problem(f"{game.title} is for {counts} seat{'' if game.seats == (1,) else 's'}, not {seats}.")
    problem = game.problem(seats, options)
    if problem is not None:
        raise Problem(problem)
    return options


def restore_options(game: Game, seats: int, stored: Options) -> Options | None:
    """Returns a stored match's options with defaults for newer ones; None if a stored value has been changed."""
    options = prepare_options(game, seats, stored)
    return options if {**options, **stored} == options else None


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
        raise Problem("A name is missing: every player needs one.")
    if len(name) > game.longest_name:
        raise Problem(f"A name has at most {game.longest_name} letters; {name!r} is too long.")
    if not name.isprintable():
        raise Problem("A name holds characters that cannot be printed; use visible letters.")
    return name


def unpack_state(game: Game, seats: int, options: Options, packed: bytes) -> State:
    """Returns the game state that was packed into these bytes; raises Problem if they do not fit the game."""
    state = game.blank(seats, options)
    sheet = Sheet(from_bytes(packed))
    state.restore(sheet)
    if sheet.position != len(sheet.numbers) or state.seats != seats:
        raise Problem("A packed state does not fit this game.")
    return state


def visible_events(journal: Journal, first: int, viewer: int) -> list[Event]:
    """Returns the events of a journal, from number `first` on, that the viewer may know."""
    rows = [journal.row(index) for index in range(first, journal.count())]
    return [Event(int(row[0]), int(row[1]), tuple(row[2:])) for row in rows if can_hear(row[0], viewer)]


def event_row(game: Game, context: MatchContext, event: Event) -> dict[str, object]:
    """Returns a match event as a row for data files. A private event is told as its first recipient reads it."""
    kind = game.words.events[event.kind]
    viewer = int(WATCHER) if event.audience <= 0 else int(first_owing(event.audience))
    return {
        "kind": kind.name,
        "category": kind.category,
        "audience": event.audience,
        "arguments": dict(zip(number_duplicates(kind.arguments), event.arguments, strict=False)),
        "text": game.words.sentence(context, event, viewer),
    }


def number_duplicates(names: Sequence[str]) -> list[str]:
    """Returns the names with repeated ones numbered: die, die 2, die 3."""
    counts = [names[: index + 1].count(name) for index, name in enumerate(names)]
    return [name if count == 1 else f"{name} {count}" for name, count in zip(names, counts, strict=True)]


@lru_cache(maxsize=GAME_CACHE_SIZE)
def _actions_by_notation(notation: Callable[[int], str], count: int) -> tuple[dict[str, int], int]:
    """Returns a game's actions by lower-case notation, and the number of words in the longest notation."""
    known = {notation(action).lower(): action for action in range(count)}
    return known, max((len(text.split()) for text in known), default=0)


def read_answer(game: Game, text: str) -> int | None:
    """Returns the action that a text denotes in the game's notation, ignoring case and extra blanks; None if none."""
    return _actions_by_notation(game.words.notation, game.actions)[0].get(" ".join(text.lower().split()))


def read_answers(game: Game, text: str) -> list[int] | None:
    """Returns the actions whose notations make up the whole text, ignoring case and extra blanks; else None."""
    single = read_answer(game, text)
    if single is not None:
        return [single]
    found, left = _parse_answers(game, text)
    return found if found and not left else None


def explain_misread(game: Game, text: str) -> str:
    """Returns an error sentence that names the part of a player's text that is not an answer of the game."""
    return f"{unread_rest(game, text)[:MAX_MISREAD_LENGTH]!r} is no answer of {game.title}."


def unread_rest(game: Game, text: str) -> str:
    """Returns the part of a player's text that is left after the answers at its start."""
    return _parse_answers(game, text)[1]


def _parse_answers(game: Game, text: str) -> tuple[list[int], str]:
    """Returns the actions at the start of a player's text, and the rest. Longer notations are tried first."""
    known, longest = _actions_by_notation(game.words.notation, game.actions)
    words = text.split()
    ways: dict[int, tuple[int, int]] = {0: (0, 0)}  # by word index: index before, action between
    for first in range(len(words)):
        if first in ways:
            for end in range(min(len(words), first + longest), first, -1):
                action = known.get(" ".join(words[first:end]).lower())
                if action is not None and end not in ways:
                    ways[end] = first, action
    at = far = max(ways)
    found: list[int] = []
    while at > 0:
        at, action = ways[at]
        found.append(action)
    return found[::-1], " ".join(words[far:])


def explain_refusal(game: Game, context: MatchContext, state: State, seat: int, action: int) -> Why | None:
    """Returns the rule and sentence why a seat may not choose an action now; None if it may."""
    if not 0 <= action < game.actions:
        return Why("kernel", "There is no such action.")
    reason = int(state.refusal(seat, action))
    if reason == 0:
        return None
    if reason == NOT_ASKED:
        return Why("kernel", "It is not your turn to answer.")
    return game.words.why(context, reason)
