"""Packages that only some features need: what to say when one is missing."""

from __future__ import annotations

import re
import shlex
import sys
from importlib import metadata
from importlib.util import find_spec

from parlour.kernel.problem import Problem

EXTRA = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
NAME = re.compile(r"[\w.-]+")
PACKAGES = {"pyspiel": "open-spiel", "vl_convert": "vl-convert-python", "pygame": "pygame-ce", "PIL": "pillow"}


def missing_package(feature: str, module: str) -> Problem:
    """Returns the Problem that a feature needs a module that is not installed, with a command that installs it here.

    The command names packages, not an extra of Parlour, because it must also work where no index has Parlour."""
    top = module.partition(".")[0]
    package = PACKAGES.get(top, top.replace("_", "-"))
    packages = next((each for each in _extras() if package in map(_package_name, each)), [package])
    has_pip = find_spec("pip") is not None
    installer = [sys.executable, "-m", "pip", "install"] if has_pip else ["uv", "pip", "install", "-p", sys.executable]
    command = shlex.join([*installer, *packages])
    return Problem(f"{feature} needs the package {package}, which is not installed; install it with `{command}`.")


def _extras() -> list[list[str]]:
    """Returns the packages of each extra of the installed Parlour with their versions, the smallest extra first."""
    found: dict[str, list[str]] = {}
    try:
        requirements = metadata.requires("parlour") or []
    except metadata.PackageNotFoundError:
        requirements = []
    for requirement in requirements:
        package, _, marker = requirement.partition(";")
        if (extra := EXTRA.search(marker)) is not None:
            found.setdefault(extra[1], []).append(package.strip())
    return sorted(found.values(), key=len)


def _package_name(requirement: str) -> str:
    match = NAME.match(requirement)
    return match[0].lower() if match else ""
