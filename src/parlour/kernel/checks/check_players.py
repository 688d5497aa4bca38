"""The players in matches of the conformance checks: random ones, ones that try rare actions, and given bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.match import Bot, ask_bot
from parlour.kernel.state import State

AnswerFunction = Callable[[State, int], int]  # returns a seat's action
Chooser = Callable[[CheckedMatch], AnswerFunction]  # called once per match
RANDOM_ONE_IN = 4  # one in four answers of the least-tried chooser is random


def random_chooser(match: CheckedMatch) -> AnswerFunction:
    """Returns a player for a match of the conformance checks that answers at random."""

    def answer(state: State, seat: int) -> int:
        return match.player_rng.pick(state.legal(seat))

    return answer


def least_tried_chooser() -> Chooser:
    """Makes check players that mostly choose the action, and first the kind of action, tried least often so far."""
    kinds: Counter[str] = Counter()
    actions: Counter[int] = Counter()

    def seat_players(match: CheckedMatch) -> AnswerFunction:
        kind_of = {action: kind for kind, numbers in match.game.text.kinds.items() for action in numbers}

        def answer(state: State, seat: int) -> int:
            choices = list(state.legal(seat))
            turned = match.player_rng.below(len(choices))
            choices = choices[turned:] + choices[:turned]
            action = choices[0]
            if match.player_rng.below(RANDOM_ONE_IN) > 0:
                action = min(choices, key=lambda choice: (kinds[kind_of.get(choice, "")], actions[choice]))
            kinds[kind_of.get(action, "")] += 1
            actions[action] += 1
            return action

        return answer

    return seat_players


def bot_chooser(make: Callable[[], Bot]) -> Chooser:
    """Makes check players: a new bot of this kind in every seat.

    A crash or illegal answer of a bot is reported as a failure, and the default answer is played instead."""

    def seat_players(match: CheckedMatch) -> AnswerFunction:
        bots = [make() for _ in range(match.seats)]
        turns: Counter[int] = Counter()

        def answer(state: State, seat: int) -> int:
            action = ask_bot(bots[seat], state, seat, match.seed, turns[seat])
            turns[seat] += 1
            if action < 0:
                match.fail("bots", f"{type(bots[seat]).__name__} crashed or gave no legal answer in seat {seat}")
                return state.default_answer(seat)
            return action

        return answer

    return seat_players


def all_choosers(makers: Sequence[Callable[[], Bot]]) -> list[Chooser]:
    """Returns the players that the conformance checks use in turn: random, least-tried, then each given bot."""
    return [random_chooser, least_tried_chooser(), *(bot_chooser(make) for make in makers)]
