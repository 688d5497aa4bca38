"""The real game and its naive twin play the same seeded matches of every mix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.tests.naive import Naive, Play, positive_counts
from parlour.games.harmonictook.tests.table_variants import (
    TableVariant,
    load_pack,
    random_answer,
    random_outcome,
    table_variant,
)
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.state import State, first_owing
from tests.sample_sizes import sample_size

OFFICIAL = [load_pack(name) for name in ("base", "harbor", "millionaires_row")]
UNSETTLED_DURING_TUNA_ROLL = (
    "coins",
    "scores",
    "closed",
)  # while boats are out: the order of blue cards never changes the result (5.2)
MATCHES = sample_size(40, 320)


class Names:
    """Returns the ids of cards and landmarks by their numbers."""

    def __init__(self, at: TableVariant) -> None:
        own = [one for one in at.packs if one["set"] not in ("base", "harbor", "millionaires_row")]
        self.cards = [card["id"] for one in OFFICIAL + own for card in one["cards"]]
        self.landmarks = [landmark["id"] for one in OFFICIAL + own for landmark in one["landmarks"]]

    def counts(self, column: list[int]) -> dict[str, int]:
        return positive_counts(dict(zip(self.cards, column, strict=True)))

    def built(self, row: list[int]) -> list[str]:
        return sorted(name for name, is_built in zip(self.landmarks, row, strict=True) if is_built)


def snapshot(state: State, names: Names) -> dict[str, object]:
    """Returns the view in the terms of the twin."""
    view: Any = GAME.view(state, WATCHER)
    return {
        "active": view.active,
        "turn": view.turn,
        "coins": list(view.coins),
        "stored": list(view.stored),
        "built": [names.built(row) for row in view.built],
        "owned": [names.counts(row) for row in view.owned],
        "closed": [names.counts(row) for row in view.closed],
        "market": names.counts(view.market),
        "deck": names.counts(view.deck),
        "winner": None if view.winner < 0 else view.winner,
        "scores": list(view.scores),
        "dice": list(view.dice),
        "total": view.total,
    }


def answers(game: Game, state: State) -> dict[str, int] | None:
    """Returns the legal answers by notation."""
    if state.owing == 0:
        return None
    legal = [int(action) for action in state.legal(first_owing(state.owing))]
    return {game.text.notation(action): action for action in legal}


def outcomes(game: Game, state: State) -> dict[str, int] | None:
    """Returns the dealer's possible outcomes and their weights."""
    if state.outcomes == 0:
        return None
    odds = [int(weight) for weight in state.odds()] or [1] * int(state.outcomes)
    assert len(odds) == state.outcomes
    falling = [outcome for outcome, weight in enumerate(odds) if weight]
    return {game.text.outcome(state, outcome): odds[outcome] for outcome in falling}


def difference(game: Game, state: State, twin: Naive, names: Names) -> str:
    """Returns the first difference between the two, empty if there is none."""
    found = answers(game, state)
    asked = None if found is None else (int(first_owing(state.owing)), sorted(found))
    if asked != twin.pending_question():
        return f"asked: {asked}, by the twin {twin.pending_question()}"
    if outcomes(game, state) != twin.pending_outcomes():
        return f"chance: {outcomes(game, state)}, by the twin {twin.pending_outcomes()}"
    if state.over() != twin.over():
        return f"over: {state.over()}, by the twin {twin.over()}"
    mine, its = snapshot(state, names), twin.snapshot()
    assert mine.keys() == its.keys()
    unlike = [
        name for name in mine if mine[name] != its[name] and not (twin.fishing and name in UNSETTLED_DURING_TUNA_ROLL)
    ]
    return "; ".join(f"{name}: {mine[name]}, by the twin {its[name]}" for name in unlike)


def play_both(number: int, kind: type[Naive] = Naive) -> tuple[str, list[str]]:
    """Plays one match on both; returns their first difference and the lines until then."""
    at = table_variant(number)
    names = Names(at)
    options = prepare_options(GAME, at.seats, at.options)
    game = game_for_options(GAME, options)
    state = game.start(at.seats, options, Journal() if number % 2 else None)  # a listener changes nothing
    twin = kind(at.seats, at.options, at.packs)
    rng = Random(number)
    hurry = rng.choice((0.0, 0.3, 0.8))
    lines: list[str] = []
    while len(lines) < 100_000:
        found = difference(game, state, twin, names)
        if found or state.over():
            return found, lines
        asked, chance = twin.pending_question(), twin.pending_outcomes()
        if asked is not None:
            lines.append(random_answer(rng, asked[1], hurry))
            action = (answers(game, state) or {})[lines[-1]]
            twin.answer(lines[-1])
            state.play(asked[0], action)
        else:
            lines.append(random_outcome(rng, chance or {}))
            outcome = game.text.read_outcome(state, lines[-1])
            twin.deal(lines[-1])
            state.deal_outcome(outcome)
    return "no end", lines


def check_agreement(number: int) -> None:
    found, lines = play_both(number)
    at = table_variant(number)
    agreed = {name: value for name, value in at.options.items() if name != "cards"}
    assert found == "", f"table {number}, {at.seats} seats, {agreed}, step {len(lines)} after {lines[-8:]}: {found}"


@pytest.mark.parametrize("first", range(0, MATCHES, 40))
def test_the_twin_agrees_through_random_matches(first: int) -> None:
    for number in range(first, first + 40):
        check_agreement(number)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(320, 6320, 200))
def test_the_twin_agrees_through_thousands_of_random_matches(first: int) -> None:
    for number in range(first, first + 200):
        check_agreement(number)


class RedGoesForward(Naive):
    def income(self) -> Play[None]:
        """Against R2."""
        for step in range(1, self.seats):
            yield from self.fire_all("red", (self.active + step) % self.seats, {})
        for owner in range(self.seats):
            yield from self.fire_all("blue", owner, {})
        for colour in ("green", "purple"):
            yield from self.fire_all(colour, self.active, {})


class MallAddsToNothing(Naive):
    def earn(self, owner: int, basic: int, bonus: int) -> None:
        """Against R6."""
        self.coins[owner] += basic + bonus


class ClosedCardsCountForNothing(Naive):
    def count(self, seats: Iterable[int], categories: Sequence[str]) -> int:
        """Against R18."""
        names = [name for name, card in self.cards.items() if card["category"] in categories]
        return sum(self.open(seat, name) for seat in seats for name in names)


class WineryStaysOpen(Naive):
    def fire(self, name: str, owner: int, shared: dict[str, int]) -> Play[None]:
        """Against R19."""
        yield from super().fire(name, owner, shared)
        self.closed[owner][name] = 0


class SwapMakesPairs(Naive):
    def may_swap(self, me: int, given: str, partner: int, taken: str) -> bool:
        """Against R13."""
        return True


class StoreStaysBehind(Naive):
    def carry(self, giver: int, receiver: int, name: str) -> list[int]:
        """Against R47."""
        return [0] * self.seats


class UselessPilesStay(Naive):
    def remove_useless_piles(self) -> None:
        """Against 6.3.7."""


class StartingCardsDoNotScore(Naive):
    def score(self, seat: int) -> int:
        """Against 17.1."""
        return super().score(seat) - 4


@pytest.mark.parametrize(
    ("wrong", "noticed", "first"),
    [
        (RedGoesForward, "coins", 17),
        (MallAddsToNothing, "coins", 1),
        (ClosedCardsCountForNothing, "coins", 15),
        (WineryStaysOpen, "closed", 2),
        (SwapMakesPairs, "asked", 3),
        (StoreStaysBehind, "stored", 35),
        (UselessPilesStay, "asked", 3),
        (StartingCardsDoNotScore, "scores", 0),
    ],
)
def test_a_wrong_twin_is_noticed(wrong: type[Naive], noticed: str, first: int) -> None:
    found = (play_both(number, wrong)[0] for number in range(first, first + 100))  # the first ones do, mostly
    assert any(text.startswith(noticed) for text in found)
