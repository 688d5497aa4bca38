"""The entry point of `parlour` and `python -m parlour`."""

from __future__ import annotations

import sys

from parlour.cli import run
from parlour.cli.fast_path import find_fast_command
from parlour.cli.output import exit_code_of


def main() -> None:
    """Runs the `parlour` command with the arguments of this process, and exits with the command's exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    words = sys.argv[1:]
    command = find_fast_command(words)
    sys.exit(run(words) if command is None else exit_code_of(command))


if __name__ == "__main__":
    main()
