"""Model files: the weights of a trained network with a header that says for which matches it is."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from parlour.bots.network_model import NetworkModel
from parlour.kernel.game import Game
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem

MAGIC = b"parlour model 1\n"  # then a line of JSON, then the weights, as compressed 16-bit floats
SUFFIX = ".model"
MAX_SIZE = 1 << 20  # of a layer
FOLDER = "models"  # of a game, beside its other files


class ModelHeader(NamedTuple):
    """What a model file says about itself."""

    game: str
    features: int
    actions: int
    hidden: tuple[int, int]
    heads: int  # shares of the win that it estimates: the largest number of seats
    seats: tuple[int, ...]  # the numbers of seats that it was trained for
    options: Mapping[str, Value]  # those of the matches that it was trained for, if they are not the usual ones
    sample: bool  # draws its answers by their chances, as in games with sealed answers; else takes the best
    training: Mapping[str, float]  # how it came about


def weight_count(header: ModelHeader) -> int:
    """Returns how many weights a model file with this header has."""
    first, second = header.hidden
    outputs = header.actions + header.heads
    return (header.features + 1) * first + (first + 1) * second + (second + 1) * outputs


def write_model(path: Path, header: ModelHeader, weights: Sequence[float]) -> None:
    """Writes a model file; the weights come layer by layer, as `NetworkModel` takes them."""
    line = json.dumps(header._asdict(), ensure_ascii=False).encode() + b"\n"
    packed = zlib.compress(struct.pack(f"<{len(weights)}e", *weights), 9)
    path.write_bytes(MAGIC + line + packed)


def read_header(path: Path) -> ModelHeader:
    """Returns the header of a model file; raises Problem if it is none."""
    return _split_file(path)[0]


def read_weights(path: Path) -> tuple[ModelHeader, tuple[float, ...]]:
    """Returns the header and the weights of a model file; raises Problem if it is damaged."""
    header, packed = _split_file(path)
    try:
        weights = struct.unpack(f"<{weight_count(header)}e", zlib.decompress(packed))
    except (zlib.error, struct.error):
        raise Problem(f"The model {path} is damaged, as its weights do not fit its header; train it again.") from None
    return header, weights


def _split_file(path: Path) -> tuple[ModelHeader, bytes]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Problem(f"The model {path} cannot be read: {error.strerror}; check the path.") from None
    head, line, packed = content[: len(MAGIC)], *content[len(MAGIC) :].partition(b"\n")[::2]
    try:
        header = _parse_header(json.loads(line) if head == MAGIC else {})
    except (ValueError, TypeError, KeyError):
        raise Problem(f"{path} is not a model file; name one that `parlour train` has written.") from None
    return header, packed


def _parse_header(fields: Any) -> ModelHeader:
    """Returns the header in a JSON object; raises ValueError, TypeError or KeyError if a field is not as it must be."""
    (first, second), seats = fields["hidden"], tuple(fields["seats"])
    sizes = (fields["features"], fields["actions"], fields["heads"], first, second, *seats)
    kinds = {"game": str, "options": dict, "sample": bool, "training": dict}
    if not (
        seats
        and all(type(size) is int and 1 <= size <= MAX_SIZE for size in sizes)
        and all(isinstance(fields[name], kind) for name, kind in kinds.items())
    ):
        raise ValueError("a field has the wrong type or is out of range")
    return ModelHeader(**{**fields, "hidden": (first, second), "seats": seats})


@lru_cache(maxsize=64)
def _scan_models(home: str) -> tuple[tuple[tuple[Path, ModelHeader], ...], tuple[str, ...]]:
    """Returns the models in the folder `models` beside a game's module, and a sentence for each file that is none."""
    try:
        spec = find_spec(home)
    except (ImportError, ValueError):
        return (), ()
    if spec is None or spec.origin is None:
        return (), ()
    found: list[tuple[Path, ModelHeader]] = []
    complaints: list[str] = []
    for path in sorted((Path(spec.origin).parent / FOLDER).glob(f"*{SUFFIX}")):
        try:
            found.append((path, read_header(path)))
        except Problem as problem:
            complaints.append(str(problem))
    return tuple(found), tuple(complaints)


def model_files(home: str) -> tuple[tuple[Path, ModelHeader], ...]:
    """Returns the models that a game ships, with their headers, and skips files that are none."""
    return _scan_models(home)[0]


def model_complaints(home: str) -> tuple[str, ...]:
    """Returns a sentence for each file in a game's folder `models` that is no model."""
    return _scan_models(home)[1]


def game_models(game: Game) -> list[tuple[Path, ModelHeader]]:
    """Returns the models in a game's folder that are for this game and have its features and answers."""
    width = len(game.study.features.names)
    return [
        (path, header)
        for path, header in model_files(game.home)
        if header.game == game.name and header.features == width and header.actions == game.actions
    ]


def closest_model(
    models: Iterable[tuple[Path, ModelHeader]], game: Game, options: Options, seats: int
) -> tuple[Path, ModelHeader]:
    """Returns the model that was trained for matches most like these: the options count first, then the seats."""
    usual = {option.name: option.default for option in game.options}
    unusual = {name: value for name, value in options.items() if value != usual[name]}

    def distance(model: tuple[Path, ModelHeader]) -> tuple[int, int, int]:
        trained = model[1].options
        different = sum([unusual.get(name) != trained.get(name) for name in unusual.keys() | trained.keys()])
        return different, -len(trained), min([abs(seats - count) for count in model[1].seats])

    return min(models, key=distance)


@lru_cache(maxsize=16)
def load_model(path: Path, written: int) -> NetworkModel:
    """Returns the network of a model file, cached as long as the file has not changed."""
    header, weights = read_weights(path)
    return NetworkModel(header.features, header.hidden, header.actions, header.heads, list(weights), header.sample)
