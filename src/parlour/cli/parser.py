"""The command line parser with all `parlour` commands, which import their heavy parts only when they run."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter
from cyclopts.config import Toml
from cyclopts.exceptions import UnusedCliTokensError

import parlour
from parlour.cli.cmd_backup import backup, restore
from parlour.cli.cmd_balance import balance
from parlour.cli.cmd_bench import bench
from parlour.cli.cmd_check import check
from parlour.cli.cmd_contest import contest
from parlour.cli.cmd_doctor import doctor
from parlour.cli.cmd_duel import duel
from parlour.cli.cmd_experiment import experiment
from parlour.cli.cmd_games import games, rules
from parlour.cli.cmd_ladder import ladder
from parlour.cli.cmd_play import learn, play
from parlour.cli.cmd_ratings import ratings
from parlour.cli.cmd_replay import replay, verify
from parlour.cli.cmd_serve import serve
from parlour.cli.cmd_simulate import simulate
from parlour.cli.cmd_stats import stats
from parlour.cli.cmd_tournament import tournament
from parlour.cli.cmd_train import train
from parlour.cli.cmd_tune import tune
from parlour.cli.cmd_window import window
from parlour.cli.fast_path import print_overview
from parlour.kernel.build import is_compiled
from parlour.kernel.problem import Problem
from parlour.store.files import data_folder

# In the order in which an unknown command's error message lists them.
COMMANDS: tuple[Callable[..., int] | App, ...] = (
    *(games, rules, play, learn, window, serve, contest, replay, verify, check),
    *(
        simulate,
        tournament,
        duel,
        ladder,
        experiment,
        balance,
        tune,
        train,
        bench,
        ratings,
        stats,
        backup,
        restore,
        doctor,
    ),
)


def describe_build() -> str:
    """Returns the version of Parlour, whether its rules are compiled, and the Python that runs it."""
    build = "compiled" if is_compiled() else "plain Python files, not compiled"
    return f"parlour {parlour.__version__} ({build}), Python {platform.python_version()}"


def settings_file() -> Path:
    """Returns the path of the file with settings for commands: from PARLOUR_CONFIG, or parlour.toml in the data folder.

    It has a table for each command, as in `[serve]` with `port = 9000`; flags on the command line win."""
    return Path(os.environ.get("PARLOUR_CONFIG") or data_folder() / "parlour.toml")


def load_settings(path: Path) -> Toml:
    """Reads the file with settings for commands; raises a Problem if it is not valid, or names an unknown command."""
    settings = Toml(path, must_exist="PARLOUR_CONFIG" in os.environ)
    try:
        unknown = [name for name in settings.config if name not in app]
    except CycloptsError as error:
        raise Problem(f"The settings file {path} is not valid TOML: {error}; correct it.") from None
    if unknown:
        raise Problem(f"The settings file {path} has settings for {unknown[0]!r}, which is no command; correct it.")
    return settings


app = App(name="parlour", help="Tabletop games, in full.", version=describe_build)
for command in COMMANDS:
    app.command(command)


@app.default
def overview(*words: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)]) -> int:
    """Print the commands on one screen."""
    if words:
        known = ", ".join(name for name in app if not name.startswith("-"))
        raise Problem(f"There is no command {words[0]!r}; choose one of {known}.")
    return print_overview()


def parse_and_run(words: Sequence[str]) -> int:
    """Runs one command line and returns its exit code; raises a Problem if it cannot be parsed."""
    app.config = (load_settings(settings_file()),)
    try:
        code = app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        raise Problem(_describe_error(error)) from None
    except SystemExit as end:  # 130: Ctrl-C; 1: the reader of the help has gone, as in `parlour --help | head`
        return 130 if end.code == 130 else 0
    return int(code or 0)


def _describe_error(error: CycloptsError) -> str:
    """Returns what is wrong with a command line, and the command that prints the help for it."""
    command = " ".join(["parlour", *(error.command_chain or ())])
    what = str(error)
    if isinstance(error, UnusedCliTokensError):
        what = f"`{command}` does not take {' '.join(error.unused_tokens or ())!r}."
    return f"{what} See `{command} --help`."
