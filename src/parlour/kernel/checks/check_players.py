"""Who plays the kit's matches: chance, curiosity, and the bots that are handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from parlour.kernel.checks.checked_match import CheckedMatch
from parlour.kernel.match import Bot, ask_bot
from parlour.kernel.state import State

AnswerFunction = Callable[[State, int], int]  # what a seat says
Chooser = Callable[[CheckedMatch], AnswerFunction]  # made anew for each match
RANDOM_ONE_IN = 4  # one answer in so many is left to chance even by the curious


def random_chooser(trial: CheckedMatch) -> AnswerFunction:
    """Any choice, all alike."""

    def answer(state: State, seat: int) -> int:
        return trial.player_rng.pick(state.legal(seat))

    return answer


def least_tried_chooser() -> Chooser:
    """The kind of action said least so far in all matches, and of that kind the action said least."""
    kinds: Counter[str] = Counter()
    actions: Counter[int] = Counter()

    def sit(trial: CheckedMatch) -> AnswerFunction:
        kind_of = {action: kind for kind, numbers in trial.game.words.kinds.items() for action in numbers}

        def answer(state: State, seat: int) -> int:
            choices = list(state.legal(seat))
            turned = trial.player_rng.below(len(choices))
            choices = choices[turned:] + choices[:turned]
            action = choices[0]
            if trial.player_rng.below(RANDOM_ONE_IN) > 0:
                action = min(choices, key=lambda choice: (kinds[kind_of.get(choice, "")], actions[choice]))
            kinds[kind_of.get(action, "")] += 1
            actions[action] += 1
            return action

        return answer

    return sit


def bot_chooser(make: Callable[[], Bot]) -> Chooser:
    """One kind of bot in every seat; one that crashes or cheats is reported and gives the default answer."""

    def sit(trial: CheckedMatch) -> AnswerFunction:
        bots = [make() for _ in range(trial.seats)]
        turns: Counter[int] = Counter()

        def answer(state: State, seat: int) -> int:
            action = ask_bot(bots[seat], state, seat, trial.seed, turns[seat])
            turns[seat] += 1
            if action < 0:
                trial.fail("bots", f"{type(bots[seat]).__name__} crashed or gave no legal answer in seat {seat}")
                return state.default_answer(seat)
            return action

        return answer

    return sit


def all_choosers(makers: Sequence[Callable[[], Bot]]) -> list[Chooser]:
    """All of them, chance first."""
    return [random_chooser, least_tried_chooser(), *(bot_chooser(make) for make in makers)]
