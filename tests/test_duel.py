"""Tests of duels: they stop as soon as the test is decided, independent of the workers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parlour.arena.run_settings import RunSettings
from parlour.cli import run
from parlour.games import find
from parlour.tournament import sequential_testing
from parlour.tournament.duel import duel_seatings, play_duel
from parlour.tournament.entrants import Entrant
from tests.run_builders import split_settings

MAGPIE = find("magpie")


def run_duel(a: str, b: str, **settings: Any) -> dict[str, Any]:
    run, rest = split_settings(MAGPIE, {"options": {"stones": 9}, "jobs": 1, **settings})
    return play_duel(run, [Entrant(a, a), Entrant(b, f"{b}")], **rest)


@pytest.mark.parametrize(
    ("size", "seatings"),
    [
        (1, [(0,), (1,)]),
        (2, [(0, 1), (1, 0)]),
        (3, [(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0)]),
        (4, [(0, 1, 0, 1), (1, 0, 1, 0)]),
    ],
)
def test_both_entrants_have_every_seat_equally_often(size: int, seatings: list[tuple[int, ...]]) -> None:
    assert duel_seatings(size) == seatings
    assert all(sum(seats[place] for seats in seatings) * 2 == len(seatings) for place in range(size))


def test_the_stronger_entrant_is_found_early_in_either_order() -> None:
    one, other = run_duel("thrifty", "random"), run_duel("random", "thrifty")
    assert (one["verdict"], other["verdict"]) == ("stronger", "weaker")
    assert one["sets"] == other["sets"] < one["fixed_plan"]
    assert one["score"] == 1 - other["score"]
    assert (one["wins"], one["losses"]) == (other["losses"], other["wins"])
    assert one["wins"] + one["ties"] + one["losses"] == one["games"] == 2 * one["sets"]


@pytest.mark.long
def test_a_duel_stops_at_the_same_set_with_any_number_of_workers() -> None:
    assert run_duel("greedy", "random", jobs=2, seed=5) == run_duel("greedy", "random", seed=5)


def test_equal_bots_get_no_verdict() -> None:
    document = run_duel("random", "random", max_sets=30)
    assert document["verdict"] == "undecided"
    assert document["sets"] == 30
    assert "too close" in document["text"]


def test_the_verdict_follows_from_the_scores_in_order() -> None:
    """Derives the score of every set from duels of increasing length."""
    full = run_duel("greedy", "random", max_sets=12, error=0.001)
    test = sequential_testing.SequentialTest(0.001, 20.0, 2, 12)
    before = 0.0
    for sets in range(1, full["sets"] + 1):
        part = run_duel("greedy", "random", max_sets=sets, error=0.001)
        test.add(part["score"] * sets - before)
        before = part["score"] * sets
    assert test.verdict == full["verdict"]
    assert test.llr == pytest.approx(full["llr"])


def test_a_solitaire_is_compared_on_common_seeds() -> None:
    entrants = [Entrant("thumb", "thumb"), Entrant("random", "random")]
    document: dict[str, Any] = play_duel(RunSettings(find("bones"), {"tutorial": False}, jobs=1), entrants, margin=100)
    assert document["verdict"] == "stronger"
    assert document["games"] == 2 * document["sets"]


def test_the_command_prints_a_text_or_a_document(capsys: pytest.CaptureFixture[str]) -> None:
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
        (["thrifty", "random", "--seats", "9"], "with 9 seats"),
        (["thrifty"], "requires an argument"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["duel", "magpie", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert fault in captured.err
