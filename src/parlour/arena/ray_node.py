"""What happens on a node of a cluster: it shows that it would play as we do, and plays what it is given."""

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

SHARED_FOLDERS = (
    "kernel",
    "bots",
    "table",
    "store",
    "arena",
)  # the folders that matches depend on, beside the game's own
EXCLUDED_NAMES = {"__pycache__", "tests", "web", "art"}
BINARY_SUFFIXES = {".so", ".pyd", ".pyc"}
FileHashes = tuple[tuple[str, str], ...]  # names, as the bots have them, and hashes


class BuildManifest(NamedTuple):
    """What a node must have to play as this machine would."""

    home: str  # the module of the game
    build: str
    folder: str  # where relative names of files begin


def make_manifest(home: str) -> BuildManifest:
    """What is here."""
    return BuildManifest(home, build_id(home), os.getcwd())


def build_id(home: str) -> str:
    """Which Parlour this is, with the game of that module: version, compiled or pure, and a hash of the sources."""
    top = Path(parlour.__file__).parent
    sum_ = hashlib.sha256()
    for root in (*(top / name for name in SHARED_FOLDERS), _game_path(home)):
        for path in _source_files(root):
            sum_.update(f"{path.relative_to(root.parent).as_posix()}\n".encode() + path.read_bytes())
    kind = "pure" if str(match.__file__).endswith(".py") else "compiled"
    return f"Parlour {parlour.__version__} ({kind} {sum_.hexdigest()[:8]})"


def _game_path(home: str) -> Path:
    """The folder of a game's package, or its only file."""
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
    """The files that these bots are made from, with hashes. Of a program those named relative to where we are: what
    belongs to the system may differ from node to node."""
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
def find_mismatch(papers: BuildManifest, files: FileHashes) -> str | None:
    """Why this node must not play, said of it; it goes to the folder of the others if there is one."""
    try:
        build = build_id(papers.home)
    except (ImportError, OSError) as error:
        return f"does not have the game {papers.home}: {error}"
    if build != papers.build:
        return f"has {build}, and this machine has {papers.build}; all nodes need the same one"
    if Path(papers.folder).is_dir():
        os.chdir(papers.folder)
    for name, hash in files:
        if not Path(name).is_file():
            return f"has no file {name} in {papers.folder}; a bot is made from it, so every node needs it there"
        if _file_hash(Path(name)) != hash:
            return f"has another {name} than this machine; every node needs the same one"
    return None


@cache
def _load_game(home: str) -> Game:
    game: Game = import_module(home).GAME
    return game


def pack_context(home: str, job: MatchSpec) -> bytes:
    """What all batches have in common, packed: our papers, and the job unless they bring their own."""
    return pickle.dumps((make_manifest(home), job), pickle.HIGHEST_PROTOCOL)


@cache
def _unpack_context(kit: bytes) -> tuple[BuildManifest, MatchSpec]:
    papers, job = pickle.loads(kit)
    return papers, job


def play_packed_batch(kit: bytes, order: bytes, node: str) -> bytes:
    """A batch, packed with the files that its bots need; what it came to, packed."""
    papers, job = _unpack_context(kit)
    batch: Batch
    batch, files = pickle.loads(order)
    reason = find_mismatch(papers, files)
    done = (
        BatchFailure(batch, f"The node {node} {reason}.") if reason else play_batch(_load_game(papers.home), job, batch)
    )
    if isinstance(done, BatchFailure) and not reason:
        done = BatchFailure(batch, f"{done.problem} It happened on the node {node}.")
    return pickle.dumps(done._replace(batch=batch._replace(spec=None)), pickle.HIGHEST_PROTOCOL)
