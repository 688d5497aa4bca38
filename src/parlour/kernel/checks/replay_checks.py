"""Checks that a log replays to the same end, with and without a journal."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_log, digest
from parlour.kernel.state import State


def replay_digest(match: CheckedMatch, journal: Journal | None) -> str:
    """Returns the digest of the match when its log is replayed."""
    state = match.game.start(match.seats, match.options, journal)
    apply_log(state, match.log)
    return digest(state, match.log)


def check_replay(match: CheckedMatch, state: State) -> Iterator[str]:
    """The log leads to the same match and the same journal."""
    journal = Journal()
    if replay_digest(match, journal) != digest(state, match.log):
        yield "the log of the match leads to another end"
    elif list(journal.numbers) != list(match.journal.numbers):
        yield "the log of the match gives another journal"


def check_without_journal(match: CheckedMatch) -> Iterator[str]:
    """The journal has no effect on play."""
    if replay_digest(match, Journal()) != replay_digest(match, None):
        yield "the match ends differently without a journal"
