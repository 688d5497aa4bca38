"""The default answers: legal in every phase, changing as little as possible, and leading to an end."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.rules import state as phases
from parlour.games.harmonictook.tests.positions import WITH_BOTH, opening_position, position_in_phase
from parlour.kernel.match import draw_outcome
from parlour.kernel.rng import Rng

DEFAULTS = [
    (phases.ROLLING, "roll 1"),
    (phases.TOWER, "keep"),
    (phases.HARBOR, "stay"),
    (phases.TARGET, "seat 3"),  # the richest, the next in turn order first
    (phases.PARTNER, "decline"),
    (phases.TAKING, "decline"),
    (phases.GIVING, "decline"),
    (phases.GIFTING, "give wheat_field"),  # the cheapest
    (phases.RECEIVER, "seat 2"),
    (phases.DEMOLITION, "demolish harbor"),  # the cheapest
    (phases.CLOSING, "decline"),
    (phases.EXHIBITION, "decline"),
    (phases.BUILDING, "pass"),
    (phases.INVESTING, "hold"),
]


@pytest.mark.parametrize(("phase", "answer"), DEFAULTS)
def test_default_answers(phase: int, answer: str) -> None:
    at = position_in_phase(phase)
    assert at.state.phase == phase
    assert at.words.notation(at.state.default_answer(at.active)) == answer
    assert answer in at.legal_answers


def test_every_question_has_a_default() -> None:
    assert [phase for phase, _ in DEFAULTS] == [*range(phases.ROLLING, phases.INVESTING + 1)]


@pytest.mark.parametrize("seats", [2, 5])
def test_default_answers_come_to_an_end(seats: int) -> None:
    at = opening_position(seats, max_turns=200, starting_coins=20, **WITH_BOTH)
    rng = Rng(7)
    while not at.state.over():
        if at.state.outcomes > 0:
            at.state.deal_outcome(draw_outcome(at.state, rng))
        else:
            action = at.state.default_answer(at.active)
            assert at.state.refusal(at.active, action) == 0
            at.state.play(at.active, action)
    assert at.events()[-1] == ("stopped", 200)
