"""All that the other folders know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.journal import WATCHER, Journal, can_hear
from parlour.kernel.match import Bot
from parlour.kernel.options import Option, Options, Value
from parlour.kernel.options import resolve_options as settle_options
from parlour.kernel.problem import Problem
from parlour.kernel.sheet import Sheet, from_bytes
from parlour.kernel.state import NOT_ASKED, State, first_owing

View = object  # in truth a frozen dataclass of numbers, texts and sequences of them
EVENT_CATEGORIES = ("round", "selection", "gain", "store", "battle", "system")
MAX_MISREAD_LENGTH = 40  # letters of what is not understood that are worth repeating
GAME_CACHE_SIZE = 64  # games made for their options that are kept for who comes next


class MatchContext(NamedTuple):
    """What words may speak of beside the state: who sits where, and what was agreed."""

    names: tuple[str, ...]
    options: Options
    resumed: bool = False  # loaded from a save, and nobody has answered since


Room = MatchContext  # deprecated: the name of earlier versions, which games of other packages may still import


class EventKind(NamedTuple):
    """What screens must know of a kind of event. An argument named like one of the game's things counts them."""

    name: str
    category: str
    arguments: tuple[str, ...] = ()
    pause: bool = False  # screens wait for the reader
    reveals: bool = False  # shows its audience something new: no undo past it


class Event(NamedTuple):
    """One row of the journal, at the edge."""

    audience: int
    kind: int
    arguments: tuple[int, ...]


class Offer(NamedTuple):
    """An action worth showing; a reason other than zero says why it is closed."""

    action: int
    reason: int


class Why(NamedTuple):
    """A refusal: the number of the rule, and a sentence."""

    rule: str
    sentence: str


class Hint(NamedTuple):
    """What a choice is worth: a chance between 0 and 1, if one is known, and in words."""

    action: int
    chance: float | None
    text: str


class LogStep(NamedTuple):
    """One line of a finished log, seen from the position it was said in."""

    before: State
    who: int
    what: int


class Features(NamedTuple):
    """Numbers for learners, under the same law as views."""

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
    """A game in language: notation both ways, sentences, the text board."""

    notation: Callable[[int], str]  # an action as short stable text
    kinds: Mapping[str, range]  # the kinds of action, and their numbers
    events: tuple[EventKind, ...]  # by kind
    sentence: Callable[[MatchContext, Event, int], str]  # for one viewer; empty: not worth a line
    question: Callable[[MatchContext, View], str]
    label: Callable[[MatchContext, View, int], str]  # an action as a choice reads
    why: Callable[[MatchContext, int], Why]
    board: Callable[[MatchContext, View], str]
    rules: Callable[[Options], str]  # the rulebook for players
    things: Mapping[str, tuple[str, ...]]  # cards, places, weapons: by number
    outcome: Callable[[State, int], str] = plain_outcome
    read_outcome: Callable[[State, str], int] = read_plain_outcome
    pages: Callable[[MatchContext, View], Mapping[str, str]] = no_pages  # more to look up while waiting
    captions: Callable[[MatchContext, View], Mapping[str, str]] = (
        no_captions  # texts of the moment, for screens that draw
    )
    facts: Mapping[str, tuple[Mapping[str, object], ...]] = {}  # what is printed on things, by number, for them
    headings: Mapping[str, str] = {}  # what this game calls the categories of its log, where it has words of its own
    inks: Mapping[str, str] = {}  # signs of the text board, and the colours that screens paint them in


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


BotMaker = Callable[[str], Bot]  # from what stands behind the colon; raises Problem if it makes no sense


class Dial(NamedTuple):
    """A number that a bot plays by: its range, and where it stands before anybody turns it."""

    name: str
    low: float
    high: float
    start: float


class Tuning(NamedTuple):
    """What `parlour tune` may turn: the dials, and what comes of their values."""

    dials: tuple[Dial, ...]
    bot: Callable[[Sequence[float]], str]  # who plays with these values: name:argument, in need of no file
    text: Callable[[Sequence[float]], str]  # the file to ship with them


class Game(NamedTuple):
    """One game: name, rules, words and players."""

    name: str
    title: str
    version: int
    home: str  # the module that holds this as GAME: worker processes find it there
    blurb: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    actions: int  # the size of the action range
    blank: Callable[[int, Options], State]
    start: Callable[[int, Options, Journal | None], State]  # sets the table, asks the first question
    view: Callable[[State, int], View]
    words: Words
    features: Features
    bots: Mapping[str, BotMaker]
    best: str  # the strongest bot that answers at once: it gives the hints
    levels: Mapping[str, str] = {}  # easy, medium, hard: measured
    longest_name: int = 24
    limit: int = 100_000  # answers after which a simulated match is called off
    problem: Callable[[int, Options], str | None] = no_problem
    offer: Callable[[State, int], list[Offer]] = offer_legal
    unsavable: Callable[[State], str | None] = always_savable  # why a named save must wait, if it must
    hints: Callable[[State, int], list[Hint]] = no_hints
    review: Callable[[Sequence[LogStep], Sequence[str]], list[str]] = no_review  # of a log; the gist comes last
    tally: Callable[[State, int], Mapping[str, int | str]] = (
        no_tally  # more columns for simulations, the same ones always
    )
    factor: str = ""  # the column that `parlour balance` compares by; empty: the seat
    for_options: Callable[[Options], Game] | None = (
        None  # the game anew, where its words or features hang on the options
    )
    notices: Callable[[Options], Sequence[str]] = no_notices  # sentences worth reading before such a match
    trials: tuple[Options, ...] = ()  # settings that `parlour check` tries beside each option at its ends
    tuning: Tuning | None = None
    with_overrides: Callable[[Options, DataOverrides], Options] = (
        no_overrides  # options that change figures of its data files
    )
    usual_seats: int = 0  # of a table that is measured; 0: the fewest that go
    timed: tuple[str, ...] = ()  # the bots that `parlour bench` measures; empty: all of its own
    shares: bool = False  # clones share columns: the rules never change one in place, they make a new one
    bursts: bool = False  # bots say whole turns in one breath; whatever comes of an answer is open to who gave it
    loses_on_time: bool = False  # empty time loses the match, by State.forfeit; else it gives the default answer
    secrets: bool = True  # whether seats see different things: a shared device needs a curtain between them


def game_for_options(game: Game, options: Options) -> Game:
    """The game as these settled options make it. Whoever holds a game and options speaks through this one."""
    if game.for_options is None:
        return game
    return _cached_game_for_options(game.for_options, tuple(sorted(options.items())))


@lru_cache(maxsize=GAME_CACHE_SIZE)
def _cached_game_for_options(tailor: Callable[[Options], Game], options: tuple[tuple[str, Value], ...]) -> Game:
    return tailor(dict(options))._replace(for_options=tailor)


def prepare_options(game: Game, seats: int, given: Options) -> Options:
    """Seats and options that go together, or a Problem."""
    options = settle_options(game.options, given)
    if seats not in game.seats:
        counts = " or ".join(str(count) for count in game.seats)
        raise Problem(f"{game.title} is for {counts} seat{'' if game.seats == (1,) else 's'}, not {seats}.")
    problem = game.problem(seats, options)
    if problem is not None:
        raise Problem(problem)
    return options


def restore_options(game: Game, seats: int, kept: Options) -> Options | None:
    """The options that were kept with a match; what can be chosen only since then stands as usual. None: no program
    of ours has written them."""
    options = prepare_options(game, seats, kept)
    return options if {**options, **kept} == options else None


def allowed_seat_counts(game: Game, given: Options) -> list[int]:
    """The numbers of seats that go with these options; a Problem if none does."""
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
    """A name without blanks around it, or a Problem."""
    name = " ".join(name.split())
    if not name:
        raise Problem("Everyone has a name.")
    if len(name) > game.longest_name:
        raise Problem(f"A name has at most {game.longest_name} letters; {name!r} is too long.")
    if not name.isprintable():
        raise Problem("A name is made of letters that can be seen.")
    return name


def unpack_state(game: Game, seats: int, options: Options, packed: bytes) -> State:
    """A state from its numbers: the inverse of pack."""
    state = game.blank(seats, options)
    sheet = Sheet(from_bytes(packed))
    state.restore(sheet)
    if sheet.position != len(sheet.numbers) or state.seats != seats:
        raise Problem("A packed state does not fit this game.")
    return state


def visible_events(journal: Journal, first: int, viewer: int) -> list[Event]:
    """The events from number `first` on that this viewer may know of."""
    rows = [journal.row(index) for index in range(first, journal.count())]
    return [Event(int(row[0]), int(row[1]), tuple(row[2:])) for row in rows if can_hear(row[0], viewer)]


def event_row(game: Game, context: MatchContext, event: Event) -> dict[str, object]:
    """An event as files hold it; what not everyone hears is told as the first of its audience hears it."""
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
    """Names that come twice are numbered: die, die 2, die 3."""
    counts = [names[: index + 1].count(name) for index, name in enumerate(names)]
    return [name if count == 1 else f"{name} {count}" for name, count in zip(names, counts, strict=True)]


@lru_cache(maxsize=GAME_CACHE_SIZE)
def _actions_by_notation(notation: Callable[[int], str], count: int) -> tuple[dict[str, int], int]:
    """The actions by their notation in small letters, and how many words the longest has."""
    known = {notation(action).lower(): action for action in range(count)}
    return known, max((len(text.split()) for text in known), default=0)


def read_answer(game: Game, text: str) -> int | None:
    """The action with this notation, whatever its case and spacing."""
    return _actions_by_notation(game.words.notation, game.actions)[0].get(" ".join(text.lower().split()))


def read_answers(game: Game, text: str) -> list[int] | None:
    """The actions whose notations stand here one after the other, whatever their case and spacing."""
    single = read_answer(game, text)
    if single is not None:
        return [single]
    found, left = _parse_answers(game, text)
    return found if found and not left else None


def explain_misread(game: Game, text: str) -> str:
    """What is not understood of a text that is no answer, in one sentence."""
    return f"{unread_rest(game, text)[:MAX_MISREAD_LENGTH]!r} is no answer of {game.title}."


def unread_rest(game: Game, text: str) -> str:
    """What is left of a text behind the answers in it."""
    return _parse_answers(game, text)[1]


def _parse_answers(game: Game, text: str) -> tuple[list[int], str]:
    """The actions, and what is left behind them; a longer notation goes before a shorter one."""
    known, longest = _actions_by_notation(game.words.notation, game.actions)
    words = text.split()
    ways: dict[int, tuple[int, int]] = {0: (0, 0)}  # by the number of a word, what leads to it: from where, an action
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
    """Why a seat may not give this answer; None if it may."""
    if not 0 <= action < game.actions:
        return Why("kernel", "There is no such action.")
    reason = int(state.refusal(seat, action))
    if reason == 0:
        return None
    if reason == NOT_ASKED:
        return Why("kernel", "It is not your turn to answer.")
    return game.words.why(context, reason)
