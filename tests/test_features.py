"""Features: whole numbers become exact 32-bit floats, and the kit finds features that do not suffice."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games import find
from parlour.kernel.checks import check
from parlour.kernel.features import FeatureRow, Features, feature_bytes, feature_values
from parlour.kernel.game import Game
from parlour.kernel.state import State


def written(row: FeatureRow) -> list[float]:
    return list(struct.unpack(f"={row.position}f", bytes(memoryview(row.cells))[: 4 * row.position]))


@given(st.integers(-(2**24), 2**24), st.integers(0, 30))
def test_a_number_below_two_to_the_24_is_exact(number: int, shift: int) -> None:
    row = FeatureRow(1)
    row.put(number, shift)
    assert written(row) == [number / 2**shift]


@given(st.integers(2**24, 2**50))
def test_a_larger_number_keeps_its_highest_bits(number: int) -> None:
    row = FeatureRow(1)
    row.put(number)
    assert written(row)[0] == pytest.approx(number, rel=2**-23)


def test_a_row_is_filled_from_left_to_right() -> None:
    row = FeatureRow(9)
    row.put_flag(True)
    row.put_one_hot(1, 3)
    row.skip(1)
    row.put_column(vec[i64]([4, -6]), 1)
    assert written(row) == [1, 0, 1, 0, 0, 2, -3]
    row.position = 0
    row.put_bits(0b1101, 3)
    row.put_part(vec[i64]([9, 8, 7, 6]), 1, 2)
    row.put_one_hot(-1, 2)
    assert written(row) == [1, 0, 1, 8, 7, 0, 0]
    row.position = 0
    first = row.put_zeros(7)
    row.put_at(first + 2, 5)
    assert written(row) == [0, 0, 5, 0, 0, 0, 0]
    row.clear()
    assert (row.position, bytes(memoryview(row.cells))) == (0, bytes(36))


def with_features(features: Features) -> Game:
    game = find("magpie")
    return game._replace(study=game.study._replace(features=features))


def complaints(features: Features) -> list[str]:
    return [f"{failure.check}: {failure.what}" for failure in check(with_features(features), 150).failures]


def test_magpie_has_features_that_suffice() -> None:
    assert complaints(find("magpie").study.features) == []


class WithoutOwnBid(Features):
    """Magpie's features with the cells of the seat's own bid left out."""

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        start = row.position
        find("magpie").study.features.write(state, seat, row)
        for name in ("bid given", "bid"):
            row.cells[start + self.names.index(name)] = 0


def test_features_without_the_own_bid_do_not_suffice() -> None:
    found = complaints(WithoutOwnBid(find("magpie").study.features.names))
    assert found
    assert all("features suffice: " in line and " differ for it in mine" in line for line in found)


def test_a_field_of_text_may_be_left_out() -> None:
    assert complaints(WithoutOwnBid(find("magpie").study.features.names, text_fields=["mine"])) == []


def test_a_number_without_a_name_is_found() -> None:
    found = complaints(Features(("one", "two"), lambda state, seat: [1, 2, 3], text_fields=list(vars(some_view()))))
    assert any("gets 3 features for 2 names" in line for line in found)


def some_view() -> object:
    game = find("magpie")
    return game.view(game.start(2, {"stones": 15}, None), 0)


def test_a_function_of_whole_numbers_is_enough() -> None:
    features = Features(("seat", "seats"), lambda state, seat: [seat, int(state.seats)])
    state = find("magpie").start(3, {"stones": 15}, None)
    assert feature_values(features, state, 2) == [2, 3]
    assert feature_bytes(features, state, 2) == struct.pack("=2f", 2, 3)
