"""Compiles the files named in pyproject.toml as one mypyc unit, never beside the sources they come from.

    python tools/compile.py            prints the folder of the compiled copy, made if it is not there yet

The copy lies in .build/<hash of all it was made from>/ and looks like the project: src, tests, docs. An edited
file gives another hash, so no stale binary can stand in for it."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "src",
    "tests",
    "docs",
    "tools",
    "bench",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "pyproject.toml",
)
SKIPPED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so", "build", ".mypy_cache")


def compiled_files(root: Path) -> list[str]:
    """What the project wants compiled, relative to src."""
    plan = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["parlour"]["compile"]
    found = {path for pattern in plan["take"] for path in root.glob(pattern) if path.name not in plan["leave"]}
    return sorted(path.relative_to(root / "src").as_posix() for path in found)


def fingerprint(root: Path) -> str:
    """A hash of everything that goes into the copy, of the interpreter and of the compiler's version."""
    sum_ = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for name in COPIED:
        top = root / name
        paths = sorted(top.rglob("*")) if top.is_dir() else [top]
        for path in paths:
            if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".so", ".pyc"):
                sum_.update(f"{path.relative_to(root)} {path.stat().st_size}\n".encode() + path.read_bytes())
    return sum_.hexdigest()[:16]


def can_compile() -> bool:
    """Whether this machine has a C compiler that finds Python.h: a trial, not a guess."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text("#include <Python.h>\nint parlour_trial(void) { return PY_MAJOR_VERSION; }\n")
        include = sysconfig.get_paths()["include"]
        command = [*compiler, "-c", f"-I{include}", str(source), "-o", str(Path(folder, "trial.o"))]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def compile_in(src: Path, files: list[str]) -> None:
    """Compiles `files` in place in `src`, a copy nobody edits."""
    script = (
        "import sys\n"
        "from mypyc.build import mypycify\n"
        "from setuptools import setup\n"
        "files = sys.argv[1:]\n"
        "units = mypycify(['--strict', '--explicit-package-bases', *files], opt_level='3', debug_level='0',"
        " group_name='parlour')\n"
        "for unit in units:\n"
        "    unit.extra_compile_args.append('-ffp-contract=off')\n"
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
    """The compiled copy of the project as it is now."""
    home = root / ".build" / fingerprint(root)
    if home.exists():
        return home
    files = compiled_files(root)
    print(f"Compiling {len(files)} files, once for this version of the sources ...", file=sys.stderr)
    work = Path(tempfile.mkdtemp(prefix="work-", dir=_made(root / ".build")))
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, work / name, ignore=SKIPPED)
        elif (root / name).exists():
            shutil.copy2(root / name, work / name)
    compile_in(work / "src", files)
    if not home.exists():
        work.rename(home)
    _forget_old(root / ".build", keep=home)
    return home


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _forget_old(folder: Path, keep: Path, most: int = 4) -> None:
    """Keeps the newest few builds."""
    homes = sorted((path for path in folder.iterdir() if path != keep), key=lambda path: path.stat().st_mtime)
    for path in homes[:-most]:
        shutil.rmtree(path, ignore_errors=True)


def main() -> None:
    if not can_compile():
        raise SystemExit("There is no C compiler here that finds Python.h; the pure build still runs.")
    print(compiled_copy())


if __name__ == "__main__":
    main()
