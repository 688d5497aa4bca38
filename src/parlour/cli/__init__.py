"""The command line: `run` parses one command line and runs its command."""

from __future__ import annotations

from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Runs one command line and returns its exit code."""
    from parlour.cli import parser  # loads cyclopts, which the fast path does without

    return parser.run(words)
