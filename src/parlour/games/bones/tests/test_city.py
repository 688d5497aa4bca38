"""Section 3: the hidden map, its coordinates, codes and counts, and the player map over it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import EAST, NORTH, SOUTH, STEP, WEST
from parlour.games.bones.rules.city import AREA, BACK_ROOM, PLACES, START, TYPE, read_city
from parlour.games.bones.tests.positions import (
    ALL_GAMES,
    CONTEXT,
    EASY_GAMES,
    END_PLACES,
    EXPLORE_PLACES,
    HARD_GAMES,
    MEDIUM_GAMES,
    at_place,
    campaign_without_tutorial,
    legal_answers,
    map_symbol,
    place_code,
    place_index,
    play_lines,
    player_view,
)
from parlour.games.bones.text.texts import places

DATA = Path(__file__).parent / "data" / "map_cells.csv"
AREAS = ("tutorial", "easy", "medium", "hard", "end", "boss")
TYPES = ("", "fight", "explore")


def map_cells() -> list[dict[str, str]]:
    return list(csv.DictReader(DATA.read_text("utf-8").splitlines()))


def load_map() -> list[list[str]]:
    rows = [cell["code"] for cell in map_cells()]
    return [rows[line * 7 : line * 7 + 7] for line in range(7)]


@pytest.mark.parametrize("cell", map_cells(), ids=lambda cell: str(cell["label"]))
def test_s3_3_every_line_of_the_reference_map(cell: dict[str, str]) -> None:
    number = int(cell["row"]) * 7 + int(cell["col"])
    state = campaign_without_tutorial()
    assert place_index(cell["label"]) == number
    assert (AREAS[AREA[number]], TYPES[TYPE[number]]) == (cell["area"], cell["type"])
    assert (cell["code"], cell["status"]) == (f"{AREA[number]}{TYPE[number]}1", "unfound")
    assert map_symbol(state, cell["label"]) == cell["start_symbol"]
    text = places()[number]
    assert (text["label"], text["area"], text["type"]) == (cell["label"], cell["area"], cell["type"])


def test_s3_3_the_reference_map_names_every_place_once() -> None:
    assert sorted(place_index(cell["label"]) for cell in map_cells()) == list(range(PLACES))


def test_r4_medium_is_2() -> None:
    assert {AREA[place_index(label)] for label in MEDIUM_GAMES} == {2}


def test_r5_the_type_digit_of_the_original_is_swapped() -> None:
    for cell in map_cells():
        if cell["area"] not in ("tutorial", "boss"):
            swapped = {"1": "2", "2": "1"}[cell["legacy_code"][1]]
            assert cell["code"] == cell["legacy_code"][0] + swapped + cell["legacy_code"][2]


def test_r1_start_south_west_boss_north_east() -> None:
    assert (START, BACK_ROOM) == (place_index("A7"), place_index("G1")) == (6 * 7 + 0, 0 * 7 + 6)
    assert campaign_without_tutorial().place == START


def test_r1_the_documents_pairs_count_from_the_boss() -> None:
    for cell in map_cells():
        assert (int(cell["south_of_boss"]), int(cell["west_of_boss"])) == (int(cell["row"]), 6 - int(cell["col"]))


def test_s3_1_directions() -> None:
    assert [STEP[way] for way in (NORTH, EAST, SOUTH, WEST)] == [-7, 1, 7, -1]


@pytest.mark.parametrize(
    ("label", "ways"),
    [("A1", "es"), ("D1", "esw"), ("G1", "sw"), ("A4", "nes"), ("D4", "nesw"), ("G4", "nsw"), ("A7", "ne"),
     ("D7", "new"), ("G7", "nw")],
)  # fmt: skip
def test_s3_1_nothing_may_leave_the_map(label: str, ways: str) -> None:
    open_ways = legal_answers(at_place(label)) - {"fight"}
    assert open_ways == {f"go {way}" for way in ("north", "east", "south", "west") if way[0] in ways}


def test_r2_seven_by_seven() -> None:
    assert PLACES == len(AREA) == len(TYPE) == len(places()) == 49


def test_s3_3_counts() -> None:
    count = {
        (area, kind): sum(AREA[number] == area and TYPE[number] == kind for number in range(PLACES))
        for area in range(6)
        for kind in (1, 2)
    }
    assert {area: count[area, 1] + count[area, 2] for area in range(6)} == {0: 1, 1: 10, 2: 15, 3: 19, 4: 3, 5: 1}
    assert [count[area, 1] for area in (1, 2, 3, 4)] == [7, 8, 11, 0]
    assert [count[area, 2] for area in (1, 2, 3, 4)] == [3, 7, 8, 3]
    assert (len(ALL_GAMES), len(EXPLORE_PLACES) + len(END_PLACES)) == (26, 21)


def test_r7_the_counts_are_checked_when_the_map_is_loaded() -> None:
    read_city(load_map())
    for row, column, wrong in ((0, 0, "311"), (3, 0, "121"), (0, 5, "411"), (0, 6, "421"), (6, 0, "012")):
        rows = load_map()
        rows[row][column] = wrong
        with pytest.raises(ValueError, match=r"rule 3\.3"):
            read_city(rows)
    with pytest.raises(ValueError, match=r"rule 3\.3"):
        read_city(load_map()[:6])


def test_s3_3_the_end_places_are_those_around_the_boss() -> None:
    around = {place_index("F1"), place_index("F2"), place_index("G2")}
    assert {number for number in range(PLACES) if AREA[number] == 4} == around
    for step in (-7, 1, 7, -1):
        beside = BACK_ROOM + step
        on_map = beside >= 0 and not (step == 1 and BACK_ROOM % 7 == 6)
        assert not on_map or beside in around


def test_r6_codes_of_start_and_boss() -> None:
    assert place_code(campaign_without_tutorial(), "A7") == "013"
    assert place_code(campaign_without_tutorial(), "G1") == "511"
    assert place_code(at_place("G1"), "G1") == "512"


def test_s3_4_symbols_at_the_beginning() -> None:
    symbols = player_view(campaign_without_tutorial()).symbols
    assert symbols.count("?") == 47
    assert (symbols[START], symbols[BACK_ROOM]) == ("0", "X")


def test_r3_the_player_is_drawn_on_top_and_never_stored() -> None:
    state = campaign_without_tutorial()
    page = GAME.text.pages(CONTEXT, player_view(state))["Map"]
    assert page.splitlines()[8] == "7   @ ? ? ? ? ? ?"
    assert "@" not in player_view(state).symbols
    play_lines(state, "go east")
    page = GAME.text.pages(CONTEXT, player_view(state))["Map"]
    assert page.splitlines()[8] == "7   0 @ ? ? ? ? ?"
    play_lines(state, "go east")
    page = GAME.text.pages(CONTEXT, player_view(state))["Map"]
    assert page.splitlines()[8] == "7   0 # @ ? ? ? ?"


def test_r3_the_mini_map_shows_the_edge() -> None:
    rows = GAME.text.board(CONTEXT, player_view(campaign_without_tutorial())).splitlines()
    assert "    / ? ?\n    / @ ?\n    / / /" in "\n".join(rows)


def test_r28_start_and_boss_never_change() -> None:
    state = at_place("A7", wins=8)
    for way in ("go north", "go south", "go east"):
        play_lines(state, way)
        assert (map_symbol(state, "A7"), map_symbol(state, "G1")) == ("0", "X")
    state = play_lines(at_place("G1", wins=8), "fight", "1 1 1", "hold", "low", "1 1 1", "hold", "low", "go west")
    assert map_symbol(state, "G1") == "X"


def test_s3_4_every_symbol() -> None:
    state = at_place("B7", wins=1)
    assert (map_symbol(state, "A4"), map_symbol(state, "B7"), map_symbol(state, "C7")) == ("#", "#", "?")
    assert map_symbol(play_lines(state, "go east"), "C7") == "!"


def test_s3_3_the_lists_of_these_tests_are_the_map() -> None:
    for area, labels in ((1, EASY_GAMES), (2, MEDIUM_GAMES), (3, HARD_GAMES)):
        assert {place_index(label) for label in labels} == {n for n in range(49) if (AREA[n], TYPE[n]) == (area, 1)}
    assert {place_index(label) for label in (*EXPLORE_PLACES, *END_PLACES)} == {n for n in range(49) if TYPE[n] == 2}
