"""Runs Parlour without its compiled files: for the debugger, for coverage, and for comparison in benchmarks."""

from __future__ import annotations

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from types import ModuleType


class SourceFinder:
    """An import hook that loads Parlour's modules from their .py files, even if compiled ones lie beside them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("parlour."):
            return None
        details = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
        for folder in path or ():
            spec = importlib.machinery.FileFinder(os.fspath(folder), details).find_spec(name)
            if spec is not None:
                return spec
        return None


def use_source_only() -> None:
    sys.meta_path.insert(0, SourceFinder)
