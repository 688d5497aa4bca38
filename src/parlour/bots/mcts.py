"""A player that grows a tree of what may come, over worlds imagined afresh."""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.bots.budget import Budget, parse_budget
from parlour.bots.playout import SolitaireProgress, play_randomly, playout_value
from parlour.kernel.match import Bot, draw_outcome
from parlour.kernel.rng import Rng
from parlour.kernel.state import State, first_owing

DEFAULT_BUDGET: Final = "1000"
EXPLORATION: Final = 0.4  # how much a rarely tried answer is favoured
MAX_NODES: Final[i64] = 1 << 18  # nodes a tree may grow; after that it only learns
SEAT_FACTOR: Final[i64] = 1 << 24  # a token is (seat + 1) * SPEAKER + action; below it the dealer's outcome
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

    def select(self, legal: vec[i64], alone: bool, rng: Rng) -> i64:
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
                keenness = EXPLORATION if alone else EXPLORATION * exploration_noise(rng)
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

    def add_value(self, value: float) -> None:
        self.tries[self.chosen] += 1.0
        self.sum[self.chosen] += value

    def most_tried(self) -> i64:
        """The answer most often tried; if equal the better one, then the lower."""
        best: i64 = 0
        for at in range(1, len(self.action)):
            more = self.tries[at] - self.tries[best]
            if more > 0.0 or (more == 0.0 and self.sum[at] > self.sum[best]):
                best = at
        return self.action[best]


def exploration_noise(rng: Rng) -> float:
    """From a half to one and a half. Seats that answer together and learn alike would else move in step for ever."""
    number: int = rng.next()
    return 0.5 + number / 4294967296


class TreeNode:
    """A point of the tree: what each seat may say there, and where it leads."""

    def __init__(self) -> None:
        self.arms: list[Arms] = []  # of the seats asked here
        self.children: dict[int, TreeNode] = {}  # by all that was said, or what was dealt


def get_arms(node: TreeNode, seat: i64, legal: vec[i64]) -> Arms:
    """What a seat may say at a node, as far as it is known."""
    for arms in node.arms:
        if arms.seat == seat:
            return arms
    made = Arms(seat, legal)
    node.arms.append(made)
    return made


class SearchTree:
    """What was learned about one decision."""

    def __init__(self, rng: Rng, before: i64) -> None:
        self.rng = rng
        self.progress = SolitaireProgress(before)
        self.root = TreeNode()
        self.size: i64 = 1
        self.path: list[Arms] = []  # who was advised in the present iteration

    def run_iteration(self, world: State) -> None:
        """One iteration in a world of its own: down the tree, on at random, and back with what it was worth."""
        self.path.clear()
        self.progress.reset()
        self.descend(world)
        play_randomly(world, self.rng, self.progress)
        values = vec[float]([playout_value(world, seat, self.progress) for seat in range(world.seats)])
        for arms in self.path:
            arms.add_value(values[arms.seat])

    def descend(self, world: State) -> None:
        """Follows the tree to a node where nobody has been. Chance is drawn, questions are answered by advice."""
        node = self.root
        known = True
        while known and not world.over():
            if world.outcomes > 0:
                outcome = draw_outcome(world, self.rng)
                world.deal_outcome(outcome)
                node = self.get_child(node, outcome)
            else:
                said = self.answer_question(node, world)
                known = said in node.children
                node = self.get_child(node, said)
            if world.seats == 1:
                self.progress.observe(world)

    def get_child(self, node: TreeNode, key: int) -> TreeNode:
        """The node below, made if there is room; without room it is forgotten again."""
        found = node.children.get(key)
        if found is not None:
            return found
        fresh = TreeNode()
        if self.size < MAX_NODES:
            self.size += 1
            node.children[key] = fresh
        return fresh

    def answer_question(self, node: TreeNode, world: State) -> int:
        """All seats that owe answer, each by its own arms. Gives all that was said, as one number."""
        said = 0
        asked = world.owing
        alone = asked & (asked - 1) == 0
        while asked != 0:
            seat = first_owing(asked)
            asked &= asked - 1
            if world.owes(seat):
                said = self.answer_seat(node, world, seat, asked, alone, said)
        return said

    def answer_seat(self, node: TreeNode, world: State, seat: i64, later: i64, alone: bool, said: int) -> int:
        """One seat answers, and answers again while the others' words are sealed: it knows only its own."""
        fresh = False
        while True:
            legal = world.legal(seat)
            action = self.rng.pick(legal) if fresh else self.select_answer(node, seat, legal, alone)
            world.play(seat, action)
            own: int = (seat + 1) * SEAT_FACTOR + action
            said = (said << TOKEN_BITS) | own
            while world.outcomes > 0 and world.owing & later != 0:
                outcome = draw_outcome(world, self.rng)
                world.deal_outcome(outcome)
                said = (said << TOKEN_BITS) | outcome
                own = (own << TOKEN_BITS) | outcome
            if alone or not self.is_sealed(world, seat, later):
                return said
            fresh = fresh or own not in node.children
            node = self.get_child(node, own)

    def select_answer(self, node: TreeNode, seat: i64, legal: vec[i64], alone: bool) -> i64:
        arms = get_arms(node, seat, legal)
        self.path.append(arms)
        return arms.select(legal, alone, self.rng)

    def is_sealed(self, world: State, seat: i64, later: i64) -> bool:
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
        tree = SearchTree(self.rng, world.outlook(seat))
        self.budget.start()
        while self.budget.take_try():
            tree.run_iteration(world.imagine(seat, self.rng))
        return get_arms(tree.root, seat, legal).most_tried()


def mcts(argument: str) -> Bot:
    return Mcts(parse_budget("mcts", argument, DEFAULT_BUDGET))
