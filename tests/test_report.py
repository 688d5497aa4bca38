"""Tests of the text reports of simulations and benchmarks."""

from __future__ import annotations

from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.arena.text_report import align_columns, bench_text, simulation_text
from parlour.games import find

SPEED = {
    "games_per_second": 1234.5,
    "steps_per_second": 99999.0,
    "answers_per_second": 44444.0,
    "clone_microseconds": 0.125,
}


def test_columns_are_aligned() -> None:
    assert align_columns(("bot", "wins"), [("a", "10"), ("longer", "5")]) == [
        "bot     wins",
        "a         10",
        "longer     5",
    ]


def test_a_simulation_shows_bots_seats_length_and_digest() -> None:
    document = simulate(RunSettings(find("magpie"), seed=2, jobs=1), ["thrifty", "random"], 8)
    text = simulation_text(document)
    assert "thrifty      8" in text
    assert "2, random" in text
    assert "length: 12.0 rounds on average, median 12; 24.0 answers on average, median 24" in text
    assert text.endswith(f"digest: {document['digest']}")


def test_a_benchmark_shows_both_builds_or_says_there_is_one() -> None:
    both = {"magpie": {"pure": SPEED, "compiled": SPEED, "ratio": 31.4, "recording_cost": 0.05, "bots": {}}}
    text = bench_text(both)
    assert "magpie, compiled     1234    99999      44444      0.125" in text
    assert "compiled 31.4 times as fast; recording costs 5.0%" in text
    alone = {"magpie": {"pure": SPEED, "recording_cost": 0.05, "bots": {"thrifty": {"games_per_second": 7.0}}}}
    assert "magpie, thrifty        7" in bench_text(alone)
    assert bench_text(alone).endswith("This installation is not compiled.")


def test_a_benchmark_shows_the_time_of_a_turn() -> None:
    speed = {"games_per_second": 7.0, "turn_milliseconds": 1.234, "longest_turn_milliseconds": 5.67}
    text = bench_text({"magpie": {"pure": SPEED, "recording_cost": 0.05, "bots": {"thrifty": speed}}})
    assert "1.23 (5.7)" in text
