"""What is trained: the game, its seats and options, the rivals, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlour.bots import make_bot
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem

MAX_FEATURES = 4096  # a network with more would be too large for a model file
MAX_CELLS = 1024  # of a hidden layer
HIDDEN = (128, 64)  # cells of the hidden layers


@dataclass(frozen=True, kw_only=True)
class TrainingPlan:
    """The settings of one training, checked. A training with a budget of matches and one job can be repeated."""

    game: Game  # as it is with the options
    options: Options
    seats: tuple[int, ...]
    rivals: tuple[str, ...]  # bots that the learner also plays, and is measured against
    teacher: str = ""  # a bot that it copies; empty: it learns from results
    seed: int
    minutes: float  # of training; 0: as long as the matches take
    games: int  # matches of training; 0: as many as the minutes allow
    jobs: int  # processes
    hidden: tuple[int, int] | None = None  # None: those of the model that it begins with, or HIDDEN

    def progress(self, minutes: float, games: int) -> float:
        """Returns which part of the budget is used, from 0 to 1."""
        by_time = minutes / self.minutes if self.minutes else 0.0
        by_games = games / self.games if self.games else 0.0
        return min(1.0, max(by_time, by_games))


def make_plan(plan: TrainingPlan) -> TrainingPlan:
    """Returns the plan with all options of the game and its usual rival; raises Problem if something does not fit."""
    if not plan.seats:
        raise Problem("There are no seats to train for; give one or more numbers, as in --seats 2,3.")
    for seats in plan.seats:
        options = prepare_options(plan.game, seats, plan.options)
    game = game_for_options(plan.game, options)
    width = len(game.study.features.names)
    if width == 0:
        raise Problem(f"{game.title} has no features to learn from; write them first (docs/write-your-own-game.md).")
    if width > MAX_FEATURES:
        raise Problem(
            f"{game.title} has {width} features with these options, and a model takes at most {MAX_FEATURES}; choose "
            "another game or options."
        )
    rivals = plan.rivals or (game.coach.best,)
    alone = set(plan.seats) == {1}
    teacher = plan.teacher or (rivals[0] if alone else "")  # hardly anybody wins a solitaire by accident
    for bot in (*rivals, *([teacher] if teacher else [])):
        make_bot(game, bot, options)
    if not (plan.minutes >= 0 and plan.games >= 0 and (plan.minutes > 0 or plan.games > 0)):  # nor nan minutes
        raise Problem("The training has no budget; give --minutes or --games, and a number above zero.")
    if plan.jobs < 1:
        raise Problem(f"The number of jobs is {plan.jobs}; give at least 1.")
    if plan.hidden is not None and not all(1 <= cells <= MAX_CELLS for cells in plan.hidden):
        raise Problem(f"The hidden layers are {plan.hidden}; give two sizes from 1 to {MAX_CELLS}, as in 128,64.")
    return replace(
        plan,
        game=game,
        options=options,
        seats=tuple(sorted(set(plan.seats))),
        rivals=() if alone else rivals,
        teacher=teacher,
    )
