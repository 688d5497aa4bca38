"""`parlour check`: checks that a game's implementation keeps the contract with the kernel."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_json, print_notices
from parlour.cli.progress_bar import progress_bar
from parlour.cli.run_options import Json, Options, RunOptions, WholeNumber
from parlour.kernel.game import allowed_seat_counts
from parlour.kernel.problem import Problem


def check(
    game: str,
    /,
    *,
    states: Annotated[WholeNumber, Parameter(help="How many positions to check.")] = 5000,
    option: Options = None,
    seed: WholeNumber = 1,
    json: Json = False,
) -> int:
    """Check that a game keeps the contract, and that nobody sees what they may not know."""
    from parlour.bots import make_bot, own_bots
    from parlour.kernel.checks import check as run_checks

    if states < 1:
        raise Problem(f"--states is {states}; give the number of positions to check, at least 1.")
    settings = RunOptions(option=option, seed=seed).for_game(game)
    found, options = settings.game, settings.options
    print_notices(settings.game, allowed_seat_counts(found, options)[0], settings.options)
    bots = [partial(make_bot, found, bot) for bot in own_bots(found)]
    with progress_bar(f"{found.title}: positions") as progress:
        report = run_checks(found, states=states, seed=settings.seed, bots=bots, progress=progress, options=options)
    if json:
        print_json(report.document())
    else:
        print("\n".join(report.lines()))
    return 1 if report.failures else 0
