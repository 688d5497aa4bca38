"""Parlour's games behind the interfaces of other libraries, and as a vector environment for programs that learn.

Every name is imported when it is first used, because each needs another extra. Only Gymnasium and OpenSpiel, where they
are installed, are told of the games at once, so that `gymnasium.make` and `pyspiel.load_game` know them."""

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
    "gym_vector_env": ("gymnasium_vector", "gymnasium"),
    "register_games": ("registration", "gymnasium"),
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


def register_everywhere() -> None:
    """Tells Gymnasium and OpenSpiel, where they are installed, the names of the games."""
    for package, module in (("gymnasium", "registration"), ("pyspiel", "openspiel_tree")):
        if find_spec(package) is not None:
            with suppress(ImportError):  # whoever asks for a name that needs the package is told
                import_module(f"{__name__}.{module}")


register_everywhere()
