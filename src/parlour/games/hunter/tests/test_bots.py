"""The ranger, the scout and the game-blind players: legal in every set of rules, and stronger in the right order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from parlour.bots import make_bot
from parlour.games.hunter import GAME
from parlour.games.hunter.bots.crowds import Crowd
from parlour.games.hunter.bots.entries import hunter_entries
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.tests.positions import (
    EFFECTS_ONLY,
    RULES_2026,
    STRONG_HUNTER,
    Position,
    duel_position,
    play_fight,
    selection_position,
)
from parlour.kernel.coach import make_step
from parlour.kernel.game import prepare_options, review_match
from parlour.kernel.match import Log, apply_move, play_out_match
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.rng import match_seed
from parlour.kernel.state import DEALER
from parlour.kernel.text import MatchContext
from tests import win_rates

SETS: tuple[tuple[int, dict[str, Value]], ...] = (
    (2, {}),
    (5, {}),
    (2, {"rules": "classic"}),
    (4, {"rules": "2026"}),
    (3, {"finish": "first", "store": "in_turn"}),
    (3, {"beer_surplus": "on", "forest_rule": "readiness", "monster_effects": "on", "monster_redraw": "1"}),
)


def win_rate(bot: str, others: Sequence[str], games: int) -> float:
    return win_rates.win_rate(GAME, bot, others, games, 5)


@pytest.mark.parametrize("bot", ["stage", "scout", "ranger"])
@pytest.mark.parametrize(("seats", "given"), SETS)
def test_bots_answer_legally_in_every_set_of_rules(bot: str, seats: int, given: dict[str, Value]) -> None:
    options = prepare_options(GAME, seats, {**given, "max_rounds": 8})
    state = GAME.start(seats, options, None)
    faults = play_out_match(state, [make_bot(GAME, bot) for _ in range(seats)], match_seed(1, seats), None)
    assert state.over()
    assert list(faults[:-1]) == [0] * seats


def test_s15_search_plays_sealed_selections() -> None:
    options = prepare_options(GAME, 3, {"max_rounds": 1})
    state = GAME.start(3, options, None)
    faults = play_out_match(state, [make_bot(GAME, name) for name in ("mcts:30", "greedy", "random")], 9, None)
    assert state.over()
    assert list(faults[:-1]) == [0, 0, 0]


@pytest.mark.long
@pytest.mark.parametrize(("below", "above"), list(pairwise(GAME.coach.levels)))
def test_each_level_beats_the_one_below(below: str, above: str) -> None:
    assert tuple(GAME.coach.levels) == ("easy", "medium", "hard", "expert")
    assert win_rate(above, [below], 20) >= 0.5  # 65 % and more, measured


@pytest.mark.long
def test_the_ranger_beats_three_of_the_stage() -> None:
    assert win_rate("ranger", ["stage"] * 3, 12) >= 0.5  # fair would be 25 %


def test_dials_of_a_ranger_are_named() -> None:
    assert make_bot(GAME, "ranger:fame=1.5;spite=0")
    with pytest.raises(Problem, match="does not set a weight of the bot ranger"):
        make_bot(GAME, "ranger:charm=3")
    with pytest.raises(Problem, match="does not set a weight of the bot ranger"):
        make_bot(GAME, "ranger:fame=much")
    for value in ("nan", "inf", "-1"):
        with pytest.raises(Problem, match="write a number of 0 or more"):
            make_bot(GAME, f"ranger:whim={value}")
    with pytest.raises(Problem, match="takes no argument"):
        make_bot(GAME, "scout:2")


def test_the_ranger_guesses_others_by_their_boards() -> None:
    at = selection_position(3, weapons=("Bat", "Katana", "Axe"))
    assert isinstance(at.state, Hunter)
    crowd = Crowd(at.state, 0, 0.0)
    entries = [max(0, int(number)) for number in hunter_entries(at.state, 1)]
    assert list(crowd.hunters[7:14]) == pytest.approx([number / sum(entries) for number in entries])
    assert sum(crowd.apprentices[7:14]) == pytest.approx(1.0)
    for place in range(7):
        assert sum(crowd.token_count_chances(place)) == pytest.approx(1.0)
        alone = 1.0
        for other in (1, 2):
            alone *= (1 - crowd.hunters[other * 7 + place]) * (1 - crowd.apprentices[other * 7 + place])
        assert crowd.token_count_chances(place)[0] == pytest.approx(alone)


def test_the_coach_tells_the_odds_of_every_level() -> None:
    at = selection_position(2, ep=9).send_tokens("forest work-site", "station dojo").skip_city()
    hints = GAME.coach.hints(at.context, at.state, 0)
    hint_by_answer = {at.words.notation(hint.action): hint for hint in hints}
    assert {"hunt level 1", "hunt level 2", "hunt level 3"} <= set(hint_by_answer)
    chances = [hint_by_answer[f"hunt level {level}"].chance for level in (1, 2, 3)]
    assert all(chance is not None for chance in chances)
    assert sorted(chances, key=lambda chance: -(chance or 0.0)) == chances
    assert all("% to win. " in hint.text for hint in hint_by_answer.values() if hint.chance is not None)
    assert hint_by_answer["hunt level 3"].text.endswith("to win. It comes down to the dice.")  # odds, no call to arms


def test_the_coach_names_the_best_use_of_items_in_a_battle() -> None:
    at = (
        selection_position(2)
        .give_items(0, "grenade", "grenade")
        .send_tokens("forest work-site", "station dojo")
        .skip_city()
    )
    at.answer(0, "hunt level 1").deal("monster 10")
    (hint,) = GAME.coach.hints(at.context, at.state, 0)
    assert at.words.notation(hint.action) == "attack"  # the dice may spare what surely kills afterwards
    assert hint.chance == 1.0
    assert "2 Grenades" in hint.text


def test_the_coach_always_has_an_answer() -> None:
    options = prepare_options(GAME, 2, {"max_rounds": 2})
    state = GAME.start(2, options, None)
    log = Log()
    play_out_match(state, [make_bot(GAME, "random") for _ in range(2)], 3, log)
    again = GAME.start(2, options, None)
    for index in range(log.count()):
        who, what = log.who(index), log.what(index)
        if who >= 0:
            best = GAME.coach.hints(MatchContext(("Ann", "Ben"), options), again, int(who))[0]
            assert again.refusal(who, best.action) == 0
            assert best.text
        apply_move(again, who, what)


def test_a_review_counts_fights_and_points() -> None:
    options = prepare_options(GAME, 3, {})
    state = GAME.start(3, options, None)
    log = Log()
    play_out_match(state, [make_bot(GAME, "stage") for _ in range(3)], 12, log)
    lines = review_match(GAME, MatchContext(("Ann", "Ben", "Cy"), options), log.moves())
    assert isinstance(state, Hunter)
    for seat, name in enumerate(("Ann", "Ben", "Cy")):
        assert lines[seat].startswith(f"{name}: {state.score[seat]} point")
        won = sum(int(state.kills[seat * 3 + level]) for level in range(3))
        assert f" {won} of " in lines[seat] or lines[seat].endswith("No fights.")
    assert lines[3].startswith("The dice of the Forest")


def review_of(at: Position, *lines: str) -> list[str]:
    """Covers answers of the fighter and dealt outcomes."""
    steps = []
    for line in lines:
        before, dealt = at.state.clone(), at.state.outcomes > 0
        what = at.words.read_outcome(before, line) if dealt else at.action_number(line)
        steps.append(make_step(before, int(DEALER) if dealt else int(before.fighter), what))
        play_fight(at, line)
    return GAME.coach.review(at.context, steps)


def test_a_review_counts_fights_that_end_with_the_first_strike() -> None:
    fallen = review_of(duel_position("Bat", hp=4, **RULES_2026), "hunt level 3", "monster 35", "accept")
    assert fallen[0] == "Ann: 0 points. 0 of 1 fight won, 0.0 expected."
    axe = duel_position("Axe", power=3, helped=(0,), **STRONG_HUNTER, **EFFECTS_ONLY)
    assert review_of(axe, "hunt level 1", "monster 7")[0].endswith("1 of 1 fight won, 1.0 expected.")
