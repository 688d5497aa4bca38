"""Test vectors for the browser's check of the dice, drawn by the dealer of the tables.

python -m tests.test_dice_vectors    writes the file again"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.table.dealer import CommittedDealer, commitment, nonces_from_secret, secret_from_seed

FILE = Path(parlour.__file__).parent / "web" / "replay" / "dice.vectors.json"
OUTCOMES_AND_ODDS: tuple[tuple[int, list[int]], ...] = (
    (6, []),
    (216, []),
    (1, []),
    (2**20, []),
    (7, []),
    (6, [2, 2, 2, 0, 1, 2]),
    (3, [2**30, 2**30, 2**30]),  # a quarter of the numbers is rejected
    (2, [0, 1]),
)


class WeightedOutcomes:
    """The part of a position that a dealer reads."""

    def __init__(self, outcomes: int, odds: list[int]) -> None:
        self.outcomes = outcomes
        self.weights = odds

    def odds(self) -> list[int]:
        return self.weights


def make_vectors() -> dict[str, Any]:
    secret = secret_from_seed(21)
    nonces = nonces_from_secret(secret, 3)
    dealer = CommittedDealer(secret, nonces)
    draws = []
    for _ in range(6):
        for fan, odds in OUTCOMES_AND_ODDS:
            owed: Any = WeightedOutcomes(fan, odds)
            draws.append({"fan": fan, "odds": odds, "outcome": dealer.draw(owed)})
    return {"seed": secret.hex(), "commitment": commitment(secret), "nonces": nonces, "draws": draws}


def vectors_as_json() -> str:
    found = make_vectors()
    rows = ",\n".join(f"    {json.dumps(draw)}" for draw in found.pop("draws"))
    return f'{json.dumps(found, indent=2)[:-2]},\n  "draws": [\n{rows}\n  ]\n}}\n'


def test_the_browser_is_tested_with_what_the_dealer_draws() -> None:
    if not FILE.parent.exists():
        pytest.skip("not a checkout")
    assert FILE.read_text("utf-8") == vectors_as_json()
    assert json.loads(vectors_as_json()) == make_vectors()


if __name__ == "__main__":
    FILE.write_text(vectors_as_json(), "utf-8")
