"""Parses one card pack and checks its cards, landmarks and categories (section 1.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from parlour.games.harmonictook.data import pack_fields
from parlour.games.harmonictook.data.pack_checks import (
    EffectKind,
    KnownIds,
    bad_value,
    check_fields,
    check_kind,
    join_names,
    parse_json,
    printable,
    quote_value,
)
from parlour.kernel.problem import Problem


class Card(NamedTuple):
    """One type of card that players buy, as described by an entry of a card pack."""

    id: str
    name: str
    alt_names: tuple[str, ...]
    colour: str
    category: str
    cost: int
    hits_on: tuple[int, ...]
    effect: Mapping[str, Any]
    condition: Mapping[str, Any] | None
    on_build: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    supply: int | None  # None: as many as there are players
    max_owned: int | None  # the most copies a player may own; None: no limit
    starting: int
    order: int
    emoji: str
    code: str
    text: str
    optional: bool
    pack: str


class Landmark(NamedTuple):
    id: str
    name: str
    alt_names: tuple[str, ...]
    cost: int
    effect: Mapping[str, Any]
    start_built: bool
    wins: bool  # counts for the win
    counts: bool  # counted by conditions
    demolishable: bool
    emoji: str
    code: str
    text: str
    pack: str


class Category(NamedTuple):
    id: str
    label: str
    emoji: str
    code: str


class Pack(NamedTuple):
    id: str
    name: str
    requires: tuple[str, ...]
    min_players: int
    max_players: int
    setup: Mapping[str, Any]
    categories: tuple[Category, ...]
    cards: tuple[Card, ...]
    landmarks: tuple[Landmark, ...]


EXPANSIONS: Final = ("harbor", "millionaires_row")  # sets that the option of the same name puts in play
NO_IDS: Final = KnownIds((), (), ())


def parse_card(spot: str, node: Any, pack: str, known: KnownIds, warnings: list[str]) -> Card:
    """Returns a card made from its JSON in a card pack, after checking its fields singly and together."""
    got = check_fields(spot, node, pack_fields.CARD, known, warnings)
    colour = got["colour"]

    def part(name: str, kinds: Mapping[str, EffectKind], what: str) -> Mapping[str, Any] | None:
        return None if got[name] is None else check_kind(f"{spot}.{name}", got[name], kinds, what, known, warnings)

    fitting = {name: kind for name, kind in pack_fields.EFFECTS.items() if colour in kind.colours.split()}
    effect = check_kind(f"{spot}.effect", got["effect"], fitting, f"the effect of a {colour} card", known, warnings)
    condition = part("condition", pack_fields.CONDITIONS, "a condition")
    on_build = part("on_build", pack_fields.ON_BUILD, "the effect of building")
    after = part("after", pack_fields.AFTER, "an effect after the effect")
    most = got["max_per_player"]
    if colour == "purple" and most != 1:
        raise bad_value(f"{spot}.max_per_player", most, "a player owns at most 1 copy of a purple card")
    if after is not None and (colour == "purple" or not effect["kind"].startswith("bank_")):
        raise Problem(
            f"{spot}.after is close_self, but only blue and green cards with a bank effect close themselves; remove it."
        )
    if most is not None and got["starting"] > most:
        raise bad_value(f"{spot}.starting", got["starting"], f"a player may own at most {most}, by max_per_player")
    supply = None if got["supply"] == "per_player" else got["supply"]
    return Card(
        got["id"], got["name"], got["alt_names"], colour, got["category"], got["cost"], got["hits_on"], effect,
        condition, on_build, after, supply, most, got["starting"], got["order"], got["emoji"], got["code"],
        got["text"], bool(got["optional_card"]), pack,
    )  # fmt: skip


def parse_landmark(spot: str, node: Any, pack: str, known: KnownIds, warnings: list[str]) -> Landmark:
    got = check_fields(spot, node, pack_fields.LANDMARK, known, warnings)
    fitting = {name: kind for name, kind in pack_fields.EFFECTS.items() if kind.colours == "orange"}
    effect = check_kind(f"{spot}.effect", got["effect"], fitting, "the effect of a landmark", known, warnings)
    if got["start_built"] and got["counts_for_win"]:
        raise Problem(
            f"{spot}.counts_for_win is true, but a landmark that is built from the start cannot count; write false."
        )
    return Landmark(
        got["id"], got["name"], got["alt_names"], got["cost"], effect, got["start_built"], got["counts_for_win"],
        got["counts_as_landmark"], got["demolishable"], got["emoji"], got["code"], got["text"], pack,
    )  # fmt: skip


def parse_categories(
    file: str, nodes: Mapping[str, Any], loaded: Sequence[Pack], warnings: list[str]
) -> list[Category]:
    """Returns the card categories that a card pack defines; each name and code may be used once."""
    found: list[Category] = []
    for name, node in nodes.items():
        if not pack_fields.ID.accepts(name, NO_IDS):
            raise Problem(
                f"{file}: {quote_value(name)} cannot be the id of a category of cards; {pack_fields.ID.requirement}."
            )
        spot = f"{file}: categories.{name}"
        if not isinstance(node, dict):
            raise bad_value(spot, node, pack_fields.OBJECT.requirement)
        got = check_fields(spot, node, pack_fields.CATEGORY, NO_IDS, warnings)
        for other in (*found, *(one for pack in loaded for one in pack.categories)):
            if other.id == name:
                raise Problem(
                    f"{spot} is a category that another set of cards already has; give the new category another id."
                )
            if other.code.upper() == got["code"].upper():
                raise bad_value(f"{spot}.code", got["code"], f"a code is used once, and the category {other.id} has it")
        found.append(Category(name, got["label"], got["emoji"], got["code"]))
    return found


def entry_names(file: str, nodes: Sequence[Any], what: str) -> list[str]:
    """Returns how error sentences name each entry of a card pack: by its id, or its position if the id is not valid."""
    found = []
    for place, node in enumerate(nodes, 1):
        if not isinstance(node, dict):
            raise bad_value(f"{file}: {what} {place}", node, pack_fields.OBJECT.requirement)
        fits = pack_fields.ID.accepts(node.get("id"), NO_IDS)
        found.append(f"{file}: {node['id'] if fits else f'{what} {place}'}")
    return found


def parse_header(file: str, text: str, loaded: Sequence[Pack], warnings: list[str]) -> dict[str, Any]:
    """Returns the checked top-level fields of a card pack file; its cards and landmarks are not parsed yet."""
    node = parse_json(file, text)
    if not isinstance(node, dict):
        raise Problem(f"{file}: the card pack is {quote_value(node)}; write an object, in braces.")
    got = check_fields(f"{file}: ", node, pack_fields.PACK, NO_IDS, warnings)
    for need in got["requires"]:
        if need not in [pack.id for pack in loaded]:
            if need not in EXPANSIONS:
                raise bad_value(f"{file}: requires", need, f"the sets are base, {join_names(EXPANSIONS)}")
            raise Problem(
                f"{file}: the card pack requires the set {need}, which is not in play; add it with the option "
                f"{need}=yes."
            )
    got["players"] = check_fields(f"{file}: players", got["players"], pack_fields.PLAYERS, NO_IDS, warnings)
    least, most = got["players"]["min"], got["players"]["max"]
    if least > most:
        raise bad_value(f"{file}: players.min", least, f"it must be at most players.max, {most}")
    setup = check_fields(f"{file}: setup", got["setup"], pack_fields.SETUP, NO_IDS, warnings)
    got["setup"] = {name: value for name, value in setup.items() if value is not None}
    for what, most in pack_fields.MAX_ENTRIES.items():
        if len(got[what]) > most:
            raise Problem(
                f"{file}: the card pack has {len(got[what])} {what}, but may have at most {most}; remove some."
            )
    return got


def parse_pack(file: str, text: str, loaded: Sequence[Pack], taken: Sequence[Pack]) -> tuple[Pack, list[str]]:
    """Returns a card pack and the warnings about it; it may refer to the loaded sets, and must not repeat ids, codes or
    names of the taken ones. A Problem names the first mistake."""
    file = printable(file) or "cards"
    warnings: list[str] = []
    got = parse_header(file, text, loaded, warnings)
    name = got["set"]
    if name in [pack.id for pack in taken]:
        raise bad_value(f"{file}: set", name, "a set of your own needs an id that no other set has")
    categories = parse_categories(file, got["categories"], loaded, warnings)
    card_spots, landmark_spots = (
        entry_names(file, got["cards"], "card"),
        entry_names(file, got["landmarks"], "landmark"),
    )
    known = known_ids(loaded)
    known = KnownIds(
        [*known.categories, *(one.id for one in categories)],
        [*known.cards, *(node.get("id") for node in got["cards"])],
        [*known.landmarks, *(node.get("id") for node in got["landmarks"])],
    )
    cards = [parse_card(spot, node, name, known, warnings) for spot, node in zip(card_spots, got["cards"], strict=True)]
    landmarks = [
        parse_landmark(spot, node, name, known, warnings)
        for spot, node in zip(landmark_spots, got["landmarks"], strict=True)
    ]
    check_unique(file, [*cards], [*landmarks], taken)
    check_investments(file, [*(card for pack in loaded for card in pack.cards), *cards])
    if len(warnings) > pack_fields.MAX_WARNINGS:
        rest = len(warnings) - pack_fields.MAX_WARNINGS
        warnings[pack_fields.MAX_WARNINGS :] = [f"{file}: {rest} more fields are not known; they are ignored."]
    pack = Pack(
        name, got["name"], got["requires"], got["players"]["min"], got["players"]["max"], got["setup"],
        tuple(categories), tuple(cards), tuple(landmarks),
    )  # fmt: skip
    return pack, warnings


def known_ids(packs: Sequence[Pack]) -> KnownIds:
    return KnownIds(
        [one.id for pack in packs for one in pack.categories],
        [one.id for pack in packs for one in pack.cards],
        [one.id for pack in packs for one in pack.landmarks],
    )


def check_unique(file: str, cards: list[Card], landmarks: list[Landmark], taken: Sequence[Pack]) -> None:
    """Checks that ids, codes and names of cards and landmarks are unique over all card sets; else raises a Problem."""
    ids: dict[str, str] = {}
    codes: dict[str, str] = {}
    names: dict[str, str] = {}
    things: list[Card | Landmark] = []
    for pack in taken:
        things += [*pack.cards, *pack.landmarks]
    for thing in [*things, *cards, *landmarks]:
        spot = f"{file}: {thing.id}"
        if thing.id in ids:
            raise bad_value(f"{spot}.id", thing.id, f"an id is used once, and the set {ids[thing.id]} has it already")
        ids[thing.id] = thing.pack
        if codes.setdefault(thing.code.upper(), thing.id) != thing.id:
            owner = codes[thing.code.upper()]
            raise bad_value(f"{spot}.code", thing.code, f"a code is used once, and {owner} has it already")
        for field, name in (("name", thing.name), *(("alt_names", name) for name in thing.alt_names)):
            owner = names.setdefault(name.casefold(), thing.id)
            if owner != thing.id:
                raise bad_value(f"{spot}.{field}", name, f"a name is used once, and {owner} has it already")


def check_investments(file: str, cards: Sequence[Card]) -> None:
    """Checks that only one type of card stores coins, since a seat has one stack of them; raises a Problem if not."""
    holders = [card for card in cards if card.effect["kind"] == "take_from_each_investment"]
    if len(holders) > 1:
        right = f"one type of card takes investments, and {holders[0].id} does already"
        raise bad_value(f"{file}: {holders[1].id}.effect.kind", holders[1].effect["kind"], right)
