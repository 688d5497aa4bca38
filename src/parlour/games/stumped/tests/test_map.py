"""Section 3, the map: integers against floating point, the figures of the rulebook, and the map checker."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import hypot, sin
from random import Random
from statistics import mean, median

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped import GAME
from parlour.games.stumped.options import book_of
from parlour.games.stumped.rules.actions import NOWHERE
from parlour.games.stumped.rules.map_checks import count_rivers, is_sound
from parlour.games.stumped.rules.map_half import Half
from parlour.games.stumped.rules.map_making import (
    BLOBS,
    ENERGY,
    MAP_ATTEMPTS,
    MAPS,
    UNIT,
    clear_map,
    draw_course,
    draw_map,
    draw_ray,
    energy,
    sine,
)
from parlour.games.stumped.rules.state import WATER
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests import naive_map as naive
from parlour.games.stumped.tests.naive_map import Map, bodies, map_of, naive_map
from parlour.games.stumped.tests.positions import deal_match
from parlour.kernel.game import prepare_options
from parlour.kernel.options import Options, Value
from parlour.kernel.rng import Rng
from tests.sample_sizes import sample_size

NUMBER = sample_size(160, 600)
SMALL: tuple[dict[str, Value], ...] = (
    {"width": 2, "height": 2},
    {"width": 2, "height": 64},
    {"width": 64, "height": 2},
    {"width": 3, "height": 4},
    {"width": 8, "height": 8},
    {"width": 12, "height": 8, "trees_max": 60},
    {"width": 6, "height": 6, "trees_min": 60, "trees_max": 60, "cattails_min": 60, "cattails_max": 60},
)


def options(**given: Value) -> Options:
    return prepare_options(GAME, 2, given)


@cache
def states(number: int, profile: str = "document") -> list[Stumped]:
    return [deal_match(options(profile=profile), one) for one in Random(7).sample(range(int(MAPS)), number)]


@cache
def maps(number: int, profile: str = "document") -> list[Map]:
    return [map_of(state) for state in states(number, profile)]


@cache
def naive_maps(number: int) -> list[Map]:
    rng = Random(8)
    return [naive_map(rng) for _ in range(number)]


# Number for number.


def test_s3_4_sines_are_exact_to_the_last_digits() -> None:
    for thousandth in range(0, 3141, 7):
        assert abs(sine(int(thousandth / 1000 * 2**30)) / 2**30 - sin(thousandth / 1000)) < 1e-7


def round_pond(radius: float, width: int, height: int) -> Map:
    """Returns a map with only a round pond in the middle."""
    found = Map(width, height)
    for x in range(width):
        for y in range(height // 2):
            if hypot(x - width // 2, y - height // 2) < radius:
                found.pond.add((x, y))
    return found


def check_rays(wanted: Map, before: tuple[int, int], rng: Random) -> None:
    """Draws three rays at any angle, in integers and in floating point: same tiles, same flow."""
    width = wanted.width
    state = Stumped(2, book_of(options(width=width, height=wanted.height)))
    clear_map(state)
    for x, y in wanted.pond:
        state.ground[x + y * width] = WATER
    for _ in range(3):
        angle = rng.randrange(45 * int(UNIT), 135 * int(UNIT))
        draw_ray(state, angle)
        naive.draw_ray(wanted, angle / int(UNIT), before)
    assert rivers_of_state(state) == wanted.river


def rivers_of_state(state: Stumped) -> dict[naive.Cell, str]:
    width = int(state.book.width)
    return {
        (tile % width, tile // width): ("North", "East", "South", "West")[int(state.flow[tile])]
        for tile in range(len(state.flow))
        if state.flow[tile] != NOWHERE
    }


@pytest.mark.parametrize(("width", "height"), [(32, 20), (20, 32), (10, 8)])
def test_r6_the_servers_rivers_run_as_the_rulebook_says_at_every_angle(width: int, height: int) -> None:
    rng = Random(width)
    for _ in range(60):
        check_rays(round_pond(rng.uniform(2, 6), width, height), (-1, -1), rng)


@pytest.mark.parametrize(("width", "height"), [(32, 20), (9, 6)])
def test_r36_a_ray_that_begins_on_land_flows_back_to_the_middle(width: int, height: int) -> None:
    rng = Random(width)
    for _ in range(40):
        wanted = round_pond(rng.uniform(0, 2), width, height)
        check_rays(wanted, (width // 2, height // 2), rng)
        assert "North" not in wanted.river.values()


@pytest.mark.parametrize("upright", [False, True])
def test_s3_4_a_river_follows_the_straight_line_from_its_mouth_to_its_source(upright: bool) -> None:
    """Against fractions, on the upper half and, with columns and rows exchanged, on the left one."""
    rng = Random(4)
    for _ in range(40):
        wanted = round_pond(rng.uniform(1, 6), 32, 20)
        state = Stumped(2, book_of(options(width=20, height=32) if upright else options()))
        clear_map(state)
        half = Half(state.book, upright)
        for x, y in wanted.pond:
            state.ground[half.tile(x, y)] = WATER
        for _ in range(3):
            mouth, source = (rng.randrange(32), 9), (rng.randrange(32), rng.randrange(10))
            draw_course(state, half, mouth[0], mouth[1], source[0], source[1])
            naive.draw_course(wanted, mouth, source)
        assert rivers_of_state(state) == (wanted.transposed() if upright else wanted).river


def test_s3_2_the_energy_of_a_tile() -> None:
    """Radius over distance, summed; where the two sums differ in the verdict, they are closer than our rounding."""
    rng = Random(3)
    flipped = 0
    for _ in range(400):
        blobs = [(rng.uniform(14, 18), rng.uniform(8, 10), rng.uniform(0.5, 5)) for _ in range(int(BLOBS))]
        columns = [vec[i64]([round(blob[part] * int(UNIT)) for blob in blobs]) for part in range(3)]
        x, y = rng.randrange(32), rng.randrange(10)
        exact = sum(radius / max(0.0001, hypot(x - bx, y - by)) for bx, by, radius in blobs)
        ours = int(energy(x * UNIT, y * UNIT, columns[0], columns[1], columns[2]))
        assert ours / int(UNIT) == pytest.approx(exact, rel=2e-3)
        flipped += (ours > ENERGY) != (exact > 3.5)
    assert flipped <= 1


# Figures.


def test_s3_figures_of_the_server() -> None:
    """Ponds and rivers are as large as the rulebook found them, and as those drawn in floating point."""
    ours, real = maps(NUMBER, "server"), naive_maps(NUMBER)
    assert median(len(one.pond) for one in ours) == pytest.approx(78, abs=8)
    assert median(len(one.river) for one in ours) == pytest.approx(66, abs=4)
    assert mean(len(one.pond) for one in ours) == pytest.approx(mean(len(one.pond) for one in real), abs=7)
    assert mean(len(one.river) for one in ours) == pytest.approx(mean(len(one.river) for one in real), abs=4)
    assert mean(one.starts_in_water() for one in ours) == pytest.approx(0.24, abs=0.08)
    assert all(4 <= len(one.pond) <= 230 for one in ours)
    assert all(20 <= len(one.river) <= 120 for one in ours)


def test_s3_figures_of_the_document() -> None:
    """As much water as on the server's maps."""
    ours = maps(NUMBER)
    assert median(len(one.pond) for one in ours) == pytest.approx(77, abs=8)
    assert median(len(one.river) for one in ours) == pytest.approx(70, abs=8)
    assert all(8 <= len(one.pond) <= 230 for one in ours)
    assert all(6 <= len(one.river) <= 150 for one in ours)


def test_r6_the_server_has_four_or_six_rivers_and_mostly_six() -> None:
    counted = Counter(one.mouths() for one in maps(NUMBER, "server"))
    assert set(counted) <= {4, 6, 8}
    assert counted[6] / NUMBER == pytest.approx(0.84, abs=0.07)
    assert counted[8] / NUMBER < 0.01


def test_r6_the_document_has_two_to_eight_rivers_each_number_as_often() -> None:
    counted = Counter(one.count_rivers() for one in maps(NUMBER))
    assert set(counted) == set(range(2, 9))
    assert min(counted.values()) > NUMBER / 7 / 2
    assert max(counted.values()) < NUMBER / 7 * 2
    for one, state in zip(maps(NUMBER), states(NUMBER), strict=True):
        assert one.count_rivers() == count_rivers(state)


def test_r6_a_river_along_the_mirror_line_is_two_tiles_wide_and_makes_the_number_odd() -> None:
    """One of them for an odd number, none or two for an even one; all other rivers come in mirrored pairs."""
    for one in (found.levelled() for found in maps(NUMBER)):
        middle = {one.height // 2 - 1, one.height // 2}
        rivers = bodies(set(one.river))
        broad = [river for river in rivers if {y for _, y in river} == middle]
        assert len(broad) % 2 == len(rivers) % 2
        assert len(broad) <= 2
        for river in broad:
            assert {one.river[cell] for cell in river} in ({"East"}, {"West"})
            assert {x for x, _ in river} & {0, one.width - 1}  # from the edge


def test_s3_4_the_water_runs_to_the_pond() -> None:
    for one in maps(NUMBER):
        assert one.strays() == []


@pytest.mark.parametrize("profile", ["document", "server"])
def test_s3_4_rivers_reach_the_edge_or_another_river(profile: str) -> None:
    """At least two tiles of the edge are river."""
    for one in maps(NUMBER, profile):
        edge = [cell for cell in one.river if cell[0] in (0, one.width - 1) or cell[1] in (0, one.height - 1)]
        assert len(edge) >= 2


def test_s3_6_mirrored_at_a_level_or_an_upright_line() -> None:
    """The server's maps always at a level one."""
    assert all(one.is_mirrored() for one in maps(NUMBER, "server"))
    assert all(one.levelled().is_mirrored() for one in maps(NUMBER))
    assert sum(one.is_mirrored() for one in maps(NUMBER)) / NUMBER == pytest.approx(0.5, abs=0.12)


def test_r11_spawners_as_many_as_wanted() -> None:
    trees = Counter(sum(goods == "branches" for goods in one.spawners.values()) // 2 for one in maps(NUMBER))
    cattails = Counter(sum(goods == "food" for goods in one.spawners.values()) // 2 for one in maps(NUMBER))
    assert set(trees) == set(range(4, 13))
    assert set(cattails) == {1, 2, 3}
    assert min(trees.values()) > NUMBER / 9 / 3
    assert min(cattails.values()) > NUMBER / 3 / 2


def test_r11_r12_trees_on_land_cattails_in_water_one_a_tile_anywhere() -> None:
    columns: set[int] = set()
    for state, one in zip(states(NUMBER), maps(NUMBER), strict=True):
        assert len(state.spawner_tile) == len(one.spawners)
        for cell, goods in one.spawners.items():
            assert one.is_water(cell) == (goods == "food")
            columns.add(cell[0])
    assert columns == set(range(32))


def test_s3_7_starts_are_mirrored_and_free() -> None:
    rows: set[int] = set()
    for one in (found.levelled() for found in maps(NUMBER)):
        mine, its = one.starts
        assert its == (mine[0], one.height - 1 - mine[1])
        assert mine not in one.spawners
        rows.add(mine[1])
    assert rows == set(range(16))


def test_r25_one_pond_lies_in_the_middle_along_the_mirror_line() -> None:
    """It is longer along the line than across, nearly always, and the line is level on one map in two."""
    longer = 0
    for one in (found.levelled() for found in maps(NUMBER)):
        columns, rows = {x for x, _ in one.pond}, {y for _, y in one.pond}
        assert len(bodies(one.pond)) == 1
        assert {one.height // 2 - 1, one.height // 2} <= rows
        assert {one.width // 2 - 1, one.width // 2} & columns
        longer += len(columns) >= len(rows)
    assert longer / NUMBER > 0.8
    for one in maps(NUMBER, "server"):
        assert {(15, 9), (16, 9), (17, 9)} & one.pond


def test_r25_on_a_board_of_odd_width_the_mirror_line_is_level() -> None:
    for number in range(12):
        assert map_of(deal_match(options(width=21, height=16), number)).is_mirrored()


def test_r13_r31_a_number_is_a_map_and_another_number_another() -> None:
    assert deal_match(options(), 12345).pack() == deal_match(options(), 12345).pack()
    assert len({state.pack() for state in states(NUMBER)}) == NUMBER
    assert deal_match(options(), 5).map_number == 5


def test_r31_the_maps_of_version_1_and_of_the_server_have_the_same_number() -> None:
    first, server, document = (
        map_of(deal_match(options(**given), 99)) for given in ({"server_rivers": True}, {"profile": "server"}, {})
    )
    assert first == server != document


@pytest.mark.nightly
def test_s3_figures_over_five_thousand_maps() -> None:
    """Pond 12 to 192 tiles, median 78; rivers 30 to 102, median 66; a quarter of the starts in water."""
    ours, real = maps(5000, "server"), naive_maps(5000)
    for number in (median, mean):
        assert number(len(one.pond) for one in ours) == pytest.approx(number(len(one.pond) for one in real), abs=2)
        assert number(len(one.river) for one in ours) == pytest.approx(number(len(one.river) for one in real), abs=2)
    assert median(len(one.pond) for one in ours) == pytest.approx(78, abs=2)
    assert median(len(one.river) for one in ours) == pytest.approx(66, abs=2)
    assert mean(one.starts_in_water() for one in ours) == pytest.approx(0.24, abs=0.03)
    counted = Counter(one.mouths() for one in ours)
    assert counted[6] / 5000 == pytest.approx(0.84, abs=0.02)
    assert counted[8] <= 10
    assert set(counted) <= {4, 6, 8}
    assert all(is_sound(state) for state in (*states(5000), *states(5000, "server")))
    counted = Counter(one.count_rivers() for one in maps(5000))
    assert all(abs(counted[rivers] - 5000 / 7) < 120 for rivers in range(2, 9))


# Sound maps and small boards.


def test_the_checker_accepts_every_map_that_is_dealt() -> None:
    for state in (*states(NUMBER), *states(NUMBER, "server")):
        assert is_sound(state)


@pytest.mark.parametrize("given", SMALL)
def test_r31_r32_any_size_gives_a_map_with_two_starts(given: dict[str, Value]) -> None:
    for number in range(6):
        state = deal_match(options(**given), number)
        one = map_of(state)
        assert one.starts[0] not in one.spawners
        level = one.levelled()
        assert level.starts[1] == (level.starts[0][0], level.height - 1 - level.starts[0][1])
        assert len(one.spawners) <= one.width * one.height - 2
        assert all(one.is_water(cell) == (goods == "food") for cell, goods in one.spawners.items())


def test_r32_a_crowded_half_keeps_a_free_tile() -> None:
    state = deal_match(options(**SMALL[-1]), 1)
    assert 0 < sum(spawner < 0 for spawner in state.spawner_at) <= 2


def test_r31_a_map_that_is_not_sound_is_drawn_again() -> None:
    """Maps are drawn again from the next stream of the same number until one is sound."""
    again = 0
    for number in range(12):
        made = deal_match(options(profile="server", width=8, height=8, trees_max=4), number)
        sketch = Stumped(2, made.book)
        half = Half(made.book, False)
        tries = 0
        draw_map(sketch, half, Rng(number, tries), 0)
        while not is_sound(sketch) and tries < MAP_ATTEMPTS - 1:
            tries += 1
            draw_map(sketch, half, Rng(number, tries), 0)
        again += tries > 0
        assert map_of(made) == map_of(sketch)
    assert again > 0


def test_r31_a_board_too_small_for_its_rivers_gets_fewer() -> None:
    """On 8 x 8 tiles there is seldom room for eight, but nearly always for two."""
    made = [deal_match(options(width=8, height=8, trees_max=4), number) for number in range(40)]
    counted = Counter(int(count_rivers(state)) for state in made if is_sound(state))
    assert sum(counted.values()) > 28
    assert counted[8] < counted[2]
