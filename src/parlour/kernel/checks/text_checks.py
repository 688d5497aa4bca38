"""Conformance checks of a game's texts: notation, sentences, questions, boards and pages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from parlour.kernel.answers import read_answer
from parlour.kernel.checks.checked_match import CheckedMatch, sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.forks import possible_outcomes
from parlour.kernel.coach import Coach
from parlour.kernel.game import Game, Traits
from parlour.kernel.journal import EVERYONE, Journal, can_hear
from parlour.kernel.rng import Rng
from parlour.kernel.study import Study
from parlour.kernel.text import COLOURS, ICONS, Category, Event, Text

NOTATION_SAMPLE = 200_000  # notations compared when reading actions
MIN_NOTATION_SAMPLE = 16  # actions read in every case
OUTCOME_SAMPLE = 16  # outcomes read per position
FIXED_FIELDS = ("name", "title", "version", "home", "seats", "options")  # the same for all options
LABEL_SAMPLE = 12  # labels checked per seat


def is_printable_text(text: object) -> bool:
    """Returns whether a value is a string of printable characters and newlines."""
    return isinstance(text, str) and text.replace("\n", "").isprintable()


def check_notation(game: Game, rng: Rng) -> Iterator[str]:
    """Yields a complaint if an action's notation is not unique, not printable in one line, or read as another one.

    Also if an action does not belong to exactly one kind of action."""
    texts = [game.text.notation(action) for action in range(game.actions)]
    owners: dict[str, int] = {}
    for action, text in enumerate(texts):
        if not text or not text.isprintable():
            yield f"the notation {text!r} of action {action} cannot be printed on one line"
        if owners.setdefault(text.lower(), action) != action:
            yield f"actions {owners[text.lower()]} and {action} are both written {text!r}"
    for action in sample_numbers(rng, game.actions, max(MIN_NOTATION_SAMPLE, NOTATION_SAMPLE // max(1, game.actions))):
        for text in (texts[action], texts[action].upper()):
            if (found := read_answer(game, text)) != action:
                yield f"{text!r}, which is action {action}, is read as {found}"
    kinds = Counter(action for numbers in game.text.kinds.values() for action in numbers)
    for action in sorted(kinds.keys() | range(game.actions)):
        if kinds[action] != 1 or not 0 <= action < game.actions:
            yield f"action {action} of {game.actions} is of {kinds[action]} kinds"


def check_parts(game: Game) -> Iterator[str]:
    """Yields a complaint for each of the game's parts (text, coach, study, traits) that is an object of another
    class."""
    for part, kind in zip((game.text, game.coach, game.study, game.traits), (Text, Coach, Study, Traits), strict=True):
        if not isinstance(part, kind):
            yield f"GAME.{kind.__name__.lower()} is {part!r:.80}; it must be a {kind.__name__}"


def check_categories(game: Game) -> Iterator[str]:
    """Yields a complaint if an event has no category, or one that screens cannot show."""
    known: dict[str, Category] = {}
    for kind in game.text.events:
        category = kind.category
        if not isinstance(category, Category):
            yield f"the event {kind.name!r} has the category {category!r}, which is not a Category"
        elif known.setdefault(category.name, category) != category:
            yield f"the event {kind.name!r} has another category {category.name!r} than the events before it"
        elif category.colour not in COLOURS:
            yield f"the category {category.name!r} has the colour {category.colour!r}; choose {' or '.join(COLOURS)}"
        elif category.icon not in ICONS:
            yield f"the category {category.name!r} has the icon {category.icon!r}; choose {' or '.join(ICONS)}"


def check_facts(game: Game) -> Iterator[str]:
    """Yields a complaint if a kind of thing (cards, places, ...) does not have one row of printed facts per thing."""
    for kind, rows in game.text.facts.items():
        things = game.text.things.get(kind, ())
        if len(rows) != len(things):
            yield f"there are {len(rows)} facts for {len(things)} things of the kind {kind!r}"
    json.dumps({kind: [dict(row) for row in rows] for kind, rows in game.text.facts.items()})


def check_game_for_options(game: Game, made: Game) -> Iterator[str]:
    """Yields a complaint if a game made for some options differs in name, version, seats or options."""
    for name in FIXED_FIELDS:
        if getattr(made, name) != getattr(game, name):
            yield f"for these options, the game has another {name}"
    if made.traits.earlier != game.traits.earlier:
        yield "for these options, the game has other earlier versions"


def check_outcome_texts(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if the text of a dealer's outcome is not printable or is read as another outcome."""
    state, words = position.state, position.game.text
    dealt = possible_outcomes(state) if state.outcomes else []
    for index in sample_numbers(position.rng, len(dealt), OUTCOME_SAMPLE):
        text = words.outcome(state, dealt[index])
        if not text or not text.isprintable():
            yield f"outcome {dealt[index]} is written {text!r}, which cannot be printed on one line"
        elif (found := words.read_outcome(state, text)) != dealt[index]:
            yield f"{text!r}, which is outcome {dealt[index]}, is read as {found}"


def check_events(match: CheckedMatch, journal: Journal, first: int = 0) -> Iterator[str]:
    """Yields a complaint if a journal event from number `first` on has an unknown kind or an unprintable sentence.

    Also counts the events for the report."""
    for index in range(first, journal.count()):
        row = list(journal.row(index))
        event = Event(row[0], row[1], tuple(row[2:]))
        if not 0 <= event.kind < len(match.game.text.events):
            yield f"there is no event of kind {event.kind}"
            continue
        match.results.count_event(match.game, event)
        if event not in match.told_events:
            match.told_events.add(event)
            yield from check_event(match, event)


def check_event(match: CheckedMatch, event: Event) -> Iterator[str]:
    words = match.game.text
    kind = words.events[event.kind]
    if event.audience != EVERYONE and not 0 <= event.audience < 1 << match.seats:
        yield f"the event {kind.name!r} is for seats that do not exist: {event.audience}"
    for name, number in zip(kind.arguments, event.arguments, strict=False):
        if name in words.things and number >= len(words.things[name]):
            yield f"the event {kind.name!r} speaks of {name} {number}, which does not exist"
    for viewer in match.viewers:
        if can_hear(event.audience, viewer) and not is_printable_text(words.sentence(match.context, event, viewer)):
            yield f"the event {kind.name!r} cannot be told to {match.viewer_name(viewer)}"


def check_questions(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if the question to a seat, or the label of an offered choice, is not printable text."""
    context, words = position.match.context, position.game.text
    for seat, choices in position.legal.items():
        view = position.views[seat]
        if not is_printable_text(words.question(context, view)):
            yield f"the question to seat {seat} cannot be shown"
        offered = sorted({*choices, *(offer.action for offer in position.game.text.offer(position.state, seat))})
        for index in sample_numbers(position.rng, len(offered), LABEL_SAMPLE):
            if not is_printable_text(words.label(context, view, offered[index])):
                yield f"the choice {position.match.action_name(offered[index])} cannot be shown to seat {seat}"


def check_boards(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if the text board, a page or a caption for a random viewer is not printable text."""
    context, words = position.match.context, position.game.text
    viewer = position.match.viewers[position.rng.below(len(position.match.viewers))]
    view = position.views[viewer]
    texts = {"board": words.board(context, view), **words.pages(context, view), **words.captions(context, view)}
    for name, text in texts.items():
        if not is_printable_text(name) or not is_printable_text(text):
            yield f"the {name} cannot be shown to {position.match.viewer_name(viewer)}"


def check_views(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a random viewer's view is not a frozen dataclass that can be written as JSON."""
    viewer = position.match.viewers[position.rng.below(len(position.match.viewers))]
    view = position.views[viewer]
    if not is_dataclass(view) or isinstance(view, type) or not is_frozen(view):
        yield f"the view of {position.match.viewer_name(viewer)} is not a frozen dataclass"
        return
    try:
        json.dumps(view, default=as_mapping, allow_nan=False)
    except (TypeError, ValueError) as error:
        yield f"the view of {position.match.viewer_name(viewer)} cannot be written as JSON: {error}"


def as_mapping(part: object) -> dict[str, object]:
    """Returns the fields of a dataclass like `dataclasses.asdict`, one level deep and without copies."""
    if not is_dataclass(part) or isinstance(part, type):
        raise TypeError(f"it holds a {type(part).__name__}")
    return {field.name: getattr(part, field.name) for field in fields(part)}


def is_frozen(view: object) -> bool:
    return bool(getattr(getattr(view, "__dataclass_params__", None), "frozen", False))


def check_rulebook(match: CheckedMatch) -> Iterator[str]:
    """Yields a complaint if the game has no printable rulebook text for the options of this match."""
    text = match.game.text.rules(match.options)
    if not text or not is_printable_text(text):
        yield "the rules cannot be shown"
