"""The updates of a match that the server sends to one viewer, with nothing that the viewer must not see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.kernel.journal import WATCHER
from parlour.kernel.record import ANSWER, DEALT, UNDO
from parlour.kernel.rng import Rng
from parlour.server.json_documents import line_document, result_document
from parlour.table.lesson import SAY
from parlour.table.table import Table

DEFAULT_ANSWER_STREAM = 1 << 42  # distinct from the streams of the table and of hints


def update_document(
    table: Table, state: str, viewer: int, position: int, number: int, record: str, review: Sequence[str]
) -> dict[str, Any]:
    """Returns a viewer's update message: the match now, and the log lines from index `position` of its events on."""
    begun = table.header is not None
    view = table.view(viewer) if begun else None
    over = table.over()
    return {
        "type": "update",
        "state": state,
        "lines": [line_document(table.game, line) for line in table.lines_after(viewer, position, number)],
        "view": view,
        "captions": table.game.text.captions(table.context, view) if begun else {},
        "question": question_document(table, viewer, view),
        "lights": table.owing(),
        "clocks": clock_documents(table),
        "undo": undoable_question(table, viewer),
        "lesson": lesson_document(table, viewer),
        "result": result_document(table.state, record) if over else None,
        "review": list(review),
    }


def question_document(table: Table, viewer: int, view: object) -> dict[str, Any] | None:
    """Returns a player's open question with its choices, forbidden ones with the reason; None if nothing is asked."""
    if viewer == WATCHER or not table.pending[viewer]:
        return None
    words, context = table.game.text, table.context
    choices = []
    for offer in table.offers(viewer):
        why = table.explain_reason(offer.reason) if offer.reason else None
        reason = None if why is None else {"rule": why.rule, "sentence": why.sentence}
        label = words.label(context, view, offer.action)
        choices.append({"action": words.notation(offer.action), "label": label, "reason": reason})
    return {
        "number": table.question_number[viewer],
        "text": words.question(context, view),
        "hint": not table.is_scripted(),
        "lapse": timeout_consequence(table, viewer, view),
        "choices": choices,
    }


def lesson_document(table: Table, viewer: int) -> dict[str, Any] | None:
    """Returns the current step of a table's lesson for its learner; None for other viewers and after the lesson."""
    progress = table.lesson_progress
    step = None if progress is None or not table.is_scripted() else progress.step
    if progress is None or step is None or viewer != progress.lesson.learner:
        return None
    page = progress.page_step()
    allow = [offer.action for offer in table.offers(viewer) if offer.reason == 0]
    return {
        "title": progress.lesson.title,
        "say": page.say,
        "look": list(page.look),
        "allow": [table.game.text.notation(action) for action in allow],
        "next": step.kind == SAY,
        "step": progress.page_number(),
        "steps": len(progress.lesson.page_steps()),
    }


def timeout_consequence(table: Table, seat: int, view: object) -> str | None:
    """Returns in words what happens if the seat's clock runs out: a loss, or the default answer in the seat's view."""
    if table.clock is None:
        return None
    if table.game.traits.loses_on_time:
        return "you lose the match"
    world = table.state.imagine(seat, Rng(table.question_number[seat], DEFAULT_ANSWER_STREAM + seat))
    return table.game.text.label(table.context, view, int(world.default_answer(seat)))


def clock_documents(table: Table) -> list[dict[str, Any]] | None:
    clock = table.clock
    if clock is None:
        return None
    return [
        {"left": round(max(clock.seconds_left(seat), 0.0), 1), "runs": since is not None}
        for seat, since in enumerate(clock.since)
    ]


def undoable_question(table: Table, viewer: int) -> int | None:
    """Returns the number of the question whose answer the player may take back, or None. The answer must be sealed
    still, or no outcome of the dice may have followed it."""
    last = None if viewer == WATCHER or table.over() or table.is_scripted() else table.last_answer[viewer]
    if last is None:
        return None
    sealed, undone = table.state.sealed(viewer), 0
    for entry in reversed(table.entries):
        if entry.kind == DEALT and not sealed:
            return None
        if entry.seat != viewer:
            continue
        if entry.kind == ANSWER and undone == 0:
            return None if entry.why else last[0]
        undone += {UNDO: 1, ANSWER: -1}.get(entry.kind, 0)
    return None
