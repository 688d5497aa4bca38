"""A player that grows a tree of what may come, over worlds imagined afresh."""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.bots.budget import Budget, read_budget
from parlour.bots.playout import Hope, play_on, worth
from parlour.kernel.match import Bot, draw_outcome
from parlour.kernel.rng import Rng
from parlour.kernel.state import State, first_owing

USUAL: Final = "1000"
CURIOSITY: Final = 0.4  # how much a rarely tried answer is favoured
ROOM: Final[i64] = 1 << 18  # nodes a tree may grow; after that it only learns
SPEAKER: Final[i64] = 1 << 24  # a token is (seat + 1) * SPEAKER + action; below it the dealer's outcome
TOKEN_BITS: Final = 30


class Arms:
    """The answers of one seat at one node: how often open, how often tried, what came of it."""

    def __init__(self, seat: i64, legal: vec[i64]) -> None:
        self.seat = seat
        self.action = legal[:]  # ascending; the columns below go with it
        self.open = vec[float]([0.0] * len(legal))
        self.tries = vec[float]([0.0] * len(legal))
        self.sum = vec[float]([0.0] * len(legal))
        self.chosen: i64 = 0  # in the present iteration

    def advise(self, legal: vec[i64], alone: bool, rng: Rng) -> i64:
        """A legal answer: any untried one, else the best by its mean and by how rarely it was tried when open."""
        chosen: i64 = 0
        untried: i64 = 0
        best = 0.0
        at: i64 = 0
        for action in legal:
            while at < len(self.action) and self.action[at] < action:
                at += 1
            if at == len(self.action) or self.action[at] != action:
                self.insert(at, action)
            self.open[at] += 1.0
            tries = self.tries[at]
            if tries == 0.0:
                untried += 1
                if rng.below(untried) == 0:
                    chosen = at
            elif untried == 0:
                keenness = CURIOSITY if alone else CURIOSITY * whim(rng)
                score = self.sum[at] / tries + keenness * sqrt(sqrt(self.open[at]) / tries)
                if score > best:
                    best = score
                    chosen = at
            at += 1
        self.chosen = chosen
        return self.action[chosen]

    def insert(self, at: i64, action: i64) -> None:
        """An answer that was not open in the worlds before."""
        self.action = append(self.action, action)
        self.open = append(self.open, 0.0)
        self.tries = append(self.tries, 0.0)
        self.sum = append(self.sum, 0.0)
        for index in range(len(self.action) - 1, at, -1):
            self.action[index] = self.action[index - 1]
            self.open[index] = self.open[index - 1]
            self.tries[index] = self.tries[index - 1]
            self.sum[index] = self.sum[index - 1]
        self.action[at] = action
        self.open[at] = 0.0
        self.tries[at] = 0.0
        self.sum[at] = 0.0

    def learn(self, value: float) -> None:
        self.tries[self.chosen] += 1.0
        self.sum[self.chosen] += value

    def favourite(self) -> i64:
        """The answer most often tried; if equal the better one, then the lower."""
        best: i64 = 0
        for at in range(1, len(self.action)):
            more = self.tries[at] - self.tries[best]
            if more > 0.0 or (more == 0.0 and self.sum[at] > self.sum[best]):
                best = at
        return self.action[best]


def whim(rng: Rng) -> float:
    """From a half to one and a half. Seats that answer together and learn alike would else move in step for ever."""
    number: int = rng.next()
    return 0.5 + number / 4294967296


class Node:
    """A point of the tree: what each seat may say there, and where it leads."""

    def __init__(self) -> None:
        self.arms: list[Arms] = []  # of the seats asked here
        self.children: dict[int, Node] = {}  # by all that was said, or what was dealt


def arms_of(node: Node, seat: i64, legal: vec[i64]) -> Arms:
    """What a seat may say at a node, as far as it is known."""
    for arms in node.arms:
        if arms.seat == seat:
            return arms
    made = Arms(seat, legal)
    node.arms.append(made)
    return made


class Tree:
    """What was learned about one decision."""

    def __init__(self, rng: Rng, before: i64) -> None:
        self.rng = rng
        self.hope = Hope(before)
        self.root = Node()
        self.size: i64 = 1
        self.trail: list[Arms] = []  # who was advised in the present iteration

    def grow(self, world: State) -> None:
        """One iteration in a world of its own: down the tree, on at random, and back with what it was worth."""
        self.trail.clear()
        self.hope.begin()
        self.descend(world)
        play_on(world, self.rng, self.hope)
        values = vec[float]([worth(world, seat, self.hope) for seat in range(world.seats)])
        for arms in self.trail:
            arms.learn(values[arms.seat])

    def descend(self, world: State) -> None:
        """Follows the tree to a node where nobody has been. Chance is drawn, questions are answered by advice."""
        node = self.root
        known = True
        while known and not world.over():
            if world.outcomes > 0:
                outcome = draw_outcome(world, self.rng)
                world.deal_outcome(outcome)
                node = self.child(node, outcome)
            else:
                said = self.question(node, world)
                known = said in node.children
                node = self.child(node, said)
            if world.seats == 1:
                self.hope.look(world)

    def child(self, node: Node, key: int) -> Node:
        """The node below, made if there is room; without room it is forgotten again."""
        found = node.children.get(key)
        if found is not None:
            return found
        fresh = Node()
        if self.size < ROOM:
            self.size += 1
            node.children[key] = fresh
        return fresh

    def question(self, node: Node, world: State) -> int:
        """All seats that owe answer, each by its own arms. Gives all that was said, as one number."""
        said = 0
        asked = world.owing
        alone = asked & (asked - 1) == 0
        while asked != 0:
            seat = first_owing(asked)
            asked &= asked - 1
            if world.owes(seat):
                said = self.speak(node, world, seat, asked, alone, said)
        return said

    def speak(self, node: Node, world: State, seat: i64, later: i64, alone: bool, said: int) -> int:
        """One seat answers, and answers again while the others' words are sealed: it knows only its own."""
        fresh = False
        while True:
            legal = world.legal(seat)
            action = self.rng.pick(legal) if fresh else self.advise(node, seat, legal, alone)
            world.play(seat, action)
            own: int = (seat + 1) * SPEAKER + action
            said = (said << TOKEN_BITS) | own
            while world.outcomes > 0 and world.owing & later != 0:
                outcome = draw_outcome(world, self.rng)
                world.deal_outcome(outcome)
                said = (said << TOKEN_BITS) | outcome
                own = (own << TOKEN_BITS) | outcome
            if alone or not self.sealed(world, seat, later):
                return said
            fresh = fresh or own not in node.children
            node = self.child(node, own)

    def advise(self, node: Node, seat: i64, legal: vec[i64], alone: bool) -> i64:
        arms = arms_of(node, seat, legal)
        self.trail.append(arms)
        return arms.advise(legal, alone, self.rng)

    def sealed(self, world: State, seat: i64, later: i64) -> bool:
        """Whether a seat is asked again before it hears the others: some have yet to speak or would be asked anew."""
        if world.outcomes > 0 or not world.owes(seat):
            return False
        if world.owing & later != 0:
            return True
        return world.owing != world.imagine(seat, self.rng).owing


class Mcts(Bot):
    """The answer that the search came back to most often."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    def choose(self, world: State, seat: i64) -> i64:
        legal = world.legal(seat)[:]
        if len(legal) == 1:
            return legal[0]
        tree = Tree(self.rng, world.outlook(seat))
        self.budget.begin()
        while self.budget.spend():
            tree.grow(world.imagine(seat, self.rng))
        return arms_of(tree.root, seat, legal).favourite()


def mcts(argument: str) -> Bot:
    return Mcts(read_budget("mcts", argument, USUAL))
