"""Matches of version 1 of the rules are played by the rules of then (R70)."""

from __future__ import annotations

from pathlib import Path

from parlour.games.hunter import GAME
from parlour.kernel.record import read_record
from parlour.table.verify import verify

RECORD = Path(__file__).parent / "version1.record"


def test_a_match_of_version_1_is_verified_by_its_own_rules() -> None:
    record = read_record(RECORD.read_text("utf-8"))
    assert record.header.version == 1
    assert verify(lambda name: GAME, record).over
