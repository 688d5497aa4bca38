"""Nothing peeks: views, events, choices, features and imagined worlds depend only on what one may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from parlour.kernel.checks.checked_match import random_move, sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.fields import same_values
from parlour.kernel.game import View
from parlour.kernel.match import apply_move
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State

PUBLIC_FIELDS = ("seats", "outcomes", "public")  # no game's secret
REFUSAL_SAMPLE = 16  # refusals compared of one seat
MOVES_AHEAD = 4  # lines an imagined world is played on


def check_imagined_worlds(scene: CheckedPosition) -> Iterator[str]:
    """An imagined world keeps no journal, asks whom it asks in truth, and can be played on."""
    for name in scene.fields:
        if name not in PUBLIC_FIELDS:
            scene.match.results.imagined_fields.setdefault(name, False)
    for viewer, world in scene.worlds.items():
        if world.pack() != scene.packed:
            note_imagined_fields(scene, world)
        if world.journal is not None:
            yield f"the world imagined for {scene.match.viewer_name(viewer)} keeps the journal"
        if world.over() != scene.state.over():
            yield f"the world imagined for {scene.match.viewer_name(viewer)} disagrees on whether the match is over"
        if viewer in scene.owing and not world.owes(viewer):
            yield f"seat {viewer} owes an answer, but not in the world imagined for it"
    played = scene.worlds[scene.match.viewers[scene.rng.below(len(scene.match.viewers))]].clone()
    for _ in range(MOVES_AHEAD):
        if not played.over():
            apply_move(played, *random_move(played, scene.rng))


def note_imagined_fields(scene: CheckedPosition, world: State) -> None:
    """Remembers which fields were ever imagined otherwise."""
    moved = scene.match.results.imagined_fields
    for name, known in moved.items():
        if not known:
            moved[name] = not same_values(scene.fields.get(name), getattr(world, name, None))


def check_view_leaks(scene: CheckedPosition) -> Iterator[str]:
    """Two worlds a seat cannot tell apart look the same to it."""
    for viewer, world in scene.worlds.items():
        seen = scene.game.view(world, viewer)
        if seen != scene.views[viewer]:
            told = differing_view_fields(seen, scene.views[viewer])
            yield f"{scene.match.viewer_name(viewer)} sees another {told} in a world imagined for it"
    yield from report_leaks(scene, "view", "the view of {viewer} depends on {secret}")


def check_feature_leaks(scene: CheckedPosition) -> Iterator[str]:
    """Features live by the law of views."""
    read = scene.game.features.read
    for viewer, world in scene.worlds.items():
        if list(read(world, viewer)) != list(read(scene.state, viewer)):
            yield f"the features of {scene.match.viewer_name(viewer)} change in a world imagined for it"
    yield from report_leaks(scene, "features", "the features of {viewer} depend on {secret}")


def check_legal_leaks(scene: CheckedPosition) -> Iterator[str]:
    """Choices, offers and refusals say nothing that a seat may not know."""
    for seat, choices in scene.legal.items():
        world = scene.worlds[seat]
        if list(world.legal(seat)) != choices:
            yield f"the choices of seat {seat} change in a world imagined for it"
        if scene.game.offer(world, seat) != scene.game.offer(scene.state, seat):
            yield f"the offers to seat {seat} change in a world imagined for it"
        for action in sample_numbers(scene.rng, scene.game.actions, REFUSAL_SAMPLE):
            if world.refusal(seat, action) != scene.state.refusal(seat, action):
                name = scene.match.action_name(action)
                yield f"the refusal of {name} to seat {seat} changes in a world imagined for it"
    yield from report_leaks(scene, "legal", "the choices of {viewer} depend on {secret}")


def check_event_leaks(scene: CheckedPosition) -> Iterator[str]:
    """Nothing sent before a reveal depends on which sealed choice was made or which card was dealt unseen."""
    yield from report_leaks(scene, "events", "what {viewer} hears depends on {secret}")


def check_imagine_leaks(scene: CheckedPosition) -> Iterator[str]:
    """Imagining reads only what the seat sees: once or twice makes no difference."""
    for viewer, world in scene.worlds.items():
        seed = scene.rng.next()
        once = scene.state.imagine(viewer, Rng(seed))
        twice = world.imagine(viewer, Rng(seed))
        if once.pack() != twice.pack():
            yield f"what is imagined for {scene.match.viewer_name(viewer)} depends on what it cannot see"
    yield from report_leaks(scene, "imagine", "what is imagined for {viewer} depends on {secret}")


def report_leaks(scene: CheckedPosition, channel: str, sentence: str) -> Iterator[str]:
    if scene.fork is None:
        return
    who = scene.fork.who
    secret = "what is dealt unseen" if who == DEALER else f"what seat {who} answers in secret"
    for viewer, channels in scene.leaks.items():
        if channel in channels:
            yield sentence.format(viewer=scene.match.viewer_name(viewer), secret=secret)


def differing_view_fields(one: View, other: View) -> str:
    """The fields in which two views differ, by name."""
    if not is_dataclass(one) or not is_dataclass(other):
        return "view"
    names = [field.name for field in fields(one)]
    return ", ".join(name for name in names if getattr(one, name) != getattr(other, name, None)) or "view"
