"""Tells Gymnasium the games' names, without loading a game."""

from __future__ import annotations

import gymnasium

from parlour.games import names


def register_games() -> None:
    """Registers every game with Gymnasium as `parlour/NAME-v1`; `import parlour.adapters` does so by itself."""
    for name in names():
        if f"parlour/{name}-v1" not in gymnasium.registry:
            gymnasium.register(
                f"parlour/{name}-v1",
                "parlour.adapters:gym_env",
                vector_entry_point="parlour.adapters:gym_vector_env",
                kwargs={"game": name},
            )


register_games()
