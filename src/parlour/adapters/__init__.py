"""Parlour's games behind the interfaces of other libraries, and as a vector environment for programs that learn.

Every name is imported when it is first used, because each needs another extra. Only OpenSpiel, where it is installed,
is told of the games at once, so that `pyspiel.load_game` knows them."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from parlour.kernel.problem import Problem

HOMES = {  # module and extra of each public name
    "load": ("direct_match", "vector"),
    "vector": ("vector_env", "vector"),
    "bench_vector": ("vector_bench", "vector"),
    "bench_vector_text": ("vector_bench", "vector"),
    "aec_env": ("pettingzoo_env", "pettingzoo"),
    "parallel_env": ("pettingzoo_env", "pettingzoo"),
    "gym_env": ("gymnasium_env", "gymnasium"),
    "openspiel_game": ("openspiel_tree", "openspiel"),
    "register_games": ("gymnasium_env", "gymnasium"),
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, extra = HOMES[name]
    try:
        return getattr(import_module(f"{__name__}.{module}"), name)
    except ModuleNotFoundError as error:
        raise Problem(
            f"{name} needs the package {error.name}; install it with `pip install 'parlour[{extra}]'`."
        ) from error


if find_spec("pyspiel") is not None:
    with suppress(ImportError):  # whoever asks for openspiel_game is told
        import_module(f"{__name__}.openspiel_tree")
