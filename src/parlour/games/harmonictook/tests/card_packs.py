"""Card packs with mistakes: the tea house of the guide and changes to it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from parlour.games.harmonictook.data.packs import OFFICIAL, Card, Landmark, Pack, read_pack
from parlour.kernel.problem import Problem

BASE, HARBOR, ROW = OFFICIAL
GUIDE = (Path(__file__).parents[5] / "docs" / "card-packs.md").read_text("utf-8")
GUIDE_EXAMPLES = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
TEA_JSON: str = GUIDE_EXAMPLES[0]


def read_official(name: str) -> str:
    return (Path(__file__).parents[1] / "data" / f"{name}.json").read_text("utf-8")


def cards_and_landmarks(*packs: Pack) -> list[Card | Landmark]:
    """Returns all cards and landmarks of the packs."""
    found: list[Card | Landmark] = []
    for pack in packs:
        found += [*pack.cards, *pack.landmarks]
    return found


def tea_pack() -> dict[str, Any]:
    """Returns the tea house pack as JSON, ready to be changed."""
    node: dict[str, Any] = json.loads(TEA_JSON)
    return node


def tea_pack_with(**changes: object) -> dict[str, Any]:
    """Returns the tea pack with its card changed; a dot in a field is written as two underscores."""
    node = tea_pack()
    for path, value in changes.items():
        *way, last = path.split("__")
        target = node["cards"][0]
        for step in way:
            target = target[step]
        target[last] = value
    return node


def purple_pack(effect: dict[str, object]) -> dict[str, Any]:
    return tea_pack_with(colour="purple", max_per_player=1, effect=effect)


def landmark_pack(**changes: object) -> dict[str, Any]:
    """Returns the tea pack with a landmark."""
    landmark = {
        "id": "pagoda", "name": "Pagoda", "alt_names": [], "kind": "landmark", "colour": "orange", "cost": 9,
        "category": "tower", "hits_on": [], "effect": {"kind": "reroll", "times": 1}, "start_built": False,
        "counts_for_win": True, "counts_as_landmark": True, "demolishable": True, "emoji": "🛕", "code": "PG",
        "text": "Roll again.", **changes,
    }  # fmt: skip
    return {**tea_pack(), "landmarks": [landmark]}


def refusal_sentence(node: object, loaded: tuple[Any, ...] = (BASE,), file: str = "tea.json") -> str:
    """Returns the sentence that refuses a pack."""
    text = node if isinstance(node, str) else json.dumps(node)
    with pytest.raises(Problem) as caught:
        read_pack(file, text, loaded)
    return str(caught.value)


def without(node: dict[str, Any], field: str) -> dict[str, Any]:
    del node["cards"][0][field]
    return node


def make_cards(count: int) -> list[dict[str, Any]]:
    """Returns this many different cards."""
    one = tea_pack()["cards"][0]
    return [{**one, "id": f"tea_{n}", "name": f"Tea {n}", "code": f"{n:02}"} for n in range(count)]
