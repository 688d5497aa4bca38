"""The mcts bot: Monte Carlo tree search over imagined worlds (information-set MCTS)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from parlour.bots.budget import Budget, parse_budget
from parlour.bots.playout import SolitaireProgress, play_randomly, playout_values
from parlour.kernel.action_list import ActionList
from parlour.kernel.match import Bot, draw_outcome
from parlour.kernel.rng import Rng
from parlour.kernel.state import State, first_owing

DEFAULT_BUDGET: Final = "1000"
EXPLORATION: Final = 0.4  # weight of rarely tried answers
MAX_NODES: Final[i64] = 1 << 18  # limit of the tree; beyond it, only the statistics grow
SEAT_FACTOR: Final[i64] = 1 << 24  # a token is (seat + 1) * SEAT_FACTOR + action, or an outcome below it
TOKEN_BITS: Final = 30


@mypyc_attr(acyclic=True)
class Arms:
    """Statistics of one seat's answers at a tree node: how often legal, how often tried, and the sum of values."""

    def __init__(self, seat: i64, legal: ActionList) -> None:
        self.seat = seat
        self.action = legal.to_vec()  # ascending; the columns below have the same order
        self.open = vec[float]([0.0] * legal.count)
        self.tries = vec[float]([0.0] * legal.count)
        self.sum = vec[float]([0.0] * legal.count)
        self.chosen: i64 = 0  # index, in the current iteration

    def select(self, legal: ActionList, alone: bool, rng: Rng) -> i64:
        """Returns the answer to try in the tree search: a random untried one, else by upper confidence bound.

        Unless the seat is asked `alone`, the bound has some noise."""
        chosen: i64 = 0
        untried: i64 = 0
        best = 0.0
        at: i64 = 0
        numbers = legal.numbers
        for index in range(legal.count):
            action = numbers[index]
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
                weight = EXPLORATION if alone else EXPLORATION * exploration_noise(rng)
                score = self.sum[at] / tries + weight * sqrt(sqrt(self.open[at]) / tries)
                if score > best:
                    best = score
                    chosen = at
            at += 1
        self.chosen = chosen
        return self.action[chosen]

    def insert(self, at: i64, action: i64) -> None:
        """Adds an answer that was not legal in earlier iterations to a tree node's statistics, in ascending order."""
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
        """Returns the answer that the tree search tried most often; among equals the better one, then the lower one."""
        best: i64 = 0
        for at in range(1, len(self.action)):
            more = self.tries[at] - self.tries[best]
            if more > 0.0 or (more == 0.0 and self.sum[at] > self.sum[best]):
                best = at
        return self.action[best]


def exploration_noise(rng: Rng) -> float:
    """Returns a random factor from 0.5 to 1.5 for the exploration weight of the tree search.

    Without it, seats that answer at the same time could move in lockstep."""
    number: int = rng.next()
    return 0.5 + number / 4294967296


@mypyc_attr(acyclic=True)
class TreeNode:
    """A node of the search tree: statistics of each seat's answers, and the child nodes."""

    def __init__(self) -> None:
        self.arms: list[Arms] = []  # one for each seat that answered here
        self.children: dict[int, TreeNode] = {}  # by the answers of all seats, or the outcome


def get_arms(node: TreeNode, seat: i64, legal: ActionList) -> Arms:
    """Returns the statistics of a seat's answers at a node of the search tree; adds them if they are missing."""
    for arms in node.arms:
        if arms.seat == seat:
            return arms
    added = Arms(seat, legal)
    node.arms.append(added)
    return added


class SearchTree:
    """The Monte Carlo search tree for one decision of a bot."""

    def __init__(self, rng: Rng, before: i64) -> None:
        self.rng = rng
        self.progress = SolitaireProgress(before)
        self.root = TreeNode()
        self.size: i64 = 1
        self.path: list[Arms] = []  # the statistics used in the current iteration
        self.legal = ActionList()  # used again for every question in the tree

    def run_iteration(self, world: State) -> None:
        """Runs one iteration of the tree search: descends, plays out at random, and adds the values to the path."""
        self.path.clear()
        self.progress.reset()
        self.descend(world)
        play_randomly(world, self.rng, self.progress)
        values = playout_values(world, self.progress)
        for arms in self.path:
            arms.add_value(values[arms.seat])

    def descend(self, world: State) -> None:
        """Plays from the root to the first new node. The dealer draws at random; seats answer by their statistics."""
        node = self.root
        known = True
        while known and not world.over():
            if world.outcomes > 0:
                outcome = draw_outcome(world, self.rng)
                world.deal_outcome(outcome)
                node = self.get_child(node, outcome)
            else:
                key = self.answer_question(node, world)
                child = node.children.get(key)
                known = child is not None
                node = self.add_child(node, key) if child is None else child
            if world.seats == 1:
                self.progress.observe(world)

    def get_child(self, node: TreeNode, key: int) -> TreeNode:
        """Returns the child of a search tree node by key, a new one if there is none."""
        found = node.children.get(key)
        return self.add_child(node, key) if found is None else found

    def add_child(self, node: TreeNode, key: int) -> TreeNode:
        """Returns a new child of a search tree node; it joins the tree unless the tree is full."""
        fresh = TreeNode()
        if self.size < MAX_NODES:
            self.size += 1
            node.children[key] = fresh
        return fresh

    def answer_question(self, node: TreeNode, world: State) -> int:
        """Lets all seats that owe an answer choose and play it. Returns their answers packed into one tree key."""
        key = 0
        asked = world.owing
        alone = asked & (asked - 1) == 0
        while asked != 0:
            seat = first_owing(asked)
            asked &= asked - 1
            if world.owes(seat):
                key = self.answer_seat(node, world, seat, asked, alone, key)
        return key

    def answer_seat(self, node: TreeNode, world: State, seat: i64, later: i64, alone: bool, key: int) -> int:
        """Lets one seat answer in the tree search, again while it cannot see the others' sealed answers.

        Returns the tree key, extended by the answers and outcomes. Meanwhile the seat knows only its own answers."""
        fresh = False
        legal = self.legal
        while True:
            world.list_legal(seat, legal)
            action = (
                legal.numbers[self.rng.below(legal.count)] if fresh else self.select_answer(node, seat, legal, alone)
            )
            world.play(seat, action)
            own: int = (seat + 1) * SEAT_FACTOR + action
            key = (key << TOKEN_BITS) | own
            while world.outcomes > 0 and world.owing & later != 0:
                outcome = draw_outcome(world, self.rng)
                world.deal_outcome(outcome)
                key = (key << TOKEN_BITS) | outcome
                own = (own << TOKEN_BITS) | outcome
            if alone or not self.is_sealed(world, seat, later):
                return key
            fresh = fresh or own not in node.children
            node = self.get_child(node, own)

    def select_answer(self, node: TreeNode, seat: i64, legal: ActionList, alone: bool) -> i64:
        arms = get_arms(node, seat, legal)
        self.path.append(arms)
        return arms.select(legal, alone, self.rng)

    def is_sealed(self, world: State, seat: i64, later: i64) -> bool:
        """Returns whether a seat in the tree search must answer again before it sees the others' answers."""
        if world.outcomes > 0 or not world.owes(seat):
            return False
        if world.owing & later != 0:
            return True
        return world.owing != world.imagine(seat, self.rng).owing


class Mcts(Bot):
    """A bot that chooses the answer that its Monte Carlo tree search tried most often."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    def choose(self, world: State, seat: i64) -> i64:
        legal = ActionList()
        world.list_legal(seat, legal)
        if legal.count == 1:
            return legal.numbers[0]
        tree = SearchTree(self.rng, world.outlook(seat))
        self.budget.start()
        while self.budget.take_try():
            tree.run_iteration(world.imagine(seat, self.rng))
        return get_arms(tree.root, seat, legal).most_tried()


def mcts(argument: str) -> Bot:
    return Mcts(parse_budget("mcts", argument, DEFAULT_BUDGET))
