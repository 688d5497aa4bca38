"""All cards of a match (official sets, a custom pack, changed fields), numbered for the rules (section 1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from parlour.games.harmonictook.data.pack_checks import KnownIds, join_names, printable, quote_value
from parlour.games.harmonictook.data.pack_reading import (
    Card,
    Category,
    Landmark,
    Pack,
    known_ids,
    parse_card,
    parse_landmark,
    parse_pack,
)
from parlour.kernel.problem import Problem

__all__ = ["OFFICIAL", "Card", "Catalogue", "Category", "Landmark", "Pack", "apply_overrides", "catalogue", "read_pack"]


class Catalogue(NamedTuple):
    """All cards and landmarks of a match by number: the official ones, in play or not, then the custom pack's."""

    cards: tuple[Card, ...]
    landmarks: tuple[Landmark, ...]
    card_in_play: tuple[bool, ...]
    landmark_in_play: tuple[bool, ...]
    max_seats: int
    market: str  # the market that `auto` stands for
    starting_coins: int
    warnings: tuple[str, ...]
    packs: tuple[Pack, ...]  # the sets in play


FILES: Final = ("base.json", "harbor.json", "millionaires_row.json")


def read_official() -> tuple[Pack, ...]:
    packs: tuple[Pack, ...] = ()
    for name in FILES:
        text = (Path(__file__).parent / name).read_text("utf-8")
        pack, _ = parse_pack(name, text, packs, packs)
        packs += (pack,)
    return packs


OFFICIAL: Final = read_official()


def read_pack(file: str, text: str, loaded: Sequence[Pack]) -> tuple[Pack, list[str]]:
    """Returns a custom card pack and the warnings about it; a Problem names the first mistake (section 1.5)."""
    more = tuple(pack for pack in loaded if pack.id not in [one.id for one in OFFICIAL])
    return parse_pack(file, text, loaded, OFFICIAL + more)


def apply_overrides(packs: Sequence[Pack], overrides: str) -> tuple[Pack, ...]:
    """Returns the card packs with single fields of cards changed: `sushi_bar.cost=2 mine.hits_on=8,9` (section 11)."""
    file = "card_overrides"
    changes: dict[str, dict[str, str]] = {}
    for word in overrides.split():
        match = re.fullmatch(r"([^.=]+)\.([^=]+)=(.*)", word)
        if match is None:
            raise Problem(
                f"{file}: {quote_value(word)} is not a change of a card; write id.field=value, as in sushi_bar.cost=2."
            )
        name, field, value = match.groups()
        if field in changes.setdefault(name, {}):
            raise Problem(
                f"{file}: the field {printable(name)}.{printable(field)} of a card is changed twice; change it once."
            )
        changes[name][field] = value
    known = known_ids(packs)
    for name in changes:
        if name not in known.cards and name not in known.landmarks:
            raise Problem(
                f"{file}: {quote_value(name)} is no card or landmark in play; write its id, as in sushi_bar.cost=2."
            )
    changed = []
    for pack in packs:
        cards = tuple(override_card(card, changes.get(card.id, {}), known) for card in pack.cards)
        landmarks = tuple(override_landmark(one, changes.get(one.id, {}), known) for one in pack.landmarks)
        changed.append(pack._replace(cards=cards, landmarks=landmarks))
    return tuple(changed)


def override_card(card: Card, changes: Mapping[str, str], known: KnownIds) -> Card:
    if not changes:
        return card
    spot = f"card_overrides: {card.id}"
    node = {
        **card._asdict(), "kind": "establishment", "alt_names": list(card.alt_names), "hits_on": list(card.hits_on),
        "effect": effect_to_json(card.effect), "supply": card.supply or "per_player", "max_per_player": card.max_owned,
        "optional_card": card.optional,
    }  # fmt: skip
    write_changes(spot, node, changes, ("cost", "hits_on", "supply", "starting", "order"))
    return parse_card(spot, node, card.pack, known, [])


def override_landmark(landmark: Landmark, changes: Mapping[str, str], known: KnownIds) -> Landmark:
    if not changes:
        return landmark
    spot = f"card_overrides: {landmark.id}"
    node = {
        **landmark._asdict(), "kind": "landmark", "colour": "orange", "category": next(iter(known.categories)),
        "alt_names": list(landmark.alt_names), "hits_on": [], "effect": effect_to_json(landmark.effect),
        "counts_for_win": landmark.wins, "counts_as_landmark": landmark.counts,
    }  # fmt: skip
    write_changes(spot, node, changes, ("cost",))
    return parse_landmark(spot, node, landmark.pack, known, [])


def effect_to_json(effect: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the effect of a card in the shape it has in the JSON file of a card pack: lists instead of tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in effect.items()}


def write_changes(spot: str, node: dict[str, Any], changes: Mapping[str, str], allowed: Sequence[str]) -> None:
    """Writes changed fields into a card or landmark in its JSON shape; a Problem if a field cannot be changed."""
    effect = node["effect"]
    parameters = [f"effect.{name}" for name in effect if name != "kind"]
    for field, text in changes.items():
        if field not in allowed and field not in parameters:
            right = join_names([*allowed, *parameters])
            raise Problem(f"{spot}.{printable(field)} cannot be changed; choose one of the fields {right}.")
        target, name = (effect, field[7:]) if field.startswith("effect.") else (node, field)
        if isinstance(target[name], list):
            target[name] = [parse_value(one) for one in text.split(",")] if text else []
        else:
            target[name] = parse_value(text)


def parse_value(text: str) -> int | bool | str:
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


@lru_cache(maxsize=64)
def catalogue(harbor: bool, row: bool, exhibit_hall: bool, file: str, overrides: str) -> Catalogue:
    """Returns all cards and landmarks for these match options; official ones keep their numbers, in play or not.
    `file`: the name of a custom pack, a line break and its JSON, or empty."""
    switched = (True, harbor, row)
    packs = tuple(pack for pack, on in zip(OFFICIAL, switched, strict=True) if on)
    if not exhibit_hall:
        packs = tuple(without_optional(pack) for pack in packs)
    warnings: list[str] = []
    if file:
        name, _, text = file.partition("\n")
        custom, warnings = read_pack(name, text, packs)
        packs += (custom,)
    packs = apply_overrides(packs, overrides)
    cards = {card.id: card for pack in packs for card in pack.cards}
    landmarks = {one.id: one for pack in packs for one in pack.landmarks}
    all_cards = {card.id: card for pack in OFFICIAL for card in pack.cards} | cards
    all_landmarks = {one.id: one for pack in OFFICIAL for one in pack.landmarks} | landmarks
    markets = [pack.setup["market"] for pack in packs if "market" in pack.setup]
    return Catalogue(
        cards=tuple(all_cards.values()),
        landmarks=tuple(all_landmarks.values()),
        card_in_play=tuple(name in cards for name in all_cards),
        landmark_in_play=tuple(name in landmarks for name in all_landmarks),
        max_seats=max(pack.max_players for pack in packs),
        market=markets[-1],
        starting_coins=[pack.setup["starting_coins"] for pack in packs if "starting_coins" in pack.setup][-1],
        warnings=tuple(warnings),
        packs=packs,
    )


def without_optional(pack: Pack) -> Pack:
    """Returns an official card set without its optional card, the Exhibit Hall (R27)."""
    return pack._replace(cards=tuple(card for card in pack.cards if not card.optional))
