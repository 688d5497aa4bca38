"""`parlour bench`: measures how fast the rules of games run on this machine."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from parlour import games as game_list
from parlour.cli.fast_path import load_games
from parlour.cli.output import print_document
from parlour.cli.run_options import Json, Options
from parlour.kernel.options import parse_option_pairs
from parlour.kernel.problem import Problem

Vector = Annotated[bool, Parameter(negative="", help="Measure the vector environment, beside a plain loop.")]


def bench(*game: str, seconds: float = 1.0, vector: Vector = False, option: Options = None, json: Json = False) -> int:
    """Measure steps, games and clones per second, compiled and pure; or decisions of the vector environment."""
    if not 0 < seconds <= 600:
        raise Problem(f"--seconds is {seconds}; give a number of seconds above 0, up to 600.")
    found = [game_list.find(name) for name in game] if game else load_games()
    if vector:
        from parlour.adapters import bench_vector, bench_vector_text

        return print_document(bench_vector(found, seconds, parse_option_pairs(option or [])), json, bench_vector_text)
    from parlour.arena.bench import bench as run_bench
    from parlour.arena.text_report import bench_text

    document = run_bench(found, seconds, parse_option_pairs(option or []))
    return print_document(document, json, bench_text)
