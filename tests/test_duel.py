"""Duels: played until it is decided who is stronger, the same whoever plays, and no longer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parlour.cli import run
from parlour.games import find
from parlour.tournament import sequential_testing
from parlour.tournament.duel import duel_seatings, play_duel
from parlour.tournament.entrants import Entrant

MAGPIE = find("magpie")


def run_duel(a: str, b: str, **wish: Any) -> dict[str, Any]:
    return play_duel(MAGPIE, [Entrant(a, a), Entrant(b, f"{b}")], **{"options": {"stones": 9}, "jobs": 1, **wish})


@pytest.mark.parametrize(
    ("size", "seatings"),
    [
        (1, [(0,), (1,)]),
        (2, [(0, 1), (1, 0)]),
        (3, [(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0)]),
        (4, [(0, 1, 0, 1), (1, 0, 1, 0)]),
    ],
)
def test_both_take_every_seat_equally_often(size: int, seatings: list[tuple[int, ...]]) -> None:
    assert duel_seatings(size) == seatings
    assert all(sum(seats[place] for seats in seatings) * 2 == len(seatings) for place in range(size))


def test_the_stronger_is_found_from_both_sides_and_soon() -> None:
    one, other = run_duel("thrifty", "random"), run_duel("random", "thrifty")
    assert (one["verdict"], other["verdict"]) == ("stronger", "weaker")
    assert one["sets"] == other["sets"] < one["fixed_plan"]
    assert one["score"] == 1 - other["score"]
    assert (one["wins"], one["losses"]) == (other["losses"], other["wins"])
    assert one["wins"] + one["ties"] + one["losses"] == one["games"] == 2 * one["sets"]


def test_it_stops_at_the_same_set_whoever_plays() -> None:
    assert run_duel("greedy", "random", jobs=2, seed=5) == run_duel("greedy", "random", seed=5)


def test_equal_bots_get_no_verdict() -> None:
    document = run_duel("random", "random", max_sets=30)
    assert document["verdict"] == "undecided"
    assert document["sets"] == 30
    assert "too close" in document["text"]


def test_the_verdict_is_that_of_the_test_on_the_scores_in_order() -> None:
    """Every set's score is worked out again, one duel at a time."""
    whole = run_duel("greedy", "random", max_sets=12, error=0.001)
    test = sequential_testing.SequentialTest(0.001, 20.0, 2, 12)
    before = 0.0
    for sets in range(1, whole["sets"] + 1):
        part = run_duel("greedy", "random", max_sets=sets, error=0.001)
        test.add(part["score"] * sets - before)
        before = part["score"] * sets
    assert test.verdict == whole["verdict"]
    assert test.llr == pytest.approx(whole["llr"])


def test_a_solitaire_is_compared_on_common_seeds() -> None:
    entrants = [Entrant("thumb", "thumb"), Entrant("random", "random")]
    document: dict[str, Any] = play_duel(find("bones"), entrants, options={"tutorial": False}, jobs=1, margin=100)
    assert document["verdict"] == "stronger"
    assert document["games"] == 2 * document["sets"]


def test_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["duel", "magpie", "thrifty", "random", "--jobs", "1", "--option", "stones=9"]
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "stronger"
    assert run(words) == 0
    assert capsys.readouterr().out.startswith("thrifty is stronger than random: ")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["thrifty", "nobody"], "no bot 'nobody'"),
        (["thrifty", "random", "--error", "0.6"], "between 0 and 0.5"),
        (["thrifty", "random", "--margin", "0"], "margin"),
        (["thrifty", "random", "--seats", "9"], "not 9"),
        (["thrifty"], "requires an argument"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["duel", "magpie", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert fault in said.err
