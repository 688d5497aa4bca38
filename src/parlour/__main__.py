"""`parlour`, and `python -m parlour`: the light commands at the door, all others inside."""

from __future__ import annotations

import sys
from functools import partial

from parlour.cli import fast_path as door


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    words = sys.argv[1:]
    if not words:
        code = door.guarded(door.overview)
    elif words in (["games"], ["games", "--json"]):
        code = door.guarded(partial(door.games, "--json" in words))
    else:
        from parlour.cli import run

        code = run(words)
    sys.exit(code)


if __name__ == "__main__":
    main()
