"""Runs a training: play, learn, measure, keep the best, until the budget is used or nothing gets better."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.bots.model_file import closest_model, game_models
from parlour.kernel.options import display_options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import match_seed
from parlour.training.checkpoint import (
    TrainingProgress,
    export_model,
    layers_from_model,
    load_checkpoint,
    new_progress,
    save_checkpoint,
)
from parlour.training.collectors import Collectors
from parlour.training.evaluation import StrengthScore, measure, measure_reliability
from parlour.training.learner import LessonFigures, learn
from parlour.training.network import Layers, copy_layers, hidden_sizes, new_layers
from parlour.training.training_plan import HIDDEN, TrainingPlan

RATE, LAST_RATE = 1e-3, 1e-4  # the pace of learning falls to the last one
ENTROPY, LAST_ENTROPY = 0.025, 0.005  # the reward for variety
LEAGUE = 24  # earlier selves that are kept
LEAGUE_ROUNDS = 10  # an earlier self is kept so often
MEASUREMENTS = 12  # in a training
MEASURED_MATCHES = 100  # at each table of a measurement
FINAL_MATCHES = 400  # at each table of the last measurement
RELIABLE_MATCHES = 200  # whose estimates are compared with the results
SHIPPED, NOTHING = "shipped", "nothing"  # values of --from

Report = Callable[[str], None]


def run_training(plan: TrainingPlan, folder: Path, *, resume: bool, start: str, patience: int, report: Report) -> Any:
    """Trains a model into a folder and returns the JSON document of `parlour train`."""
    folder.mkdir(parents=True, exist_ok=True)
    training = Training(plan, folder, load_start(plan, folder, resume, start), report)
    training.run(patience)
    return {**training.finish(), "from": start, "patience": patience, "resumed": resume}


def load_start(plan: TrainingPlan, folder: Path, resume: bool, start: str) -> TrainingProgress:
    """Returns where a training begins: a checkpoint, a model, or a random network."""
    if resume:
        return load_checkpoint(folder, plan)
    game = plan.game
    path = None if start in (SHIPPED, NOTHING) else Path(start)
    if start == SHIPPED and (models := game_models(game)):
        path = closest_model(models, game, plan.options, plan.seats[0])[0]
    width = len(game.study.features.names)
    if path is None:
        rng = np.random.default_rng(abs(plan.seed))
        layers = new_layers(width, plan.hidden or HIDDEN, game.actions, max(game.seats), rng)
        return new_progress(plan, layers)
    header, layers = layers_from_model(path)
    if (header.game, header.features, header.actions) != (game.name, width, game.actions):
        raise Problem(
            f"The model {path} is for {header.game} with {header.features} features, not for {game.name} with {width}; "
            "name another file, or begin with --from nothing."
        )
    if plan.hidden not in (None, header.hidden):
        raise Problem(
            f"The model {path} has hidden layers of {header.hidden[0]} and {header.hidden[1]} cells, which --hidden "
            "cannot change; leave it out, or begin with --from nothing."
        )
    progress = new_progress(plan, layers)
    progress.features[:] = layers.input_weights.any(axis=1)
    progress.actions[:] = layers.policy_weights.any(axis=0)
    return progress


class Training:
    """One training on its way."""

    def __init__(self, plan: TrainingPlan, folder: Path, progress: TrainingProgress, report: Report) -> None:
        self.plan = plan
        self.folder = folder
        self.progress = progress
        self.report = report
        self.facts = progress.facts
        self.rng = np.random.default_rng((abs(plan.seed), progress.facts["rounds"]))
        self.began = time.monotonic() - 60 * progress.facts["minutes"]
        self.lesson: LessonFigures | None = None

    @property
    def done(self) -> float:
        """Returns which part of the budget is used, from 0 to 1."""
        return self.plan.progress(self.facts["minutes"], self.facts["games"])

    def run(self, patience: int) -> None:
        """Trains until the budget is used, or until `patience` measurements in a row were no better than the best."""
        if not self.facts["curve"]:
            self.measure()
        next_measurement = self.done + 1 / MEASUREMENTS
        games_before = self.facts["games"]
        with Collectors(self.plan, match_seed(self.plan.seed, self.facts["rounds"])) as collectors:
            while self.done < 1:
                self.play_and_learn(collectors)
                self.facts["games"] = games_before + collectors.games
                self.facts["minutes"] = (time.monotonic() - self.began) / 60
                if self.done >= next_measurement or self.done >= 1:
                    next_measurement = self.done + 1 / MEASUREMENTS
                    self.measure()
                    if 0 < patience <= self.facts["stale"]:
                        self.report(f"Nothing got better in {patience} measurements; the training ends here.")
                        return

    def play_and_learn(self, collectors: Collectors) -> None:
        """Plays one round of steps and learns from it; keeps an earlier self now and then."""
        progress = self.progress
        if self.facts["rounds"] % LEAGUE_ROUNDS == 0:
            progress.league.append(copy_layers(progress.layers))
            if len(progress.league) > LEAGUE:  # any but the newest goes, so that very old ones stay too
                del progress.league[int(self.rng.integers(LEAGUE // 2))]
        old = progress.league[int(self.rng.integers(len(progress.league)))]
        made = collectors.collect(progress.layers, old, taught=self.plan.teacher != "")
        progress.features[made.rows.any(axis=0)] = True
        progress.actions[made.legal.action] = True
        rate = RATE + (LAST_RATE - RATE) * self.done
        entropy = ENTROPY + (LAST_ENTROPY - ENTROPY) * self.done
        self.lesson = learn(progress.layers, progress.adam, made, rate, entropy, self.rng)
        self.facts["rounds"] += 1

    def measure(self) -> None:
        """Plays against the rivals, notes the result in the curve, and keeps the network if it is the best so far."""
        scores = self.scores(self.progress.layers, MEASURED_MATCHES, len(self.facts["curve"]), sample=False)
        strength = float(np.mean([score.share * score.seats for score in scores]))
        self.facts["curve"].append(
            {"games": self.facts["games"], "minutes": round(self.facts["minutes"], 2), "scores": score_rows(scores)}
        )
        self.facts["stale"] += 1
        if strength >= self.facts["best"]:
            self.facts["best"], self.facts["stale"] = strength, 0
            for kept, now in zip(self.progress.best, self.progress.layers, strict=True):
                kept[:] = now
        save_checkpoint(self.folder, self.plan, self.progress)
        self.report(progress_line(self.facts, scores, self.lesson))

    def scores(self, layers: Layers, matches: int, number: int, sample: bool) -> list[StrengthScore]:
        plan = self.plan
        seed = match_seed(plan.seed, -1 - number)
        return [
            measure(layers, plan.game, plan.options, seats, rival, matches, seed, sample)
            for seats in plan.seats
            for rival in (plan.rivals if seats > 1 else ("",))
        ]

    def finish(self) -> Any:
        """Tries whether the best network should draw its answers or take the best ones, measures that in fresh matches,
        and writes the model."""
        plan, best, measured = self.plan, self.progress.best, len(self.facts["curve"])
        tried = [self.scores(best, FINAL_MATCHES, measured, sample) for sample in (False, True)]
        sample = sum(score.share for score in tried[1]) > sum(score.share for score in tried[0])
        path = self.folder / f"{plan.game.name}.model"
        export_model(path, plan, self.progress, best, sample)
        seed = match_seed(plan.seed, -1)
        return {
            "game": plan.game.name,
            "game_title": plan.game.title,
            "version": plan.game.version,
            "made_with": f"Parlour {parlour.__version__}",
            "options": display_options(plan.options),
            "seats": list(plan.seats),
            "rivals": list(plan.rivals),
            "teacher": plan.teacher,
            "hidden": list(hidden_sizes(best)),
            "unusual": {
                option.name: display_options(plan.options)[option.name]
                for option in plan.game.options
                if plan.options[option.name] != option.default
            },
            "budget": {"minutes": plan.minutes, "games": plan.games},
            "jobs": plan.jobs,
            "seed": plan.seed,
            "games": self.facts["games"],
            "minutes": round(self.facts["minutes"], 2),
            "curve": self.facts["curve"],
            "result": score_rows(self.scores(best, FINAL_MATCHES, measured + 1, sample)),
            "draws_answers": sample,
            "reliability": {
                str(seats): [
                    row._asdict()
                    for row in measure_reliability(best, plan.game, plan.options, seats, RELIABLE_MATCHES, seed, sample)
                ]
                for seats in plan.seats
            },
            "model": str(path),
            "bytes": path.stat().st_size,
        }


def score_rows(scores: list[StrengthScore]) -> list[dict[str, Any]]:
    return [{**score._asdict(), "elo": round(score.elo)} for score in scores]


def progress_line(facts: dict[str, Any], scores: list[StrengthScore], lesson: LessonFigures | None) -> str:
    """Returns one line about a measurement: matches, minutes, and the share of the win at each table."""
    shares = ", ".join(
        f"{score.share:.0%} {f'against {score.rival} ({score.seats} seats)' if score.rival else 'won'}"
        for score in scores
    )
    learned = "" if lesson is None else f"; entropy {lesson.entropy:.2f}, error {lesson.error:.3f}"
    return f"{facts['minutes']:.1f} min, {facts['games']} matches: {shares}{learned}"
