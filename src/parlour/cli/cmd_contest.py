"""`parlour contest`: the server for contest clients, and the replay of their gamelogs."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from parlour.cli.output import EXIT_DIFFERS, EXIT_USER_ERROR
from parlour.cli.run_options import Options, WholeNumber, load_game
from parlour.kernel.options import parse_option_pairs
from parlour.kernel.problem import Problem

contest = App(name="contest", help="A server for contest clients, and the replay of their gamelogs.")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ContestAddresses:
    """The options that say where the contest server listens."""

    host: Annotated[str, Parameter(help="The address to listen on; by default only this machine connects.")] = (
        "127.0.0.1"
    )
    port: Annotated[WholeNumber, Parameter(help="For clients; 0 takes any free port, also for the other two.")] = 3000
    web_port: Annotated[WholeNumber, Parameter(help="For browsers, gamelogs and records.")] = 3080
    socket_port: Annotated[WholeNumber, Parameter(help="For clients over WebSocket.")] = 3088


ADDRESS_DEFAULTS = ContestAddresses()


@contest.default
def run_contest(
    game: Annotated[str, Parameter(help="A game that contest clients can play: stumped.")],
    /,
    *,
    addresses: ContestAddresses = ADDRESS_DEFAULTS,
    option: Options = None,
    folder: Annotated[
        Path | None, Parameter(help="The folder for gamelogs and records; default: in your data folder.")
    ] = None,
    bots_after: Annotated[
        float | None, Parameter(help="Seconds after which a bot replaces a client that has not joined.")
    ] = None,
    bot: Annotated[str, Parameter(help="That bot; default: the game's best.")] = "",
    password: Annotated[str, Parameter(help="A password that clients must send.")] = "",
) -> int:
    """Serve matches for contest clients in any language, and for people and bots."""
    from parlour.contest.run_contest import ContestConfig
    from parlour.contest.run_contest import serve_contest as run_server

    if bots_after is not None and not 0 <= bots_after <= 86_400:
        raise Problem(f"--bots-after is {bots_after}; give a number of seconds from 0 to 86400 (a day).")
    found, options = load_game(game, option)
    return run_server(
        ContestConfig(
            found,
            options,
            addresses.host,
            addresses.port,
            addresses.web_port,
            addresses.socket_port,
            folder,
            bots_after,
            bot,
            password,
        )
    )


@contest.command(name="replay-log")
def replay_log(
    *files: Path,
    option: Options = None,
    thorough: Annotated[
        bool, Parameter(negative=(), help="Compare every object after every entry, not only changed ones.")
    ] = False,
) -> int:
    """Replay gamelogs of any server by our rules and print every difference; exit 1 if there is one."""
    from parlour.contest.replay_log import replay_gamelog, report_lines

    if not files:
        raise Problem("No gamelog is named; name at least one gamelog file to replay.")
    worst_code, options = 0, parse_option_pairs(option or [])
    for file in files:
        try:
            report = replay_gamelog(file, options, thorough)
        except Problem as problem:
            print(f"parlour: {problem}", file=sys.stderr)
            worst_code = EXIT_USER_ERROR
            continue
        print("\n".join(report_lines(report)), flush=True)
        worst_code = max(worst_code, EXIT_DIFFERS if report.difference_count else 0)
    return worst_code
