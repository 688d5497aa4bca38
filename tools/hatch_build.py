"""Puts the compiled files into the wheel. PARLOUR_COMPILE: auto (if there is a C compiler), 1 (must), 0 (never)."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import compile as compiling


class CompileHook(BuildHookInterface[Any]):
    """Adds one .so per compiled module and the shared one beside the package."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wish = os.environ.get("PARLOUR_COMPILE", "auto")
        if wish not in ("auto", "0", "1"):
            raise SystemExit(f"PARLOUR_COMPILE is {wish!r}; it can be auto, 0 or 1.")
        if version == "editable" or wish == "0":
            return
        if not compiling.can_compile():
            if wish == "1":
                raise SystemExit("PARLOUR_COMPILE=1, but there is no C compiler here that finds Python.h.")
            print("No C compiler found: Parlour will run as pure Python.", file=sys.stderr)
            return
        src = compiling.compiled_copy(Path(self.root)) / "src"
        for path in sorted(src.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")):
            build_data["force_include"][str(path)] = path.relative_to(src).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
