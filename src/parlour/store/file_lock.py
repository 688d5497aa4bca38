"""Locks on files, each held by only one process at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    LOCK_OFFSET = 1 << 30  # beyond the content, so that the file can still be read

    def _lock(handle: int) -> None:
        os.lseek(handle, LOCK_OFFSET, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(path: Path) -> int | None:
    """Locks a file until the returned handle is closed or the process ends; returns None if another process has it."""
    handle = os.open(path, os.O_RDWR)
    try:
        _lock(handle)
    except OSError:
        os.close(handle)
        return None
    return handle
