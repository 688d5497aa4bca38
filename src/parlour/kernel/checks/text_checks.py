"""Words: notation that can be read back, sentences, questions and boards that can be shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from parlour.kernel.checks.checked_match import CheckedMatch, sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.forks import possible_outcomes
from parlour.kernel.game import EVENT_CATEGORIES, Event, Game, read_answer
from parlour.kernel.journal import EVERYONE, Journal, can_hear
from parlour.kernel.rng import Rng

NOTATION_SAMPLE = 200_000  # notations compared when actions are read back
MIN_NOTATION_SAMPLE = 16  # actions read back in any case
OUTCOME_SAMPLE = 16  # outcomes of one position read back
FIXED_FIELDS = ("name", "title", "version", "home", "seats", "options")  # whatever the options are
LABEL_SAMPLE = 12  # choices of one seat put into words


def is_printable_text(text: object) -> bool:
    """A text of printable characters and newlines."""
    return isinstance(text, str) and text.replace("\n", "").isprintable()


def check_notation(game: Game, rng: Rng) -> Iterator[str]:
    """Every action has a text of its own, on one line, and is found by it."""
    texts = [game.words.notation(action) for action in range(game.actions)]
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
    kinds = Counter(action for numbers in game.words.kinds.values() for action in numbers)
    for action in sorted(kinds.keys() | range(game.actions)):
        if kinds[action] != 1 or not 0 <= action < game.actions:
            yield f"action {action} of {game.actions} is of {kinds[action]} kinds"


def check_facts(game: Game) -> Iterator[str]:
    """What is printed on things is there for each of them, and becomes JSON."""
    for kind, rows in game.words.facts.items():
        things = game.words.things.get(kind, ())
        if len(rows) != len(things):
            yield f"there are {len(rows)} facts for {len(things)} things of the kind {kind!r}"
    json.dumps({kind: [dict(row) for row in rows] for kind, rows in game.words.facts.items()})


def check_game_for_options(game: Game, made: Game) -> Iterator[str]:
    """A game made for its options is still the same game."""
    for name in FIXED_FIELDS:
        if getattr(made, name) != getattr(game, name):
            yield f"tailored, the game has another {name}"


def check_outcome_texts(scene: CheckedPosition) -> Iterator[str]:
    """What is dealt has a text too, and is found by it in the same position."""
    state, words = scene.state, scene.game.words
    dealt = possible_outcomes(state) if state.outcomes else []
    for index in sample_numbers(scene.rng, len(dealt), OUTCOME_SAMPLE):
        text = words.outcome(state, dealt[index])
        if not text or not text.isprintable():
            yield f"outcome {dealt[index]} is written {text!r}, which cannot be printed on one line"
        elif (found := words.read_outcome(state, text)) != dealt[index]:
            yield f"{text!r}, which is outcome {dealt[index]}, is read as {found}"


def check_events(trial: CheckedMatch, journal: Journal, first: int = 0) -> Iterator[str]:
    """Every event is of a known kind, in a known category, and can be told to all who hear it."""
    for index in range(first, journal.count()):
        row = list(journal.row(index))
        event = Event(row[0], row[1], tuple(row[2:]))
        if not 0 <= event.kind < len(trial.game.words.events):
            yield f"there is no event of kind {event.kind}"
            continue
        trial.results.count_event(trial.game, event)
        if event not in trial.told_events:
            trial.told_events.add(event)
            yield from check_event(trial, event)


def check_event(trial: CheckedMatch, event: Event) -> Iterator[str]:
    words = trial.game.words
    kind = words.events[event.kind]
    if kind.category not in EVENT_CATEGORIES:
        yield f"the event {kind.name!r} is in the category {kind.category!r}, which there is not"
    if event.audience != EVERYONE and not 0 <= event.audience < 1 << trial.seats:
        yield f"the event {kind.name!r} is for seats that are not there: {event.audience}"
    for name, number in zip(kind.arguments, event.arguments, strict=False):
        if name in words.things and number >= len(words.things[name]):
            yield f"the event {kind.name!r} speaks of {name} {number}, which there is not"
    for viewer in trial.viewers:
        if can_hear(event.audience, viewer) and not is_printable_text(words.sentence(trial.context, event, viewer)):
            yield f"the event {kind.name!r} cannot be told to {trial.viewer_name(viewer)}"


def check_questions(scene: CheckedPosition) -> Iterator[str]:
    """Whoever is asked can read the question and the choices."""
    context, words = scene.match.context, scene.game.words
    for seat, choices in scene.legal.items():
        view = scene.views[seat]
        if not is_printable_text(words.question(context, view)):
            yield f"the question to seat {seat} cannot be shown"
        offered = sorted({*choices, *(offer.action for offer in scene.game.offer(scene.state, seat))})
        for index in sample_numbers(scene.rng, len(offered), LABEL_SAMPLE):
            if not is_printable_text(words.label(context, view, offered[index])):
                yield f"the choice {scene.match.action_name(offered[index])} cannot be shown to seat {seat}"


def check_boards(scene: CheckedPosition) -> Iterator[str]:
    """The board, the pages and the captions can be shown to seats and watchers, whoever is asked."""
    context, words = scene.match.context, scene.game.words
    viewer = scene.match.viewers[scene.rng.below(len(scene.match.viewers))]
    view = scene.views[viewer]
    texts = {"board": words.board(context, view), **words.pages(context, view), **words.captions(context, view)}
    for name, text in texts.items():
        if not is_printable_text(name) or not is_printable_text(text):
            yield f"the {name} cannot be shown to {scene.match.viewer_name(viewer)}"


def check_views(scene: CheckedPosition) -> Iterator[str]:
    """A view is a frozen dataclass and becomes JSON."""
    viewer = scene.match.viewers[scene.rng.below(len(scene.match.viewers))]
    view = scene.views[viewer]
    if not is_dataclass(view) or isinstance(view, type) or not is_frozen(view):
        yield f"the view of {scene.match.viewer_name(viewer)} is no frozen dataclass"
        return
    try:
        json.dumps(view, default=as_mapping, allow_nan=False)
    except (TypeError, ValueError) as error:
        yield f"the view of {scene.match.viewer_name(viewer)} is no JSON: {error}"


def as_mapping(part: object) -> dict[str, object]:
    """What dataclasses.asdict makes of it, layer by layer and without its copies."""
    if not is_dataclass(part) or isinstance(part, type):
        raise TypeError(f"it holds a {type(part).__name__}")
    return {field.name: getattr(part, field.name) for field in fields(part)}


def is_frozen(view: object) -> bool:
    return bool(getattr(getattr(view, "__dataclass_params__", None), "frozen", False))


def check_features(scene: CheckedPosition) -> Iterator[str]:
    """There are as many features as names for them."""
    viewer = scene.match.viewers[scene.rng.below(len(scene.match.viewers))]
    numbers, names = scene.game.features.read(scene.state, viewer), scene.game.features.names
    if len(numbers) != len(names):
        yield f"{scene.match.viewer_name(viewer)} gets {len(numbers)} features for {len(names)} names"


def check_rulebook(trial: CheckedMatch) -> Iterator[str]:
    """There are rules to read under any options."""
    text = trial.game.words.rules(trial.options)
    if not text or not is_printable_text(text):
        yield "the rules cannot be shown"
