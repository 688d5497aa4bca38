"""Records: a log leads to the same end again, whether anybody listens or not."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.trial import Trial
from parlour.kernel.journal import Journal
from parlour.kernel.match import digest, follow
from parlour.kernel.state import State


def replayed(trial: Trial, journal: Journal | None) -> str:
    """Where the match leads when it is played again from its log."""
    state = trial.game.start(trial.seats, trial.options, journal)
    follow(state, trial.log)
    return digest(state, trial.log)


def replays(trial: Trial, state: State) -> Iterator[str]:
    """The same log gives the same match and the same journal."""
    journal = Journal()
    if replayed(trial, journal) != digest(state, trial.log):
        yield "the log of the match leads to another end"
    elif list(journal.numbers) != list(trial.journal.numbers):
        yield "the log of the match gives another journal"


def deaf(trial: Trial) -> Iterator[str]:
    """A journal never changes play."""
    if replayed(trial, Journal()) != replayed(trial, None):
        yield "the match goes another way when nobody listens"
