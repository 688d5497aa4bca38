"""The build hook: adds compiled files to the wheel, and the built browser client to wheel and sdist.

PARLOUR_COMPILE: auto (if there is a C compiler), 1 (required), 0 (never). PARLOUR_WEB: 1 (required), 0 (never)."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import compile as compiling
import web


class BuildHook(BuildHookInterface[Any]):
    """The hook of the package build: builds the browser client, and adds the compiled modules to the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Returns the PyPI package with Node if the build of the browser client needs it and the machine has none."""
        idle = not web.is_wanted() or web.is_built(Path(self.root)) or web.find_node() is not None
        return [] if idle else [web.NODE_REQUIREMENT]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if web.is_wanted():
            web.build(Path(self.root))
        else:
            print("PARLOUR_WEB=0: Parlour is built without its browser client.", file=sys.stderr)
        if self.target_name == "wheel":
            self.add_compiled_files(version, build_data)

    def add_compiled_files(self, version: str, build_data: dict[str, Any]) -> None:
        value = os.environ.get("PARLOUR_COMPILE", "auto")
        if value not in ("auto", "0", "1"):
            raise SystemExit(f"PARLOUR_COMPILE is {value!r}; it can be auto, 0 or 1.")
        if version == "editable" or value == "0":
            return
        if not compiling.can_compile():
            if value == "1":
                raise SystemExit("PARLOUR_COMPILE=1, but there is no C compiler here that finds Python.h.")
            print("No C compiler found: Parlour will run as pure Python.", file=sys.stderr)
            return
        src = compiling.compiled_copy(Path(self.root)) / "src"
        for path in sorted(src.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")):
            build_data["force_include"][str(path)] = path.relative_to(src).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
