"""Sets up what a player needs in .venv, one line for each step, and starts the server. Runs on any Python from 3.11.

    python3 tools/play.py [OPTION ...]     options go to `parlour serve`
    python3 tools/play.py --compile        builds the compiled package in the background; the next start installs it

The first start plays on plain Python files, so that nobody waits for the compiler. Packages that only developers need
are left out."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path

import web
from web import ROOT, file_lock

VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON, UV, PARLOUR = (PROGRAMS / f"{name}{'.exe' * (os.name == 'nt')}" for name in ("python", "uv", "parlour"))
CACHE = ROOT / ".cache"
INSTALLER_LOCK = ROOT / "tools" / "installer.lock"
LOCKS = (ROOT / "pyproject.toml", ROOT / "requirements.lock", INSTALLER_LOCK)
PACKAGES_STAMP = VENV / ".play-packages"  # hash of LOCKS
PARLOUR_STAMP = VENV / ".play-parlour"  # hash of the installed sources, and the kind of build
COMPILER_LOG = CACHE / "compile.log"
PLAIN, COMPILED = "plain", "compiled"
UV_SETTINGS = {"UV_SYSTEM_CERTS": "1", "UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1"}


def run(*command: str | Path, **environment: str) -> None:
    """Runs a program silently; if it fails, exits with what it printed."""
    place = {**os.environ, **UV_SETTINGS, **environment}
    done = subprocess.run([*map(str, command)], cwd=ROOT, env=place, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"\n{done.stdout}{done.stderr}".rstrip() + f"\n\n{Path(command[0]).name} failed: see above.")


def step(text: str, work: Callable[[], object]) -> None:
    """Prints one line: what is being done, and when it is done, the seconds that it took."""
    began = time.monotonic()
    print(f"{text} ... ", end="", flush=True)
    work()
    print(f"{time.monotonic() - began:.0f} s", flush=True)


def make_environment() -> None:
    """Makes the virtual environment and installs uv in it, of the version and with the hash of the lock file."""
    try:
        venv.create(VENV, with_pip=True)
    except (ImportError, subprocess.CalledProcessError):
        raise SystemExit(
            "\npython3 cannot make a virtual environment; on Debian: apt-get install python3-venv"
        ) from None
    run(PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", INSTALLER_LOCK)


def install_packages() -> None:
    """Installs the packages that players need, in the versions and with the hashes of requirements.lock."""
    lock = ROOT / "requirements.lock"
    run(
        UV,
        "pip",
        "install",
        "--python",
        PYTHON,
        "-r",
        "pyproject.toml",
        "--extra",
        "play",
        "hatchling",
        "-c",
        lock,
        "--verify-hashes",
    )


def build_client() -> None:
    if not web.is_built(ROOT):
        if subprocess.run([PYTHON, "tools/web.py", "--ready"], cwd=ROOT, check=False).returncode != 0:
            run(UV, "pip", "install", "--python", PYTHON, web.NODE_REQUIREMENT)
        run(PYTHON, "tools/web.py")


def install_parlour(package: Path, **environment: str) -> None:
    for stamp in VENV.glob(".installed-*"):  # of `make setup`, which must install again
        stamp.unlink()
    options = ("--no-deps", "--no-build-isolation", "--reinstall-package", "parlour")
    run(UV, "pip", "install", "--python", PYTHON, *options, package, **environment)


def hash_files(*paths: Path) -> str:
    hasher = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        hasher.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return hasher.hexdigest()[:16]


def source_hash() -> str:
    """Returns a hash of all files that Parlour is built from."""
    found = [
        *(ROOT / "src").rglob("*"),
        *(ROOT / "tools").glob("*.py"),
        *(ROOT / name for name in web.source_files(ROOT)),
    ]
    built = {ROOT / web.DIST, *(source.with_suffix(".js") for source in web.module_sources(ROOT))}
    wanted = {
        path for path in found if path.is_file() and path.suffix != ".pyc" and built.isdisjoint([path, *path.parents])
    }
    sources = [path for path in wanted if "tests" not in path.relative_to(ROOT).parts]
    return hash_files(*sorted([*sources, ROOT / "pyproject.toml", ROOT / "README.md"]))


def stamped(stamp: Path) -> str:
    return stamp.read_text("utf-8") if stamp.exists() else ""


def compiled_package(sources: str) -> Path | None:
    """Returns the wheel of the compiled Parlour of these sources, if it is finished."""
    return next((CACHE / "wheels" / sources).glob("*.whl"), None)


def compile_package() -> None:
    """Builds the wheel of the compiled Parlour, unless it exists or another process is building it."""
    with file_lock(CACHE / "play-compile.lock"):
        sources = source_hash()
        if compiled_package(sources) is None:
            shutil.rmtree(CACHE / "wheels", ignore_errors=True)  # of older sources
            work = CACHE / "wheels" / "work"
            run(UV, "build", "--wheel", "--python", PYTHON, "--out-dir", work, PARLOUR_COMPILE="1")
            if source_hash() == sources:  # else somebody edited them meanwhile
                work.rename(work.with_name(sources))


def start_compiler() -> None:
    """Starts the compiler in the background, with low priority; it goes on when the server stops."""
    with COMPILER_LOG.open("w") as log:
        subprocess.Popen(
            [*(("nice",) if shutil.which("nice") else ()), str(PYTHON), __file__, "--compile"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def set_up() -> None:
    """Brings .venv up to date, step by step; without a change since the last start, does nothing."""
    sources = source_hash()
    if not UV.exists():
        step("Making a virtual environment in .venv", make_environment)
    locks = hash_files(*LOCKS)
    if stamped(PACKAGES_STAMP) != locks:
        step("Installing the packages that a player needs", install_packages)
        PACKAGES_STAMP.write_text(locks, "utf-8")
    if web.is_wanted() and not web.is_built(ROOT):
        step("Building the pages for the browser", build_client)
    package = compiled_package(sources)
    wanted = f"{sources} {COMPILED if package else PLAIN}"
    if stamped(PARLOUR_STAMP) not in (wanted, f"{sources} {COMPILED}"):
        if package is not None:
            step("Installing Parlour, compiled", lambda: install_parlour(package))
        else:
            step("Installing Parlour as plain Python", lambda: install_parlour(ROOT, PARLOUR_COMPILE="0"))
        PARLOUR_STAMP.write_text(wanted, "utf-8")
    if package is None and os.environ.get("PARLOUR_COMPILE") != "0":
        if shutil.which(os.environ.get("CC", "cc")):
            start_compiler()
            note = "Parlour is being compiled in the background: from the next start on, strong bots think much faster."
        else:
            note = "There is no C compiler here: everything works, but strong bots think more slowly."
        print(note, flush=True)


def main(words: list[str]) -> int:
    CACHE.mkdir(exist_ok=True)
    if words == ["--compile"]:
        compile_package()
        return 0
    with file_lock(CACHE / "play.lock"):
        set_up()
    command = [str(PARLOUR), "serve", *(words or ["--open"])]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
