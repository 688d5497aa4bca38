"""Conformance checks that a match's log replays to the same end, with and without a journal."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_log, digest
from parlour.kernel.state import State


def replay_digest(match: CheckedMatch, journal: Journal | None) -> str:
    """Replays the log of a checked match from the start. Returns the hash of the log and the final position."""
    state = match.game.start(match.seats, match.options, journal)
    apply_log(state, match.log)
    return digest(state, match.log)


def check_replay(match: CheckedMatch, state: State) -> Iterator[str]:
    """Yields a complaint if replaying the match's log gives another end or other journal events."""
    journal = Journal()
    if replay_digest(match, journal) != digest(state, match.log):
        yield "the log of the match leads to another end"
    elif list(journal.numbers) != list(match.journal.numbers):
        yield "the log of the match gives another journal"


def check_without_journal(match: CheckedMatch) -> Iterator[str]:
    """Yields a complaint if the match, replayed from its log, ends differently without a journal."""
    if replay_digest(match, Journal()) != replay_digest(match, None):
        yield "the match ends differently without a journal"
