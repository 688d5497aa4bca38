"""Checkpoints of a training, from which it goes on, and model files, which the bot `learned` plays."""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.arena.atomic import atomic_outputs
from parlour.bots.model_file import ModelHeader, read_weights, write_model
from parlour.kernel.problem import Problem
from parlour.training.network import Adam, Layers, copy_layers, hidden_sizes
from parlour.training.training_plan import TrainingPlan

CHECKPOINT_FILE = "checkpoint.npz"
MAX_OPTION = 200  # letters; longer values of options (a whole card pack) are not noted in a model file


class TrainingProgress(NamedTuple):
    """Everything that a training has reached."""

    layers: Layers
    best: Layers  # of the best measurement so far
    adam: Adam
    league: list[Layers]  # earlier selves, oldest first
    features: NDArray[np.bool_]  # those that were ever set
    actions: NDArray[np.bool_]  # those that were ever legal
    facts: dict[str, Any]  # rounds, matches, minutes, the curve


def new_progress(plan: TrainingPlan, layers: Layers) -> TrainingProgress:
    width, actions = layers.input_weights.shape[0], layers.policy_bias.shape[0]
    facts = {"rounds": 0, "games": 0, "minutes": 0.0, "best": -1.0, "stale": 0, "curve": []}
    seen = np.zeros(width, np.bool_), np.zeros(actions, np.bool_)
    return TrainingProgress(layers, copy_layers(layers), Adam(layers), [], *seen, facts)


def save_checkpoint(folder: Path, plan: TrainingPlan, progress: TrainingProgress) -> None:
    """Writes the checkpoint of a training into its folder, completely or not at all."""
    sets = {
        "now": progress.layers,
        "best": progress.best,
        "means": progress.adam.means,
        "squares": progress.adam.squares,
    }
    sets |= {f"league{number}": layers for number, layers in enumerate(progress.league)}
    arrays = {f"{name}.{field}": layer for name, layers in sets.items() for field, layer in layers._asdict().items()}
    facts = {
        **progress.facts,
        "steps": progress.adam.steps,
        "league": len(progress.league),
        "plan": plan_facts(plan, hidden_sizes(progress.layers)),
    }
    with atomic_outputs(folder / CHECKPOINT_FILE) as (path,):
        assert path is not None
        with path.open("wb") as file:
            np.savez(
                file, features=progress.features, actions=progress.actions, facts=np.array(json.dumps(facts)), **arrays
            )


def load_checkpoint(folder: Path, plan: TrainingPlan) -> TrainingProgress:
    """Returns the progress in the checkpoint of a folder; raises Problem if there is none, or one of another plan."""
    path = folder / CHECKPOINT_FILE
    if not path.is_file():
        raise Problem(f"There is no checkpoint in {folder} to resume; leave --resume out to begin anew.")
    try:
        with np.load(path, allow_pickle=False) as stored:
            facts = json.loads(str(stored["facts"]))
            features, actions = stored["features"], stored["actions"]
            read = {
                name: Layers(*(stored[f"{name}.{field}"] for field in Layers._fields))
                for name in ("now", "best", "means", "squares", *(f"league{one}" for one in range(facts["league"])))
            }
    except (OSError, ValueError, KeyError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        raise Problem(f"The checkpoint {path} is damaged; delete it and train anew.") from None
    if facts.pop("plan") != plan_facts(plan, plan.hidden or hidden_sizes(read["now"])):
        raise Problem(
            f"The checkpoint in {folder} is of a training with other seats, options or layers; give the same ones, or "
            "name another folder with --out."
        )
    adam = Adam(read["now"])
    adam.means, adam.squares, adam.steps = read["means"], read["squares"], facts.pop("steps")
    league = [read[f"league{one}"] for one in range(facts.pop("league"))]
    return TrainingProgress(read["now"], read["best"], adam, league, features, actions, facts)


def plan_facts(plan: TrainingPlan, hidden: tuple[int, int]) -> dict[str, Any]:
    """Returns what must be the same for a checkpoint to fit a plan."""
    return {
        "game": plan.game.name,
        "options": dict(plan.options),
        "seats": list(plan.seats),
        "hidden": list(hidden),
        "features": len(plan.game.study.features.names),
    }


def export_model(path: Path, plan: TrainingPlan, progress: TrainingProgress, layers: Layers, sample: bool) -> None:
    """Writes the model file of a network. What it never saw counts nothing: the weights of such features are zero."""
    kept = Layers(
        np.where(progress.features[:, None], layers.input_weights, 0.0),
        *layers[1:4],
        np.where(progress.actions[None, :], layers.policy_weights, 0.0),
        *layers[5:],
    )
    usual = {option.name: option.default for option in plan.game.options}
    header = ModelHeader(
        plan.game.name,
        len(progress.features),
        len(progress.actions),
        hidden_sizes(layers),
        layers.value_bias.shape[0],
        plan.seats,
        {name: value for name, value in plan.options.items() if value != usual[name] and len(str(value)) <= MAX_OPTION},
        sample,
        {"seed": plan.seed, "games": progress.facts["games"], "minutes": round(progress.facts["minutes"], 1)},
    )
    with atomic_outputs(path) as (temp_path,):
        assert temp_path is not None
        write_model(temp_path, header, flat_weights(kept))


def flat_weights(layers: Layers) -> list[float]:
    """Returns all weights in the order of a model file: those of the last layers by action and by seat."""
    parts = layers._replace(policy_weights=layers.policy_weights.T, value_weights=layers.value_weights.T)
    return [float(number) for layer in parts for number in layer.ravel()]


def layers_from_model(path: Path) -> tuple[ModelHeader, Layers]:
    """Returns the header and the network of a model file."""
    header, weights = read_weights(path)
    first, second = header.hidden
    shapes = (
        *((header.features, first), (first,), (first, second), (second,)),
        *((header.actions, second), (header.actions,), (header.heads, second), (header.heads,)),
    )
    rest = np.array(weights, np.float32)
    found = []
    for shape in shapes:
        size = int(np.prod(shape))
        found.append(rest[:size].reshape(shape))
        rest = rest[size:]
    found[4], found[6] = found[4].T.copy(), found[6].T.copy()
    return header, Layers(*(np.array(layer) for layer in found))
