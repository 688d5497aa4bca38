"""The pictures: one for every card, landmark and category, plain enough for any renderer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

GAME = Path(__file__).parents[1]
ART = GAME / "art"
SETS = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((GAME / "data").glob("*.json"))]
CARDS = [card["id"] for cards in SETS for card in cards["cards"]]
LANDMARKS = [landmark["id"] for cards in SETS for landmark in cards["landmarks"]]
CATEGORIES = [f"category_{category}" for cards in SETS for category in cards["categories"]]
BOXES = (
    dict.fromkeys(CARDS, "0 0 96 64")
    | dict.fromkeys(LANDMARKS, "0 0 64 96")
    | dict.fromkeys([*CATEGORIES, "coin"], "0 0 32 32")
)

SHAPES = {"path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "g"}
GEOMETRY = {"d", "points", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "cx", "cy", "r", "rx", "ry"}
PAINT = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity", "transform"}
COLOUR = re.compile(r"none|#[0-9a-f]{6}")
NAMESPACE = "{http://www.w3.org/2000/svg}"
LAMP = "#ffd873"
LARGEST = 3000


def drawing(name: str) -> ElementTree.Element:
    return ElementTree.fromstring((ART / f"{name}.svg").read_text(encoding="utf-8"))


def test_the_folder_holds_these_pictures_and_no_others() -> None:
    assert len(CARDS) == 39
    assert len(LANDMARKS) == 7
    assert len(CATEGORIES) == 10
    assert {path.stem for path in ART.glob("*.svg")} == set(BOXES)


@pytest.mark.parametrize("name", BOXES)
def test_a_picture_has_its_box_and_is_small(name: str) -> None:
    root = drawing(name)
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("viewBox") == BOXES[name]
    assert f"0 0 {root.get('width')} {root.get('height')}" == BOXES[name]
    assert (ART / f"{name}.svg").stat().st_size < LARGEST


@pytest.mark.parametrize("name", BOXES)
def test_a_picture_is_made_of_plain_shapes(name: str) -> None:
    """No style, class, reference, gradient, filter, clip or text: a simple renderer draws all of it."""
    root = drawing(name)
    assert set(root.attrib) == {"width", "height", "viewBox"}
    shapes = list(root.iter())[1:]
    assert {shape.tag.removeprefix(NAMESPACE) for shape in shapes} <= SHAPES
    for shape in shapes:
        extra = set(shape.attrib) - GEOMETRY - PAINT
        assert extra <= {"id"}
        assert all(COLOUR.fullmatch(shape.get(paint, "none")) for paint in ("fill", "stroke"))
        assert not (shape.text or "").strip()
        assert not (shape.tail or "").strip()
    assert "<!" not in (ART / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LANDMARKS)
def test_a_landmark_can_be_dark(name: str) -> None:
    """All warm yellow shapes are in the group `lights`, so a screen that hides it shows an unlit building."""
    root = drawing(name)
    groups = [shape for shape in root.iter(f"{NAMESPACE}g") if shape.get("id") == "lights"]
    assert len(groups) == 1
    assert len(groups[0]) > 0
    lit = [shape for shape in root.iter() if LAMP in (shape.get("fill"), shape.get("stroke"))]
    assert lit
    assert set(lit) <= set(groups[0].iter())


@pytest.mark.parametrize("name", [*CARDS, *CATEGORIES, "coin"])
def test_only_landmarks_name_their_parts(name: str) -> None:
    assert not [shape for shape in drawing(name).iter() if shape.get("id")]


def test_no_two_pictures_are_alike() -> None:
    assert len({(ART / f"{name}.svg").read_text(encoding="utf-8") for name in BOXES}) == len(BOXES)
