"""4.1: where tokens may be sent, and that they stay secret until all are sent."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import DUMMY_THERE, NEEDS_EP, SAME_PLACE
from parlour.games.hunter.rules.state import BEFORE, HUNTING, OVERFLOW, SELECTION, STATION, STORE
from parlour.games.hunter.tests.positions import Position, place_number, selection_position
from parlour.games.hunter.text.game_text import PLACE_WORDS
from parlour.games.hunter.view import view
from parlour.kernel.rng import Rng
from parlour.kernel.state import NOT_ASKED


def legal_selections(at: Position, seat: int) -> set[str]:
    return {answer for answer in at.legal_answers(seat) if answer.startswith("hunter")}


def test_s4_1_no_token_goes_where_a_dummy_stands() -> None:
    at = selection_position(4)  # the Station is blocked
    assert at.refusal_reason(0, "hunter station, apprentice bar") == DUMMY_THERE
    assert at.refusal_reason(0, "hunter bar, apprentice station") == DUMMY_THERE
    open_places = [name for name in PLACE_WORDS if name != "station"]
    pairs = {f"hunter {h}, apprentice {a}" for h in open_places for a in open_places if h != a or h == "forest"}
    assert legal_selections(at, 0) == pairs
    assert len(pairs) == 31


def test_s4_1_own_tokens_share_the_forest_alone() -> None:
    at = selection_position(5)
    for name in PLACE_WORDS[:6]:
        assert at.refusal_reason(0, f"hunter {name}, apprentice {name}") == SAME_PLACE
    assert at.refusal_reason(0, "hunter forest, apprentice forest") == 0
    assert len(legal_selections(at, 0)) == 43


@pytest.mark.parametrize(("ep", "reason"), [(0, NEEDS_EP), (1, NEEDS_EP), (2, 0), (6, 0)])
def test_s4_1_r15_a_hunter_needs_2_ep_for_the_forest(ep: int, reason: int) -> None:
    at = selection_position(2, ep={0: ep})
    assert at.refusal_reason(0, "hunter forest, apprentice station") == reason
    assert at.refusal_reason(0, "hunter forest, apprentice forest") == reason
    assert at.refusal_reason(0, "hunter station, apprentice forest") == 0  # an apprentice needs none
    assert at.refusal_reason(1, "hunter forest, apprentice station") == 0


@pytest.mark.parametrize("weapon", ["Rifle", "Plasma"])
def test_s4_1_r15_no_ammunition_is_needed_to_enter_the_forest(weapon: str) -> None:
    at = selection_position(weapons=(weapon, "Bat"), money={0: 0}, exp={0: 0})
    at.send_tokens("forest station", "station dojo").skip_city()
    assert (at.phase, at.state.fighter) == (HUNTING, 0)


def test_r16_an_apprentice_may_go_to_the_forest_alone() -> None:
    at = selection_position(2, dummies="none").send_tokens("bar forest", "plaza dojo")
    assert (at.column("hunter"), at.column("apprentice")) == ([1, 5], [6, 4])
    at.skip_city()
    assert (at.phase, at.state.round) == (SELECTION, 2)  # there was nobody to fight


def test_s4_1_who_drinks_while_choosing_may_reach_2_ep() -> None:
    at = selection_position(2, ep={0: 1}, items={0: ["beer"]})
    at.answer(0, "drink", "hunter forest, apprentice forest")
    assert at.column("ep")[0] == 2


def test_s4_1_everybody_is_asked_and_who_has_sent_is_done() -> None:
    at = selection_position(3)
    at.answer(1, "hunter work-site, apprentice station")
    assert at.asked_seats == [0, 2]
    assert at.refusal_reason(1, "hunter work-site, apprentice station") == NOT_ASKED
    at.answer(0, "hunter station, apprentice forest")
    assert at.phase == SELECTION
    at.answer(2, "hunter plaza, apprentice work-site")
    assert at.phase != SELECTION


def test_r49_choices_are_published_after_the_last_one() -> None:
    at = selection_position(3)
    at.answer(2, "hunter plaza, apprentice work-site").answer(0, "hunter station, apprentice forest")
    assert at.events("sent") == []
    for viewer in (-1, 0, 1, 2):
        seen = at.view(viewer)
        assert (seen.hunter, seen.apprentice, seen.asked) == ([-1] * 3, [-1] * 3, [])
        assert seen.tokens == [0] * 7
        assert seen.ready == [True, False, True]
    assert at.view(0).mine == [place_number("station"), place_number("forest")]
    assert at.view(1).mine is None
    assert at.view(2).mine == [place_number("plaza"), place_number("work-site")]
    at.answer(1, "hunter forest, apprentice forest")
    assert at.events("sent") == [("sent", 0, 2, 6), ("sent", 1, 6, 6), ("sent", 2, 5, 0)]
    assert at.view().hunter == [2, 6, 5]


def test_r49_nobody_can_imagine_the_tokens_of_others() -> None:
    at = selection_position(3, items={0: ["beer"]}, ep={0: 3})
    at.answer(0, "drink", "hunter station, apprentice forest").answer(1, "hunter plaza, apprentice work-site")
    other = selection_position(3, items={0: ["beer"]}, ep={0: 3})
    other.answer(0, "drink", "hunter forest, apprentice forest").answer(1, "hunter plaza, apprentice work-site")
    assert at.state.pack() != other.state.pack()
    for seat in (1, 2, -1):
        worlds = [one.state.imagine(seat, Rng(seat)) for one in (at, other)]
        assert worlds[0].pack() == worlds[1].pack()
        assert worlds[0].owes(0)
        assert worlds[0].hunter[0] == -1
    mine = at.state.imagine(0, Rng(0))
    assert (mine.hunter[0], mine.owes(0), mine.owes(1)) == (2, False, True)
    assert view(mine, 0) == at.view(0)
    assert [at.state.sealed(seat) for seat in range(3)] == [True, True, False]


def test_r54_board_actions_are_public_while_choices_are_sealed() -> None:
    at = selection_position(2, items={1: ["beer"]}, ep={1: 1}, exp={1: 5})
    at.answer(0, "hunter station, apprentice dojo").answer(1, "drink", "attack die")
    assert at.events() == [("drank", 1, 2, 6, 0), ("attack_trained", 1, 3, 5)]
    assert at.view(0).ep[1] == 2
    assert at.asked_seats == [1]


def test_r51_the_reveal_waits_for_all_players() -> None:
    at = selection_position(5)
    for seat in (4, 1, 3, 0):
        at.answer(seat, "hunter work-site, apprentice bar")
        assert at.phase == SELECTION
    at.answer(2, "hunter work-site, apprentice bar")
    assert [fact[1] for fact in at.events("sent")] == [0, 1, 2, 3, 4]


def test_the_default_answer_is_the_first_legal_pair() -> None:
    assert selection_position(2).default_answer(0) == "hunter work-site, apprentice station"
    assert selection_position(2, round=2).default_answer(0) == "hunter bar, apprentice hospital"
    assert selection_position(5, items={0: ["beer"]}, ep={0: 1}).default_answer(0) == "hunter work-site, apprentice bar"


def test_r1_the_phases_of_a_round_in_order() -> None:
    at = selection_position(weapons=("Axe", "Bow", "Bat"), dummies="none", items={0: ["bomb", "bomb"]})
    at.send_tokens("station dojo", "forest bar", "bar hospital")
    asked = [int(SELECTION)]
    while at.state.round == 1:
        if at.state.outcomes:
            at.deal("monster 5" if at.state.outcomes == 12 else "6 6")
        else:
            asked += [at.phase] if at.phase != asked[-1] else []
            seat = at.asked_seats[0]
            at.answer(seat, "take beer" if at.phase == STATION else at.default_answer(seat))
    assert asked == [SELECTION, STATION, STORE, OVERFLOW, HUNTING, BEFORE]
    kinds = [fact[0] for fact in at.events()]
    order = ("sent", "popularity", "income", "station", "finished", "overfull", "hunted", "won", "scores", "round")
    assert sorted(order, key=kinds.index) == list(order)
    assert kinds.count("income") == 2  # R8: the Bar's once, the Station's once
