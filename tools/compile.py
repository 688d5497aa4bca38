"""Compiles the files named in pyproject.toml as one mypyc unit, in a copy of the project.

    python tools/compile.py            prints the folder of the compiled copy; makes it if it is missing

The copy is in .build/<hash of its files>/ and has the same layout: src, tests, docs. An edited file gives another hash,
so a stale binary is never used. If only tests, texts or the browser client have changed, the binaries of an older copy
are reused."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from web import file_lock

ROOT = Path(__file__).resolve().parent.parent
COPIED_PATHS = (
    "src",
    "tests",
    "docs",
    "tools",
    "bench",
    "examples",
    "packaging",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "pyproject.toml",
)
EXCLUDED_NAMES = {"__pycache__", "build", ".mypy_cache", "node_modules"}
STAMP_FILE = ".sources"  # hash of the sources of a copy's binaries
COMPILER_FLAGS = [
    "-ffp-contract=off",  # the same floats as plain Python
    "-fvisibility=hidden",  # with the next: calls between the rules may be inlined, a quarter faster
    "-fno-semantic-interposition",
    "-finline-limit=200",  # small methods too, a tenth faster
]
HOUR = 3600
MAX_TRIES = 10


def compiled_files(root: Path) -> list[str]:
    """Returns the paths of the Python files that pyproject.toml lists for mypyc, relative to src."""
    plan = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["parlour"]["compile"]
    found = {path for pattern in plan["take"] for path in root.glob(pattern) if path.name != "__init__.py"}
    return sorted(path.relative_to(root / "src").as_posix() for path in found)


def files_to_copy(root: Path) -> list[Path]:
    """Returns the paths of the project's files that a compiled copy needs, relative to the project's root."""
    roots = [root / name for name in COPIED_PATHS]
    found = [path for top in roots for path in (top.rglob("*") if top.is_dir() else [top]) if path.is_file()]
    names = [path.relative_to(root) for path in found if path.suffix not in (".so", ".pyd", ".pyc")]
    return sorted(name for name in names if EXCLUDED_NAMES.isdisjoint(name.parts))


def hash_files(root: Path, names: Iterable[Path]) -> str:
    """Returns a hash of these files and the versions of Python, mypy and librt; the C compiler is not included."""
    tools = f"{sys.version} {sysconfig.get_platform()} mypy {version('mypy')} librt {version('librt')}"
    hasher = hashlib.sha256(tools.encode())
    for name in names:
        with suppress(FileNotFoundError):
            content = (root / name).read_bytes()
            hasher.update(f"{name.as_posix()} {len(content)}\n".encode() + content)
    return hasher.hexdigest()[:16]


def fingerprint(root: Path) -> str:
    """Returns a hash of all files that a compiled copy of the project contains; it names the copy's folder."""
    return hash_files(root, files_to_copy(root))


def source_hash(root: Path) -> str:
    """Returns a hash of everything the compiler reads: modules, the list of files to compile, and this script."""
    modules = [name for name in files_to_copy(root) if name.parts[0] == "src" and name.suffix in (".py", ".pyi")]
    wanted = [name for name in modules if "tests" not in name.parts]
    return hash_files(root, [*wanted, Path("pyproject.toml"), Path("tools/compile.py")])


def can_compile() -> bool:
    """Returns whether this machine can build a C extension of Python, by building a tiny one."""
    script = (
        "from setuptools import Extension, setup\n"
        "setup(name='trial', ext_modules=[Extension('trial', ['trial.c'])], packages=[],"
        " script_args=['-q', 'build_ext', '--inplace'])\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text("#include <Python.h>\nPyMODINIT_FUNC PyInit_trial(void) { return NULL; }\n")
        done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


def compile_in(src: Path, files: list[str]) -> None:
    """Compiles these Python files with mypyc, in place in `src`, which must be in a copy of the project.

    mypy checks them as on Linux, whatever the machine: the contest's loop uses epoll, which is only there."""
    script = (
        "import sys\n"
        "from mypyc.build import mypycify\n"
        "from setuptools import setup\n"
        "files = sys.argv[1:]\n"
        "options = ['--strict', '--explicit-package-bases', '--platform', 'linux']\n"
        "units = mypycify([*options, *files], opt_level='3', debug_level='0', group_name='parlour')\n"
        "for unit in units:\n"
        f"    unit.extra_compile_args += {COMPILER_FLAGS!r}\n"
        "setup(name='parlour', ext_modules=units, packages=[],"
        " script_args=['-q', 'build_ext', '--inplace', '--parallel', '2'])\n"
    )
    environment = {**os.environ, "MYPYPATH": str(src)}
    command = [sys.executable, "-c", script, *files]
    done = subprocess.run(command, cwd=src, env=environment, capture_output=True, text=True, check=False)
    shutil.rmtree(src / "build", ignore_errors=True)
    shutil.rmtree(src / ".mypy_cache", ignore_errors=True)
    if done.returncode != 0:
        raise SystemExit(f"Compiling failed.\n{done.stdout}{done.stderr}")


def compiled_copy(root: Path = ROOT) -> Path:
    """Returns the folder of the compiled copy of the project. If several processes need it, one of them makes it."""
    builds = root / ".build"
    builds.mkdir(exist_ok=True)
    for _ in range(MAX_TRIES):
        home = builds / fingerprint(root)
        with suppress(FileNotFoundError):
            os.utime(home)
            return home
        with file_lock(root / ".cache" / "compile.lock"):
            if home.exists():
                continue
            work = Path(tempfile.mkdtemp(prefix="work-", dir=builds))
            try:
                if copy_project(root, work, home.name):
                    add_binaries(work, builds)
                    publish_build(work, home)
                    remove_old_builds(builds)
                    return home
            finally:
                shutil.rmtree(work, ignore_errors=True)
    raise SystemExit("The files changed while they were copied; compile again when nobody edits them.")


def add_binaries(work: Path, builds: Path) -> None:
    """Adds compiled modules to a copy of the project: from an older copy with the same sources, else by compiling."""
    name = source_hash(work)
    for build in builds.iterdir():
        with suppress(FileNotFoundError):
            if (build / STAMP_FILE).read_text("utf-8") == name:
                for binary in (build / "src").rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
                    shutil.copy2(binary, work / binary.relative_to(build))
                break
    else:
        files = compiled_files(work)
        print(f"Compiling {len(files)} files, once for this version of the sources ...", file=sys.stderr)
        compile_in(work / "src", files)
    (work / STAMP_FILE).write_text(name, "utf-8")


def copy_project(root: Path, work: Path, name: str) -> bool:
    """Copies the project's files to the folder `work`. Returns whether no file changed meanwhile."""
    for path in files_to_copy(root):
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            shutil.copy2(root / path, work / path)
    return fingerprint(work) == name


def publish_build(work: Path, home: Path) -> None:
    """Moves a finished compiled copy of the project to its place, unless another process was faster."""
    try:
        work.rename(home)
    except OSError:
        if not home.exists():
            raise
        shutil.rmtree(work, ignore_errors=True)


def remove_old_builds(builds: Path, keep: int = 4) -> None:
    """Removes compiled copies of the project, except the newest and those used within the last hour."""
    ages: dict[Path, float] = {}
    for path in builds.iterdir():
        with suppress(FileNotFoundError):
            ages[path] = time.time() - path.stat().st_mtime
    newest = sorted((path for path in ages if not path.name.startswith("work-")), key=ages.__getitem__)[:keep]
    for path in ages:
        if ages[path] > HOUR and path not in newest:
            remove_build(path)


def remove_build(build: Path) -> None:
    """Removes a compiled copy of the project, renamed first so that no process finds a partial one."""
    with suppress(OSError):
        shutil.rmtree(build.rename(build.with_name(f"work-{build.name}")))


def main() -> None:
    if not can_compile():
        raise SystemExit("No C compiler that finds Python.h: install one, or use the pure build.")
    print(compiled_copy())


if __name__ == "__main__":
    main()
