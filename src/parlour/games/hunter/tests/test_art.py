"""The pictures: one for every place, weapon, item, monster and pet, plain enough for any renderer."""

from __future__ import annotations

import csv
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from parlour.games.hunter.rules.book import PLACE_NAMES

GAME = Path(__file__).parents[1]
ART = GAME / "art"
WEB = GAME / "web"


def csv_rows(table: str) -> list[dict[str, str]]:
    with (GAME / "data" / table).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


PLACES = [f"place-{slug(name)}" for name in PLACE_NAMES]
WEAPONS = [f"weapon-{slug(line['name'])}" for line in csv_rows("weapons.csv")]
ITEMS = [f"item-{slug(line['name'])}" for line in csv_rows("items.csv")]
MONSTERS = {f"monster-{line['id']}": int(line["level"]) for line in csv_rows("monsters.csv")}
PETS = [f"pet-{level}" for level in sorted(set(MONSTERS.values()))]
BOXES = (
    dict.fromkeys(PLACES, "0 0 320 200")
    | dict.fromkeys(WEAPONS, "0 0 96 96")
    | dict.fromkeys([*ITEMS, *PETS], "0 0 64 64")
    | dict.fromkeys(MONSTERS, "0 0 200 200")
)
ICONS = [
    *("money", "exp", "hp", "ep", "score", "attack-die", "defense-die", "popularity", "capacity", "power"),
    *("paw", "flag", "skull", "sparkle", "cart", "coin-lost"),
]

SHAPES = {"path", "rect", "circle", "ellipse", "g"}
GEOMETRY = {"d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"}
PAINT = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity", "transform"}
COLOUR = re.compile(r"none|#[0-9a-f]{6}")
NUMBER = re.compile(r"-?\d*\.?\d+")
SIZES = (GEOMETRY - {"d"}) | {"stroke-width", "opacity"}
NAMESPACE = "{http://www.w3.org/2000/svg}"
LARGEST_MONSTER, LARGEST, LARGEST_ALL = 2500, 6000, 200_000


def text(name: str) -> str:
    return (ART / f"{name}.svg").read_text(encoding="utf-8")


def drawing(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(text(name))


def outlines(name: str) -> set[str]:
    return {shape.attrib["d"] for shape in drawing(name).iter(f"{NAMESPACE}path")}


def palette(name: str) -> set[str]:
    return {fill for shape in drawing(name).iter() if COLOUR.fullmatch(fill := shape.get("fill", "none"))}


def test_the_folder_holds_these_pictures_and_no_others() -> None:
    assert [len(PLACES), len(WEAPONS), len(ITEMS), len(MONSTERS), len(PETS)] == [7, 11, 8, 36, 3]
    assert {path.stem for path in ART.glob("*.svg")} == set(BOXES)


@pytest.mark.parametrize("table", ["weapons", "items", "monsters"])
def test_the_newer_tables_need_no_other_pictures(table: str) -> None:
    first = "id" if table == "monsters" else "name"
    assert [line[first] for line in csv_rows(f"{table}_2026.csv")] == [line[first] for line in csv_rows(f"{table}.csv")]


@pytest.mark.parametrize("name", BOXES)
def test_a_picture_has_its_box_and_is_small(name: str) -> None:
    root = drawing(name)
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("viewBox") == BOXES[name]
    assert f"0 0 {root.get('width')} {root.get('height')}" == BOXES[name]
    assert (ART / f"{name}.svg").stat().st_size < (LARGEST_MONSTER if name in MONSTERS else LARGEST)


def test_all_pictures_together_are_small() -> None:
    assert sum((ART / f"{name}.svg").stat().st_size for name in BOXES) < LARGEST_ALL


@pytest.mark.parametrize("name", BOXES)
def test_a_picture_is_made_of_plain_shapes(name: str) -> None:
    """No style, class, script, reference, gradient, filter, clip or text: a simple renderer draws all of it."""
    root = drawing(name)
    assert set(root.attrib) == {"width", "height", "viewBox"}
    shapes = list(root.iter())[1:]
    assert {shape.tag.removeprefix(NAMESPACE) for shape in shapes} <= SHAPES
    for shape in shapes:
        assert set(shape.attrib) <= GEOMETRY | PAINT
        assert all(COLOUR.fullmatch(shape.get(paint, "none")) for paint in ("fill", "stroke"))
        assert all(NUMBER.fullmatch(shape.get(size, "0")) for size in SIZES)
        assert not (shape.text or "").strip()
        assert not (shape.tail or "").strip()
    assert "<!" not in text(name)


@pytest.mark.parametrize("name", PLACES)
def test_a_place_brings_its_own_ground(name: str) -> None:
    """What is painted first covers the whole tile and is not see-through."""
    first = next(shape for shape in drawing(name).iter() if shape.get("fill", "none") != "none")
    assert re.match(r"M0 0h320[vV]200H0z", first.attrib["d"])
    assert first.get("opacity") is None


def test_no_two_monsters_are_alike() -> None:
    """They share neither a face nor a body, and of one level none has the colours of another."""
    drawn, colours = {name: outlines(name) for name in MONSTERS}, {name: palette(name) for name in MONSTERS}
    for one, other in combinations(MONSTERS, 2):
        assert len(drawn[one] & drawn[other]) * 4 < min(len(drawn[one]), len(drawn[other])), (one, other)
        assert MONSTERS[one] != MONSTERS[other] or colours[one] != colours[other], (one, other)


def test_no_two_pictures_are_alike() -> None:
    assert len({text(name) for name in BOXES}) == len(BOXES)


def test_a_token_takes_the_colour_of_its_player() -> None:
    parts = re.split(r"export const (\w+) = ", (WEB / "tokens.ts").read_text(encoding="utf-8"))
    tokens = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert {name: "currentColor" in drawn for name, drawn in tokens.items()} == {
        "HUNTER": True,
        "APPRENTICE": True,
        "DUMMY": False,
    }


def test_every_icon_is_drawn() -> None:
    module = (WEB / "icons.ts").read_text(encoding="utf-8")
    assert re.findall(r'^  "?([\w-]+)"?:\s+(?:DIE \+ )?["`](?=\$\{DIE\}M|M)', module, re.MULTILINE) == ICONS
