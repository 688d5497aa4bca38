"""The coach's yardstick in Baldur's Bones: the chance to win this game first, then the chance to win the campaign."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.rules.book import Book
from parlour.games.bones.rules.campaign import ADD, BEST_TOTAL, END_TOTAL, HOLD, REROLL, ROLL, SUBTRACT, Bones
from parlour.games.bones.study.odds.solver import (
    ADDS,
    EVERY_ANSWER,
    FACES,
    IMPOSSIBLE,
    POOL_SIZE,
    REROLLS,
    ROW_SIZE,
    SUBTRACTS,
    TOLERANCE,
    FightSolution,
    Solver,
    answer_bit,
    answer_value,
    best_area_by,
    chance_by,
    pool_left,
    pool_of,
    solution_by,
)

ORDER_BELOW_21: Final = vec[i64]([HOLD, ROLL, ADD, REROLL, SUBTRACT])  # of answers that are equally good
ORDER_ABOVE_21: Final = vec[i64]([HOLD, ROLL, SUBTRACT, REROLL, ADD])


class CoachSolver(Solver):
    """The chances of a player who follows the coach to the end of the campaign.

    In a fight, also in a round against the boss, the coach allows only the answers with the highest chance to win this
    fight. Among them it chooses by the campaign."""

    def __init__(self, low: vec[i64], cost: vec[i64]) -> None:
        super().__init__(low, cost)
        self.best_answers: dict[i64, vec[i64]] = {}  # by low roll of the opponent

    def answers_against(self, low: i64) -> vec[i64]:
        """Returns, as bits by position, the answers with the highest chance to win a fight in which the opponent's
        lower total is `low`."""
        answers = self.best_answers.get(low)
        if answers is None:
            answers = find_best_answers(self.solve_alone(low))
            self.best_answers[low] = answers
        return answers


def find_best_answers(solution: FightSolution) -> vec[i64]:
    """Returns the answers with the highest value, as bits, by position of the fight."""
    found = EVERY_ANSWER[:]
    for add in range(ADDS):
        for subtract in range(SUBTRACTS):
            for reroll in range(REROLLS):
                for total in range(1, END_TOTAL):
                    for last in range(1, min(FACES, total + 1) + 1):
                        position = pool_of(add, subtract, reroll) * POOL_SIZE + total * ROW_SIZE + last
                        least = max(solution.values[position] - TOLERANCE, 0.0)
                        bits: i64 = 0
                        for action in range(ROLL, REROLL + 1):
                            if solution.action_value(add, subtract, reroll, total, last, action) >= least:
                                bits |= answer_bit(action)
                        found[position] = bits
    return found


def coach_of(book: Book) -> CoachSolver:
    """Returns the coach's solver for the figures of a match, made at its first use and kept in their book."""
    coach = book.coach
    if coach is None:
        coach = CoachSolver(book.low, book.cost)
        book.coach = coach
    return coach


def solution_with_coach(state: Bones) -> FightSolution:
    """Solves the running dice fight; its values are the chances of the coach's player to win the campaign, in a
    practice game to win that game."""
    return solution_by(coach_of(state.book), state)


def coached_chance(state: Bones) -> float:
    """Returns the chance of the coach's player to win the campaign; in a practice game, to win that game."""
    return chance_by(coach_of(state.book), state)


def coached_answer(state: Bones) -> i64:
    """Returns the coach's answer in a dice fight: the best for this game, then for the campaign, then without a
    trick."""
    solution = solution_with_coach(state)
    position = pool_left(state) * POOL_SIZE + state.total * ROW_SIZE + state.last
    allowed = coach_of(state.book).answers_against(state.book.low[state.foe])[position]
    best = HOLD
    value = IMPOSSIBLE
    for action in ORDER_ABOVE_21 if state.total > BEST_TOTAL else ORDER_BELOW_21:
        if allowed & answer_bit(action):
            other = answer_value(solution, state, action)
            if other > value + TOLERANCE:
                value = other
                best = action
    return best


def coached_area(state: Bones) -> i64:
    """Returns the area of the city where the coach sends its player next: the boss's at level 3; among equals, the one
    with the weaker opponents."""
    return best_area_by(coach_of(state.book), state)
