"""Fuzzed card packs: each is either playable or refused with one sentence."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.data import pack_fields
from parlour.games.harmonictook.data.packs import Catalogue, catalogue, read_pack
from parlour.games.harmonictook.tests.card_packs import BASE, GUIDE_EXAMPLES, HARBOR, TEA_JSON, read_official
from parlour.kernel.match import draw_outcome
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.state import first_owing

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50)
JSON = st.recursive(
    SCALARS | st.sampled_from(["all", "purple", "cup", "tea_hill", "per_player", -1, 0, 1, 99, 100]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


def pack_with_all_effects() -> dict[str, Any]:
    """The second example of the guide with a card of every kind of effect."""
    node: dict[str, Any] = json.loads(GUIDE_EXAMPLES[1])
    official = [
        one for name in ("base", "harbor", "millionaires_row") for one in json.loads(read_official(name))["cards"]
    ]
    kinds = [one["effect"]["kind"] for one in official]
    for place, one in enumerate(official):
        if one["effect"]["kind"] not in kinds[:place]:
            code = f"{place:02}"
            node["cards"].append(
                {**one, "id": f"own_{one['id']}", "name": f"Own {place}", "alt_names": [], "code": code}
            )
    return node


PACK_WITH_ALL_EFFECTS = pack_with_all_effects()


def test_the_rich_pack_loads_with_every_kind_of_card() -> None:
    pack, warnings = read_pack("rich.json", json.dumps(PACK_WITH_ALL_EFFECTS), (BASE, HARBOR))
    assert warnings == []
    kinds = {one.effect["kind"] for one in pack.cards}
    assert kinds == {name for name, kind in pack_fields.EFFECTS.items() if kind.colours != "orange"}


@pytest.mark.parametrize("market", ["fixed", "variable", "hybrid"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_rich_pack_can_be_played(seats: int, market: str) -> None:
    """With cheap cards of every kind and random answers, coins and copies stay within their bounds."""
    node = copy.deepcopy(PACK_WITH_ALL_EFFECTS)
    for place, one in enumerate(node["cards"]):
        one.update(cost=place % 3, hits_on=[1 + place % 6, 7 + place % 5])
    cards = "rich.json\n" + json.dumps(node)
    options = {option.name: option.default for option in GAME.options}
    options |= {"harbor": True, "cards": cards, "market": market, "max_turns": 200}
    assert GAME.traits.problem is not None
    assert GAME.traits.problem(seats, options) is None
    town, rng = GAME.start(seats, options, None), Rng(seats)
    while not town.over():
        if town.outcomes > 0:
            town.deal_outcome(draw_outcome(town, rng))
            continue
        seat = first_owing(town.owing)
        legal = list(town.legal(seat))
        town.play(seat, legal[rng.below(len(legal))])
        shown: Any = GAME.view(town, seat)
        assert min(shown.coins) >= 0
        for own, shut in zip(shown.owned, shown.closed, strict=True):
            assert all(0 <= closed <= copies for copies, closed in zip(own, shut, strict=True))
            assert all(own[39 + place] <= (one["max_per_player"] or 60) for place, one in enumerate(node["cards"]))


def json_paths(node: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [way, *(spot for key, value in inner for spot in json_paths(value, (*way, key)))]


def check_loads_or_one_sentence(text: str) -> None:
    try:
        pack, warnings = read_pack("any.json", text, (BASE, HARBOR))
    except Problem as problem:
        sentence = str(problem)
        assert sentence.startswith("any.json: ")
        assert sentence.endswith(".")
        assert sentence.isprintable()
        return
    assert all(one.isprintable() and one.startswith("any.json: ") for one in warnings)
    found = catalogue(True, False, True, "any.json\n" + text, "")
    check_catalogue(found)
    assert found.packs[-1] == pack


def check_catalogue(found: Catalogue) -> None:
    """Checks what the rules rely on, without the tables of the pack checks."""
    ids = [*(one.id for one in found.cards), *(one.id for one in found.landmarks)]
    codes = [*(one.code for one in found.cards), *(one.code for one in found.landmarks)]
    assert len(set(ids)) == len(ids)
    assert len(set(codes)) == len(codes)
    assert len(found.cards) <= 64
    assert len(found.landmarks) <= 12
    assert 2 <= found.max_seats <= 5
    categories = {one.id for pack in found.packs for one in pack.categories}
    for one in found.cards:
        effect = one.effect
        assert one.hits_on
        assert one.hits_on == tuple(sorted({n for n in one.hits_on if 0 < n < 15}))
        assert type(one.cost) is int
        assert 0 <= one.cost <= 99
        assert {one.category, *effect.get("categories", ()), effect.get("category", "cup")} <= categories
        assert effect.get("card", "mine") in ids
        assert (one.condition or {}).get("landmark", "airport") in ids
        assert one.colour != "purple" or (one.max_owned == 1 and one.after is None)
        assert (one.colour == "red") == (effect["kind"] == "take_from_roller")
        for name in ("amount", "reward", "take_per_card"):
            assert effect.get(name, 0) == "all" or 0 <= effect.get(name, 0) <= 99


@given(st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_spoilt_pack_gives_one_sentence(data: st.DataObject) -> None:
    node: Any = copy.deepcopy(PACK_WITH_ALL_EFFECTS)
    for _ in range(data.draw(st.integers(1, 3))):
        spots = json_paths(node)
        way = data.draw(st.sampled_from(spots))
        gone = data.draw(st.booleans())
        value = None if gone else data.draw(JSON)
        if way == ():
            node = value
            break
        target = node
        for step in way[:-1]:
            target = target[step]
        if gone:
            del target[way[-1]]
        else:
            target[way[-1]] = value
    check_loads_or_one_sentence(json.dumps(node, ensure_ascii=data.draw(st.booleans())))


@given(st.text() | JSON.map(json.dumps) | st.integers(0, len(TEA_JSON)).map(lambda cut: TEA_JSON[:cut]))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_one_sentence(text: str) -> None:
    check_loads_or_one_sentence(text)


@given(st.text(max_size=60) | st.from_regex(r"(mine|harbor|cafe|park)\.(cost|hits_on|supply|effect\.amount)=\S{0,8}"))
@settings(max_examples=200, deadline=None)
def test_any_overrides_give_one_sentence(overrides: str) -> None:
    try:
        found = catalogue(True, True, True, "", overrides)
    except Problem as problem:
        sentence = str(problem)
        assert sentence.startswith("card_overrides: ")
        assert sentence.isprintable()
    else:
        check_catalogue(found)
