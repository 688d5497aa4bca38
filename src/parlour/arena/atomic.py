"""Output files that are written completely or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.kernel.problem import Problem


@contextmanager
def atomic_outputs(*targets: Path | None) -> Iterator[list[Path | None]]:
    """Yields temporary paths for output files; moves these to the real paths on success, deletes them on failure."""
    places = [None if target is None else target.resolve() for target in targets]
    temp_folders: dict[Path, Path] = {}  # a hidden folder beside each target
    try:
        for place in places:
            if place is not None:
                temp_folders[place] = _make_temp_folder(place, taken=place in temp_folders)
        yield [None if place is None else temp_folders[place] / place.name for place in places]
        for place, temp_folder in temp_folders.items():
            _move_into_place(temp_folder / place.name, place)
    except OSError as error:
        raise Problem(f"The output files cannot be written: {error}. Check the disk, or name other files.") from error
    finally:
        for temp_folder in temp_folders.values():
            shutil.rmtree(temp_folder, ignore_errors=True)


def _make_temp_folder(place: Path, taken: bool) -> Path:
    if taken:
        raise Problem(f"Two outputs cannot both be written to {place}; name a different file for each.")
    try:
        return Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    except OSError as error:
        raise Problem(
            f"The output {place} cannot be written, as its folder cannot be used: {error.strerror}; choose another "
            "folder."
        ) from error


def _move_into_place(temp_path: Path, place: Path) -> None:
    """Moves a temporary output to its final path: replaces a file there; adds a folder's files to a folder there."""
    if temp_path.is_dir() and place.is_dir():
        for path in sorted(temp_path.iterdir()):
            os.replace(path, place / path.name)
    else:
        os.replace(temp_path, place)
