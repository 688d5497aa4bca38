"""Reads one card pack: cards, landmarks and categories, each right by itself and beside the others (section 1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from parlour.games.harmonictook import pack_fields
from parlour.games.harmonictook.pack_checks import Kind, Known, fields, kind_of, listed, parsed, plain, shown, wrong
from parlour.kernel.problem import Problem


class Card(NamedTuple):
    """One establishment: one line of a pack."""

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
    most: int | None  # that one player may own; None: no limit
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
    counts: bool  # is counted by conditions
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
    least: int  # players
    most: int
    setup: Mapping[str, Any]
    categories: tuple[Category, ...]
    cards: tuple[Card, ...]
    landmarks: tuple[Landmark, ...]


OPTION_OF: Final = {"harbor": "harbor", "millionaires_row": "millionaires_row"}  # set -> the option that loads it


def read_card(spot: str, node: Any, pack: str, known: Known, warnings: list[str]) -> Card:
    """A card whose every field is right by itself and together with the others."""
    got = fields(spot, node, pack_fields.CARD, known, warnings)
    colour = got["colour"]

    def part(name: str, kinds: Mapping[str, Kind], what: str) -> Mapping[str, Any] | None:
        return None if got[name] is None else kind_of(f"{spot}.{name}", got[name], kinds, what, known, warnings)

    fitting = {name: kind for name, kind in pack_fields.EFFECTS.items() if colour in kind.colours.split()}
    effect = kind_of(f"{spot}.effect", got["effect"], fitting, f"the effect of a {colour} card", known, warnings)
    condition = part("condition", pack_fields.CONDITIONS, "a condition")
    on_build = part("on_build", pack_fields.ON_BUILD, "the effect of building")
    after = part("after", pack_fields.AFTER, "an effect after the effect")
    most = got["max_per_player"]
    if colour == "purple" and most != 1:
        raise wrong(f"{spot}.max_per_player", most, "a player owns at most 1 copy of a purple card")
    if colour == "purple" and after is not None:
        raise Problem(f"{spot}.after is close_self; a purple card never closes.")
    if most is not None and got["starting"] > most:
        raise wrong(f"{spot}.starting", got["starting"], f"a player may own at most {most}, by max_per_player")
    supply = None if got["supply"] == "per_player" else got["supply"]
    return Card(
        got["id"], got["name"], got["alt_names"], colour, got["category"], got["cost"], got["hits_on"], effect,
        condition, on_build, after, supply, most, got["starting"], got["order"], got["emoji"], got["code"],
        got["text"], bool(got["optional_card"]), pack,
    )  # fmt: skip


def read_landmark(spot: str, node: Any, pack: str, known: Known, warnings: list[str]) -> Landmark:
    got = fields(spot, node, pack_fields.LANDMARK, known, warnings)
    fitting = {name: kind for name, kind in pack_fields.EFFECTS.items() if kind.colours == "orange"}
    effect = kind_of(f"{spot}.effect", got["effect"], fitting, "the effect of a landmark", known, warnings)
    if got["start_built"] and got["counts_for_win"]:
        raise Problem(f"{spot}.counts_for_win is true; a landmark that is built from the start does not count.")
    return Landmark(
        got["id"], got["name"], got["alt_names"], got["cost"], effect, got["start_built"], got["counts_for_win"],
        got["counts_as_landmark"], got["demolishable"], got["emoji"], got["code"], got["text"], pack,
    )  # fmt: skip


def read_category(file: str, name: str, node: Any, known: Known, warnings: list[str]) -> Category:
    if not pack_fields.ID.fits(name, known):
        raise Problem(f"{file}: the category {shown(name)} has a wrong name; {pack_fields.ID.right}.")
    if not isinstance(node, dict):
        raise wrong(f"{file}: categories.{name}", node, pack_fields.OBJECT.right)
    got = fields(f"{file}: categories.{name}", node, pack_fields.CATEGORY_FIELDS, known, warnings)
    return Category(name, got["label"], got["emoji"], got["code"])


def labels(file: str, nodes: Sequence[Any], what: str) -> list[str]:
    """How a sentence names each card: by its id, or by its place where the id is no id."""
    known = Known((), (), ())
    found = []
    for place, node in enumerate(nodes, 1):
        if not isinstance(node, dict):
            raise wrong(f"{file}: {what} {place}", node, pack_fields.OBJECT.right)
        fits = pack_fields.ID.fits(node.get("id"), known)
        found.append(f"{file}: {node['id'] if fits else f'{what} {place}'}")
    return found


def check_apart(file: str, news: Iterable[Card | Landmark], olds: Iterable[Card | Landmark]) -> None:
    """Ids, codes and names are used once over all sets, since numbers, notation and input are shared."""
    ids = {one.id: one.pack for one in olds}
    codes = {one.code.upper(): one.id for one in olds}
    names = {name.casefold(): one.id for one in olds for name in (one.name, *one.alt_names)}
    for one in news:
        if one.id in ids:
            raise wrong(f"{file}: {one.id}.id", one.id, f"an id is used once, and the set {ids[one.id]} has this one")
        if one.code.upper() in codes:
            raise wrong(
                f"{file}: {one.id}.code", one.code, f"a code is used once, and {codes[one.code.upper()]} has this one"
            )
        ids[one.id] = one.pack
        codes[one.code.upper()] = one.id
        for field, name in (("name", one.name), *(("alt_names", name) for name in one.alt_names)):
            owner = names.setdefault(name.casefold(), one.id)
            if owner != one.id:
                raise wrong(f"{file}: {one.id}.{field}", name, f"a name is used once, and {owner} has this one")


def check_requires(file: str, requires: Sequence[str], loaded: Sequence[Pack]) -> None:
    for need in requires:
        if need in [pack.id for pack in loaded]:
            continue
        if need in OPTION_OF:
            raise Problem(
                f"{file}: requires names {need}, which is not in play; switch it on with {OPTION_OF[need]}=yes."
            )
        raise wrong(f"{file}: requires", need, f"the sets are {listed(['base', *OPTION_OF])}")


def read(file: str, text: str, loaded: Sequence[Pack], taken: Sequence[Pack]) -> tuple[Pack, list[str]]:
    """The pack in this text, which may refer to the loaded sets and repeats nothing of the taken ones."""
    file = plain(file) or "cards"
    node = parsed(file, text)
    if not isinstance(node, dict):
        raise wrong(f"{file}: the file", node, "a card pack is an object, written in braces")
    warnings: list[str] = []
    nothing = Known((), (), ())
    got = fields(f"{file}: ", node, pack_fields.PACK, nothing, warnings)
    if got["set"] in [pack.id for pack in taken]:
        raise wrong(f"{file}: set", got["set"], "a set of your own needs an id that no other set has")
    check_requires(file, got["requires"], loaded)
    players = fields(f"{file}: players", got["players"], pack_fields.PLAYERS, nothing, warnings)
    if players["min"] > players["max"]:
        raise wrong(f"{file}: players.min", players["min"], f"it must be at most players.max, {players['max']}")
    setup = fields(f"{file}: setup", got["setup"], pack_fields.SETUP, nothing, warnings)
    for what, most in (("cards", pack_fields.CARDS_MOST), ("landmarks", pack_fields.LANDMARKS_MOST)):
        if len(got[what]) > most:
            raise Problem(f"{file}: {what} has {len(got[what])} entries; a pack has at most {most}.")
    categories = tuple(read_category(file, name, one, nothing, warnings) for name, one in got["categories"].items())
    for pack in loaded:
        check_categories(file, categories, pack.categories)
    check_categories(file, categories, ())
    card_spots, landmark_spots = labels(file, got["cards"], "card"), labels(file, got["landmarks"], "landmark")
    known = Known(
        [one.id for pack in loaded for one in pack.categories] + [one.id for one in categories],
        {one.id for pack in loaded for one in pack.cards} | ids_of(got["cards"]),
        {one.id for pack in loaded for one in pack.landmarks} | ids_of(got["landmarks"]),
    )
    where = zip(card_spots, got["cards"], strict=True)
    cards = tuple(read_card(spot, one, got["set"], known, warnings) for spot, one in where)
    where = zip(landmark_spots, got["landmarks"], strict=True)
    landmarks = tuple(read_landmark(spot, one, got["set"], known, warnings) for spot, one in where)
    check_apart(file, things(cards, landmarks), [one for pack in taken for one in things(pack.cards, pack.landmarks)])
    check_investments(file, [card for pack in loaded for card in pack.cards], cards)
    if len(warnings) > pack_fields.WARNINGS_MOST:
        rest = len(warnings) - pack_fields.WARNINGS_MOST
        warnings[pack_fields.WARNINGS_MOST :] = [f"{file}: {rest} more fields are not known; they are ignored."]
    least, most = players["min"], players["max"]
    setup = {name: value for name, value in setup.items() if value is not None}
    return Pack(got["set"], got["name"], got["requires"], least, most, setup, categories, cards, landmarks), warnings


def things(cards: Iterable[Card], landmarks: Iterable[Landmark]) -> list[Card | Landmark]:
    return [*cards, *landmarks]


def ids_of(nodes: Iterable[Any]) -> set[str]:
    return {node["id"] for node in nodes if isinstance(node.get("id"), str)}


def check_categories(file: str, news: Sequence[Category], olds: Sequence[Category]) -> None:
    """Categories and their codes are declared once."""
    ids, codes = {one.id for one in olds}, {one.code.upper(): one.id for one in olds}
    for one in news:
        if one.id in ids:
            raise Problem(
                f"{file}: categories.{one.id} is declared by a set in play; a new category needs a new name."
            )
        if codes.setdefault(one.code.upper(), one.id) != one.id:
            right = f"a code is used once, and the category {codes[one.code.upper()]} has this one"
            raise wrong(f"{file}: categories.{one.id}.code", one.code, right)


def check_investments(file: str, olds: Iterable[Card], news: Iterable[Card]) -> None:
    """A seat has one stack of invested coins, so one type of card may hold it."""
    kind = "take_from_each_investment"
    holders = [card.id for card in olds if card.effect["kind"] == kind]
    for card in news:
        if card.effect["kind"] == kind:
            if holders:
                right = f"only one type of card takes investments, and {holders[0]} does already"
                raise wrong(f"{file}: {card.id}.effect.kind", kind, right)
            holders.append(card.id)
