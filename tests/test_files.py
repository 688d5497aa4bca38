"""Matches on disk: acknowledged answers survive a crash; saves are complete or not written at all."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.games import find
from parlour.kernel.options import Option
from parlour.kernel.problem import Problem
from parlour.kernel.record import record_lines
from parlour.store import files
from parlour.table.loading import fork_table, resume_table, split_save
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.verify import verify
from tests.table_builders import (
    bones_table,
    expect_refusal,
    magpie_table,
    play_to_end,
    submit_accepted,
    submit_answer,
)

if sys.platform != "win32":
    import resource


pytestmark = pytest.mark.usefixtures("home")


def walk_north_twice(table: Table) -> None:
    for notation in ("go north", "go north"):
        submit_accepted(table, 0, notation)


def test_a_save_goes_on_with_the_same_dice() -> None:
    table = bones_table(seed=5)
    walk_north_twice(table)
    path = files.save_match(table, "my game")
    again = files.load_saved_table(find, path)
    assert again.match.context.resumed
    for one in (table, again):
        submit_accepted(one, 0, "fight")
        play_to_end(one)
    assert again.record().digest() == table.record().digest()
    assert record_lines(again.record()) == record_lines(table.record())


def test_a_loaded_match_is_stored_while_it_runs(tmp_path: Path) -> None:
    table = bones_table()
    walk_north_twice(table)
    path = files.save_match(table, "x")
    running = files.new_running_record(table.game)
    again = files.load_saved_table(find, path)
    files.attach_running_record(again, running)
    submit_accepted(again, 0, "fight")
    assert record_lines(files.load_record(running.path)) == record_lines(again.record())
    running.unlock()
    assert files.resume_running_match(find, running).match.state.pack() == again.match.state.pack()
    running.unlock()


def test_named_saves_wait_for_the_end_of_a_fight() -> None:
    table = bones_table()
    walk_north_twice(table)
    submit_accepted(table, 0, "fight")
    with pytest.raises(Problem, match="rule 11"):
        files.save_match(table, "mid fight")
    assert files.list_saves() == []


def test_overwriting_must_be_meant() -> None:
    table = bones_table()
    files.save_match(table, "one")
    walk_north_twice(table)
    with pytest.raises(Problem, match="already a save called one"):
        files.save_match(table, "one")
    files.save_match(table, "one", overwrite=True)
    assert files.load_saved_table(find, files.save_path("one")).match.state.pack() == table.match.state.pack()


def test_saves_are_listed_newest_first_and_damaged_ones_say_so() -> None:
    table = bones_table()
    first, second = files.save_match(table, "first"), files.save_match(table, "second")
    os.utime(first, (1, 1))
    assert [(save.name, save.game, save.players) for save in files.list_saves()] == [
        ("second", "bones", "Ann"),
        ("first", "bones", "Ann"),
    ]
    second.write_text(second.read_text("utf-8").replace("Ann", "Eve"), "utf-8")
    assert "line 1" in files.list_saves()[0].problem
    with pytest.raises(Problem, match="changed"):
        files.load_saved_table(find, second)
    files.delete_save("second")
    assert [save.name for save in files.list_saves()] == ["first"]
    with pytest.raises(Problem, match="no save"):
        files.delete_save("second")


@pytest.mark.parametrize("name", ["", "  ", "../evil", "a/b", "con", "LPT1", "x" * 41, ".hidden", "a\x00b", "a\nb/"])
def test_names_of_saves_are_file_name_safe(name: str) -> None:
    with pytest.raises(Problem):
        files.save_path(name)


def test_unreadable_and_foreign_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be read"):
        files.load_record(tmp_path / "missing")
    with pytest.raises(Problem, match="cannot be read"):
        files.load_record(tmp_path)
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(Problem, match="not text"):
        files.load_record(tmp_path / "picture")


def test_an_unwritable_place_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem, match="cannot be written"):
        files.save_table(bones_table(), tmp_path / "file" / "save.parlour")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_save_with_another_seed_is_refused() -> None:
    table = bones_table()
    with pytest.raises(Problem, match="committed"):
        resume_table(table.game, table.record(), bytes(32))


def test_a_record_without_a_seed_cannot_be_gone_on_with() -> None:
    with pytest.raises(Problem, match="no seed"):
        split_save(magpie_table().record())


def test_a_finished_record_loads_as_finished() -> None:
    table = magpie_table()
    play_to_end(table)
    files.save_match(table, "done")
    assert files.load_saved_table(find, files.save_path("done")).match.over()


def test_a_dealt_line_that_is_not_the_seeds_is_refused() -> None:
    table = magpie_table()
    record, secret = table.record(), table.secret
    entry = next(entry for entry in record.entries if entry.kind == "dealt")
    other = entry._replace(text="pearl" if entry.text != "pearl" else "button", line=2)
    with pytest.raises(Problem, match="seed"):
        resume_table(table.game, record._replace(entries=(other,)), secret)


def test_play_from_here_keeps_the_past_and_gets_new_dice() -> None:
    table = magpie_table(seed=3)
    play_to_end(table)
    record = table.record()
    seats = [Seat("Ann"), Seat("Bob", "thrifty")]
    forked = fork_table(table.game, record, 6, seats)
    assert [entry.text for entry in forked.record().entries[:6]] == [entry.text for entry in record.entries[:6]]
    assert forked.commitment != table.commitment
    assert "not answered" in expect_refusal(forked.undo(0)).sentence
    play_to_end(forked)
    assert verify(find, forked.record()).digest == forked.record().digest()
    for at in (-1, 1000):
        with pytest.raises(Problem, match="number"):
            fork_table(table.game, record, at, seats)


def test_a_fork_can_be_saved_and_gone_on_with() -> None:
    table = magpie_table(seed=3)
    play_to_end(table)
    forked = fork_table(table.game, table.record(), 6, [Seat("Ann"), Seat("Bob")])
    files.save_match(forked, "fork")
    again = files.load_saved_table(find, files.save_path("fork"))
    for one in (forked, again):
        play_to_end(one)
    assert again.record().digest() == forked.record().digest()


KILLED_SCRIPT = """
import sys
from parlour.games import find
from parlour.store.files import new_running_record
from parlour.table.seat import Seat
from parlour.table.table import Table
running = new_running_record(find("magpie"))
table = Table(find("magpie"), {}, [Seat("Ann"), Seat("Bob")], store_lines=running.append)
running.create_secret(table.secret)
table.begin()
while not table.match.over():
    for seat in table.match.owing():
        table.answer(seat, table.match.question_number[seat], 0)
        print(seat, table.match.question_number[seat], flush=True)
        sys.stdin.readline()
"""


@pytest.mark.parametrize("answers", [0, 1, 2, 7])
def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path, answers: int) -> None:
    source = str(Path(parlour.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": source}
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED_SCRIPT],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for _ in range(answers):
        assert child.stdout.readline()
        child.stdin.write("\n")
        child.stdin.flush()
    assert child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdin.close()
    child.stdout.close()
    (path,) = files.running_matches()
    with path.open("a") as file:
        file.write('{"seat":0,"ans')  # a line that was cut off before it was acknowledged
    running = files.RunningRecord(path)
    table = files.resume_running_match(find, running)
    assert sum(entry.kind == "answer" for entry in table.match.entries) >= answers + 1
    submit_accepted(table, table.match.owing()[0], "bid 0")
    play_to_end(table)
    running.unlock()
    assert verify(find, files.load_record(path)).digest == table.record().digest()


def running_magpie() -> tuple[Table, files.RunningRecord]:
    table = magpie_table()
    running = files.new_running_record(table.game)
    files.attach_running_record(table, running)
    return table, running


def test_leftover_files_may_be_unusable() -> None:
    table, running = running_magpie()
    submit_accepted(table, 0, "bid 1")
    running.unlock()
    running.secret.write_text("no hex")
    with pytest.raises(Problem, match="cannot be continued"):
        files.resume_running_match(find, running)
    running.discard()
    assert files.running_matches() == []


def test_a_secret_that_is_a_folder_or_gone_is_a_problem() -> None:
    _, running = running_magpie()
    running.unlock()
    running.secret.unlink()
    with pytest.raises(Problem, match="cannot be continued"):
        files.resume_running_match(find, running)
    running.secret.mkdir()
    with pytest.raises(Problem, match="cannot be continued"):
        files.resume_running_match(find, running)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything is open to root")
def test_a_secret_that_is_closed_is_a_problem() -> None:
    _, running = running_magpie()
    running.unlock()
    running.secret.chmod(0)
    with pytest.raises(Problem, match="cannot be continued"):
        files.resume_running_match(find, running)


def test_a_match_is_held_by_whoever_plays_it() -> None:
    _, running = running_magpie()
    with pytest.raises(Problem, match="another window"):
        files.resume_running_match(find, files.RunningRecord(running.path))
    code = (
        "import sys; from pathlib import Path; from parlour.store.files import RunningRecord\n"
        "RunningRecord(Path(sys.argv[1])).lock()"
    )
    command = [sys.executable, "-c", code, str(running.path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(parlour.__file__).parent.parent)}
    loaded = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "another window" in loaded.stderr
    running.unlock()
    assert subprocess.run(command, env=environment, check=False).returncode == 0
    files.resume_running_match(find, running)
    running.unlock()


def test_a_match_that_cannot_be_reopened_is_held_by_nobody() -> None:
    table, running = running_magpie()
    running.unlock()
    text = running.path.read_text("ascii")
    running.path.write_text(text.replace("Ann", "Eve"), "ascii")
    with pytest.raises(Problem, match="changed"):
        files.resume_running_match(find, running)
    running.path.write_text(text, "ascii")
    assert (
        files.resume_running_match(find, files.RunningRecord(running.path)).match.state.pack()
        == table.match.state.pack()
    )


# A full disk.


@contextlib.contextmanager
def limited_file_size(size: int) -> Iterator[None]:
    """Limits the size of files."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to set")
def test_a_line_cut_off_by_a_full_disk_is_removed_and_the_match_continues() -> None:
    table, running = running_magpie()
    before = running.path.read_bytes()
    with limited_file_size(len(before) + 10), pytest.raises(OSError, match="File too large"):
        submit_answer(table, 0, "bid 1")
    assert running.path.read_bytes() == before
    assert table.match.owing() == [0, 1]
    play_to_end(table)
    assert verify(find, files.load_record(running.path)).digest == table.record().digest()
    running.unlock()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_record_that_stays_damaged_accepts_no_more_answers() -> None:
    table, running = running_magpie()
    whole = running.path.with_name("whole")
    running.path.rename(whole)
    running.path.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        submit_answer(table, 0, "bid 1")
    running.path.unlink()
    whole.rename(running.path)
    with pytest.raises(OSError, match="load the match again"):
        submit_answer(table, 0, "bid 1")
    running.unlock()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to set")
def test_a_match_that_cannot_be_stored_leaves_no_files() -> None:
    table = magpie_table()
    running = files.new_running_record(table.game)
    with limited_file_size(100), pytest.raises(Problem, match="cannot be written: File too large"):
        files.attach_running_record(table, running)
    assert not list(running.path.parent.iterdir())
    with limited_file_size(100), pytest.raises(Problem, match="cannot be written: File too large"):
        files.save_match(table, "large")
    assert not list(files.save_path("large").parent.iterdir())


# Files on disk.


def test_changed_line_ends_are_noticed(tmp_path: Path) -> None:
    table = magpie_table()
    play_to_end(table)
    path = tmp_path / "match.parlour"
    files.save_table(table, path)
    whole = path.read_bytes()
    for end in (b"\r\n", b"\r"):
        path.write_bytes(whole.replace(b"\n", end))
        with pytest.raises(Problem, match="line 1"):
            files.load_record(path)
    table, running = running_magpie()
    running.unlock()
    running.path.write_bytes(running.path.read_bytes().replace(b"\n", b"\r\n"))
    with pytest.raises(Problem, match="line 1"):
        files.resume_running_match(find, running)


INTERRUPTED_SCRIPT = """
import sys
from pathlib import Path
from parlour.store.files import write_atomically

def interrupt(event, details):
    if event == "os.rename":
        raise KeyboardInterrupt

sys.addaudithook(interrupt)
write_atomically(Path(sys.argv[1]), "half a match")
"""


def test_ctrl_c_during_a_save_leaves_no_temporary_file(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(parlour.__file__).parent.parent)}
    command = [sys.executable, "-c", INTERRUPTED_SCRIPT, str(tmp_path / "x")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "KeyboardInterrupt" in done.stderr
    assert not list(tmp_path.iterdir())


def test_save_files_are_private() -> None:
    table, running = running_magpie()
    path = files.save_match(table, "mine")
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600
        assert running.secret.stat().st_mode & 0o777 == 0o600
    running.unlock()


def test_an_unwritable_path_is_reported_beforehand(tmp_path: Path) -> None:
    files.check_writable(tmp_path / "new.parlour")
    files.check_writable(Path("new.parlour"))
    for path, reason in (
        (tmp_path, "is a folder"),
        (tmp_path / "nowhere" / "x", "no folder"),
        (Path(os.devnull), "not a regular file"),
    ):
        with pytest.raises(Problem, match=reason):
            files.check_writable(path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(Problem, match="cannot be written"):
        files.save_table(magpie_table(), tmp_path / "nowhere" / "x")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything is open to root")
def test_a_read_only_folder_is_reported_beforehand(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Problem, match="you may not write"):
        files.check_writable(tmp_path / "x")
    tmp_path.chmod(0o700)


def test_a_file_that_vanishes_is_the_oldest(tmp_path: Path) -> None:
    assert files.modified_time(tmp_path / "gone") == 0


# Files that a player passes as options.

CHART_OPTION = Option("chart", "file", "", "Shoals.", high=40)


def test_a_path_becomes_the_file_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bay.json").write_bytes(b"\xef\xbb\xbf[1]\r\n")
    assert files.embed_file(CHART_OPTION, str(tmp_path / "bay.json")) == "bay.json\n[1]\r\n"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert files.embed_file(CHART_OPTION, " ~/bay.json ") == "bay.json\n[1]\r\n"


def test_no_path_and_a_file_that_is_there_stay_as_they_are() -> None:
    assert files.embed_file(CHART_OPTION, "") == ""
    assert files.embed_file(CHART_OPTION, "bay.json\n[1]") == "bay.json\n[1]"
    assert files.embed_file(Option("ship", "text", "", "", high=9), "/etc") == "/etc"


def test_a_file_that_cannot_be_taken_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_bytes(b"\xff")
    (tmp_path / "long.json").write_text("x" * 31)
    (tmp_path / "huge.json").write_bytes(b"\xff" * 1000)
    os.mkfifo(tmp_path / "pipe")
    sentences = {
        "none.json": "cannot be read: No such file",
        ".": "is a folder; name a file for the option chart",
        "pipe": "is not a regular file",
        "odd.json": "is not text in UTF-8",
        "long.json": "the file for the option chart, is too large; use at most 30 characters",
        "huge.json": "is too large",
    }
    for name, sentence in sentences.items():
        with pytest.raises(Problem, match=sentence):
            files.embed_file(CHART_OPTION, str(tmp_path / name))


def test_of_all_options_only_the_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "bay.json").write_text("[1]")
    game = find("magpie")._replace(options=(CHART_OPTION, *find("magpie").options))
    given = {"chart": str(tmp_path / "bay.json"), "stones": "9", "wind": "west"}
    assert files.embed_files(game, given) == {"chart": "bay.json\n[1]", "stones": "9", "wind": "west"}
