"""Copies: clones share nothing that is ever changed, and a packed state is the whole state."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.checked_match import random_move
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.fields import differing_fields, shared_fields
from parlour.kernel.game import unpack_state
from parlour.kernel.match import apply_move


def check_clones(scene: CheckedPosition) -> Iterator[str]:
    """A clone is equal, keeps no journal, and neither notices what happens to the other."""
    state = scene.state
    copy = state.clone()
    if copy.journal is not None:
        yield "a clone keeps the journal"
    if copy.pack() != scene.packed:
        yield "a clone packs differently"
    if names := differing_fields(scene.fields, copy):
        yield f"a clone differs in {', '.join(names)}"
    if not scene.game.shares and (names := shared_fields(scene.fields, copy)):
        yield f"a clone shares {', '.join(names)}"
    if state.over():
        return
    twin = copy.clone()
    apply_move(copy, *random_move(copy, scene.rng))
    if state.pack() != scene.packed:
        yield "what is played in a clone changes the original"
    if twin.pack() != scene.packed:
        yield "what is played in the original changes a clone"


def check_packing(scene: CheckedPosition) -> Iterator[str]:
    """An unpacked state is equal and goes on in the same way."""
    state, trial = scene.state, scene.match
    back = unpack_state(scene.game, trial.seats, trial.options, scene.packed)
    if back.pack() != scene.packed:
        yield "an unpacked state packs differently"
    if names := differing_fields(scene.fields, back):
        yield f"an unpacked state differs in {', '.join(names)}"
    for seat, choices in scene.legal.items():
        if list(back.legal(seat)) != choices:
            yield f"seat {seat} has other choices in an unpacked state"
    if state.over():
        return
    line = random_move(state, scene.rng)
    copy = state.clone()
    apply_move(copy, *line)
    apply_move(back, *line)
    if copy.pack() != back.pack():
        yield "an unpacked state goes on differently"
