"""Card packs: the three official sets and a set of one's own, read from JSON, checked and numbered (section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from parlour.games.harmonictook import pack_checks as checks
from parlour.games.harmonictook.pack_checks import Kind, Known, fields, kind_of, listed, shown, wrong
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


class Catalogue(NamedTuple):
    """All cards and landmarks by number: the official ones, in play or not, then the custom pack's."""

    cards: tuple[Card, ...]
    landmarks: tuple[Landmark, ...]
    card_in_play: tuple[bool, ...]
    landmark_in_play: tuple[bool, ...]
    seats_most: int
    market: str  # what `auto` means
    starting_coins: int
    warnings: tuple[str, ...]
    packs: tuple[Pack, ...]  # the sets in play


OPTION_OF: Final = {"harbor": "harbor", "millionaires_row": "millionaires_row"}  # set -> the option that loads it


def read_card(spot: str, node: Any, pack: str, known: Known, warnings: list[str]) -> Card:
    """A card whose every field is right by itself and together with the others."""
    got = fields(spot, node, checks.CARD, known, warnings)
    colour = got["colour"]

    def part(name: str, kinds: Mapping[str, Kind], what: str) -> Mapping[str, Any] | None:
        return None if got[name] is None else kind_of(f"{spot}.{name}", got[name], kinds, what, known, warnings)

    fitting = {name: kind for name, kind in checks.EFFECTS.items() if colour in kind.colours.split()}
    effect = kind_of(f"{spot}.effect", got["effect"], fitting, f"the effect of a {colour} card", known, warnings)
    condition = part("condition", checks.CONDITIONS, "a condition")
    on_build = part("on_build", checks.ON_BUILD, "the effect of building")
    after = part("after", checks.AFTER, "an effect after the effect")
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
    got = fields(spot, node, checks.LANDMARK, known, warnings)
    fitting = {name: kind for name, kind in checks.EFFECTS.items() if kind.colours == "orange"}
    effect = kind_of(f"{spot}.effect", got["effect"], fitting, "the effect of a landmark", known, warnings)
    if got["start_built"] and got["counts_for_win"]:
        raise Problem(f"{spot}.counts_for_win is true; a landmark that is built from the start does not count.")
    return Landmark(
        got["id"], got["name"], got["alt_names"], got["cost"], effect, got["start_built"], got["counts_for_win"],
        got["counts_as_landmark"], got["demolishable"], got["emoji"], got["code"], got["text"], pack,
    )  # fmt: skip


def read_category(file: str, name: str, node: Any, known: Known, warnings: list[str]) -> Category:
    if not checks.ID.fits(name, known):
        raise Problem(f"{file}: the category {shown(name)} has a wrong name; {checks.ID.right}.")
    if not isinstance(node, dict):
        raise wrong(f"{file}: categories.{name}", node, checks.OBJECT.right)
    got = fields(f"{file}: categories.{name}", node, checks.CATEGORY_FIELDS, known, warnings)
    return Category(name, got["label"], got["emoji"], got["code"])


def labels(file: str, nodes: Sequence[Any], what: str) -> list[str]:
    """How a sentence names each card: by its id, or by its place where the id is no id."""
    known = Known((), (), ())
    found = []
    for place, node in enumerate(nodes, 1):
        if not isinstance(node, dict):
            raise wrong(f"{file}: {what} {place}", node, checks.OBJECT.right)
        fits = checks.ID.fits(node.get("id"), known)
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
    file = checks.plain(file) or "cards"
    node = checks.parsed(file, text)
    if not isinstance(node, dict):
        raise wrong(f"{file}: the file", node, "a card pack is an object, written in braces")
    warnings: list[str] = []
    nothing = Known((), (), ())
    got = fields(f"{file}: ", node, checks.PACK, nothing, warnings)
    if got["set"] in [pack.id for pack in taken]:
        raise wrong(f"{file}: set", got["set"], "a set of your own needs an id that no other set has")
    check_requires(file, got["requires"], loaded)
    players = fields(f"{file}: players", got["players"], checks.PLAYERS, nothing, warnings)
    if players["min"] > players["max"]:
        raise wrong(f"{file}: players.min", players["min"], f"it must be at most players.max, {players['max']}")
    setup = fields(f"{file}: setup", got["setup"], checks.SETUP, nothing, warnings)
    for what, most in (("cards", checks.CARDS_MOST), ("landmarks", checks.LANDMARKS_MOST)):
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
    if len(warnings) > checks.WARNINGS_MOST:
        rest = len(warnings) - checks.WARNINGS_MOST
        warnings[checks.WARNINGS_MOST :] = [f"{file}: {rest} more fields are not known; they are ignored."]
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


FILES: Final = ("base.json", "harbor.json", "millionaires_row.json")


def read_official() -> tuple[Pack, ...]:
    packs: tuple[Pack, ...] = ()
    for name in FILES:
        text = (Path(__file__).parent / "data" / name).read_text("utf-8")
        pack, _ = read(name, text, packs, packs)
        packs += (pack,)
    return packs


OFFICIAL: Final = read_official()


def read_pack(file: str, text: str, loaded: Sequence[Pack]) -> tuple[Pack, list[str]]:
    """A pack of somebody's own and the warnings about it; a Problem names the first mistake (section 1.5)."""
    more = tuple(pack for pack in loaded if pack.id not in [one.id for one in OFFICIAL])
    return read(file, text, loaded, OFFICIAL + more)


def overridden(packs: Sequence[Pack], overrides: str) -> tuple[Pack, ...]:
    """The packs with single fields changed: `sushi_bar.cost=2 mine.hits_on=8,9` (section 11)."""
    file = "card_overrides"
    changes: dict[str, dict[str, str]] = {}
    for word in overrides.split():
        match = re.fullmatch(r"([^.=]+)\.([^=]+)=(.*)", word)
        if match is None:
            raise Problem(f"{file}: {shown(word)} is not understood; write id.field=value, as in sushi_bar.cost=2.")
        name, field, value = match.groups()
        if field in changes.setdefault(name, {}):
            raise Problem(f"{file}: {checks.plain(name)}.{checks.plain(field)} is set twice; set it once.")
        changes[name][field] = value
    known = known_of(packs)
    for name in changes:
        if name not in known.cards and name not in known.landmarks:
            raise Problem(
                f"{file}: {shown(name)} is no card or landmark in play; write its id, as in sushi_bar.cost=2."
            )
    changed = []
    for pack in packs:
        cards = tuple(changed_card(card, changes.get(card.id, {}), known) for card in pack.cards)
        landmarks = tuple(changed_landmark(one, changes.get(one.id, {}), known) for one in pack.landmarks)
        changed.append(pack._replace(cards=cards, landmarks=landmarks))
    return tuple(changed)


def known_of(packs: Sequence[Pack]) -> Known:
    return Known(
        [one.id for pack in packs for one in pack.categories],
        {one.id for pack in packs for one in pack.cards},
        {one.id for pack in packs for one in pack.landmarks},
    )


def changed_card(card: Card, changes: Mapping[str, str], known: Known) -> Card:
    if not changes:
        return card
    spot = f"card_overrides: {card.id}"
    node = {
        **card._asdict(), "kind": "establishment", "alt_names": list(card.alt_names), "hits_on": list(card.hits_on),
        "effect": listing(card.effect), "supply": card.supply or "per_player", "max_per_player": card.most,
        "optional_card": card.optional,
    }  # fmt: skip
    apply(spot, node, changes, ("cost", "hits_on", "supply", "starting", "order"))
    return read_card(spot, node, card.pack, known, [])


def changed_landmark(landmark: Landmark, changes: Mapping[str, str], known: Known) -> Landmark:
    if not changes:
        return landmark
    spot = f"card_overrides: {landmark.id}"
    node = {
        **landmark._asdict(), "kind": "landmark", "colour": "orange", "category": next(iter(known.categories)),
        "alt_names": list(landmark.alt_names), "hits_on": [], "effect": listing(landmark.effect),
        "counts_for_win": landmark.wins, "counts_as_landmark": landmark.counts,
    }  # fmt: skip
    apply(spot, node, changes, ("cost",))
    return read_landmark(spot, node, landmark.pack, known, [])


def listing(effect: Mapping[str, Any]) -> dict[str, Any]:
    """An effect as it stands in a file."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in effect.items()}


def apply(spot: str, node: dict[str, Any], changes: Mapping[str, str], allowed: Sequence[str]) -> None:
    """Writes the changes into a card as it stands in a file; the value takes the type of what was there."""
    effect = node["effect"]
    parameters = [f"effect.{name}" for name in effect if name != "kind"]
    for field, text in changes.items():
        if field not in allowed and field not in parameters:
            right = listed([*allowed, *parameters])
            raise Problem(f"{spot}.{checks.plain(field)} cannot be changed; the fields are {right}.")
        target, name = (effect, field[7:]) if field.startswith("effect.") else (node, field)
        if isinstance(target[name], list):
            target[name] = [value_of(one) for one in text.split(",")] if text else []
        else:
            target[name] = value_of(text)


def value_of(text: str) -> int | bool | str:
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


@lru_cache(maxsize=64)
def catalogue(harbor: bool, row: bool, exhibit_hall: bool, file: str, overrides: str) -> Catalogue:
    """What these options put on the table; official cards keep their numbers, in play or not."""
    switched = (True, harbor, row)
    packs = tuple(pack for pack, on in zip(OFFICIAL, switched, strict=True) if on)
    if not exhibit_hall:
        packs = tuple(without_optional(pack) for pack in packs)
    warnings: list[str] = []
    if file:
        name, _, text = file.partition("\n")
        custom, warnings = read_pack(name, text, packs)
        packs += (custom,)
    packs = overridden(packs, overrides)
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
        seats_most=max(pack.most for pack in packs),
        market=markets[-1],
        starting_coins=[pack.setup["starting_coins"] for pack in packs if "starting_coins" in pack.setup][-1],
        warnings=tuple(warnings),
        packs=packs,
    )


def without_optional(pack: Pack) -> Pack:
    """The official sets without their optional card, the Exhibit Hall (R27)."""
    return pack._replace(cards=tuple(card for card in pack.cards if not card.optional))
