"""The dealers: a committed one whose outcomes can be verified later, and a fast one for simulations.

The committed dealer first publishes SHA-256(secret). Its key is HMAC-SHA-256(secret, text); the text is
"parlour dealer 1" and then the nonce of each seat, one per line. Block k is HMAC-SHA-256(key, k as eight bytes,
big-endian), read as eight big-endian numbers of 32 bits. A draw below n skips numbers that are not below the largest
multiple of n, and returns the next number modulo n. With weights, n is their sum: outcome 0 owns the lowest numbers."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import Protocol

from parlour.kernel.match import draw_outcome
from parlour.kernel.problem import Problem
from parlour.kernel.record import Header
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import State
from parlour.table.cheap_copies import copy_attributes

KEY_LABEL = "parlour dealer 1"
NUMBER_SPAN = 1 << 32
NONCE_PATTERN = re.compile(r"[0-9a-f]{2,64}")
SECRET_PATTERN = re.compile(r"[0-9a-f]{64}")


class Dealer(Protocol):
    def draw(self, state: State) -> int:
        """Returns the random outcome (a die roll, a card) that the position asks the dealer for."""
        ...

    def copy(self) -> Dealer:
        """Returns a copy of the dealer that will draw the same outcomes from here on."""
        ...


class CommittedDealer:
    """A dealer whose draws come from a secret, committed to by hash before the match, and a nonce of every seat."""

    def __init__(self, secret: bytes, nonces: Sequence[str]) -> None:
        self.secret = secret
        self.nonces = tuple(nonces)
        self.key = hmac.digest(secret, "\n".join([KEY_LABEL, *nonces]).encode(), "sha256")
        self.block = 0
        self.numbers: list[int] = []

    def next(self) -> int:
        if not self.numbers:
            block = hmac.digest(self.key, self.block.to_bytes(8, "big"), "sha256")
            self.numbers = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
            self.block += 1
        return self.numbers.pop()

    def copy(self) -> CommittedDealer:
        twin = copy_attributes(self)
        twin.numbers = self.numbers[:]
        return twin

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        while True:
            number = self.next()
            if number < NUMBER_SPAN - NUMBER_SPAN % n:
                return number % n

    def draw(self, state: State) -> int:
        odds = [int(weight) for weight in state.odds()]
        if not odds:
            return self.below(int(state.outcomes))
        mark = self.below(sum(odds))
        for outcome, weight in enumerate(odds):
            mark -= weight
            if mark < 0:
                return outcome
        raise AssertionError("the weights do not add up")


class FastDealer:
    """The dealer of simulations: draws outcomes from the fast random generator, without a commitment."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed, DEALER_STREAM)

    def draw(self, state: State) -> int:
        return int(draw_outcome(state, self.rng))

    def copy(self) -> FastDealer:
        twin = FastDealer(0)
        twin.rng.a, twin.rng.b, twin.rng.c = self.rng.a, self.rng.b, self.rng.c
        twin.rng.counter = self.rng.counter
        return twin


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def fresh_secret() -> bytes:
    return secrets.token_bytes(32)


def fresh_nonce() -> str:
    return secrets.token_hex(16)


def secret_from_seed(seed: int) -> bytes:
    """Returns a dealer's secret made from a known seed, so that the match's dice can be repeated."""
    return hashlib.sha256(f"parlour seed {seed}".encode()).digest()


def nonces_from_secret(secret: bytes, seats: int) -> list[str]:
    return [hmac.digest(secret, f"nonce {seat}".encode(), "sha256").hex()[:32] for seat in range(seats)]


def validate_nonce(nonce: str) -> str:
    """Returns a seat's nonce for the dice; raises Problem unless it is hexadecimal, so that joins are unambiguous."""
    if not NONCE_PATTERN.fullmatch(nonce):
        raise Problem("A nonce (a seat's part of the dice) is not valid; send 2 to 64 hexadecimal digits.")
    return nonce


def bot_seed(secret: bytes, seat: int) -> int:
    """Returns the seed of a bot's random numbers: as secret as the dice, and different for each seat."""
    return int.from_bytes(hmac.digest(secret, f"bot {seat}".encode(), "sha256")[:8], "big") >> 2


def dealer_for_record(header: Header, seed: str) -> Dealer:
    """Returns the dealer of a recorded match; raises Problem if the seed does not match the dealer's commitment."""
    if header.dealer == "fast":
        return FastDealer(header.seed)
    if len(header.nonces) != len(header.names):
        raise Problem(
            "The first line of the record does not hold one nonce per seat, so it was changed; use another copy."
        )
    nonces = [validate_nonce(nonce) for nonce in header.nonces]
    if not SECRET_PATTERN.fullmatch(seed) or commitment(bytes.fromhex(seed)) != header.commitment:
        raise Problem(
            "The seed in the record is not the one that the dealer committed to, so do not trust the dice; "
            "use another copy."
        )
    return CommittedDealer(bytes.fromhex(seed), nonces)
