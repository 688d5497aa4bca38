"""Contest clients that know only the protocol page, against a server started from the command line."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.contest.contest_server import (
    ROOT,
    SMALL_MAP,
    ContestServer,
    check_and_return,
    connected_pair,
    play_match,
    play_one_client,
    running_contest,
    session_names,
)
from tests.contest.protocol_checker import ProtocolChecker
from tests.contest.raw_requests import expect_fatal, expect_refused_entry, expect_win, fetch_gamelog, final_board
from tests.contest.turn_strategies import builder, idle, random_player

SHORT = f"{SMALL_MAP}&maxTurns=6"


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContestServer]:
    with running_contest(tmp_path_factory.mktemp("contest")) as found:
        yield found


# Whole matches


def test_two_random_players_play_a_whole_match(contest: ContestServer) -> None:
    first, second = play_match(contest, random_player(1), random_player(2), settings=f"{SMALL_MAP}&maxTurns=30")
    assert (first.outcome.player, second.outcome.player) == ("0", "1")
    assert first.outcome.won != second.outcome.won
    assert first.outcome.reason
    assert second.outcome.reason
    assert first.outcome.turn == second.outcome.turn == 29
    assert 0 < first.outcome.refused < first.outcome.orders == 15 * 24
    assert first.checker.root == second.checker.root
    assert first.checker.objects == second.checker.objects
    assert first.checker.warnings == second.checker.warnings == []


def test_the_gamelog_holds_what_the_clients_saw(contest: ContestServer) -> None:
    first, second = play_match(contest, random_player(3), random_player(4), settings=f"{SMALL_MAP}&maxTurns=12")
    log = fetch_gamelog(contest, first.outcome.gamelog)
    board = final_board(log)
    assert board.objects == first.checker.objects
    assert board.root == first.checker.root
    deltas = [message["data"] for message in first.client.messages if message["event"] == "delta"]
    assert deltas == [entry["game"] for entry in log["deltas"] if entry["game"]]
    assert [entry["type"] for entry in log["deltas"]].count("ran") == first.outcome.orders + second.outcome.orders
    winner, loser = (first, second) if first.outcome.won else (second, first)
    assert [(each["id"], each["reason"]) for each in log["winners"]] == [(winner.outcome.player, winner.outcome.reason)]
    assert [(each["id"], each["reason"]) for each in log["losers"]] == [(loser.outcome.player, loser.outcome.reason)]


def test_a_builder_wins_by_lodges(contest: ContestServer) -> None:
    settings = f"{SMALL_MAP}&maxTurns=200&lodgesToWin=5"
    first, second = play_match(contest, builder(), idle(), settings=settings)
    assert first.outcome.won
    assert second.outcome.lost
    assert len(first.client.me.lodges) >= 5
    assert first.outcome.turn % 2 == 1
    assert first.outcome.turn < 199


def test_python_plays_javascript_from_the_command_line(contest: ContestServer) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    where = ["--port", str(contest.port), "--session", next(session_names)]
    python = [sys.executable, "-m", "tests.contest.joueur_client", *where, "--settings", f"{SMALL_MAP}&maxTurns=10"]
    script = [node, str(Path("tests/contest/client.mjs")), *where, "--index", "0"]
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=120)
                for command in (python, script)]  # fmt: skip
        done = [run.result() for run in runs]
    assert [each.stderr for each in done] == ["", ""]
    one, other = (json.loads(each.stdout) for each in done)
    assert (one["player"], other["player"]) == ("1", "0")
    assert one["won"] != other["won"]
    assert one["turn"] == other["turn"] == 9
    assert one["gamelog"] == other["gamelog"]


# Spectators


def test_a_spectator_sees_everything_and_gets_no_orders(contest: ContestServer) -> None:
    session = next(session_names)
    with ThreadPoolExecutor(3) as pool, contest.client(keep=True, checker=ProtocolChecker()) as watcher:
        watcher.join("Owl", session, SHORT, spectating=True)
        seats = [pool.submit(play_one_client, contest, random_player(seed, 6), session) for seed in (1, 2)]
        outcome = watcher.play(idle())
        first = check_and_return(seats[0])
        check_and_return(seats[1])
    assert watcher.checker is not None
    assert watcher.checker.faults == []
    assert outcome.player is None
    assert outcome.gamelog == first.outcome.gamelog
    assert watcher.checker.objects == first.checker.objects
    assert {message["event"] for message in watcher.messages} == {"named", "lobbied", "delta", "start", "over"}


def test_who_asks_for_meta_deltas_gets_the_gamelog(contest: ContestServer) -> None:
    session = next(session_names)
    with ThreadPoolExecutor(3) as pool, contest.client(keep=True, checker=ProtocolChecker()) as watcher:
        watcher.join("Owl", session, SHORT, spectating=True, metaDeltas=True)
        seats = [pool.submit(play_one_client, contest, random_player(seed, 6), session) for seed in (1, 2)]
        outcome = watcher.play(idle())
        for seat in seats:
            check_and_return(seat)
    assert watcher.checker is not None
    assert watcher.checker.faults == []
    meta_deltas = [message["data"] for message in watcher.messages if message["event"] == "meta-delta"]
    assert meta_deltas == fetch_gamelog(contest, outcome.gamelog)["deltas"]


def test_a_spectator_over_a_web_socket(contest: ContestServer) -> None:
    session = next(session_names)
    with ThreadPoolExecutor(2) as pool, connect(f"ws://127.0.0.1:{contest.socket_port}", max_size=None) as connection:

        def say(event: str, data: Any) -> None:
            checker.client_sent(event, data)
            connection.send(json.dumps({"event": event, "data": data}))

        def hear() -> dict[str, Any]:
            text = connection.recv(60)
            assert isinstance(text, str)
            checker.server_sent(text)
            message: dict[str, Any] = json.loads(text)
            return message

        checker = ProtocolChecker()
        say("alias", "stumped")
        assert hear() == {"event": "named", "data": "Stumped"}
        request = {"gameName": "Stumped", "requestedSession": session, "spectating": True, "gameSettings": SHORT}
        say("play", request)
        assert hear()["event"] == "lobbied"
        seats = [pool.submit(play_one_client, contest, random_player(seed, 6), session) for seed in (1, 2)]
        while hear()["event"] != "over":
            pass
        first = check_and_return(seats[0])
        check_and_return(seats[1])
    assert checker.faults == []
    assert checker.objects == first.checker.objects


def test_a_spectator_comes_too_late(contest: ContestServer) -> None:
    with connected_pair(contest, session="late"):
        assert expect_refused_entry(contest, "late", spectating=True)


# Sessions and seats


def test_a_star_joins_the_session_that_waits_longest(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as first, contest.client() as second, contest.client() as third, contest.client() as fourth:
        assert first.join("Oak", name, SHORT) == name
        assert second.join("Elm", "*") == name
        alone = third.join("Ash", "*", SHORT)
        assert alone.isdecimal()
        assert fourth.join("Yew", None) == alone
        for client in (first, second, third, fourth):
            client.wait_for_start()


def test_an_unneeded_password_is_ignored(contest: ContestServer) -> None:
    with contest.client() as client:
        assert client.join("Oak", "new", password="sesame")


def test_new_always_opens_another(contest: ContestServer) -> None:
    with contest.client() as first, contest.client() as second:
        one, other = first.join("Oak", "new"), second.join("Elm", "new")
        assert one != other
        assert one.isdecimal()
        assert other.isdecimal()


def test_a_running_session_refuses_newcomers_and_a_finished_name_is_free(contest: ContestServer) -> None:
    name = next(session_names)
    with connected_pair(contest, session=name) as (first, second):
        assert expect_refused_entry(contest, name)
        assert expect_refused_entry(contest, name, index=0)
        first.close()
        expect_win(second)
    again = play_match(contest, idle(), idle(), settings=SHORT, session=name)
    assert again[0].outcome.session == name


def test_who_leaves_before_the_start_is_forgotten(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as first:
        first.join("Oak", name, SHORT, 0)
    with contest.client() as second, contest.client() as third:
        second.join("Elm", name, SHORT, 0)
        third.join("Ash", name)
        second.wait_for_start()
        third.wait_for_start()
        assert [player.name for player in second.game.players] == ["Elm", "Ash"]


@pytest.mark.parametrize("index", [1, "1"])
def test_a_requested_index_is_honoured(contest: ContestServer, index: int | str) -> None:
    name = next(session_names)
    with contest.client() as first, contest.client() as second:
        first.join("Oak", name, SHORT, index)
        second.join("Elm", name, index=-1)
        first.wait_for_start()
        second.wait_for_start()
        assert (first.me.id, second.me.id) == ("1", "0")
        assert [player.name for player in first.game.players] == ["Elm", "Oak"]


def test_a_taken_or_impossible_index_is_fatal(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as first, contest.client() as second:
        first.join("Oak", name, SHORT, 0)
        assert expect_refused_entry(contest, name, index=0)
        assert expect_refused_entry(contest, index=2)
        assert expect_refused_entry(contest, index="7")
        second.join("Elm", name)
        first.wait_for_start()
        second.wait_for_start()
        assert (first.me.id, second.me.id) == ("0", "1")


# Names


@pytest.mark.parametrize("alias", ["stumped", "STUMPED", "MegaMinerAI-19-Stumped", "megaminer-ai-19-stumped"])
def test_the_game_answers_to_its_aliases(contest: ContestServer, alias: str) -> None:
    with contest.client() as client:
        assert client.request_alias(alias) == "Stumped"


def test_an_unknown_game_is_fatal(contest: ContestServer) -> None:
    with contest.client() as client:
        client.send("alias", "chess")
        expect_fatal(client)


def test_playing_by_an_alias_is_refused(contest: ContestServer) -> None:
    assert expect_refused_entry(contest, gameName="MegaMinerAI-19-Stumped")


def test_names_are_trimmed_completed_and_escaped(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client(checker=ProtocolChecker()) as first, contest.client(checker=ProtocolChecker()) as second:
        first.join("x" * 81, name, SHORT)
        second.join("Bärbel 🦫", name, clientType="Ünterhaltung")
        first.wait_for_start()
        second.wait_for_start()
        assert len(first.game.players[0].name) <= 80
        assert "x" * 80 not in first.game.players[0].name
        assert first.game.players[1].name == "Bärbel 🦫"
        assert first.game.players[1].client_type == "Ünterhaltung"
        assert first.checker is not None
        assert first.checker.faults == []


def test_a_missing_name_is_unknown_and_eighty_letters_are_kept(contest: ContestServer) -> None:
    name = next(session_names)
    with contest.client() as first, contest.client() as second:
        first.join("", name, SHORT, playerName=None)
        second.join("y" * 80, name)
        first.wait_for_start()
        assert [player.name for player in first.game.players] == ["Unknown", "y" * 80]
