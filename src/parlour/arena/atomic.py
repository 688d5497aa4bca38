"""Files that appear whole or not at all."""

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
    """A name to write to for each target: moved into place when the work is done, removed if it is not."""
    places = [None if target is None else target.resolve() for target in targets]
    desks: dict[Path, Path] = {}  # a hidden folder beside each place
    try:
        for place in places:
            if place is not None:
                desks[place] = _make_temp_folder(place, taken=place in desks)
        yield [None if place is None else desks[place] / place.name for place in places]
        for place, desk in desks.items():
            _move_into_place(desk / place.name, place)
    except OSError as error:
        raise Problem(f"The results cannot be written: {error}.") from error
    finally:
        for desk in desks.values():
            shutil.rmtree(desk, ignore_errors=True)


def _make_temp_folder(place: Path, taken: bool) -> Path:
    if taken:
        raise Problem(f"Two kinds of results cannot both be written to {place}.")
    try:
        return Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    except OSError as error:
        raise Problem(f"{place} cannot be written, because of its folder: {error.strerror}.") from error


def _move_into_place(draft: Path, place: Path) -> None:
    """A file takes the place of an older one; a folder adds to one that is there."""
    if draft.is_dir() and place.is_dir():
        for path in sorted(draft.iterdir()):
            os.replace(path, place / path.name)
    else:
        os.replace(draft, place)
