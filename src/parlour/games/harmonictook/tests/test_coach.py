"""The coach's hints for every answer, and the review of a match."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.bots.roster import BOTS
from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.accounts import make_accounts
from parlour.games.harmonictook.study.coach import DICE, WORTHS, hints
from parlour.games.harmonictook.study.review import Luck, review
from parlour.games.harmonictook.study.roll_results import purses_after_total, purses_by_total
from parlour.games.harmonictook.tests.positions import STATION_BUILT, WITH_BOTH, Position, position
from parlour.games.harmonictook.tests.test_readme import at_every_question
from parlour.games.harmonictook.tests.test_story import TABLES, RandomAnswerBot, match_context
from parlour.kernel.coach import LogStep, make_step, walk_match
from parlour.kernel.game import review_match
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, apply_log, play_out_match
from parlour.kernel.options import Value
from parlour.kernel.state import DEALER
from parlour.kernel.text import MatchContext, all_events

TOWER = ("train_station", "radio_tower")


def hints_by_answer(at: Position) -> dict[str, str]:
    """Returns the hints by answer, the best first."""
    return {at.words.notation(hint.action): hint.text for hint in hints(at.context, at.state, at.active)}


def steps_of(seats: int, given: dict[str, Value], seed: int) -> tuple[list[LogStep], Harmonictook]:
    """Returns the steps of a random match, and its last state with a journal."""
    options = match_context(seats, given).options
    log = Log()
    play_out_match(GAME.start(seats, options, None), [RandomAnswerBot() for _ in range(seats)], seed, log)
    state = GAME.start(seats, options, Journal())
    assert isinstance(state, Harmonictook)
    apply_log(state, log)
    return list(walk_match(GAME.start(seats, options, None), log.moves())), state


def luck_of(steps: list[LogStep]) -> list[float]:
    luck = Luck(int(steps[0].before.seats))
    for step in steps:
        assert isinstance(step.before, Harmonictook)
        luck.add(step.before, step.who, step.what)
    return luck.totals()


# Hints.


@pytest.mark.parametrize(("seats", "given"), TABLES)
def test_hints_cover_all_legal_answers_the_best_first_and_change_nothing(seats: int, given: dict[str, Value]) -> None:
    steps, _ = steps_of(seats, given, 2)
    asked = [one for one in steps if one.who != DEALER]
    for before, who, *_ in asked[:: max(1, len(asked) // 40)]:
        assert isinstance(before, Harmonictook)
        packed = before.pack()
        found = hints(match_context(seats, given), before, who)
        assert before.pack() == packed
        assert sorted(hint.action for hint in found) == list(before.legal(who))
        assert all(hint.chance is None and hint.text.isprintable() and hint.text for hint in found)
        values = [WORTHS[int(before.phase)](before.clone(), who, hint.action)[0] for hint in found]
        if int(before.phase) in DICE:
            assert values[0] == max(values)
        else:
            assert found[0].action == BOTS["champion"]("").choose(before.clone(), who)
        assert all(one >= other for one, other in pairwise(values[1:]))


def test_every_question_has_hints() -> None:
    for name, at in at_every_question().items():
        assert set(hints_by_answer(at)) == at.legal_answers, name
    assert sorted(WORTHS) == list(range(1, 15))


def test_hints_for_building_tell_income_price_and_the_way_to_victory() -> None:
    at = position(coins=(9, 3), cards={0: {"wheat_field": 1, "bakery": 1}, 1: {}}, landmarks={0: STATION_BUILT}).roll(
        3, 4
    )
    texts = hints_by_answer(at)
    assert texts["buy wheat_field"] == "+0.33 coins a round, pays for itself in 3 rounds; rounds to victory 59 -> 40"
    assert texts["buy apple_orchard"].startswith("+0.00 coins a round; rounds to victory 59 -> ")
    assert texts["pass"] == "keeps the coins; 59 rounds to victory"
    mall = hints_by_answer(position(coins=(10, 3)).roll(4))["build shopping_mall"]
    assert re.fullmatch(r"\+0\.33 coins a round, pays for itself in 30 rounds; counts for the win; .+", mall)


def test_hints_for_loans_and_for_the_last_landmark() -> None:
    marks = ("train_station", "shopping_mall", "amusement_park")
    at = position(coins=(30, 3), landmarks={0: marks}, millionaires_row=True).roll(3, 4)
    assert next(iter(hints_by_answer(at).items())) == ("build radio_tower", "the champion's choice: wins the game")
    assert "5 coins at once" in hints_by_answer(at)["buy loan_office"]


def test_hints_for_dice_are_averages_with_tolls() -> None:
    """One die: 1 and 2 bring a coin, 3 brings one and costs two at the Cafes: nothing on average but 1/6."""
    cities = {0: {"wheat_field": 1, "bakery": 1}, 1: {"cafe": 2}}
    at = position(coins=(9, 9), cards=cities, landmarks={0: STATION_BUILT})
    assert hints_by_answer(at) == {"roll 1": "brings 0.17 coins on average", "roll 2": "costs 0.03 coins on average"}


def test_hints_for_a_roll_compare_it_with_a_new_one() -> None:
    cities = {0: {"mine": 2}, 1: {"family_restaurant": 1}}
    bad = position(coins=(9, 9), cards=cities, landmarks={0: TOWER}).roll(5, 5)
    assert list(hints_by_answer(bad)) == ["reroll", "keep"]
    assert hints_by_answer(bad) == {"reroll": "a new roll brings 0.72 coins on average", "keep": "costs 2 coins"}
    good = position(coins=(9, 9), cards=cities, landmarks={0: TOWER}).roll(4, 5)
    assert next(iter(hints_by_answer(good).items())) == ("keep", "brings 8 coins")
    park = position(cards={0: {}, 1: {}}, landmarks={0: (*TOWER, "amusement_park")}).roll(2, 2)
    assert hints_by_answer(park)["keep"] == "brings 0 coins, and another turn"


def test_hints_for_the_harbor_play_both_totals_out() -> None:
    cities = {0: {"food_warehouse": 1, "cafe": 2}, 1: {"tuna_boat": 1}}
    at = position(cards=cities, landmarks={0: ("train_station", "harbor")}, harbor=True).roll(5, 6)
    assert list(hints_by_answer(at).items()) == [("raise", "brings 4 coins"), ("stay", "brings 0 coins")]


def test_hints_for_cards_that_ask() -> None:
    towns = at_every_question()
    assert re.fullmatch(r"pays 5 coins; \d+ rounds? from victory", hints_by_answer(towns["TARGET"])["seat 2"])
    assert hints_by_answer(towns["PARTNER"])["decline"] == "nothing changes"
    assert re.fullmatch(r"[+-]\d\.\d\d coins a round for you", hints_by_answer(towns["TAKING"])["take mine"])
    given = hints_by_answer(towns["GIVING"])["give bakery"]
    assert re.fullmatch(r"[+-]\d\.\d\d coins a round for you, [+-]\d\.\d\d coins a round for them", given)
    assert hints_by_answer(towns["DEMOLITION"])["demolish harbor"].endswith("2 coins to build it again")
    assert hints_by_answer(towns["INVESTING"])["invest"] == "each opponent pays 1 when the card fires"
    paid = position(cards={0: {"business_center": 1, "mine": 1}, 1: {"cafe": 1}}, bc_decline_coins=5).roll(6)
    assert hints_by_answer(paid)["decline"] == "brings 5 coins"


# Foresight.


def test_purses_by_total_and_on_average() -> None:
    at = position(coins=(5, 5), cards={0: {"wheat_field": 2}, 1: {"cafe": 1}})
    found, average = purses_by_total(at.state)
    assert found == {1: [7, 5], 2: [5, 5], 3: [4, 6], 4: [5, 5], 5: [5, 5], 6: [5, 5]}
    assert average == pytest.approx([5 + 1 / 6, 5 + 1 / 6])


def test_every_total_of_two_dice_can_fall() -> None:
    at = position(coins=(5, 5), cards={0: {"mine": 1}, 1: {}}, landmarks={0: STATION_BUILT}).play_lines("roll 2")
    assert [total for total in range(2, 13) if purses_after_total(at.state, total)[0] == 10] == [9]
    boats = position(cards={0: {"tuna_boat": 1}}, landmarks={0: ("train_station", "harbor")}, harbor=True).play_lines(
        "roll 2"
    )
    assert purses_after_total(boats.state, 12)[0] == 3 + 7


# Looking back.


def test_luck_is_fair() -> None:
    """Over all outcomes of a roll it adds up to nothing."""
    at = position(3, (5, 5, 5), {0: {"mine": 1}, 1: {"ranch": 2}, 2: {"cafe": 1}}, {0: STATION_BUILT}).play_lines(
        "roll 2"
    )
    sums = [0.0, 0.0, 0.0]
    for outcome in range(36):
        found = luck_of([make_step(at.state, int(DEALER), outcome)])
        sums = [one + other for one, other in zip(sums, found, strict=True)]
    assert sums == pytest.approx([0, 0, 0])


def test_a_roll_made_again_is_no_luck() -> None:
    at = position(coins=(5, 5), cards={0: {"mine": 1}, 1: {}}, landmarks={0: TOWER})
    steps = []
    for line in ("roll 2", "1 1", "reroll", "roll 2", "4 5"):
        who = int(DEALER) if at.state.outcomes else 0
        what = at.words.read_outcome(at.state, line) if at.state.outcomes else at.actions[line]
        steps.append(make_step(at.state.clone(), who, what))
        at.play_lines(line)
    assert luck_of(steps) == pytest.approx([5 - 5 * 4 / 36, 0])


@pytest.mark.parametrize(("seats", "given"), TABLES[2:4])
def test_the_review_tells_turns_dice_and_income(seats: int, given: dict[str, Value]) -> None:
    steps, state = steps_of(seats, given, 3)
    names = tuple(f"Guest {seat}" for seat in range(seats))
    lines = review(MatchContext(names, match_context(seats, given).options), steps)
    books = make_accounts(all_events(state.journal or Journal()), seats)
    ended = rf"(Guest \d won after|After) {state.turn} turns( nobody has won)?"
    kindest = r"the dice were kindest to Guest \d \([+-]\d+\.\d coins\)\."
    assert re.fullmatch(f"{ended}; {kindest}", lines[-1]), lines[-1]
    for line, name, dice in ((lines[0], "One die", [book.one_die for book in books]),
                             (lines[1], "Two dice", [book.two_dice for book in books])):  # fmt: skip
        assert line.startswith(f"{name}, rolled {sum(sum(one.values()) for one in dice)} times (expected): ")
    assert len(lines) == 3 + seats
    for seat, line in enumerate(lines[2:-1]):
        income = r"\d+ coins in \d+ turns \(\w.+ \d+(, .+ \d+){0,4}\), \d+ of them from others"
        pattern = rf"Guest {seat}: {income}, \d+ lost to others, \d+ spent, luck [+-]\d+\.\d\."
        assert re.fullmatch(pattern, line), line
        assert f"in {books[seat].turns} turns (" in line
        assert f"{books[seat].lost} lost to others, {books[seat].spent} spent" in line


def test_the_review_of_nothing_is_empty_and_of_a_part_is_of_that_part() -> None:
    steps, _ = steps_of(4, WITH_BOTH, 3)
    context = match_context(4, WITH_BOTH)
    assert review_match(GAME, context, []) == []
    assert review(context, steps[:1]) != []
    rolled = sum(one.who == DEALER and one.before.chance_kind == s.TURN_ROLL for one in steps[:60])  # type: ignore[attr-defined]
    assert sum(int(n) for n in re.findall(r"rolled (\d+) time", " ".join(review(context, steps[:60])))) == rolled
