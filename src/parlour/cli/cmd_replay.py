"""`parlour replay` shows a recorded match; `parlour verify` replays records and checks them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour import games as game_list
from parlour.cli.output import EXIT_DIFFERS, EXIT_USER_ERROR, print_json
from parlour.cli.run_options import Flag, Json, WholeNumber
from parlour.kernel.problem import Problem, UnsupportedRecord


def replay(
    file: Path,
    /,
    *,
    at: Annotated[
        str | None, Parameter(help="Show the position after this many answers and outcomes, or at a turn: 'turn 7'.")
    ] = None,
    last: Annotated[WholeNumber | None, Parameter(help="Only the last turns, this many.")] = None,
    plain: Annotated[bool, Flag] = False,
    html: Annotated[Path | None, Parameter(help="Write it as one HTML file that opens anywhere, offline.")] = None,
) -> int:
    """Show a recorded match, step by step."""
    if html is not None:
        if plain:
            raise Problem(
                "--plain (print the match) and --html (write it to a file) cannot be used together; leave one out."
            )
        from parlour.server.single_file_replay import write_replay_page
        from parlour.terminal.replay_viewer import open_film

        write_replay_page(file, html, None if at is None else open_film(file).find_frame(at, "--at"))
        print(f"{html}: {html.stat().st_size // 1000} kB.")
        return 0
    from parlour.terminal.replay_viewer import show_replay as show_replay

    return show_replay(file, at, plain, last_turns=last)


def verify(*files: Path, json: Json = False) -> int:
    """Replay records and verify their dice; exit 1 and name the first line that differs."""
    if not files:
        raise Problem("No record is named; name at least one record file to verify.")
    worst_code = 0
    rows: list[dict[str, object]] = []
    for file in files:
        row, code = _verify_file(file)
        worst_code = max(worst_code, code)
        rows.append(row)
        if not json and code == EXIT_USER_ERROR:
            print(f"parlour: {_format_verdict(row)}", file=sys.stderr)
        elif not json:
            print(_format_verdict(row))
    if json:
        print_json(rows)
    return worst_code


def _verify_file(file: Path) -> tuple[dict[str, object], int]:
    """Verifies the file of one match record or of a bundle of them; returns the row for the report and the exit code.

    The code is 0 if the file holds, 1 if it does not, and 2 if this program cannot judge it.
    """
    from parlour.kernel.record import read_record
    from parlour.store.bundle import is_bundle, verify_bundle
    from parlour.store.files import is_record, load_text
    from parlour.table.verify import verify as verify_record

    code = EXIT_USER_ERROR
    try:
        if is_bundle(file):
            code = EXIT_DIFFERS
            count, digest = verify_bundle(file)
            proved = f"all {count} matches hold"
            return {"file": str(file), "ok": True, "digest": digest, "error": None, "proved": proved}, 0
        text = load_text(file)
        code = EXIT_DIFFERS if is_record(text) else EXIT_USER_ERROR
        record = read_record(text, str(file))
        code = EXIT_USER_ERROR
        game_list.find(record.header.game)
        code = EXIT_DIFFERS
        verdict = verify_record(game_list.find, record)
    except Problem as problem:
        code = EXIT_USER_ERROR if isinstance(problem, UnsupportedRecord) else code
        return {"file": str(file), "ok": False, "digest": None, "error": str(problem), "proved": None}, code
    return {"file": str(file), "ok": True, "digest": verdict.digest, "error": None, "proved": verdict.summary()}, 0


def _format_verdict(row: dict[str, object]) -> str:
    """Returns the line of `parlour verify` for one file: its name, and the verdict or the error."""
    if row["ok"]:
        return f"{row['file']}: {row['proved']}, digest {row['digest']}"
    error = str(row["error"])
    return error if str(row["file"]) in error else f"{row['file']}: {error}"
