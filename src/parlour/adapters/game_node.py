"""Matches as game trees, for programs that search and solve: unchanging positions, and what each seat recalls."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isqrt
from typing import Any, NamedTuple

import numpy as np

from parlour.adapters.arguments import complete_settings
from parlour.adapters.direct_match import board_text
from parlour.adapters.view_features import features_of
from parlour.games import find
from parlour.kernel.answers import explain_refusal
from parlour.kernel.features import feature_bytes
from parlour.kernel.game import Game, game_for_options, unpack_state
from parlour.kernel.match import apply_move
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State, first_owing, winners
from parlour.kernel.text import MatchContext

MAX_BRANCHES = 1024  # of a chance node; a draw among more outcomes is two nodes, one after the other
MAX_STAGES = 100  # actions of one sealed answer that is drawn at random
SETUP_CACHE_SIZE = 64
OVER = -4  # who is asked after the end; OpenSpiel uses the same number


class Recollection(NamedTuple):
    """Everything that a seat has seen and done, as text, and what it sees now, as the bytes of its features."""

    text: str
    seen: bytes


class TreeSetup:
    """A game with its seats and options, as the root of a tree."""

    def __init__(self, game: Game, seats: int | None, options: Mapping[str, Value]) -> None:
        self.seats, self.options = complete_settings(game, seats, options)
        self.game = game_for_options(game, self.options)
        self.features = features_of(self.game, self.seats, self.options)
        self.context = MatchContext(tuple(f"Player {seat + 1}" for seat in range(self.seats)), self.options)
        state = self.game.start(self.seats, self.options, None)
        self.root = GameNode(self, state, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return stored_setup, (self.game.name, self.seats, tuple(sorted(self.options.items())))

    def look(self, seat: int, seen: bytes) -> Recollection:
        """Returns what a seat recalls that has seen nothing before: all features that are not zero."""
        return Recollection(f"seat {seat}\n{self.describe(bytes(len(seen)), seen)}", seen)

    def describe(self, before: bytes, after: bytes) -> str:
        """Returns the features that differ between two rows, with their names and their new values."""
        old, new = np.frombuffer(before, np.float32), np.frombuffer(after, np.float32)
        names = self.features.names
        return ", ".join(f"{names[index]}: {new[index]:.9g}" for index in np.flatnonzero(old != new))


@lru_cache(maxsize=SETUP_CACHE_SIZE)
def stored_setup(name: str, seats: int, options: tuple[tuple[str, Value], ...]) -> TreeSetup:
    """Returns the setup with which a stored node was made."""
    return TreeSetup(find(name), seats, dict(options))


class GameNode:
    """A position of a match. A move leads to another node, so copies of a node may be the node itself.

    A draw among many outcomes is two moves: `drawn` is the first of them, or -1."""

    def __init__(
        self,
        setup: TreeSetup,
        state: State,
        answers: int,
        drawn: int = -1,
        recalled: tuple[Recollection, ...] | None = None,
        base: tuple[GameNode, tuple[tuple[int, int], ...]] | None = None,
    ) -> None:
        self.setup = setup
        self.state = state  # never changed
        self.answers = answers  # so far
        self.drawn = drawn
        self._recalled = recalled  # by seat; None: not asked for yet
        self._base = base  # an earlier node whose recollections are known, and the moves since then; None: no past
        self._seen: dict[int, bytes] = {}  # features, by seat

    def __deepcopy__(self, memo: dict[int, Any]) -> GameNode:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_node, (self.setup, self.state.pack(), self.answers, self.drawn, self.recalled())

    def __str__(self) -> str:
        """Returns the text board and a hash of the position, which shows also differences in what is hidden."""
        key = hashlib.blake2b(self.state.pack() + self.drawn.to_bytes(8, "little", signed=True), digest_size=8)
        return f"{board_text(self.setup.game, self.setup.context, self.state)}\nposition {key.hexdigest()}"

    def over(self) -> bool:
        """Returns whether the match has come to its end, or to the limit of answers."""
        return self.state.over() or self.answers >= self.setup.game.traits.limit

    def asked(self) -> int:
        """Returns who moves: a seat (the first of several that are asked at once), the dealer or, at the end, OVER."""
        if self.over():
            return OVER
        return int(DEALER) if self.state.outcomes > 0 else int(first_owing(self.state.owing))

    def legal(self, seat: int) -> list[int]:
        return [int(action) for action in self.state.legal(seat)]

    def returns(self) -> list[float]:
        """Returns what each seat gains: every seat stakes 1, and the winners share the stakes.

        It is zero if nobody wins. In a game for one, it is 1 for a win."""
        won = set(winners(self.state)) if self.state.over() else set()
        if self.setup.seats == 1 or not won:
            return [float(seat in won) for seat in range(self.setup.seats)]
        return [self.setup.seats / len(won) - 1 if seat in won else -1.0 for seat in range(self.setup.seats)]

    # Chance.

    def chances(self) -> list[tuple[int, float]]:
        """Returns the branches of a chance node with their probabilities, without those that are impossible."""
        weights = self._weights()
        total = sum(weights)
        return [(branch, weight / total) for branch, weight in enumerate(weights) if weight > 0]

    def name_branch(self, branch: int) -> str:
        """Returns a branch of a chance node as text: the outcome, or the range of outcomes that it leads to."""
        outcomes = int(self.state.outcomes)
        size = part_size(outcomes)
        if size > 1 and self.drawn < 0:
            return f"deal {branch * size} to {min(outcomes, (branch + 1) * size) - 1}"
        outcome = max(0, self.drawn) * size + branch
        text = self.setup.game.text.outcome(self.state, outcome)
        return f"deal {outcome}" if text == str(outcome) else f"deal {outcome}: {text}"

    def _weights(self) -> list[int]:
        """Returns the weights of the branches of a chance node."""
        outcomes = int(self.state.outcomes)
        size = part_size(outcomes)
        odds = list(self.state.odds())
        if self.drawn >= 0:
            first, end = self.drawn * size, min(outcomes, (self.drawn + 1) * size)
            return odds[first:end] or [1] * (end - first)
        if size == 1:
            return odds or [1] * outcomes
        parts = range(0, outcomes, size)
        return [sum(odds[first : first + size]) if odds else min(size, outcomes - first) for first in parts]

    # Moves.

    def play(self, move: int) -> GameNode:
        """Returns the node after a move of whoever is asked; raises Problem if the move is not possible."""
        who = self.asked()
        if who == OVER:
            raise Problem("The match is over; begin a new one.")
        if who != DEALER:
            why = explain_refusal(self.setup.game, self.setup.context, self.state, who, move)
            if why is not None:
                raise Problem(why.sentence)
            return self._after(who, move)
        weights = self._weights()
        if not 0 <= move < len(weights) or weights[move] == 0:
            raise Problem(f"The dealer cannot deal {move} now; choose one of the chance outcomes.")
        size = part_size(int(self.state.outcomes))
        if size == 1:
            return self._after(who, move)
        if self.drawn >= 0:
            return self._after(who, self.drawn * size + move)
        return GameNode(self.setup, self.state, self.answers, move, self._recalled, self._base)

    def _after(self, who: int, what: int) -> GameNode:
        node, moves = (self, ()) if self._base is None else self._base
        state = after_move(self.state, who, what)
        return GameNode(self.setup, state, self.answers + (who != DEALER), base=(node, (*moves, (who, what))))

    # What a seat knows.

    def seen(self, seat: int) -> bytes:
        """Returns what a seat sees, as the bytes of its features."""
        if seat not in self._seen:
            self._seen[seat] = feature_bytes(self.setup.features, self.state, seat)
        return self._seen[seat]

    def recall(self, seat: int) -> str:
        """Returns everything that a seat has seen and done so far, as text, without what is hidden from it.

        Each line is one of its actions, or what it saw change."""
        return self.recalled()[seat].text

    def recalled(self) -> tuple[Recollection, ...]:
        """Returns the recollections of all seats. They are found by replay when they are asked for first."""
        if self._recalled is not None:
            return self._recalled
        seats = range(self.setup.seats)
        if self._base is None:
            self._recalled = tuple(self.setup.look(seat, self.seen(seat)) for seat in seats)
            return self._recalled
        node, moves = self._base
        found = node.recalled()
        for who, what in moves[:-1]:
            node = GameNode(self.setup, after_move(node.state, who, what), 0)
            found = tuple(node.extend(found[seat], seat, who, what) for seat in seats)
        self._recalled = tuple(self.extend(found[seat], seat, *moves[-1]) for seat in seats)
        self._base = None
        return self._recalled

    def extend(self, old: Recollection, seat: int, who: int, what: int) -> Recollection:
        """Returns what a seat recalls after the move that led to this node."""
        text = f"{old.text}\n{self.setup.game.text.notation(what)}" if who == seat else old.text
        seen = self.seen(seat)
        return Recollection(text if seen == old.seen else f"{text}\n{self.setup.describe(old.seen, seen)}", seen)

    def imagine(self, seat: int, random: Callable[[], float]) -> GameNode:
        """Returns a node that the seat cannot tell from this one; what is hidden from it is drawn at random.

        Others recall only the present there, as nobody can know what they have seen in an imagined past."""
        if self.state.public:
            return self
        rng = Rng(int(random() * (1 << 53)))
        world = self.state.imagine(seat, rng)
        for other in range(self.setup.seats):
            if not self.state.owes(other):
                world = self._answer_in_secret(world, other, seat, rng)
        found = [
            self.setup.look(other, feature_bytes(self.setup.features, world, other))
            for other in range(self.setup.seats)
        ]
        found[seat] = self.recalled()[seat]
        return GameNode(self.setup, world, self.answers, self.drawn, tuple(found))

    def _answer_in_secret(self, world: State, seat: int, viewer: int, rng: Rng) -> State:
        """Gives random answers for a seat whose sealed answer was reopened, such that the viewer notices nothing."""
        seen = feature_bytes(self.setup.features, world, viewer)
        for _ in range(MAX_STAGES):
            if not world.owes(seat):
                break
            choices = [int(action) for action in world.legal(seat)]
            while choices:
                trial = world.clone()
                trial.play(seat, choices.pop(rng.below(len(choices))))
                if feature_bytes(self.setup.features, trial, viewer) == seen:
                    world = trial
                    break
        return world


def restore_node(
    setup: TreeSetup, packed: bytes, answers: int, drawn: int, recalled: tuple[Recollection, ...]
) -> GameNode:
    state = unpack_state(setup.game, setup.seats, setup.options, packed)
    return GameNode(setup, state, answers, drawn, recalled)


def after_move(state: State, who: int, what: int) -> State:
    """Returns the position after a move, which must be possible; the state stays as it is."""
    next_state = state.clone()
    apply_move(next_state, who, what)
    return next_state


def part_size(outcomes: int) -> int:
    """Returns how many outcomes each branch of the first of two draws leads to; 1 if one draw is enough."""
    return 1 if outcomes <= MAX_BRANCHES else isqrt(outcomes - 1) + 1
