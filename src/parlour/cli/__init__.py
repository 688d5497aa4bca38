"""The `parlour` command line, one file per command. This module loads no parser, so that short commands start fast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from parlour.cli.output import exit_code_of


def run(words: Sequence[str]) -> int:
    """Runs one `parlour` command line, given as words, and returns its exit code."""
    from parlour.cli.parser import parse_and_run

    return exit_code_of(partial(parse_and_run, words))
