"""Conformance checks that views, events, choices, features and imagined worlds hold only what the viewer may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from parlour.kernel.checks.checked_match import random_move, sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.fields import same_values
from parlour.kernel.features import feature_bytes
from parlour.kernel.match import apply_move
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import View

PUBLIC_FIELDS = ("seats", "outcomes", "public")  # the same in every imagined world
REFUSAL_SAMPLE = 16  # refusals compared per seat
MOVES_AHEAD = 4  # moves played in an imagined world


def check_imagined_worlds(position: CheckedPosition) -> Iterator[str]:
    """Yields complaints if an imagined world keeps the journal, does not ask its viewer, or differs in being over.

    Also plays a few random moves in one of the worlds; a crash is a failure."""
    for name in position.fields:
        if name not in PUBLIC_FIELDS:
            position.match.results.imagined_fields.setdefault(name, False)
    for viewer, world in position.worlds.items():
        if world.pack() != position.packed:
            note_imagined_fields(position, world)
        if world.journal is not None:
            yield f"the world imagined for {position.match.viewer_name(viewer)} keeps the journal"
        if world.over() != position.state.over():
            yield f"the world imagined for {position.match.viewer_name(viewer)} disagrees on whether the match is over"
        if viewer in position.owing and not world.owes(viewer):
            yield f"seat {viewer} owes an answer, but not in the world imagined for it"
    played = position.worlds[position.match.viewers[position.rng.below(len(position.match.viewers))]].clone()
    for _ in range(MOVES_AHEAD):
        if not played.over():
            apply_move(played, *random_move(played, position.rng))


def note_imagined_fields(position: CheckedPosition, world: State) -> None:
    """Notes in the check results which fields of the state differ in a world imagined for a viewer."""
    moved = position.match.results.imagined_fields
    for name, known in moved.items():
        if not known:
            moved[name] = not same_values(position.fields.get(name), getattr(world, name, None))


def check_view_leaks(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a viewer's view depends on something hidden from that viewer."""
    for viewer, world in position.worlds.items():
        seen = position.game.view(world, viewer)
        if seen != position.views[viewer]:
            differing = differing_view_fields(seen, position.views[viewer])
            yield f"{position.match.viewer_name(viewer)} sees another {differing} in a world imagined for it"
    yield from report_leaks(position, "view", "the view of {viewer} depends on {secret}")


def check_feature_leaks(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a viewer's features (numbers for learning programs) depend on something hidden from it."""
    for viewer, world in position.worlds.items():
        if feature_bytes(position.game.study.features, world, viewer) != position.features[viewer]:
            yield f"the features of {position.match.viewer_name(viewer)} change in a world imagined for it"
    yield from report_leaks(position, "features", "the features of {viewer} depend on {secret}")


def check_legal_leaks(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if choices, offers or refusals of a seat depend on something hidden from it."""
    for seat, choices in position.legal.items():
        world = position.worlds[seat]
        if list(world.legal(seat)) != choices:
            yield f"the choices of seat {seat} change in a world imagined for it"
        if position.game.text.offer(world, seat) != position.game.text.offer(position.state, seat):
            yield f"the offers to seat {seat} change in a world imagined for it"
        for action in sample_numbers(position.rng, position.game.actions, REFUSAL_SAMPLE):
            if world.refusal(seat, action) != position.state.refusal(seat, action):
                name = position.match.action_name(action)
                yield f"the refusal of {name} to seat {seat} changes in a world imagined for it"
    yield from report_leaks(position, "legal", "the choices of {viewer} depend on {secret}")


def check_event_leaks(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a viewer's events depend on another seat's sealed answer or on a card dealt unseen."""
    yield from report_leaks(position, "events", "what {viewer} hears depends on {secret}")


def check_imagine_leaks(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a world imagined for a viewer depends on something hidden from it.

    Imagining again from an imagined world, with the same seed, must give the same world."""
    for viewer, world in position.worlds.items():
        seed = position.rng.next()
        once = position.state.imagine(viewer, Rng(seed))
        twice = world.imagine(viewer, Rng(seed))
        if once.pack() != twice.pack():
            yield f"what is imagined for {position.match.viewer_name(viewer)} depends on what it cannot see"
    yield from report_leaks(position, "imagine", "what is imagined for {viewer} depends on {secret}")


def report_leaks(position: CheckedPosition, channel: str, sentence: str) -> Iterator[str]:
    if position.fork is None:
        return
    who = position.fork.who
    secret = "what is dealt unseen" if who == DEALER else f"what seat {who} answers in secret"
    for viewer, channels in position.leaks.items():
        if channel in channels:
            yield sentence.format(viewer=position.match.viewer_name(viewer), secret=secret)


def differing_view_fields(one: View, other: View) -> str:
    """Returns the names of the fields in which two views of a position differ, as one text for a complaint."""
    if not is_dataclass(one) or not is_dataclass(other):
        return "view"
    names = [field.name for field in fields(one)]
    return ", ".join(name for name in names if getattr(one, name) != getattr(other, name, None)) or "view"
