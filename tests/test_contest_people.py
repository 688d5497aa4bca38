"""Contests with more than clients: people in browsers, bots, watchers, and processes that die."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from socket import create_connection
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.contest.replay_log import replay_gamelog
from parlour.games.stumped import GAME
from parlour.kernel.record import read_record
from parlour.table.verify import verify
from tests.contest.contest_server import (
    SMALL_MAP,
    ContestServer,
    connected_pair,
    play_match,
    running_contest,
    session_names,
)
from tests.contest.joueur_client import FatalError, MatchOver
from tests.contest.raw_requests import send_finished
from tests.contest.turn_strategies import idle, random_player

SHORT = {"mapWidth": 16, "mapHeight": 10, "maxTurns": 6, "randomSeed": "7"}


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContestServer]:
    with running_contest(tmp_path_factory.mktemp("contest")) as found:
        yield found


def post_json(contest: ContestServer, path: str, body: object, **headers: str) -> tuple[int, Any]:
    url = f"http://127.0.0.1:{contest.web_port}{path}"
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@contextlib.contextmanager
def open_socket(contest: ContestServer, path: str) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{contest.web_port}{path}", max_size=None, open_timeout=30) as line:
        yield line


def receive(line: ClientConnection, kind: str) -> Any:
    """Returns the next message of this type; updates and receipts before it are skipped."""
    while True:
        found = json.loads(line.recv(60))
        if found["type"] == kind:
            return found


def session_entry(contest: ContestServer, name: str) -> Any:
    return json.loads(contest.get(f"/api/contest/sessions/{name}").body)


def wait_until_over(contest: ContestServer, name: str) -> Any:
    for _ in range(600):
        found = session_entry(contest, name)
        if found["state"] == "over":
            return found
        time.sleep(0.1)
    raise AssertionError(f"{name} does not end")


def verified_record(contest: ContestServer, name: str) -> str:
    """Verifies the record of a session, and replays its gamelog without a difference."""
    found = session_entry(contest, name)
    text = contest.get(f"/records/{found['record']}").body.decode()
    path = next(contest.log.parent.rglob(f"{found['gamelog']}.json.gz"))
    assert replay_gamelog(path).difference_count == 0
    return verify(lambda _: GAME, read_record(text)).summary()


# Bots.


def test_two_bots_play_a_match_that_is_proven(contest: ContestServer) -> None:
    code, opened = post_json(
        contest, "/api/contest/sessions", {"settings": SHORT, "seats": ["bot:builder", "bot:builder"]}
    )
    assert (code, opened["seats"]) == (201, [])
    found = wait_until_over(contest, opened["session"])
    assert [player["kind"] for player in found["players"]] == ["bot", "bot"]
    assert found["winner"] in (0, 1)
    assert found["turns"] == 6
    assert verified_record(contest, opened["session"]) == "holds"


def test_a_bot_plays_for_a_missing_client(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as client:
        client.join("Oak", name, f"{SMALL_MAP}&maxTurns=6")
        code, found = post_json(contest, f"/api/contest/sessions/{name}/bot", {"bot": "builder", "index": 0})
        assert code == 201
        assert [player["name"] for player in found["players"]] == ["builder", "Oak"]
        outcome = client.play(random_player(3, 4))
    assert outcome.player == "1"
    assert outcome.turn == 5
    log = json.loads(gzip.decompress(next(contest.log.parent.rglob(f"Stumped-{name}-*.gz")).read_bytes()))
    orders = [entry["data"] for entry in log["deltas"] if entry["type"] == "ran"]
    assert {order["player"]["id"] for order in orders} == {"0", "1"}
    assert verified_record(contest, name) == "holds"


def test_a_bot_comes_when_nobody_else_does(tmp_path: Path) -> None:
    with running_contest(tmp_path, "--bots-after", "0.2", "--bot", "builder") as contest, contest.client() as client:
        client.join("Oak", "*", f"{SMALL_MAP}&maxTurns=4")
        assert client.play(idle()).turn == 3


@pytest.mark.parametrize("bot", ["nobody", "py:/etc/passwd:Bot", ""])
def test_unknown_bot_names_are_refused(contest: ContestServer, bot: str) -> None:
    name = next(session_names)
    code, found = post_json(contest, "/api/contest/sessions", {"session": name, "seats": [f"bot:{bot}", None]})
    assert (code, "sentence" in found) == ((400, True) if bot else (201, False))


# Watchers.


def watch_to_end(line: ClientConnection) -> tuple[Any, list[Any], Any]:
    head, entries = receive(line, "head"), []
    while (found := json.loads(line.recv(60)))["type"] == "entry":
        entries.append(found["entry"])
    return head, entries, found


def test_who_looks_on_sees_all_entries_whenever_they_come(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as first, contest.client() as second, contextlib.ExitStack() as stack:
        first.join("Oak", name, f"{SMALL_MAP}&maxTurns=2", 0)
        early = stack.enter_context(open_socket(contest, f"/api/contest/watch/{name}"))
        second.join("Elm", name)
        first.wait_for_start()
        second.wait_for_start()
        order = first.receive_until("order")
        first.me.beavers[0].build_lodge()
        middle = stack.enter_context(open_socket(contest, f"/api/contest/watch/{name}"))
        assert receive(middle, "entry")["entry"]["type"] == "start"
        send_finished(first, order)
        send_finished(second, second.receive_until("order"))
        for client in (first, second):
            with pytest.raises(MatchOver):
                client.receive_until(None)
        head, entries, end = watch_to_end(early)
        with open_socket(contest, f"/api/contest/watch/{name}") as late:
            assert watch_to_end(late) == (head, entries, end)
    assert head["gameName"] == "Stumped"
    assert head["settings"]["maxTurns"] == 2
    kinds = " ".join(entry["type"] for entry in entries)
    assert kinds == "start order ran finished order finished over"
    log = json.loads(gzip.decompress(next(contest.log.parent.rglob(f"Stumped-{name}-*.gz")).read_bytes()))
    assert entries == log["deltas"]
    assert end["winners"] == log["winners"]
    assert end["gamelog"].startswith(f"Stumped-{name}-")


def test_there_is_nothing_to_see_at_no_session(contest: ContestServer) -> None:
    with open_socket(contest, "/api/contest/watch/nowhere") as line:
        assert receive(line, "refused")["code"] == "missing"
        with pytest.raises(ConnectionClosed):
            line.recv(30)


# People.


def send_answer(line: ClientConnection, question: int, action: str, kind: str = "receipt") -> Any:
    line.send(json.dumps({"type": "answer", "id": "a", "question": question, "action": action}))
    return receive(line, kind)


def wait_for_question(line: ClientConnection) -> Any:
    """Waits for the next update with a question for this person."""
    while True:
        update = receive(line, "update")
        if update["question"] is not None:
            return update


def test_a_person_plays_against_a_client(contest: ContestServer) -> None:
    name = next(session_names)
    body = {"session": name, "settings": SHORT, "seats": ["human:Ann", None]}
    code, found = post_json(contest, "/api/contest/sessions", body)
    assert (code, found["state"], found["players"][0]["kind"], found["players"][1]["kind"]) == (
        201,
        "open",
        "human",
        None,
    )
    token = found["seats"][0]["token"]
    with contest.client() as client, open_socket(contest, f"/api/contest/sit/{name}?seat=0&token={token}") as person:
        assert receive(person, "seated")["seat"] == 0
        client.join("Oak", name)
        client.wait_for_start()
        update = wait_for_question(person)
        assert update["names"] == ["Ann", "Oak"]
        assert update["clocks"][0]["runs"] is True
        tile = next(choice["action"] for choice in update["question"]["choices"] if choice["action"] != "end")
        send_answer(person, update["question"]["number"], tile)
        staged = wait_for_question(person)
        assert staged["undo"] == staged["question"]["number"]
        person.send(json.dumps({"type": "undo", "question": staged["question"]["number"]}))
        update = wait_for_question(person)
        assert update["undo"] is None
        number = update["question"]["number"]
        assert send_answer(person, number, f"{tile} dance", "refused")["code"] == "illegal"
        assert send_answer(person, number + 7, "end", "refused")["code"] == "stale"
        send_answer(person, number, f"{tile} build")
        update = wait_for_question(person)
        assert any("lodge" in line["text"] for line in update["lines"])
        send_answer(person, update["question"]["number"], "end")
        assert client.receive_until("order")["index"] == 0
        assert client.game.players[0].lodges[0].branches == 1
        with open_socket(contest, f"/api/contest/sit/{name}?token={token}") as elsewhere:
            assert receive(elsewhere, "update")["question"] is None
            with pytest.raises(ConnectionClosed):
                receive(person, "nothing more")
            client.close()
            assert receive(elsewhere, "end")["winners"][0]["name"] == "Ann"
    assert verified_record(contest, name) == "holds"


def test_a_person_takes_a_free_seat(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as client:
        client.join("Oak", name, f"{SMALL_MAP}&maxTurns=1", 1)
        with open_socket(contest, f"/api/contest/sit/{name}?seat=1&name=Bob") as line:
            assert receive(line, "refused")["code"] == "full"
        with open_socket(contest, f"/api/contest/sit/{name}?name=Bob") as person:
            assert receive(person, "seated")["seat"] == 0
            update = wait_for_question(person)
            send_answer(person, update["question"]["number"], "end")
            assert receive(person, "end")["losers"]
        assert client.play(idle()).player == "1"


def test_a_seat_is_held_by_its_token_alone(contest: ContestServer) -> None:
    _, found = post_json(contest, "/api/contest/sessions", {"seats": ["human:Ann", None]})
    with open_socket(contest, f"/api/contest/sit/{found['session']}?seat=0&token=wrong") as line:
        assert receive(line, "refused")["code"] == "token"


@pytest.mark.parametrize(
    "body",
    [
        {"seats": ["cat:Tom", None]},
        {"seats": [None, None, None]},
        {"settings": {"mapWidth": 1}},
        {"settings": {"colour": 1}},
        {"session": "x" * 100},
        {"seats": 7},
        [],
    ],
)
def test_a_session_that_cannot_be_is_refused_in_a_sentence(contest: ContestServer, body: object) -> None:
    code, found = post_json(contest, "/api/contest/sessions", body)
    assert code == 400
    assert found["sentence"].endswith(".")


def test_pages_of_others_may_not_act_here(contest: ContestServer) -> None:
    assert post_json(contest, "/api/contest/sessions", {}, Origin="http://elsewhere.example")[0] == 403


# Crowds.


def test_chatter_without_playing_is_disconnected(contest: ContestServer) -> None:
    message = b'{"event": "alias", "data": "stumped"}\x04'
    with create_connection(("127.0.0.1", contest.port), timeout=30) as line:
        line.sendall(message * 150)
        replies = b""
        while piece := line.recv(65_536):
            replies += piece
    assert replies.count(b'"named"') == 100
    assert b'"fatal"' in replies


def test_silent_connections_keep_nobody_out(contest: ContestServer) -> None:
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(create_connection(("127.0.0.1", contest.port), timeout=30)) for _ in range(1005)]
        play_match(contest, idle(), idle(), settings=f"{SMALL_MAP}&maxTurns=2")
        assert b'"fatal"' in crowd[0].recv(65_536)
        crowd[-1].sendall(b'{"event": "alias", "data": "stumped"}\x04')
        assert b'"named"' in crowd[-1].recv(65_536)


# Processes.


def test_a_match_whose_process_dies_hurts_no_other(contest: ContestServer) -> None:
    with connected_pair(contest) as (first, second), connected_pair(contest) as (third, _):
        first.receive_until("order")
        session = first.lobby_data["gameSession"]
        begun = re.search(rf'"match": "{session}".*"process": (\d+)', contest.log.read_text())
        assert begun is not None
        os.kill(int(begun[1]), signal.SIGKILL)
        for client in (first, second):
            with pytest.raises(FatalError):
                client.receive_until(None)
            assert client.socket.closes_within()
        third.receive_until("order")
        assert third.me.beavers[0].build_lodge()
        assert wait_until_over(contest, session)["winner"] is None
    play_match(contest, idle(), idle(), settings=f"{SMALL_MAP}&maxTurns=2", session=session)


def test_stopping_the_server_ends_matches_with_a_message(tmp_path: Path) -> None:
    with ContestServer(tmp_path) as contest, contest.client() as waiting, connected_pair(contest) as (first, second):
        waiting.join("Ash", "alone")
        first.receive_until("order")
        first.me.beavers[0].build_lodge()
        contest.process.send_signal(signal.SIGINT)
        for client in (first, second, waiting):
            with pytest.raises(FatalError):
                client.receive_until(None)
        assert contest.process.wait(30) == 0
    log = json.loads(gzip.decompress(next(tmp_path.rglob("*.json.gz")).read_bytes()))
    assert [entry["type"] for entry in log["deltas"]] == ["start", "order", "ran"]
    assert (log["winners"], len(log["losers"])) == ([], 2)
    assert "Traceback" not in contest.log.read_text()


# Resigning and closing.


def test_a_person_gives_up(contest: ContestServer) -> None:
    seats = ["human:Ann", "bot:builder"]
    _, opened = post_json(contest, "/api/contest/sessions", {"settings": SHORT, "seats": seats})
    name, token = opened["session"], opened["seats"][0]["token"]
    with open_socket(contest, f"/api/contest/sit/{name}?token={token}") as ann:
        assert receive(ann, "update")["question"] is not None
        ann.send('{"type": "forfeit"}')
        end = receive(ann, "end")
    assert [row["index"] for row in end["winners"]] == [1]
    assert (end["losers"][0]["name"], end["losers"][0]["reason"]) == ("Ann", "Gave up")
    assert wait_until_over(contest, name)["reason"] == "The opponent gave up"
    assert verified_record(contest, name) == "holds"


def close_session(contest: ContestServer, name: str, key: str) -> tuple[int, Any]:
    url = f"http://127.0.0.1:{contest.web_port}/api/contest/sessions/{name}?key={key}"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method="DELETE"), timeout=30) as answer:
            return answer.status, None
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["sentence"]


def test_a_waiting_session_is_closed_by_who_opened_it(contest: ContestServer) -> None:
    _, opened = post_json(contest, "/api/contest/sessions", {"settings": SHORT, "seats": ["human:Ann", None]})
    name, key, token = opened["session"], opened["key"], opened["seats"][0]["token"]
    with open_socket(contest, f"/api/contest/sit/{name}?token={token}") as ann:
        receive(ann, "seated")
        assert (
            close_session(contest, name, "guess")[1]
            == "You may not close this session; only the browser that opened it may."
        )
        assert close_session(contest, name, "")[0] >= 400
        assert session_entry(contest, name)["state"] == "open"
        assert close_session(contest, name, key) == (204, None)
        with pytest.raises(ConnectionClosed):
            receive(ann, "end")
    assert close_session(contest, name, key)[1] == "There is no contest session of that name; choose one from the list."


def test_a_client_in_a_closed_session_is_notified(contest: ContestServer) -> None:
    _, opened = post_json(contest, "/api/contest/sessions", {"seats": []})
    with contest.client() as client:
        client.join("Oak", opened["session"])
        assert close_session(contest, opened["session"], opened["key"])[0] == 204
        with pytest.raises(FatalError, match="was closed"):
            client.receive_until(None)


def test_a_match_that_has_begun_is_not_closed(contest: ContestServer) -> None:
    seats = ["human:Ann", "bot:builder"]
    _, opened = post_json(contest, "/api/contest/sessions", {"settings": SHORT, "seats": seats})
    name, token = opened["session"], opened["seats"][0]["token"]
    with open_socket(contest, f"/api/contest/sit/{name}?token={token}") as ann:
        receive(ann, "update")
        assert (
            close_session(contest, name, opened["key"])[1]
            == f"The session {name} cannot be closed, as its match has begun; let the match end."
        )
        ann.send('{"type": "forfeit"}')
        receive(ann, "end")


def test_the_games_of_a_contest_are_its_own(contest: ContestServer) -> None:
    assert [game["id"] for game in json.loads(contest.get("/api/games").body)] == ["stumped"]
    assert contest.get("/api/games/magpie").status == 404


def test_a_game_is_described_with_the_rules_of_its_server(tmp_path: Path) -> None:
    with running_contest(tmp_path, "--option", "table_overrides=jobs.Fighter.damage=2") as changed:
        document = json.loads(changed.get("/api/games/stumped").body)
        assert [job["damage"] for job in document["facts"]["job"] if job["id"] == "fighter"] == [2]
        assert (
            "table_overrides jobs.Fighter.damage=2" in json.loads(changed.get("/api/games/stumped/rules").body)["text"]
        )
