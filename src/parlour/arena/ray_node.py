"""The code that runs on a node of a Ray cluster: checks that it has the same build, and plays batches of matches."""

from __future__ import annotations

import hashlib
import os
import pickle
import shlex
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import parlour
from parlour.arena.batch import Batch, BatchFailure, MatchSpec, play_batch
from parlour.kernel import match
from parlour.kernel.game import Game

# The folders that matches depend on, besides the game's own.
SHARED_FOLDERS = ("workers", "kernel", "bots", "table", "store", "arena")
EXCLUDED_NAMES = {"__pycache__", "tests", "web", "art"}
BINARY_SUFFIXES = {".so", ".pyd", ".pyc"}
FileHashes = tuple[tuple[str, str], ...]  # names, as in the bots' names, and hashes


class BuildManifest(NamedTuple):
    """The game, build and folder that a Ray node must have to play the same matches as this machine."""

    home: str  # the module of the game
    build: str
    folder: str  # that relative file names refer to


def make_manifest(home: str) -> BuildManifest:
    """Returns the game, build and folder of this machine, which every node of the Ray cluster must have too."""
    return BuildManifest(home, build_id(home), os.getcwd())


def build_id(home: str) -> str:
    """Returns a name of this build: Parlour's version, compiled or pure, and a hash of its sources and the game's."""
    top = Path(parlour.__file__).parent
    hasher = hashlib.sha256()
    for root in (*(top / name for name in SHARED_FOLDERS), _game_path(home)):
        for path in _source_files(root):
            hasher.update(f"{path.relative_to(root.parent).as_posix()}\n".encode() + path.read_bytes())
    kind = "pure" if str(match.__file__).endswith(".py") else "compiled"
    return f"Parlour {parlour.__version__} ({kind} {hasher.hexdigest()[:8]})"


def _game_path(home: str) -> Path:
    """Returns the folder of a game's Python package, or the file of a game that is a single module."""
    spec = find_spec(home)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {home!r}")
    return Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)


def _source_files(root: Path) -> Iterator[Path]:
    found = root.rglob("*") if root.is_dir() else [root]
    for path in sorted(found):
        names = path.relative_to(root).parts
        if path.is_file() and path.suffix not in BINARY_SUFFIXES and EXCLUDED_NAMES.isdisjoint(names):
            yield path


def hash_bot_files(bots: Iterable[str]) -> FileHashes:
    """Returns the names and hashes of the files that these bots are made from. Of a bot's command, only files with
    relative names: system files may differ from node to node."""
    names = {name for bot in bots for name in _file_names(bot) if Path(name).suffix or Path(name).parent != Path()}
    return tuple((name, _file_hash(Path(name))) for name in sorted(names) if os.path.isfile(name))


def _file_names(bot: str) -> list[str]:
    kind, _, argument = bot.partition(":")
    if kind != "exec":
        return [argument, argument.rpartition(":")[0]]
    try:
        return [word for word in shlex.split(argument) if not Path(word).is_absolute()]
    except ValueError:
        return []


def _file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def find_mismatch(manifest: BuildManifest, files: FileHashes) -> str | None:
    """Checks that this Ray node has the build and the bots' files of a run, and enters its folder; returns the
    reason why it must not play, as a predicate of the node, or None."""
    try:
        build = build_id(manifest.home)
    except (ImportError, OSError) as error:
        return f"does not have the game {manifest.home}: {error}"
    if build != manifest.build:
        return f"has {build}, and this machine has {manifest.build}; all nodes need the same one"
    if Path(manifest.folder).is_dir():
        os.chdir(manifest.folder)
    for name, hash in files:
        if not Path(name).is_file():
            return f"has no file {name} in {manifest.folder}; a bot is made from it, so every node needs it there"
        if _file_hash(Path(name)) != hash:
            return f"has another {name} than this machine; every node needs the same one"
    return None


@cache
def _load_game(home: str) -> Game:
    game: Game = import_module(home).GAME
    return game


def pack_context(home: str, spec: MatchSpec) -> bytes:
    """Packs for the Ray nodes what all batches of matches share: the build they need, and the settings for batches
    without their own."""
    return pickle.dumps((make_manifest(home), spec), pickle.HIGHEST_PROTOCOL)


@cache
def _unpack_context(context: bytes) -> tuple[BuildManifest, MatchSpec]:
    manifest, spec = pickle.loads(context)
    return manifest, spec


def play_packed_batch(context: bytes, packed_batch: bytes, node: str) -> bytes:
    """Plays on a Ray node a batch of matches, packed with the hashes of its bots' files; returns the packed result."""
    manifest, spec = _unpack_context(context)
    batch: Batch
    batch, files = pickle.loads(packed_batch)
    reason = find_mismatch(manifest, files)
    done = (
        BatchFailure(batch, f"The node {node} {reason}.")
        if reason
        else play_batch(_load_game(manifest.home), spec, batch)
    )
    if isinstance(done, BatchFailure) and not reason:
        done = BatchFailure(batch, f"{done.problem} It happened on the node {node}.")
    return pickle.dumps(done._replace(batch=batch._replace(spec=None)), pickle.HIGHEST_PROTOCOL)
