"""Parlour's games behind the interfaces of other libraries, and as a vector environment for programs that learn.

Every name is imported when it is first used, because each needs another extra. Only Gymnasium and OpenSpiel, where they
are installed, are told of the games at once, so that `gymnasium.make` and `pyspiel.load_game` know them."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from parlour.kernel.extras import missing_package

MODULES = {  # of each public name
    "load": "direct_match",
    "vector": "vector_env",
    "bench_vector": "vector_bench",
    "bench_vector_text": "vector_bench",
    "aec_env": "pettingzoo_env",
    "parallel_env": "pettingzoo_env",
    "gym_env": "gymnasium_env",
    "openspiel_game": "openspiel_tree",
    "gym_vector_env": "gymnasium_vector",
    "register_games": "registration",
}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
    except ModuleNotFoundError as error:
        raise missing_package(f"parlour.adapters.{name}", error.name or name) from error


def register_everywhere() -> None:
    """Tells Gymnasium and OpenSpiel, where they are installed, the names of the games."""
    for package, module in (("gymnasium", "registration"), ("pyspiel", "openspiel_tree")):
        if find_spec(package) is not None:
            with suppress(ImportError):  # whoever asks for a name that needs the package is told
                import_module(f"{__name__}.{module}")


register_everywhere()
