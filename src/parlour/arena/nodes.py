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
from parlour.arena.batch import Batch, Failed, Job, play_batch
from parlour.kernel import match
from parlour.kernel.game import Game

SHARED = ("kernel", "bots", "table", "store", "arena")  # the folders that matches depend on, beside the game's own
LEFT_OUT = {"__pycache__", "tests", "web", "art"}
BINARIES = {".so", ".pyd", ".pyc"}
Files = tuple[tuple[str, str], ...]  # names, as the bots have them, and hashes


class Papers(NamedTuple):
    """What a node must have to play as this machine would."""

    home: str  # the module of the game
    build: str
    folder: str  # where relative names of files begin


def papers_for(home: str) -> Papers:
    """What is here."""
    return Papers(home, build_of(home), os.getcwd())


def build_of(home: str) -> str:
    """Which Parlour this is, with the game of that module: version, compiled or pure, and a hash of the sources."""
    top = Path(parlour.__file__).parent
    sum_ = hashlib.sha256()
    for root in (*(top / name for name in SHARED), _place(home)):
        for path in _sources(root):
            sum_.update(f"{path.relative_to(root.parent).as_posix()}\n".encode() + path.read_bytes())
    kind = "pure" if str(match.__file__).endswith(".py") else "compiled"
    return f"Parlour {parlour.__version__} ({kind} {sum_.hexdigest()[:8]})"


def _place(home: str) -> Path:
    """The folder of a game's package, or its only file."""
    spec = find_spec(home)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {home!r}")
    return Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)


def _sources(root: Path) -> Iterator[Path]:
    found = root.rglob("*") if root.is_dir() else [root]
    for path in sorted(found):
        names = path.relative_to(root).parts
        if path.is_file() and path.suffix not in BINARIES and LEFT_OUT.isdisjoint(names):
            yield path


def files_of(bots: Iterable[str]) -> Files:
    """The files that these bots are made from, with hashes. Of a program those named relative to where we are: what
    belongs to the system may differ from node to node."""
    names = {name for bot in bots for name in _names(bot) if Path(name).suffix or Path(name).parent != Path()}
    return tuple((name, _hash(Path(name))) for name in sorted(names) if os.path.isfile(name))


def _names(bot: str) -> list[str]:
    kind, _, argument = bot.partition(":")
    if kind != "exec":
        return [argument, argument.rpartition(":")[0]]
    try:
        return [word for word in shlex.split(argument) if not Path(word).is_absolute()]
    except ValueError:
        return []


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def refusal(papers: Papers, files: Files) -> str | None:
    """Why this node must not play, said of it; it goes to the folder of the others if there is one."""
    try:
        build = build_of(papers.home)
    except (ImportError, OSError) as error:
        return f"does not have the game {papers.home}: {error}"
    if build != papers.build:
        return f"has {build}, and this machine has {papers.build}; all nodes need the same one"
    if Path(papers.folder).is_dir():
        os.chdir(papers.folder)
    for name, hash in files:
        if not Path(name).is_file():
            return f"has no file {name} in {papers.folder}; a bot is made from it, so every node needs it there"
        if _hash(Path(name)) != hash:
            return f"has another {name} than this machine; every node needs the same one"
    return None


@cache
def _game(home: str) -> Game:
    game: Game = import_module(home).GAME
    return game


def kit_for(home: str, job: Job) -> bytes:
    """What all batches have in common, packed: our papers, and the job unless they bring their own."""
    return pickle.dumps((papers_for(home), job), pickle.HIGHEST_PROTOCOL)


@cache
def _unpacked(kit: bytes) -> tuple[Papers, Job]:
    papers, job = pickle.loads(kit)
    return papers, job


def play_order(kit: bytes, order: bytes, node: str) -> bytes:
    """A batch, packed with the files that its bots need; what it came to, packed."""
    papers, job = _unpacked(kit)
    batch: Batch
    batch, files = pickle.loads(order)
    reason = refusal(papers, files)
    done = Failed(batch, f"The node {node} {reason}.") if reason else play_batch(_game(papers.home), job, batch)
    if isinstance(done, Failed) and not reason:
        done = Failed(batch, f"{done.problem} It happened on the node {node}.")
    return pickle.dumps(done._replace(batch=batch._replace(job=None)), pickle.HIGHEST_PROTOCOL)
