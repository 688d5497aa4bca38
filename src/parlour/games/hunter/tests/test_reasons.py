"""The stage bot gives reasons that fit the position."""

from __future__ import annotations

import pytest

from parlour.games.hunter import GAME
from parlour.games.hunter.bots.stage import Stage
from parlour.games.hunter.rules.rounds import Hunter
from parlour.kernel.game import prepare_options
from parlour.kernel.match import draw_outcome
from parlour.kernel.options import Value
from parlour.kernel.rng import Rng
from parlour.kernel.state import first_owing

ANSWERS_WITHOUT_REASON = ("finish", "attack", "go on")  # where there may have been no choice


def remarks_by_answer(seats: int, seed: int, given: dict[str, Value]) -> dict[str, str]:
    """The last remark of the bots of a match, by answer."""
    state = GAME.start(seats, prepare_options(GAME, seats, given), None)
    assert isinstance(state, Hunter)
    bots = [Stage() for _ in range(seats)]
    dealer = Rng(seed)
    remarks: dict[str, str] = {}
    while not state.over():
        if state.outcomes > 0:
            state.deal_outcome(draw_outcome(state, dealer))
            continue
        seat = int(first_owing(state.owing))
        bots[seat].explains = True
        bots[seat].remark = ""
        action = int(bots[seat].choose(state.clone(), seat))
        remarks[GAME.text.notation(action)] = bots[seat].remark
        state.play(seat, action)
    return remarks


@pytest.mark.parametrize("given", [{}, {"rules": "2026"}])
def test_s15_7_every_decision_has_its_reason(given: dict[str, Value]) -> None:
    remarks = remarks_by_answer(4, 3, given)
    for answer, why in remarks.items():
        assert why or answer in ANSWERS_WITHOUT_REASON, answer
        assert len(why) <= 120
        assert why.isprintable()
    sent = [why for answer, why in remarks.items() if answer.startswith("hunter")]
    assert all(" entries), apprentice to the " in why for why in sent)
    assert "on the list that $" in next(why for answer, why in remarks.items() if answer.startswith("buy"))


def test_s15_7_a_bot_that_nobody_listens_to_is_silent() -> None:
    state = GAME.start(2, prepare_options(GAME, 2, {"weapons": "Bat,Axe"}), None)
    while state.outcomes > 0:
        state.deal_outcome(draw_outcome(state, Rng(1)))
    bot = Stage()
    bot.choose(state, 0)
    assert bot.remark == ""
