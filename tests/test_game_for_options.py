"""A game that depends on its options: a file adds things, and every part of Parlour uses their names."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour import games
from parlour.arena.output_files import OutputFiles
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.cli import run
from parlour.kernel.checks import check
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import MAX_FILE_LENGTH
from parlour.kernel.record import read_record, record_lines
from parlour.play.play_setup import PlaySetup
from parlour.server.film import build_film
from parlour.table.bot_worker import BotWorker, compute_hints, review_record
from parlour.table.loading import resume_table
from parlour.table.verify import verify
from parlour.terminal.plain_match import play_plain
from parlour.terminal.plain_menu import run_plain_menu
from parlour.terminal.replay_viewer import show_replay
from tests.file_option_game import FRUIT_FILE, GAME
from tests.server_harness import ServerUnderTest, SocketClient, running_server
from tests.table_builders import answer_with_bot, file_option_table, play_to_end, submit_accepted, take_every_ware

OPTIONS = {"wares": FRUIT_FILE}
FRUIT_JSON = FRUIT_FILE.partition("\n")[2]


@pytest.fixture(autouse=True)
def _register_file_option_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.BUILT_IN, "stalls", "tests.file_option_game")
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "fruit.json"
    path.write_text(FRUIT_JSON, "utf-8")
    return path


# The game itself.


def test_a_game_is_cached_by_its_options() -> None:
    fruit, plain = prepare_options(GAME, 2, OPTIONS), prepare_options(GAME, 2, {})
    made = game_for_options(GAME, fruit)
    assert made.text.things == {"ware": ("plum", "kettle", "quince", "husk")}
    assert game_for_options(made, fruit) is made is game_for_options(GAME, fruit)
    assert game_for_options(made, plain).text.things == GAME.text.things
    assert "on sale: husk" in made.study.features.names
    untailored = GAME._replace(traits=GAME.traits._replace(for_options=None))
    assert game_for_options(untailored, fruit) is untailored


def test_a_table_speaks_its_own_notation_and_its_record_needs_no_file() -> None:
    table = file_option_table()
    answers = take_every_ware(table)
    assert {"take quince", "take husk"} & set(answers)
    lines = record_lines(table.record())
    record = read_record("\n".join(lines) + "\n")
    assert record.header.options == OPTIONS
    assert any('"dealt":"quince"' in line for line in lines)
    verdict = verify(games.find, record)
    assert (verdict.over, verdict.dice, verdict.digest) == (True, True, table.record().digest())
    assert "takes the quince" in " ".join(line.text for line in table.lines(0))


def test_a_match_goes_on_from_its_record_in_the_same_words() -> None:
    table = file_option_table()
    submit_accepted(table, 0, "leave")
    again = resume_table(GAME, table.record(), table.secret)
    assert take_every_ware(again) == take_every_ware(table)
    assert again.lines(0) == table.lines(0)


def test_workers_build_the_game_from_home_and_options() -> None:
    table = file_option_table(player="greedy")
    submit_accepted(table, 0, "leave")
    bot_worker = BotWorker()
    try:
        assert answer_with_bot(bot_worker, table)
        assert not table.match.entries[-1].why
        reply = bot_worker.run(compute_hints, table.game, table.match.context, table.hint_task(0))
    finally:
        bot_worker.close()
    assert [advice.chance for advice in reply.value] == [None, None]
    assert reply.value[0].text.startswith("worth")
    play_to_end(table)
    assert review_record(GAME, table.record()) == []


# Simulations.


def test_workers_play_the_same_matches_and_write_their_own_words(tmp_path: Path) -> None:
    def played(jobs: int) -> dict[str, Any]:
        events, records = tmp_path / f"{jobs}.jsonl", tmp_path / str(jobs)
        two = ["random", "random"]
        return simulate(
            RunSettings(GAME, OPTIONS, seed=4, jobs=jobs),
            two,
            12,
            batch=3,
            files=OutputFiles(records=records, events=events),
        )

    alone, many = played(1), played(2)
    assert alone["digest"] == many["digest"]
    assert alone["options"] == {"wares": "fruit.json"}
    written = (tmp_path / "2.jsonl").read_text("utf-8")
    assert written == (tmp_path / "1.jsonl").read_text("utf-8")
    assert "quince" in written
    for path in (tmp_path / "2").iterdir():
        record = read_record(path.read_text("ascii"))
        assert record.header.options == OPTIONS
        assert verify(games.find, record).over


def test_the_command_line_reads_the_file_and_notes_what_the_game_has_to_say(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "stalls", "--bots", "random,random", "-n", "2", "--jobs", "1"]
    records = tmp_path / "records"
    assert run([*words, "--option", f"wares={file}", "--records", str(records), "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == "Note: The husk is worth nothing.\n"
    assert json.loads(captured.out)["options"] == {"wares": "fruit.json"}
    file.unlink()
    record_file = sorted(records.iterdir())[0]
    assert run(["verify", str(record_file)]) == 0
    assert run(["replay", str(record_file), "--plain"]) == 0
    assert "random 1: take" in capsys.readouterr().out


def test_a_bad_file_is_one_sentence_and_exit_code_2(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "stalls", "--bots", "random,random", "-n", "1", "--jobs", "1", "--option"]
    file.write_text("{", "utf-8")
    (tmp_path / "large.json").write_text("x" * MAX_FILE_LENGTH, "utf-8")
    sentences = {
        str(file): "fruit.json is no list of wares",
        str(tmp_path): "is a folder",
        str(tmp_path / "none.json"): "cannot be read",
        str(tmp_path / "large.json"): "is too large",
    }
    for path, sentence in sentences.items():
        for command in (words, ["play", "stalls", "--plain", "--option"]):
            assert run([*command, f"wares={path}"]) == 2
            error = capsys.readouterr().err
            assert sentence in error
            assert error.count("\n") == 1


# The terminal.


def test_played_and_replayed_on_the_terminal(tmp_path: Path) -> None:
    out = io.StringIO()
    setup = PlaySetup(game=GAME, options=dict(OPTIONS), seats=["human", "random"], seed=3)
    lines = ["?", *["2"] * 3]
    assert play_plain(setup, io.StringIO("".join(f"{line}\n" for line in lines)), out) == 0
    hints = re.findall(r"Take (\w+) +worth (\d)", out.getvalue())
    assert hints == [("quince", "7")]
    record = next((tmp_path / "home" / "records").iterdir())
    shown = io.StringIO()
    assert show_replay(record, None, True, io.StringIO(), shown) == 0
    assert "quince" in shown.getvalue()
    assert "fragrant" not in shown.getvalue()


def test_the_menu_takes_a_path_and_shows_the_notices(file: Path) -> None:
    titles = [game.title for game in games.load_games()[0]]
    number = str(1 + titles.index("Stalls"))
    lines = [number, "2", "human", "random", "", "", "none.json", str(file), "", "take", "quit", "no"]
    out = io.StringIO()
    run_plain_menu(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    output = out.getvalue()
    assert "none.json, the file for the option wares, cannot be read" in output
    assert "Note: The husk is worth nothing." in output
    assert "For sale:" in output
    assert "Hard, and fragrant" not in output


# The server.


@pytest.fixture
def game_server(tmp_path: Path) -> Any:
    with running_server(f"sqlite:///{tmp_path / 'parlour.db'}") as found:
        yield found


def test_a_table_is_set_up_with_a_file_and_shows_its_name(game_server: ServerUnderTest) -> None:
    answer = game_server.http("POST", "/api/tables", {"game": "stalls", "seats": ["open", "open"], "options": OPTIONS})
    assert (answer.status, answer.body["notices"]) == (201, ["The husk is worth nothing."])
    assert answer.body["options"] == {"wares": "fruit.json"}
    table = answer.body["id"]
    assert game_server.http("GET", "/api/tables?game=stalls").body[0]["options"] == {"wares": "fruit.json"}
    described = game_server.http("GET", f"/api/tables/{table}/game").body
    assert described["things"]["ware"][2:] == ["quince", "husk"]
    assert described["facts"]["ware"][2] == {"id": "quince", "price": 7, "text": "Hard, and fragrant."}
    assert game_server.http("GET", "/api/games/stalls").body["things"]["ware"] == ["plum", "kettle"]
    assert "facts" not in game_server.http("GET", "/api/games/magpie").body
    assert game_server.http("GET", "/api/tables/nowhere/game").status == 404


def test_a_table_whose_options_do_not_fit_any_more_has_no_game(
    game_server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game_server.create_table("stalls", ["open", "open"], options=OPTIONS)
    monkeypatch.setattr("tests.file_option_game.GAME", GAME._replace(options=()))
    answer = game_server.http("GET", f"/api/tables/{table}/game")
    assert (answer.status, answer.body["code"]) == (410, "closed")


def test_bad_options_are_refused_with_the_games_own_message(game_server: ServerUnderTest) -> None:
    def refused(file: str) -> tuple[int, str]:
        wish = {"game": "stalls", "seats": ["open", "open"], "options": {"wares": file}}
        answer = game_server.http("POST", "/api/tables", wish)
        return answer.status, answer.body["code"]

    answer = game_server.http(
        "POST", "/api/tables", {"game": "stalls", "seats": ["open"] * 2, "options": {"wares": "a\n{"}}
    )
    assert (answer.status, answer.body["code"]) == (400, "setup")
    assert answer.body["sentence"].startswith("a is no list of wares")
    assert refused("/etc/passwd") == (400, "setup")
    padded = "a.json\n" + FRUIT_JSON.ljust(MAX_FILE_LENGTH - 7)
    assert game_server.http(
        "POST", "/api/tables", {"game": "stalls", "seats": ["open"] * 2, "options": {"wares": padded}}
    ).status == 201  # fmt: skip
    assert refused(padded + " ") == (400, "malformed")


def test_a_match_on_the_server_in_its_own_notation(tmp_path: Path) -> None:
    async def play(game_server: ServerUnderTest, table: str, token: str) -> None:
        async with game_server.connect(table, 0, token) as ann:
            question = await ann.wait_for_question()
            hints = await ann.request("hint", question=question["number"])
            assert hints["hints"][0]["chance"] is None
            assert hints["hints"][0]["label"].startswith("Take")
            await play_on(ann, question)

    async def play_on(ann: SocketClient, question: dict[str, Any]) -> None:
        while True:
            action = question["choices"][1]["action"]
            assert action.startswith("take ")
            await ann.send("answer", question=question["number"], action=action)
            while True:
                update = await ann.next("update")
                if update["result"] is not None:
                    return
                if update["question"] is not None and update["question"]["number"] > question["number"]:
                    question = update["question"]
                    break

    db = f"sqlite:///{tmp_path / 'parlour.db'}"
    with running_server(db) as game_server:
        table, tokens = game_server.create_full_table("stalls", ["open", "greedy"], options=OPTIONS)
    with running_server(db) as game_server:  # reopened from the database
        asyncio.run(play(game_server, table, tokens[0]))
        record = game_server.http("GET", f"/api/records/{table}").body
        assert "take " in record
        seen = game_server.http("GET", f"/api/records/{table}/film").body
        assert seen["options"] == {"wares": "fruit.json"}
        assert seen["game"]["facts"]["ware"][3]["id"] == "husk"
        forked = game_server.http("POST", f"/api/records/{table}/tables", {"at": 2})
        assert (forked.status, forked.body["options"]) == (201, {"wares": "fruit.json"})
        again = game_server.http(
            "POST", f"/api/tables/{table}/rematch", cookie=seat_cookie(game_server, table, tokens[0])
        )
        assert again.status == 201
        described = game_server.http("GET", f"/api/tables/{again.body['table']}/game").body
        assert described["things"]["ware"][2:] == ["quince", "husk"]


def seat_cookie(game_server: ServerUnderTest, table: str, token: str) -> str:
    return game_server.http("POST", f"/api/tables/{table}/claim", {"seat": 0, "token": token}).cookie()


def test_a_film_uses_the_names_of_its_options() -> None:
    table = file_option_table()
    take_every_ware(table)
    seen = build_film(table.record(), GAME, None, "x")
    assert "quince" in " ".join(line["text"] for frame in seen["frames"] for line in frame["lines"])


# The conformance kit.


def test_the_conformance_kit_uses_the_games_sample_options() -> None:
    report = check(GAME, states=400)
    assert not report.failures, report.lines()
    assert report.reached.things["ware"]["quince"] > 0
    assert "quince" not in check(GAME._replace(study=GAME.study._replace(trials=())), states=200).reached.things["ware"]


def broken_game(change: Callable[[Game], Game]) -> Game:
    assert GAME.traits.for_options is not None
    original = GAME.traits.for_options
    return GAME._replace(traits=GAME.traits._replace(for_options=lambda options: change(original(options))))


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (broken_game(lambda made: made._replace(version=2)), "for these options, the game has another version"),
        (broken_game(lambda made: made._replace(text=made.text._replace(facts={"ware": ()}))), "0 facts for"),
        (
            broken_game(lambda made: made._replace(text=made.text._replace(notation=lambda action: "x"))),
            "both written",
        ),
        (GAME._replace(text=GAME.text._replace(facts={"wear": ({},)})), "1 facts for 0 things of the kind 'wear'"),
        (GAME._replace(text=GAME.text._replace(facts={"ware": ({"x": {1}}, {})})), "not JSON serializable"),
        (
            GAME._replace(study=GAME.study._replace(trials=({"wares": "bad.json\n{"},))),
            "{'wares': 'bad.json'} goes with no number of seats",
        ),
    ],
)
def test_the_conformance_kit_finds_faults_of_such_games(game: Game, complaint: str) -> None:
    report = check(game, states=60)
    assert any(complaint in failure.what for failure in report.failures), report.lines()
