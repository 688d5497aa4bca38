"""The texts of a game: everything that players read, and the notation of actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from parlour.kernel.journal import Journal, can_hear
from parlour.kernel.options import Options
from parlour.kernel.state import State

View = object  # really a frozen dataclass of numbers, texts and sequences of them
COLOURS = ("orange", "yellow", "green", "blue", "purple", "red", "grey", "amber")  # of log lines, light and dark
ICONS = (
    *("round", "selection", "gain", "store", "battle", "system", "dice", "book", "door", "eye", "hint", "person"),
    *("clock", "again", "check", "close", "warning"),
)  # of log lines; they are some of the icons of the browser client


class MatchContext(NamedTuple):
    """The players' names and the options of a match, for texts that need more than the game state."""

    names: tuple[str, ...]
    options: Options
    resumed: bool = False  # loaded from a save and not answered since
    bots: frozenset[int] = frozenset()  # seats played by bots, where that is known

    def is_bot(self, seat: int) -> bool:
        return seat in self.bots


class Category(NamedTuple):
    """A category of events in a game's log: its name, and the heading, colour and icon of its lines on screens."""

    name: str
    heading: str
    colour: str  # one of COLOURS
    icon: str  # one of ICONS


SEAT_ARGUMENTS = ("seat", "payer", "target")  # arguments of events that are numbers of seats
SYSTEM = Category("system", "Table", "grey", "system")  # of the table's notices, in every game


class EventKind(NamedTuple):
    """A kind of event in a game's log: name, category and arguments.

    An argument that has the name of a kind of thing (such as card) is the number of such a thing."""

    name: str
    category: Category = SYSTEM
    arguments: tuple[str, ...] = ()
    pause: bool = False  # screens wait until the player has read it
    reveals: bool = False  # shows its audience something new, so that no undo can go back past it


class Event(NamedTuple):
    """One event of a match: its audience (bit mask of seats, or everyone), its kind and its arguments."""

    audience: int
    kind: int
    arguments: tuple[int, ...]
    reason: str = ""  # why the bot that caused it did so


class Offer(NamedTuple):
    """An action to show to a seat as a choice. A `reason` other than 0 tells why the action is not legal now."""

    action: int
    reason: int


class Why(NamedTuple):
    """Why an action is refused: the number of the rule in the rulebook, and a sentence for the player."""

    rule: str
    sentence: str


def plain_outcome(state: State, outcome: int) -> str:
    return str(outcome)


def read_plain_outcome(state: State, text: str) -> int:
    return int(text)


def no_pages(context: MatchContext, view: View) -> Mapping[str, str]:
    return {}


def no_captions(context: MatchContext, view: View) -> Mapping[str, str]:
    return {}


def offer_legal(state: State, seat: int) -> list[Offer]:
    return [Offer(int(action), 0) for action in state.legal(seat)]


def no_notices(options: Options) -> Sequence[str]:
    return ()


class Text(NamedTuple):
    """Everything of a game that people read: notation, event sentences, questions, choices, text board, rulebook."""

    notation: Callable[[int], str]  # an action as short, stable text
    kinds: Mapping[str, range]  # the actions of each kind
    events: tuple[EventKind, ...]  # by kind
    sentence: Callable[[MatchContext, Event, int], str]  # an event for one viewer; empty: no line in the log
    question: Callable[[MatchContext, View], str]
    label: Callable[[MatchContext, View, int], str]  # the text of a choice
    why: Callable[[MatchContext, int], Why]
    board: Callable[[MatchContext, View], str]
    rules: Callable[[Options], str]  # the rulebook for players
    blurb: str = ""  # the game in two sentences, for the list of games
    things: Mapping[str, tuple[str, ...]] = {}  # names of cards, places or weapons, by kind and number
    offer: Callable[[State, int], list[Offer]] = offer_legal  # the choices to show to a seat
    outcome: Callable[[State, int], str] = plain_outcome
    read_outcome: Callable[[State, str], int] = read_plain_outcome
    pages: Callable[[MatchContext, View], Mapping[str, str]] = no_pages  # further pages that a player can open
    captions: Callable[[MatchContext, View], Mapping[str, str]] = no_captions  # short texts for graphical boards
    facts: Mapping[str, tuple[Mapping[str, object], ...]] = {}  # printed figures of the things, by number
    inks: Mapping[str, str] = {}  # colours of characters on the text board
    notices: Callable[[Options], Sequence[str]] = no_notices  # sentences to read before a match with these options


def log_categories(text: Text) -> list[Category]:
    """Returns the categories of a game's log, in the order of its events; one of them is `system`."""
    found = {kind.category.name: kind.category for kind in text.events}
    found.setdefault(SYSTEM.name, SYSTEM)
    return list(found.values())


def all_events(journal: Journal, first: int = 0) -> list[Event]:
    """Returns the events of a journal from number `first` on, secret ones too."""
    rows = [journal.row(index) for index in range(first, journal.count())]
    return [Event(int(row[0]), int(row[1]), tuple(row[2:])) for row in rows]


def visible_events(journal: Journal, first: int, viewer: int) -> list[Event]:
    """Returns the events of a journal, from number `first` on, that the viewer may know."""
    return [event for event in all_events(journal, first) if can_hear(event.audience, viewer)]
