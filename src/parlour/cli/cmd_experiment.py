"""`parlour experiment`: variations of a game, compared on the same seeds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_document
from parlour.cli.progress_bar import progress_bar
from parlour.cli.run_options import Jobs, Json, Ray


def experiment(
    file: Annotated[Path, Parameter(help="A .toml file with the game, the bots and the variations.")],
    /,
    *,
    out: Annotated[Path | None, Parameter(help="The folder for the results; default: beside the file.")] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    fresh: Annotated[bool, Parameter(negative=(), help="Play all matches again, even if there are results.")] = False,
    json: Json = False,
) -> int:
    """Compare variations of a game on the same seeds, and write a table and a report."""
    from parlour.experiment.findings import experiment_text
    from parlour.experiment.run_experiment import run_experiment

    with progress_bar("Matches") as progress:
        document = run_experiment(file, out, jobs, ray, fresh, progress, lambda note: print(note, file=sys.stderr))
    return print_document(document, json, experiment_text)
