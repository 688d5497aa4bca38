"""Runs all conformance checks on one position of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour.kernel.checks import (
    copy_checks,
    feature_checks,
    leak_checks,
    question_checks,
    sealed_checks,
    staged_answer_checks,
    text_checks,
)
from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.state import State

POSITION_CHECKS: tuple[tuple[str, Callable[[CheckedPosition], Iterator[str]]], ...] = (
    ("clone", copy_checks.check_clones),
    ("asks", question_checks.check_debts),
    ("odds", question_checks.check_odds),
    ("legal", question_checks.check_legal),
    ("deal", question_checks.check_deals),
    ("refusal", question_checks.check_refusals),
    ("offer", question_checks.check_offers),
    ("lapse", question_checks.check_default_answers),
    ("score", question_checks.check_scores),
    ("turns", question_checks.check_turns),
    ("midway", staged_answer_checks.check_midway),
    ("forfeit", staged_answer_checks.check_forfeits),
    ("pack", copy_checks.check_packing),
    ("commute", sealed_checks.check_answer_order),
    ("sealed", sealed_checks.check_sealed),
    ("sealed leaks", sealed_checks.check_sealed_leaks),
    ("view", text_checks.check_views),
    ("features", feature_checks.check_names),
    ("imagine", leak_checks.check_imagined_worlds),
    ("view leaks", leak_checks.check_view_leaks),
    ("features leak", leak_checks.check_feature_leaks),
    ("legal leaks", leak_checks.check_legal_leaks),
    ("events leak", leak_checks.check_event_leaks),
    ("imagine leaks", leak_checks.check_imagine_leaks),
    ("outcome", text_checks.check_outcome_texts),
    ("question", text_checks.check_questions),
    ("board", text_checks.check_boards),
    ("features suffice", feature_checks.check_sufficiency),
)


class VisitSchedule:
    """Chooses the positions of a match to check: all of a short match, and ever fewer towards the end of a long one."""

    def __init__(self, share: int) -> None:
        self.share = share
        self.left = share
        self.stride = 1

    def is_due(self, step: int) -> bool:
        if step % self.stride:
            return False
        self.left -= 1
        if self.left == 0:
            self.left = self.share
            self.stride *= 2
        return True


def check_position(match: CheckedMatch, state: State) -> bool:
    """Runs all conformance checks on a position and notes failures. Returns False only if the match cannot go on."""
    match.results.states += 1
    position = match.attempt("pack", lambda: CheckedPosition(match, state))
    if position is None:
        return False
    for name, run in POSITION_CHECKS:
        clean = match.run_check(name, run(position))
        if state.pack() != position.packed:
            match.fail(name, "looking at the position changed it")
            return False
        if not clean and run is copy_checks.check_clones:
            return False
    match.results.pairs += len(match.viewers)
    return True
