"""Records: a log leads to the same end again, whether anybody listens or not."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.journal import Journal
from parlour.kernel.match import apply_log, digest
from parlour.kernel.state import State


def replay_digest(trial: CheckedMatch, journal: Journal | None) -> str:
    """Where the match leads when it is played again from its log."""
    state = trial.game.start(trial.seats, trial.options, journal)
    apply_log(state, trial.log)
    return digest(state, trial.log)


def check_replay(trial: CheckedMatch, state: State) -> Iterator[str]:
    """The same log gives the same match and the same journal."""
    journal = Journal()
    if replay_digest(trial, journal) != digest(state, trial.log):
        yield "the log of the match leads to another end"
    elif list(journal.numbers) != list(trial.journal.numbers):
        yield "the log of the match gives another journal"


def check_without_journal(trial: CheckedMatch) -> Iterator[str]:
    """A journal never changes play."""
    if replay_digest(trial, Journal()) != replay_digest(trial, None):
        yield "the match goes another way when nobody listens"
