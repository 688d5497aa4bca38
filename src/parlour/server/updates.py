"""The updates of a match that the server sends to one viewer, with nothing that the viewer must not see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.kernel.journal import WATCHER
from parlour.kernel.record import ANSWER, DEALT, UNDO
from parlour.kernel.rng import Rng
from parlour.server.json_documents import line_document, question_document, result_document
from parlour.table.clock import Clock
from parlour.table.daily import day_of_match, utc_today
from parlour.table.match_progress import MatchProgress
from parlour.table.presenter import PresentedPosition
from parlour.table.table import Table

DEFAULT_ANSWER_STREAM = 1 << 42  # distinct from the streams of the table and of hints


def update_document(
    table: Table, state: str, viewer: int, position: int, number: int, record: str, review: Sequence[str]
) -> dict[str, Any]:
    """Returns a viewer's update message: the match now, and the log lines from index `position` of its events on."""
    match = table.match
    shown = None if match.header is None else table.present(viewer)
    return {
        "type": "update",
        "state": state,
        "lines": [line_document(table.game, line) for line in table.lines_after(viewer, position, number)],
        "view": None if shown is None else shown.view,
        "captions": {} if shown is None else shown.captions(),
        "question": None if shown is None else open_question_document(match, shown),
        "lights": match.owing(),
        "clocks": clock_documents(match.clock),
        "undo": undoable_question(match, viewer),
        "lesson": None if shown is None else lesson_document(shown),
        "result": result_document(match.state, record) | score_document(table) if match.over() else None,
        "review": list(review),
    }


def score_document(table: Table) -> dict[str, Any]:
    """Returns the score of a finished match, to compare it with others, and the day if it is a match of the day. Empty
    if the game has no such score or the match continues a record."""
    score = table.game.study.score(table.match.context, table.match.state)
    if score is None or table.record().header.given:
        return {}
    day = day_of_match(table.game, table.commitment, utc_today())
    return {"score": score._asdict(), "daily": None if day is None else day.isoformat()}


def open_question_document(match: MatchProgress, shown: PresentedPosition) -> dict[str, Any] | None:
    """Returns a player's open question with its choices, forbidden ones with the reason; None if nothing is asked."""
    seat = shown.viewer
    if seat == WATCHER or not match.pending[seat]:
        return None
    hint, lapse = not match.is_scripted(), timeout_consequence(match, shown)
    return question_document(shown, match.question_number[seat], hint, lapse)


def lesson_document(shown: PresentedPosition) -> dict[str, Any] | None:
    """Returns the current page of a table's lesson for its learner; None for other viewers and after the lesson."""
    page = shown.lesson_page()
    return page and {
        "title": page.title,
        "say": page.text,
        "look": list(page.highlights),
        "allow": [choice.notation for choice in shown.choices() if choice.refusal is None],
        "next": page.text_only,
        "step": page.number,
        "steps": page.page_count,
    }


def timeout_consequence(match: MatchProgress, shown: PresentedPosition) -> str | None:
    """Returns in words what happens if the seat's clock runs out: a loss, or the default answer in the seat's view;
    None without a clock."""
    if match.clock is None:
        return None
    if match.game.traits.loses_on_time:
        return "you lose the match"
    seat = shown.viewer
    world = match.state.imagine(seat, Rng(match.question_number[seat], DEFAULT_ANSWER_STREAM + seat))
    return shown.label(int(world.default_answer(seat)))


def clock_documents(clock: Clock | None) -> list[dict[str, Any]] | None:
    if clock is None:
        return None
    return [
        {"left": round(max(clock.seconds_left(seat), 0.0), 1), "runs": since is not None}
        for seat, since in enumerate(clock.since)
    ]


def undoable_question(match: MatchProgress, viewer: int) -> int | None:
    """Returns the number of the question whose answer the player may take back, or None. The answer must be sealed
    still, or no outcome of the dice may have followed it."""
    last = None if viewer == WATCHER or match.over() or match.is_scripted() else match.last_answer[viewer]
    if last is None:
        return None
    sealed, undone = match.state.sealed(viewer), 0
    for entry in reversed(match.entries):
        if entry.kind == DEALT and not sealed:
            return None
        if entry.seat != viewer:
            continue
        if entry.kind == ANSWER and undone == 0:
            return None if entry.why else last[0]
        undone += {UNDO: 1, ANSWER: -1}.get(entry.kind, 0)
    return None
