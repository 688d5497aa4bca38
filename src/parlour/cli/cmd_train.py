"""`parlour train`: a model for the bot `learned`, by self-play."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_document, print_notices
from parlour.cli.run_options import Jobs, Json, Options, WholeNumber, load_game, parse_numbers, parse_seed
from parlour.kernel.problem import Problem


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TrainingOptions:
    """The options that say what is learned, from whom and for how long."""

    seats: Annotated[str, Parameter(help="Numbers of seats, separated by commas; default: all.")] = ""
    option: Options = None
    against: Annotated[str, Parameter(help="Bots to play besides itself; default: the game's best.")] = ""
    teacher: Annotated[str, Parameter(help="A bot to copy; default: the best one, in solitaires.")] = ""
    minutes: Annotated[float, Parameter(help="Minutes of training; 0: as --games says.")] = 0.0
    n: Annotated[WholeNumber, Parameter(name=["-n", "--games"], help="Matches of training; 0: as --minutes says.")] = 0
    patience: Annotated[WholeNumber, Parameter(help="Stop after so many measurements without progress; 0: never.")] = 10
    hidden: Annotated[str, Parameter(help="Cells of the two hidden layers; default: those of --from, or 128,64.")] = ""


TRAINING_DEFAULTS = TrainingOptions()


def train(
    game: str,
    /,
    *,
    training: TrainingOptions = TRAINING_DEFAULTS,
    seed: WholeNumber = 1,
    jobs: Jobs = None,
    out: Annotated[Path | None, Parameter(help="The folder for the results; default: GAME-training.")] = None,
    resume: Annotated[bool, Parameter(negative=(), help="Go on from the checkpoint in the folder.")] = False,
    start: Annotated[str, Parameter(name="--from", help="A model file to begin with, shipped or nothing.")] = "shipped",
    json: Json = False,
) -> int:
    """Train a model for the bot `learned`, by self-play and play against other bots."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: the processes share the cores
    from parlour.arena.executors import usable_cores
    from parlour.kernel.game import allowed_seat_counts
    from parlour.play.play_setup import split_players
    from parlour.training.run_training import run_training
    from parlour.training.training_plan import TrainingPlan, make_plan
    from parlour.training.training_report import training_text, write_training_report

    if training.patience < 0:
        raise Problem(f"--patience is {training.patience}; give 0 or more.")
    found, options = load_game(game, training.option)
    budgeted = training.minutes or training.n
    plan = make_plan(
        TrainingPlan(
            game=found,
            options=options,
            seats=tuple(parse_numbers("--seats", training.seats) or allowed_seat_counts(found, options)),
            rivals=tuple(split_players(training.against)),
            teacher=training.teacher,
            seed=parse_seed(seed),
            minutes=training.minutes if budgeted else 10.0,
            games=training.n,
            jobs=usable_cores() if jobs is None else jobs,
            hidden=parse_hidden(training.hidden),
        )
    )
    print_notices(found, plan.seats[0], plan.options)
    folder = out or Path(f"{found.name}-training")
    document = run_training(
        plan,
        folder,
        resume=resume,
        start=start,
        patience=training.patience,
        report=lambda line: print(line, file=sys.stderr, flush=True),
    )
    write_training_report(document, folder)
    return print_document(document, json, training_text)


def parse_hidden(text: str) -> tuple[int, int] | None:
    """Parses the value of --hidden; None if it is not given."""
    sizes = parse_numbers("--hidden", text)
    if len(sizes) not in (0, 2):
        raise Problem(f"--hidden is {text!r}; give two sizes, as in 128,64.")
    return (sizes[0], sizes[1]) if sizes else None
