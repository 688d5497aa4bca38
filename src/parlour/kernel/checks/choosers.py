"""Who plays the kit's matches: chance, curiosity, and the bots that are handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from parlour.kernel.checks.trial import Trial
from parlour.kernel.match import Bot, answer_of
from parlour.kernel.state import State

Answer = Callable[[State, int], int]  # what a seat says
Chooser = Callable[[Trial], Answer]  # made anew for each match
WHIM = 4  # one answer in so many is left to chance even by the curious


def by_chance(trial: Trial) -> Answer:
    """Any choice, all alike."""

    def answer(state: State, seat: int) -> int:
        return trial.player.pick(state.legal(seat))

    return answer


def by_curiosity() -> Chooser:
    """The kind of action said least so far in all matches, and of that kind the action said least."""
    kinds: Counter[str] = Counter()
    actions: Counter[int] = Counter()

    def sit(trial: Trial) -> Answer:
        kind_of = {action: kind for kind, numbers in trial.game.words.kinds.items() for action in numbers}

        def answer(state: State, seat: int) -> int:
            choices = list(state.legal(seat))
            turned = trial.player.below(len(choices))
            choices = choices[turned:] + choices[:turned]
            action = choices[0]
            if trial.player.below(WHIM) > 0:
                action = min(choices, key=lambda choice: (kinds[kind_of.get(choice, "")], actions[choice]))
            kinds[kind_of.get(action, "")] += 1
            actions[action] += 1
            return action

        return answer

    return sit


def by_bots(make: Callable[[], Bot]) -> Chooser:
    """One kind of bot in every seat; one that crashes or cheats is reported and gives the default answer."""

    def sit(trial: Trial) -> Answer:
        bots = [make() for _ in range(trial.seats)]
        turns: Counter[int] = Counter()

        def answer(state: State, seat: int) -> int:
            action = answer_of(bots[seat], state, seat, trial.seed, turns[seat])
            turns[seat] += 1
            if action < 0:
                trial.fail("bots", f"{type(bots[seat]).__name__} crashed or gave no legal answer in seat {seat}")
                return state.lapse(seat)
            return action

        return answer

    return sit


def choosers(makers: Sequence[Callable[[], Bot]]) -> list[Chooser]:
    """All of them, chance first."""
    return [by_chance, by_curiosity(), *(by_bots(make) for make in makers)]
