"""The entry point of `parlour` and `python -m parlour`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the `parlour` command with the arguments of this process, and exits with the command's exit code."""
    try:
        sys.exit(run_command(sys.argv[1:]))
    except KeyboardInterrupt:  # while modules are loaded; later, the command handles it
        sys.exit(130)


def run_command(words: list[str]) -> int:
    from parlour.cli import run
    from parlour.cli.fast_path import find_fast_command
    from parlour.cli.output import exit_code_of

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    command = find_fast_command(words)
    return run(words) if command is None else exit_code_of(command)


if __name__ == "__main__":
    main()
