"""Nothing peeks: views, events, choices, features and imagined worlds depend only on what one may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from parlour.kernel.checks.fields import alike
from parlour.kernel.checks.scene import Scene
from parlour.kernel.checks.trial import any_line, sample
from parlour.kernel.game import View
from parlour.kernel.match import step
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State

PUBLIC = ("seats", "fan", "public")  # no game's secret
ACTIONS = 16  # refusals compared of one seat
AHEAD = 4  # lines an imagined world is played on


def imagines(scene: Scene) -> Iterator[str]:
    """An imagined world keeps no journal, asks whom it asks in truth, and can be played on."""
    for name in scene.fields:
        if name not in PUBLIC:
            scene.trial.ledger.moved.setdefault(name, False)
    for viewer, world in scene.worlds.items():
        if world.pack() != scene.packed:
            note_moved(scene, world)
        if world.journal is not None:
            yield f"the world imagined for {scene.trial.say(viewer)} keeps the journal"
        if world.over() != scene.state.over():
            yield f"the world imagined for {scene.trial.say(viewer)} disagrees on whether the match is over"
        if viewer in scene.owing and not world.owes(viewer):
            yield f"seat {viewer} owes an answer, but not in the world imagined for it"
    played = scene.worlds[scene.trial.viewers[scene.rng.below(len(scene.trial.viewers))]].clone()
    for _ in range(AHEAD):
        if not played.over():
            step(played, *any_line(played, scene.rng))


def note_moved(scene: Scene, world: State) -> None:
    """Remembers which fields were ever imagined otherwise."""
    moved = scene.trial.ledger.moved
    for name, known in moved.items():
        if not known:
            moved[name] = not alike(scene.fields.get(name), getattr(world, name, None))


def views_leak(scene: Scene) -> Iterator[str]:
    """Two worlds a seat cannot tell apart look the same to it."""
    for viewer, world in scene.worlds.items():
        seen = scene.game.view(world, viewer)
        if seen != scene.views[viewer]:
            told = different(seen, scene.views[viewer])
            yield f"{scene.trial.say(viewer)} sees another {told} in a world imagined for it"
    yield from forked(scene, "view", "the view of {viewer} depends on {secret}")


def features_leak(scene: Scene) -> Iterator[str]:
    """Features live by the law of views."""
    read = scene.game.features.read
    for viewer, world in scene.worlds.items():
        if list(read(world, viewer)) != list(read(scene.state, viewer)):
            yield f"the features of {scene.trial.say(viewer)} change in a world imagined for it"
    yield from forked(scene, "features", "the features of {viewer} depend on {secret}")


def legal_leaks(scene: Scene) -> Iterator[str]:
    """Choices, offers and refusals say nothing that a seat may not know."""
    for seat, choices in scene.legal.items():
        world = scene.worlds[seat]
        if list(world.legal(seat)) != choices:
            yield f"the choices of seat {seat} change in a world imagined for it"
        if scene.game.offer(world, seat) != scene.game.offer(scene.state, seat):
            yield f"the offers to seat {seat} change in a world imagined for it"
        for action in sample(scene.rng, scene.game.actions, ACTIONS):
            if world.refusal(seat, action) != scene.state.refusal(seat, action):
                yield f"the refusal of {scene.trial.said(action)} to seat {seat} changes in a world imagined for it"
    yield from forked(scene, "legal", "the choices of {viewer} depend on {secret}")


def events_leak(scene: Scene) -> Iterator[str]:
    """Nothing sent before a reveal depends on which sealed choice was made or which card was dealt unseen."""
    yield from forked(scene, "events", "what {viewer} hears depends on {secret}")


def imagine_leaks(scene: Scene) -> Iterator[str]:
    """Imagining reads only what the seat sees: once or twice makes no difference."""
    for viewer, world in scene.worlds.items():
        seed = scene.rng.next()
        once = scene.state.imagine(viewer, Rng(seed))
        twice = world.imagine(viewer, Rng(seed))
        if once.pack() != twice.pack():
            yield f"what is imagined for {scene.trial.say(viewer)} depends on what it cannot see"
    yield from forked(scene, "imagine", "what is imagined for {viewer} depends on {secret}")


def forked(scene: Scene, channel: str, sentence: str) -> Iterator[str]:
    if scene.fork is None:
        return
    who = scene.fork.who
    secret = "what is dealt unseen" if who == DEALER else f"what seat {who} answers in secret"
    for viewer, channels in scene.leaks.items():
        if channel in channels:
            yield sentence.format(viewer=scene.trial.say(viewer), secret=secret)


def different(one: View, other: View) -> str:
    """The fields in which two views differ, by name."""
    if not is_dataclass(one) or not is_dataclass(other):
        return "view"
    names = [field.name for field in fields(one)]
    return ", ".join(name for name in names if getattr(one, name) != getattr(other, name, None)) or "view"
