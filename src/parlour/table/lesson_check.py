"""Checks that a lesson can be played to its end with every answer that it allows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.kernel.game import Game, game_for_options
from parlour.kernel.match import apply_move
from parlour.kernel.problem import Problem
from parlour.kernel.record import DEALT, RecordEntry, parse_outcome
from parlour.kernel.state import DEALER, State
from parlour.table.lesson import ANSWER, ASK, DEAL, SAY, Lesson, LessonStep

BOARD_LOOK, FIELD_LOOK = "board", "field"  # a part of the game's own board; a field of the view


def check_lesson(game: Game, lesson: Lesson) -> None:
    """Plays a lesson with the first allowed answers, then again with each other one; raises Problem at a bad step."""
    game = game_for_options(game, lesson.options)
    for at, choices in _play_lesson(game, lesson, {}).items():
        for choice in choices[1:]:
            _play_lesson(game, lesson, {at: choice})


def _play_lesson(game: Game, lesson: Lesson, chosen: Mapping[int, int]) -> dict[int, list[int]]:
    """Plays a lesson with the chosen answers. Returns the learner's possible answers, by step."""
    state = game.start(len(lesson.seats), lesson.options, None)
    choices_by_step: dict[int, list[int]] = {}
    for at, step in enumerate(lesson.steps):
        after = [f" after {game.text.notation(choice)!r} in step {number + 1}" for number, choice in chosen.items()]
        where = f"Step {at + 1} of the lesson {lesson.name}{''.join(after)}"
        _check_looks(game, state, lesson.learner, step, where)
        if step.kind == ASK:
            choices_by_step[at] = _learner_choices(game, state, lesson.learner, step, where)
            apply_move(state, lesson.learner, chosen.get(at, choices_by_step[at][0]))
        elif step.kind == ANSWER:
            _check_answer(game, state, step.seat, step.answer, where)
            apply_move(state, step.seat, step.answer)
        elif step.kind == DEAL:
            apply_move(state, DEALER, _scripted_outcome(game, state, step, where))
        elif state.over():
            raise Problem(f"{where} comes when the match is over; remove the step, or change the steps before it.")
    return choices_by_step


def _learner_choices(game: Game, state: State, seat: int, step: LessonStep, where: str) -> list[int]:
    for action in step.allow:
        _check_answer(game, state, seat, action, where)
    if state.outcomes > 0 or not state.owes(seat):
        raise Problem(
            f"{where} asks the learner, but the game does not; remove allow, or add the deal or answer steps that come "
            "first."
        )
    offered = [offer.action for offer in game.text.offer(state, seat) if offer.reason == 0]
    hidden = [game.text.notation(action) for action in step.allow if action not in offered]
    if hidden:
        raise Problem(f"{where} allows {hidden[0]!r}, but the learner is not shown that choice; remove it from allow.")
    return list(step.allow) or offered


def _check_answer(game: Game, state: State, seat: int, action: int, where: str) -> None:
    if state.outcomes > 0:
        raise Problem(f"{where} takes an answer while the dealer is to deal; add a step with deal before it.")
    if state.refusal(seat, action) != 0:
        answer = game.text.notation(action)
        raise Problem(f"{where} has the answer {answer!r}, which the rules refuse there; choose another answer.")


def _scripted_outcome(game: Game, state: State, step: LessonStep, where: str) -> int:
    """Returns the outcome that a lesson step deals; raises Problem with the game's own sentence if it has one."""
    if state.outcomes > 0:
        try:
            game.text.read_outcome(state, step.deal)
        except Problem as problem:
            raise Problem(f"{where} cannot be dealt. {problem}") from None
        except ValueError:
            pass  # refused below
    try:
        return parse_outcome(game, state, RecordEntry(DEALT, text=step.deal))
    except Problem:
        raise Problem(
            f"{where} deals {step.deal!r}, which cannot be dealt there; choose an outcome that the dealer can deal."
        ) from None


def _check_looks(game: Game, state: State, seat: int, step: LessonStep, where: str) -> None:
    """Raises Problem if a lesson step points at a thing or view field that does not exist.

    Parts of screens and boards are not checked."""
    things = {kind: [slug(name) for name in names] for kind, names in game.text.things.items()}
    things[FIELD_LOOK] = list(getattr(game.view(state, seat), "__dataclass_fields__", {}))
    for look in step.look if step.kind in (SAY, ASK) else ():
        kind, _, name = look.partition(":")
        if name and kind != BOARD_LOOK and name not in things.get(kind, []):
            raise Problem(
                f"{where} names {look} in its field look, which does not exist; write the name of a thing or a field "
                "of the view."
            )


def slug(name: str) -> str:
    """Returns the name of a card, place or other thing as lessons write it: `Work Site` becomes `work-site`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
