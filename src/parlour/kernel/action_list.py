"""A list of legal actions that is used again for every question, so that asking needs no new memory."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr


@mypyc_attr(acyclic=True)
class ActionList:
    """The legal actions of one question: the first `count` of its numbers. `State.list_legal` fills it."""

    def __init__(self) -> None:
        self.numbers = vec[i64]([0] * 32)
        self.count: i64 = 0
        self.borrowed = False  # the numbers belong to the state, and must not be changed

    def clear(self) -> None:
        """Empties the list, before a game fills it."""
        if self.borrowed:
            self.numbers = vec[i64]([0] * 32)
            self.borrowed = False
        self.count = 0

    def borrow(self, actions: vec[i64]) -> None:
        """Makes the list consist of these actions, without copying them."""
        self.numbers = actions
        self.count = len(actions)
        self.borrowed = True

    def add(self, action: i64) -> None:
        at = self.count
        if at < len(self.numbers):
            self.numbers[at] = action
        else:
            self.numbers = append(self.numbers, action)
        self.count = at + 1

    def add_if(self, action: i64, wanted: bool) -> None:
        """Adds an action if it is wanted. No branch depends on that, since the processor would often guess wrong."""
        at = self.count
        if at == len(self.numbers):
            self.numbers = append(self.numbers, action)
        self.numbers[at] = action
        self.count = at + i64(wanted)

    def insert(self, action: i64) -> None:
        """Adds an action at its place in ascending order."""
        at = self.count
        self.add(action)
        numbers = self.numbers
        while at > 0 and numbers[at - 1] > action:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = action

    def add_all(self, actions: vec[i64]) -> None:
        for action in actions:
            self.add(action)

    def to_vec(self) -> vec[i64]:
        """Returns the actions as numbers of their own, which stay when the list is filled again."""
        return self.numbers[: self.count]
