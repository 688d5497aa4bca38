"""The command line for its users: documents, exit codes, and one clear sentence for every mistake."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlour
from parlour.cli import run
from parlour.cli.parser import app
from parlour.cli.progress_bar import progress_bar
from parlour.cli.run_options import parse_whole_number
from parlour.games import find
from parlour.kernel import checks
from parlour.kernel.build import is_compiled
from parlour.kernel.record import read_record, record_lines
from tests.table_builders import magpie_table, play_to_end

SOURCE = str(Path(parlour.__file__).parent.parent)


pytestmark = pytest.mark.usefixtures("home")


def run_for_document(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    """Runs a command that prints one JSON document and nothing else."""
    assert run([*words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def write_record(folder: Path) -> Path:
    table = magpie_table()
    play_to_end(table)
    path = folder / "match.parlour"
    path.write_text("\n".join(record_lines(table.record())) + "\n", "ascii")
    return path


def test_without_arguments_the_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "parlour play" in capsys.readouterr().out


def test_the_version_says_whether_the_rules_are_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    build = "compiled" if is_compiled() else "plain Python files, not compiled"
    assert capsys.readouterr().out.startswith(f"parlour {parlour.__version__} ({build}), Python 3.")


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    rows = run_for_document(capsys, "games")
    assert isinstance(rows, list)
    bones = next(row for row in rows if row["id"] == "bones")
    assert list(bones) == ["id", "title", "version", "seats", "options", "bots", "lessons"]
    assert bones["seats"] == [1]
    assert {"random", "mcts", "optimal", "thumb", "greedy", "hold18"} <= set(bones["bots"])
    assert bones["options"][0]["type"] == "bool"
    assert run(["games"]) == 0
    assert "--option tutorial=yes" in capsys.readouterr().out


def test_rules_of_bones_are_its_three_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "bones"]) == 0
    out = capsys.readouterr().out
    assert out.count("Page ") == 3
    assert "17" not in out


def test_simulate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("simulate", "magpie", "--bots", "thrifty,random", "-n", "30", "--seed", "5", "--jobs", "1")
    found = run_for_document(capsys, *words)
    assert isinstance(found, dict)
    assert {"game", "version", "options", "seed", "games", "seconds", "games_per_second", "digest", "length"} <= set(
        found
    )
    assert [row["bot"] for row in found["seats"]] == ["thrifty", "random"]
    assert sum(row["wins"] for row in found["bots"]) == pytest.approx(30)
    out = tmp_path / "rows.csv"
    assert run([*words, "--out", str(out), "--columns", "player_id, rank"]) == 0
    assert out.read_text("utf-8").startswith("player_id,rank\n1,")
    capsys.readouterr()
    assert run([*words, "--out", str(out), "--records", str(tmp_path / "records")]) == 0
    assert found["digest"] in capsys.readouterr().out
    assert len(out.read_text("utf-8").splitlines()) == 61
    records = sorted(str(path) for path in (tmp_path / "records").iterdir())
    assert len(records) == 30
    assert run(["verify", *records]) == 0


def test_bots_with_commas_are_given_one_by_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a,b.py"
    file.write_text("from parlour.kernel.match import Bot\nclass Low(Bot):\n    choose = lambda self, world, seat: 0\n")
    found = run_for_document(capsys, "simulate", "magpie", "--bot", f"py:{file}:Low", "--bot", "random", "-n", "5")
    assert isinstance(found, dict)
    assert found["bots"][0]["faults"] == 0


def test_verify(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write_record(tmp_path)
    rows = run_for_document(capsys, "verify", str(path))
    assert isinstance(rows, list)
    assert rows[0]["ok"]
    assert len(rows[0]["digest"]) == 64
    bad = tmp_path / "bad.parlour"
    bad.write_text(path.read_text("ascii").replace("bid 0", "bid 1", 1), "ascii")
    assert run(["verify", str(path), str(bad), "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert [row["ok"] for row in rows] == [True, False]
    assert "line" in rows[1]["error"]
    assert run(["verify", str(bad)]) == 1
    assert "line" in capsys.readouterr().out


def test_a_file_that_cannot_be_judged_is_no_differing_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write_record(tmp_path)
    good = read_record(path.read_text("ascii"))
    newer = good._replace(header=good.header._replace(version=99))
    unknown = good._replace(header=good.header._replace(game="chess"))
    strange = {
        "missing": None,
        "empty": b"",
        "picture": b"\x89PNG\xff",
        "text": b"Dear Ann,\n",
        "list": b"[1, 2]\n",
        "later": b'{"parlour":2,"seats":[]}\n',
        "newer": "\n".join([*record_lines(newer), ""]).encode(),
        "unknown": "\n".join([*record_lines(unknown), ""]).encode(),
    }
    for name, content in strange.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        assert run(["verify", str(tmp_path / name)]) == 2, name
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("parlour: ")
        assert err.count("\n") == 1
        assert err.count(str(tmp_path / name)) == 1
        assert run(["verify", str(path), str(tmp_path / name), "--json"]) == 2
        out, err = capsys.readouterr()
        assert err == ""
        assert [row["ok"] for row in json.loads(out)] == [True, False]


@pytest.mark.parametrize("cut", [-1, -40])
def test_a_record_that_was_cut_or_changed_differs(cut: int, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write_record(tmp_path)
    path.write_text(path.read_text("ascii")[:cut], "ascii")
    assert run(["verify", str(path)]) == 1
    assert "line" in capsys.readouterr().out


def test_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write_record(tmp_path)
    assert run(["replay", str(path), "--plain"]) == 0
    out = capsys.readouterr().out
    assert "Ann: bid 0 (default answer: played out)" in out
    assert out.rstrip().endswith("Still in the bag: nothing.")
    assert run(["replay", str(path), "--at", "1"]) == 0
    assert "On offer" in capsys.readouterr().out
    assert run(["replay", str(path), "--at", "999"]) == 2


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_for_document(capsys, "check", "magpie", "--states", "60")
    assert isinstance(found, dict)
    assert found["failures"] == []
    assert {"game", "version", "matches", "states", "pairs", "failures", "unreached"} <= set(found)
    assert run(["check", "magpie", "--states", "60"]) == 0
    assert "0 failures" in capsys.readouterr().out


def test_a_check_holds_to_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    plain = run_for_document(capsys, "check", "magpie", "--states", "300")
    poor = run_for_document(capsys, "check", "magpie", "--states", "300", "--option", "stones=1")
    assert isinstance(plain, dict)
    assert isinstance(poor, dict)
    assert (plain["failures"], poor["failures"]) == ([], [])
    assert plain["reached"] != poor["reached"]


def test_a_check_reports_its_progress() -> None:
    reports: list[tuple[int, int]] = []
    checks.check(find("magpie"), states=120, progress=lambda done, total: reports.append((done, total)))
    assert reports == sorted(reports)
    assert reports[-1] == (120, 120)


class TerminalOutput(io.StringIO):
    """An output that counts as a terminal."""

    def isatty(self) -> bool:
        return True


def test_long_work_shows_a_bar_on_a_terminal_and_nowhere_else() -> None:
    with contextlib.redirect_stderr(io.StringIO()) as pipe, progress_bar("Working", 0) as show:
        assert show is None
    assert pipe.getvalue() == ""
    with contextlib.redirect_stderr(TerminalOutput()) as screen, progress_bar("Working", 0) as show:
        assert show is not None
        show(1, 3)
        show(3, 3)
    assert "Working" in screen.getvalue()
    with contextlib.redirect_stderr(TerminalOutput()) as screen, progress_bar("Working", 1e9) as show:
        assert show is not None
        show(3, 3)
    assert "Working" not in screen.getvalue()


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_for_document(capsys, "bench", "magpie", "--seconds", "0.05")
    assert isinstance(found, dict)
    assert {"games_per_second", "steps_per_second", "clone_microseconds"} <= set(found["magpie"]["pure"])
    assert "recording_cost" in found["magpie"]
    assert "thrifty" in found["magpie"]["bots"]


MISTAKES = [
    (
        ["dance"],
        "no command 'dance'; choose one of games, rules, play, learn, window, serve, contest, replay, verify, check",
    ),
    (["dance", "magpie", "--slowly"], "no command 'dance'"),
    (["contest", "magpie"], "Magpie cannot be played by contest clients"),
    (
        ["contest", "stumped", "--option", "width=40"],
        "The option width cannot be set by the host, as clients choose it with the setting mapWidth",
    ),
    (["contest", "stumped", "--option", "profile=mine"], "choose one of document, server"),
    (["contest", "stumped", "--bots-after", "-1"], "--bots-after is -1.0; give a number of seconds"),
    (["contest", "stumped", "--bot", "nobody"], "There is no bot 'nobody'"),
    (["contest", "stumped", "--port", "99999"], "--port is 99999; give a number"),
    (["contest", "replay-log"], "name at least one gamelog"),
    (["contest", "replay-log", "nowhere.json.gz"], "nowhere.json.gz cannot be read"),
    (["--slowly"], "no command '--slowly'"),
    (["simulate", "magpie", "--bots", "random,random", "--seed", str(2**63)], "seed .* is out of range"),
    (["check", "magpie", "--seed", str(-(2**63))], "seed .* is out of range"),
    (["play", "magpie", "--plain", "--seed", str(2**63)], "seed .* is out of range"),
    (["play", "bones", "--plain", "--save", "nowhere/at/all"], "no folder nowhere/at"),
    (["play", "--at", "3", "--plain"], "--load"),
    (["play", "--load", "missing.parlour", "--at", "3", "--plain"], "cannot be read"),
    (["verify", "missing.parlour"], "cannot be read"),
    (["rules"], "GAME"),
    (["rules", "chess"], "no game 'chess'; choose one of bones, harmonictook, hunter, magpie"),
    (["simulate", "magpie", "--bots", "random"], "seats"),
    (["simulate", "magpie"], "seats"),
    (["simulate", "magpie", "--bots", "random,genius"], "no bot 'genius'"),
    (["simulate", "magpie", "--bots", "random,mcts:many"], "mcts"),
    (["simulate", "bones", "--bots", "hold:99"], "4 to 21"),
    (["simulate", "magpie", "--bots", "random,random", "-n", "0"], "above zero|at least 1|1 or more"),
    (["simulate", "magpie", "--bots", "random,random", "-n", "many"], "many"),
    (["simulate", "magpie", "--bots", "random,random", "--option", "stones=99"], "from 1 to 30"),
    (["simulate", "magpie", "--bots", "random,random", "--option", "dragons=1"], "no option 'dragons'"),
    (["simulate", "magpie", "--bots", "random,random", "--option", "stones"], "name=value"),
    (["simulate", "magpie", "--bots", "random,random", "--out", "rows.xls"], "csv"),
    (["simulate", "magpie", "--bots", "random,random", "--out", "/nowhere/at/all/rows.csv"], "/nowhere/at/all"),
    (["simulate", "magpie", "--bots", "random,random", "--jobs", "0"], "jobs"),
    (["simulate", "magpie", "--bots", "random,random", "--frobnicate"], "frobnicate"),
    (["verify"], "at least one record"),
    (["replay", "missing.parlour"], "cannot be read"),
    (["check", "magpie", "--states", "0"], "at least 1"),
    (["check", "magpie", "--option", "stones=99"], "from 1 to 30"),
    (["check", "harmonictook", "--option", "cards=missing.json"], "cannot be read"),
    (["bench", "magpie", "--option", "dragons=1"], "no option 'dragons'"),
    (["simulate", "magpie", "--bots", "random,random", "--columns", "seat"], "name its file with --out"),
    (["bench", "--seconds", "-1"], "above 0"),
    (["bench", "chess"], "no game 'chess'"),
    (["play", "chess"], "no game 'chess'"),
    (["play", "bones", "--seats", "human,human", "--plain"], "1 seat"),
    (["play", "bones", "--seats", "genius", "--plain"], "genius"),
    (["play", "bones", "--option", "tutorial=maybe", "--plain"], "yes or no"),
    (["play", "bones", "--name", "Bartholomew the Great", "--plain"], "12"),
    (["play", "--load", "missing.parlour", "--plain"], "cannot be read"),
    (["play", "bones", "--seed", "x"], "x"),
    (["simulate", "magpie", "--bots", "random,random", "-n", "1.5"], "-n: '1.5' is not a whole number"),
    (["simulate", "magpie", "--bots", "random,random", "--seed", "1.5"], "--seed: '1.5' is not a whole number"),
    (["duel", "magpie", "random", "thrifty", "--seats", "2.0"], "--seats: '2.0' is not a whole number"),
    (
        ["simulate", "magpie", "--bots", "random,random", "--seed", "1", "--seed", "2"],
        "--seed specified multiple times",
    ),
    (["tournament", "magpie", "--entrants", "a,b", "--no-keep", "--db", "sqlite:///x.db"], "leave one of them out"),
    (["ratings", "--db", "sqlite:///nosuch.db"], r"no database nosuch\.db; check its address"),
    (["ratings", "rebuild", "--db", "sqlite:///nosuch.db"], r"no database nosuch\.db; check its address"),
    (["stats", "--db", "sqlite:///nosuch.db"], r"no database nosuch\.db; check its address"),
    (["play", "magpie", "--plain", "--seats", "random,random", "--events", "x.csv"], r"ending in \.jsonl"),
]


@pytest.mark.parametrize(("words", "sentence"), MISTAKES, ids=[" ".join(words) for words, _ in MISTAKES])
def test_a_mistake_gets_one_clear_sentence_and_exit_code_2(
    words: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert re.search(sentence, err), err
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == []


def test_a_bundle_of_records_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kept.bundle"
    path.write_bytes(b"kept")
    assert run(["simulate", "magpie", "--bots", "random,random", "-n", "2", "--records", str(path)]) == 2
    assert "kept.bundle exists, and its match records would be lost; name another file" in capsys.readouterr().err
    assert path.read_bytes() == b"kept"


@pytest.mark.parametrize(
    ("words", "package"),
    [
        (["serve"], "litestar"),
        (["ratings"], "sqlalchemy"),
        (["tournament", "magpie", "--entrants", "random,thrifty"], "openskill"),
        (["train", "magpie"], "numpy"),
    ],
)
def test_a_missing_package_is_one_sentence_with_the_command_that_installs_it(
    words: list[str], package: str, tmp_path: Path
) -> None:
    (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError('gone', name='{package}')\n")
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), SOURCE])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    expected = f"parlour: This command needs the package {package}, which is not installed; install it with `"
    assert done.stderr.startswith(expected)
    assert re.search(rf"pip install.* '{package}[<>=].*`\.\n$", done.stderr), done.stderr


def test_settings_may_stand_in_a_file_and_flags_win(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    (home / "parlour.toml").write_text('[simulate]\ngames = 3\nbots = "random,thrifty"\nseed = 9\njobs = 1\n')
    found = run_for_document(capsys, "simulate", "magpie")
    assert isinstance(found, dict)
    assert (found["games"], found["seed"]) == (3, 9)
    flagged = run_for_document(capsys, "simulate", "magpie", "-n", "2")
    assert isinstance(flagged, dict)
    assert (flagged["games"], flagged["seed"]) == (2, 9)
    (tmp_path / "other.toml").write_text("[simulate]\nseed = 4\n")
    monkeypatch.setenv("PARLOUR_CONFIG", str(tmp_path / "other.toml"))
    other = run_for_document(capsys, "simulate", "magpie", "-n", "2", "--bots", "random,thrifty", "--jobs", "1")
    assert isinstance(other, dict)
    assert other["seed"] == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[simulate\n", r"settings\.toml is not valid TOML: .*line 1.*; correct it\."),
        ("[simulat]\nseed = 1\n", "has settings for 'simulat', which is no command; correct it"),
        ("[simulate]\nsede = 1\n", r'Unknown option: "\[sede\]" from .*settings\.toml'),
        ("[simulate]\nseed = 1.5\n", r"Invalid value for \[seed\]: '1\.5' is not a whole number"),
        (None, r"settings\.toml cannot be used: No such file or directory"),
    ],
)
def test_a_wrong_settings_file_is_one_sentence(
    text: str | None,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if text is not None:
        (tmp_path / "settings.toml").write_text(text)
    monkeypatch.setenv("PARLOUR_CONFIG", str(tmp_path / "settings.toml"))
    assert run(["simulate", "magpie", "--bots", "random,random", "-n", "1"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert re.search(sentence, err), err


def test_every_number_of_every_command_is_a_whole_number() -> None:
    """The parser's own conversion would round 1.5; `WholeNumber` refuses it."""
    commands = {name: app[name] for name in app if not name.startswith("-")}
    numbers = [
        (name, argument.name, argument.parameter.converter)
        for name, command in commands.items()
        if command.default_command is not None
        for argument in command.assemble_argument_collection()
        if argument.hint in (int, int | None)
    ]
    assert len(numbers) > 20
    assert [each for each in numbers if each[2] is not parse_whole_number] == []


def test_the_name_of_a_game_may_have_capital_letters() -> None:
    assert find("Magpie") is find("magpie")


def test_ctrl_c_while_modules_are_loaded_is_silent(tmp_path: Path) -> None:
    (tmp_path / "cyclopts.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "rules", "magpie"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), SOURCE])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("words", [["games"], ["rules", "bones"], ["--help"], ["simulate", "--help"]])
def test_a_reader_who_has_left_is_no_error(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *words],
        env={**os.environ, "PYTHONPATH": SOURCE},
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_output_device_is_one_clear_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "parlour", "games"],
            env={**os.environ, "PYTHONPATH": SOURCE},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "parlour: The output cannot be used: No space left on device.\n"


def test_the_menu_and_the_bench_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "play", "--plain"],
        env={**os.environ, "PYTHONPATH": SOURCE},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "== Parlour ==" in done.stdout
    assert run(["bench", "magpie", "--seconds", "0.02"]) == 0
    assert "magpie" in capsys.readouterr().out


def test_a_record_is_played_from_its_middle(tmp_path: Path) -> None:
    path = write_record(tmp_path)
    words = ["play", "--load", str(path), "--at", "3", "--seats", "human,thrifty", "--plain"]
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *words],
        env={**os.environ, "PYTHONPATH": SOURCE},
        input="15\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Ann buys" in done.stdout
    assert "for 15." in done.stdout


def test_ctrl_c_in_the_middle_exits_130_and_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    words = ["simulate", "magpie", "--bots", "mcts:300,mcts:300", "-n", "100000", "--out", str(folder / "rows.csv")]
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", *words],
        env={**os.environ, "PYTHONPATH": SOURCE},
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list(folder.iterdir()):  # the temporary file appears as soon as the work begins
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert list(folder.iterdir()) == []


HEAVY_PACKAGES = {
    *("cyclopts", "rich", "textual", "polars"),
    *("asyncio", "litestar", "msgspec", "sqlalchemy", "uvicorn"),  # of the server
}


@pytest.mark.parametrize("words", [["games"], ["games", "--json"], []])
def test_the_light_commands_load_nothing_heavy(words: list[str]) -> None:
    script = (
        f"import sys; sys.argv = ['parlour', *{words}]\n"
        "from parlour.__main__ import main\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert end.code == 0\n"
        f"heavy = {HEAVY_PACKAGES} & set(sys.modules)\n"
        "sys.exit(', '.join(heavy) or 0)"
    )
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "bones" in done.stdout
