"""Matches of earlier versions of the rules hold, and are played on by the rules of then."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.games.stumped import GAME
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record
from parlour.kernel.versions import EarlierVersion
from parlour.table.verify import verify

RECORD = read_record((Path(__file__).parent / "records" / "version1.parlour").read_text("utf-8"))


def test_a_match_of_version_1_holds() -> None:
    found = verify(lambda _: GAME, RECORD)
    assert found.over
    assert found.summary().endswith("begun under version 1 of its game")


@pytest.mark.parametrize("missing", ["server_rivers", "server_distraction"])
def test_it_needs_the_rivers_and_the_distraction_of_its_time(missing: str) -> None:
    (step,) = GAME.traits.earlier
    switches = {name: value for name, value in step.switches.items() if name != missing}
    other = GAME._replace(traits=GAME.traits._replace(earlier=(EarlierVersion(1, "any", switches),)))
    with pytest.raises(Problem):
        verify(lambda _: other, RECORD)
