"""Conformance checks of features: every number has a name, and equal features mean equal views and legal answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.features import Features, feature_bytes
from parlour.kernel.state import State
from parlour.kernel.text import View


class KnownPosition(NamedTuple):
    """What a seat knows at a position: its view, as a hash by field, and its legal answers; None if it owes none."""

    view: dict[str, int]
    legal: tuple[int, ...] | None

    def differences(self, other: KnownPosition) -> list[str]:
        """Returns the names of the view's fields that differ, and of the legal answers if both seats owe one."""
        found = [name for name in self.view if self.view[name] != other.view.get(name)]
        asked = self.legal is not None and other.legal is not None
        return [*found, *(["the legal answers"] if asked and self.legal != other.legal else [])]


def check_names(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if the game writes more or fewer features (numbers for learning programs) than names."""
    found = position.game.study.features
    viewer = position.match.viewers[position.rng.below(len(position.match.viewers))]
    count = len(position.features[viewer]) // 4
    if count != len(found.names):
        yield f"{position.match.viewer_name(viewer)} gets {count} features for {len(found.names)} names"


def check_sufficiency(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a seat's features are those of another position where it sees or may do something else.

    It is compared with every position checked before with the same setup; the two positions after this one's fork are
    compared with each other."""
    match, found = position.match, position.game.study.features
    if not found.names:
        return
    setup = (match.seats, match.describe_setup())
    for seat in range(match.seats):
        here = known_position(found, position.state, seat, position.views[seat])
        before = match.results.known_positions.setdefault((*setup, seat, position.features[seat]), here)
        yield from report_differences(position, seat, here.differences(before))
        if position.fork is not None:
            states = (position.fork.left.state, position.fork.right.state)
            if len({feature_bytes(found, state, seat) for state in states}) == 1:
                left, right = (known_position(found, each, seat, position.game.view(each, seat)) for each in states)
                yield from report_differences(position, seat, left.differences(right))


def known_position(features: Features, state: State, seat: int, view: View) -> KnownPosition:
    legal = tuple(state.legal(seat)) if state.owes(seat) else None
    if not is_dataclass(view):
        return KnownPosition({"view": hash(repr(view))}, legal)
    names = [field.name for field in fields(view) if field.name not in features.text_fields]
    return KnownPosition({name: hash(repr(getattr(view, name))) for name in names}, legal)


def report_differences(position: CheckedPosition, seat: int, differing: list[str]) -> Iterator[str]:
    if differing:
        what = ", ".join(differing)
        yield f"seat {seat} has the same features in two positions that differ for it in {what}"
