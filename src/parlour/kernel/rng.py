"""The random number generator: it gives the same numbers on every machine and in every build."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

MASK: Final[i64] = 0xFFFFFFFF
RANGE: Final[i64] = 0x100000000
WARM_UP: Final[i64] = 12
DEALER_STREAM: Final[i64] = 0


@mypyc_attr(acyclic=True)
class Rng:
    """A random number generator (sfc32). A seed and a stream number always give the same sequence."""

    def __init__(self, seed: i64, stream: i64 = 0) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.counter: i64 = 0
        self.seed(seed, stream)

    def seed(self, seed: i64, stream: i64 = 0) -> None:
        self.a = seed & MASK
        self.b = (seed >> 32) & MASK
        self.c = stream & MASK
        self.counter = ((stream >> 32) & MASK) + 1
        left = WARM_UP
        while left > 0:
            self.next()
            left -= 1

    def next(self) -> i64:
        """Returns the next random whole number from 0 to 2**32 - 1."""
        b = self.b
        c = self.c
        out: i64 = (self.a + b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & MASK
        self.c = ((((c << 21) | (c >> 11)) & MASK) + out) & MASK
        return out

    def below(self, n: i64) -> i64:
        """Returns a random number below n (at most 2**31), all equally likely. Rejects draws that would cause bias."""
        if n == 1:
            return 0
        number = self.next()
        while number >= RANGE - n and number >= RANGE - RANGE % n:  # the first test is quick, and nearly always enough
            number = self.next()
        return number % n

    def pick(self, numbers: vec[i64]) -> i64:
        return numbers[self.below(len(numbers))]

    def weighted_index(self, odds: vec[i64]) -> i64:
        """Returns a random index, with a probability proportional to the weight at that index."""
        total: i64 = 0
        for weight in odds:
            total += weight
        mark = self.below(total)
        for index in range(len(odds)):
            mark -= odds[index]
            if mark < 0:
                return index
        raise ValueError("no outcome has any weight")


def match_seed(seed: i64, index: i64) -> i64:
    """Returns the random seed of match number `index` of a series: 62 bits, from which it can be played alone."""
    rng = Rng(seed, index)
    high = rng.next() & 0x7FFFFFFF
    low = rng.next() & 0x7FFFFFFF
    return (high << 31) | low


def bot_stream(seat: i64, turn: i64) -> i64:
    """Returns the random stream number for one answer of a bot, by seat and turn.

    So a bot's thinking changes no dice, and a reloaded match repeats the same answer."""
    return (turn << 8) | (seat + 1)
