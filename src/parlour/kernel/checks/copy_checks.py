"""Conformance checks that clones of a state are independent and that a packed state is complete."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.checked_match import random_move
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.fields import differing_fields, shared_fields
from parlour.kernel.game import unpack_state
from parlour.kernel.match import apply_move


def check_clones(position: CheckedPosition) -> Iterator[str]:
    """Yields complaints if a clone of the state is not equal, keeps the journal, or shares data with the original."""
    state = position.state
    copy = state.clone()
    if copy.journal is not None:
        yield "a clone keeps the journal"
    if copy.pack() != position.packed:
        yield "a clone packs differently"
    if names := differing_fields(position.fields, copy):
        yield f"a clone differs in {', '.join(names)}"
    if not position.game.traits.shares and (names := shared_fields(position.fields, copy)):
        yield f"a clone shares {', '.join(names)}"
    if state.over():
        return
    twin = copy.clone()
    apply_move(copy, *random_move(copy, position.rng))
    if state.pack() != position.packed:
        yield "what is played in a clone changes the original"
    if twin.pack() != position.packed:
        yield "what is played in the original changes a clone"


def check_packing(position: CheckedPosition) -> Iterator[str]:
    """Yields complaints if a state that was packed and unpacked is not equal or plays on differently."""
    state, match = position.state, position.match
    back = unpack_state(position.game, match.seats, match.options, position.packed)
    if back.pack() != position.packed:
        yield "an unpacked state packs differently"
    if names := differing_fields(position.fields, back):
        yield f"an unpacked state differs in {', '.join(names)}"
    for seat, choices in position.legal.items():
        if list(back.legal(seat)) != choices:
            yield f"seat {seat} has other choices in an unpacked state"
    if state.over():
        return
    line = random_move(state, position.rng)
    copy = state.clone()
    apply_move(copy, *line)
    apply_move(back, *line)
    if copy.pack() != back.pack():
        yield "an unpacked state goes on differently"
