"""The parts of the contest server without sockets: frames, settings, sessions, clocks, turns, gamelogs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from parlour.contest import gamelog
from parlour.contest.contest_seats import BotPlayer
from parlour.contest.engine.contest_match import MOST_ERRORS, ContestMatch
from parlour.contest.engine.framing import (
    EOT,
    LARGEST_MESSAGE,
    ContestProtocolError,
    FrameBuffer,
    decode_message,
    encode_fatal,
    encode_json,
    encode_message,
)
from parlour.contest.engine.game_wire import load_wire_module
from parlour.contest.engine.match_setup import SECOND_NS, ContestMatchSetup, SeatSetup, parse_boolean
from parlour.contest.lobby import OPEN, OVER, RUNNING, TOO_LONG_NAME, UNKNOWN_NAME, Lobby, Participant, Session
from parlour.contest.match_process import printable_name
from parlour.contest.match_settings import complete_settings, dealer_seed, parse_settings_query
from parlour.games.magpie import GAME as MAGPIE
from parlour.games.stumped import GAME
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record, write_record
from parlour.table.verify import verify

WIRING = load_wire_module(GAME)
SMALL_MATCH = "mapWidth=12&mapHeight=8&randomSeed=a&maxTurns=4"


# Frames.


def test_messages_are_cut_at_their_ends_however_they_come() -> None:
    whole = (
        encode_message("alias", encode_json("stumped"))
        + encode_message("play", encode_json({"gameName": "Stumped"}))
        + b'{"event'
    )
    for size in (1, 2, 7, 1000):
        frames, found = FrameBuffer(), []
        for at in range(0, len(whole), size):
            frames.feed(whole[at : at + size])
            found += list(frames)
        assert [decode_message(body)[0] for body in found] == ["alias", "play"]
        assert frames.unread_bytes() == b'{"event'
    assert FrameBuffer(whole).unread_bytes() == whole


def test_all_messages_are_ascii() -> None:
    for text in ("Zoë", "\N{BEAVER}", "\x04", '"\\', "&RM"):
        body = encode_json({"name": text})
        assert body.isascii()
        assert EOT not in body
        assert json.loads(body) == {"name": text}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"data":1}', b'{"event":1}', b'"run"', b"\xff", b"[" * 9000])
def test_bytes_that_are_no_message_are_garbled(body: bytes) -> None:
    with pytest.raises(ContestProtocolError):
        decode_message(body)


def test_no_message_is_too_long() -> None:
    frames = FrameBuffer()
    frames.feed(b"x" * LARGEST_MESSAGE)
    with pytest.raises(ContestProtocolError):
        frames.feed(b"x")
    with pytest.raises(ContestProtocolError):
        FrameBuffer().feed(b"x" * (LARGEST_MESSAGE + 1) + EOT)


def test_a_message_without_data_has_none() -> None:
    assert encode_message("ran") == b'{"event":"ran"}\x04'
    assert json.loads(encode_fatal("No.", True)[:-1])["data"] == {"message": "No.", "timedOut": True}


# Settings.


def parse_settings(query: str) -> dict[str, Any]:
    return complete_settings(WIRING.SETTINGS, parse_settings_query(WIRING.SETTINGS, query))


def test_settings_are_read_and_completed() -> None:
    found = parse_settings("maxTurns=60&randomSeed=7&playerNames[]=Oak&playerNames[]=El%6D")
    assert (found["maxTurns"], found["randomSeed"], found["playerNames"]) == (60, "7", ("Oak", "Elm"))
    assert found["playerStartingTime"] == 60 * SECOND_NS
    assert parse_settings("")["randomSeed"] != parse_settings("")["randomSeed"]


@pytest.mark.parametrize(
    "query", ["turns=5", "maxTurns", "maxTurns=0", "maxTurns=x", "maxTurns[]=5", "maxTurns=1e3", "&", "x" * 5000]
)
def test_impossible_settings_are_refused_with_help(query: str) -> None:
    with pytest.raises(Problem) as problem:
        parse_settings_query(WIRING.SETTINGS, query)
    assert len(query) > 1000 or "lodgesToWin" in str(problem.value)


def test_the_seed_is_62_bits_of_the_text() -> None:
    assert dealer_seed({"randomSeed": "7"}) == dealer_seed({"randomSeed": "7"}) != dealer_seed({"randomSeed": "8"})
    assert all(0 <= dealer_seed({"randomSeed": str(number)}) < 1 << 62 for number in range(100))


# Sessions.


def make_lobby(**rest: Any) -> Lobby:
    return Lobby(GAME, WIRING, {}, **rest)


def join_session(lobby: Lobby, session: str | None = None, **rest: Any) -> tuple[Session, Participant]:
    return lobby.join({"gameName": "Stumped", "requestedSession": session, **rest}, None)


def test_names_are_known_in_any_case() -> None:
    for name in ("stumped", "STUMPED", "megaminerai-19-stumped", "MegaMiner-AI-19-Stumped"):
        assert make_lobby().official_game_name(name) == "Stumped"
    for wrong in ("chess", "", None, 7):
        with pytest.raises(Problem):
            make_lobby().official_game_name(wrong)


def test_any_session_is_the_first_that_waits_and_new_is_new() -> None:
    lobby = make_lobby()
    first, _ = join_session(lobby, "*")
    assert join_session(lobby, "friday")[0].name == "friday"
    assert join_session(lobby)[0] is first
    assert lobby.is_ready(first)
    lobby.begin_match(first)
    assert join_session(lobby, "*")[0].name == "friday"
    assert join_session(lobby, "new")[0].name not in ("friday", first.name)


def test_a_running_session_refuses_and_a_finished_name_is_free() -> None:
    lobby = make_lobby()
    session, _ = join_session(lobby, "friday")
    join_session(lobby, "friday")
    lobby.begin_match(session)
    assert session.state == RUNNING
    with pytest.raises(Problem):
        join_session(lobby, "friday")
    lobby.end_match(session, {})
    again, _ = join_session(lobby, "friday")
    assert (session.state, again.state) == (OVER, OPEN)
    assert lobby.find_session("friday") is again
    assert list(lobby.all_sessions()) == [again, session]


def test_requested_seats_are_honoured() -> None:
    lobby = make_lobby()
    session, anybody = join_session(lobby, "a")
    _, wanted = join_session(lobby, "a", playerIndex="0")
    assert lobby.assign_seats(session) == [wanted, anybody]
    join_session(lobby, "b", playerIndex=1)
    for index in (1, "1", 2, -2, "first"):
        with pytest.raises(Problem):
            join_session(lobby, "b", playerIndex=index)
    assert join_session(lobby, "b", playerIndex=-1)[0].players[1].wanted_seat is None


def test_who_leaves_before_the_match_frees_the_seat() -> None:
    lobby = make_lobby()
    session, player = join_session(lobby, "a", playerIndex=0)
    lobby.remove_participant(session, player)
    assert lobby.find_session("a") is None
    session, _ = join_session(lobby, "a", playerIndex=0)
    assert not lobby.is_ready(session)


def test_spectators_take_no_seat() -> None:
    lobby = make_lobby()
    session, _ = join_session(lobby, "a", spectating=True)
    join_session(lobby, "a")
    assert not lobby.is_ready(session)
    join_session(lobby, "a")
    assert lobby.is_ready(session)


def test_the_later_settings_replace_the_earlier() -> None:
    lobby = make_lobby()
    session, _ = join_session(lobby, "a", gameSettings="maxTurns=9&lodgesToWin=4")
    join_session(lobby, "a", gameSettings="playerNames[]=Oak&playerNames[]=", playerName="Elm", playerIndex=1)
    lobby.begin_match(session)
    assert (session.settings["maxTurns"], session.settings["lodgesToWin"]) == (500, 10)
    assert [player.name for player in session.seats] == ["Oak", "Elm"]


def test_settings_against_the_rules_are_refused_by_their_keys() -> None:
    with pytest.raises(Problem, match="mapWidth"):
        join_session(make_lobby(), "a", gameSettings="mapWidth=9999")
    with pytest.raises(Problem):
        join_session(make_lobby(), "a", gameSettings="mapHeight=7")


def test_unusable_names_are_replaced_or_refused() -> None:
    for given, fitting in (
        ("Oak", "Oak"),
        (None, UNKNOWN_NAME),
        ("", UNKNOWN_NAME),
        ("x" * 81, TOO_LONG_NAME),
        (7, "7"),
        ("&RM", UNKNOWN_NAME),
    ):
        assert join_session(make_lobby(), "a", playerName=given)[1].name == fitting
    for session in ("x" * 81, "a\nb", "&RM"):
        with pytest.raises(Problem):
            join_session(make_lobby(), session)


def test_an_alias_is_no_name_to_play_by_and_a_password_is_needed_where_there_is_one() -> None:
    with pytest.raises(Problem):
        make_lobby().join({"gameName": "stumped"}, None)
    guarded = make_lobby(password="acorn")
    for word in (None, "", "oak"):
        with pytest.raises(Problem):
            join_session(guarded, "a", password=word)
    join_session(guarded, "a", password="acorn")


def test_sessions_that_wait_too_long_are_listed() -> None:
    now = [0.0]
    lobby = make_lobby(now=lambda: now[0])
    session, _ = join_session(lobby, "a")
    assert lobby.overdue_sessions(5.0) == []
    now[0] = 5.0
    assert lobby.overdue_sessions(5.0) == [session]
    lobby.fill_with_bots(session, "builder")
    assert lobby.is_ready(session)
    assert lobby.overdue_sessions(5.0) == []


def test_a_session_nobody_comes_to_is_forgotten() -> None:
    now = [0.0]
    lobby = make_lobby(now=lambda: now[0])
    session = lobby.open_session("a", {}, kept=True)
    lobby.add_participant(session, lobby.make_person("Ann"))
    lobby.add_participant(session, lobby.make_bot_participant("builder"))
    waited_for, _ = join_session(lobby, "b")
    now[0] = 59.0
    lobby.remove_abandoned(60.0)
    assert lobby.find_session("a") is session
    now[0] = 60.0
    lobby.remove_abandoned(60.0)
    assert lobby.find_session("a") is None
    assert lobby.find_session("b") is waited_for


def test_a_game_without_a_wire_has_no_contest() -> None:
    with pytest.raises(Problem):
        load_wire_module(MAGPIE)


# Matches.


class RecordingClient:
    """A client that records the messages it receives."""

    def __init__(self, seat: int | None, meta_deltas: bool = False) -> None:
        self.seat = seat
        self.meta_deltas = meta_deltas
        self.messages: list[dict[str, Any]] = []
        self.closed = False

    def send(self, body: bytes, /) -> None:
        self.messages += [json.loads(part) for part in body.split(EOT)[:-1]]

    buffer = send

    def send_and_close(self, last: bytes, /) -> None:
        self.send(last)
        self.closed = True

    def events(self) -> str:
        found, self.messages = " ".join(one["event"] for one in self.messages), []
        return found


class MatchFixture:
    """A match with a manual clock."""

    def __init__(self, query: str = SMALL_MATCH, kinds: tuple[str, str] = ("client", "client")) -> None:
        settings = parse_settings(query)
        lobby = make_lobby()
        seat_setups = tuple(SeatSetup(kind, f"Player {seat}", "Python", "builder") for seat, kind in enumerate(kinds))
        self.now = 0
        self.lost = 0
        self.clients = [RecordingClient(0), RecordingClient(1), RecordingClient(None, meta_deltas=True)]
        setup = ContestMatchSetup(GAME.home, lobby.options_for(settings), settings, "friday", seat_setups)
        self.match = ContestMatch(setup, self.clients, lambda: self.now, lambda: self.lost)
        self.match.begin()

    def receive(self, seat: int, event: str, data: object) -> None:
        self.match.handle_message(self.clients[seat], encode_json({"event": event, "data": data}))

    def run(self, seat: int, function: str, **args: object) -> None:
        beaver = self.full_state()["gameObjects"][str(seat)]["beavers"]["0"]
        self.receive(seat, "run", {"caller": beaver, "functionName": function, "args": args})

    def finish(self, seat: int, returned: object = True, index: int | None = None) -> None:
        index = self.match.seats[seat].open_order if index is None else index
        self.receive(seat, "finished", {"orderIndex": index, "returned": returned})

    def full_state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.match.entries[0])["game"]
        return found

    def entry_kinds(self) -> str:
        return " ".join(json.loads(entry)["type"] for entry in self.match.entries)


def test_a_match_begins_with_everything_and_an_order() -> None:
    fixture = MatchFixture()
    first, second, watcher = fixture.clients
    assert first.messages[1]["data"] == {"playerID": "0"}
    assert watcher.messages[1]["data"] == {}
    assert first.messages[2]["data"] == {"name": "runTurn", "index": 0, "args": []}
    assert (first.events(), second.events()) == ("delta start order", "delta start")
    assert watcher.events() == "meta-delta start meta-delta"
    assert fixture.entry_kinds() == "start order"


def test_the_answer_to_a_run_comes_in_one_sequence() -> None:
    fixture = MatchFixture()
    first, second, watcher = fixture.clients
    for client in fixture.clients:
        client.events()
    fixture.now += 5
    fixture.run(0, "buildLodge")
    assert first.events() == "delta ran"
    assert (second.events(), watcher.events()) == ("delta", "meta-delta")
    fixture.now += 5
    fixture.run(0, "buildLodge")
    assert first.events() == "invalid delta ran"
    fixture.run(1, "buildLodge")
    assert (first.events(), second.events()) == ("", "delta invalid ran")


def test_a_clock_runs_from_order_to_finished_and_stands_still_at_work() -> None:
    fixture = MatchFixture("playerStartingTime=1000&timeAddedPerTurn=100&mapWidth=12&mapHeight=8")
    player = fixture.match.seats[0]
    fixture.now += 300
    fixture.run(0, "buildLodge")
    assert (player.time_left, player.clock_started_at) == (700, 300)
    fixture.now += 200
    fixture.finish(0)
    assert (player.time_left, player.clock_started_at) == (500, None)
    assert (fixture.match.seats[1].time_left, fixture.match.seats[1].clock_started_at) == (1100, 500)
    assert fixture.match.deadline() == 1600
    fixture.now += 50
    fixture.finish(1)
    assert player.time_left == 600
    clocks = json.loads(fixture.match.entries[-2])
    assert clocks["game"] == {"gameObjects": {"1": {"timeRemaining": 1050}}}


def test_a_player_without_time_loses() -> None:
    fixture = MatchFixture(f"{SMALL_MATCH}&playerStartingTime=1000")
    fixture.now = 999
    fixture.match.check_clocks()
    assert not fixture.match.is_over
    fixture.now = fixture.match.deadline()
    fixture.match.check_clocks()
    first, second, _ = fixture.clients
    assert first.messages[-1] == {"event": "fatal", "data": {"message": "Your time is gone.", "timedOut": True}}
    assert first.closed
    assert second.events().endswith("delta")
    winners, losers = fixture.match.results()
    assert (winners[0]["index"], losers[0]["timedOut"], losers[0]["disconnected"]) == (1, True, False)
    assert fixture.entry_kinds().endswith("over")


def test_finishing_after_the_time_limit_loses() -> None:
    fixture = MatchFixture(f"{SMALL_MATCH}&playerStartingTime=1000")
    fixture.now = 1000
    fixture.finish(0)
    assert fixture.match.is_over
    assert fixture.match.seats[0].timed_out


def test_time_lost_to_the_server_is_returned() -> None:
    fixture = MatchFixture(f"{SMALL_MATCH}&playerStartingTime=1000")
    fixture.now, fixture.lost = 1500, 600
    fixture.match.check_clocks()
    assert not fixture.match.is_over
    fixture.now = 1600
    fixture.match.check_clocks()
    assert fixture.match.seats[0].timed_out


def test_a_match_that_takes_too_long_is_called_off() -> None:
    fixture = MatchFixture(f"{SMALL_MATCH}&playerStartingTime=1&timeAddedPerTurn=0")
    fixture.now = fixture.match.hard_deadline
    fixture.match.check_clocks()
    assert fixture.match.is_over
    assert [client.closed for client in fixture.clients] == [True] * 3
    assert fixture.match.results()[0] == []


def test_an_unreadable_finish_gets_the_order_again() -> None:
    fixture = MatchFixture()
    first = fixture.clients[0]
    first.events()
    unreadable: list[object] = [None, {}, [], "perhaps"]
    for returned in unreadable:
        fixture.finish(0, returned, 0)
        assert first.events() == "invalid order"
    fixture.finish(0, "false", 0)
    assert fixture.match.seats[0].open_order == 1
    fixture.finish(0, 1)
    assert fixture.match.seat_to_move() == 1
    assert json.loads(fixture.match.entries[2])["data"]["invalid"]


def test_the_tenth_unreadable_finish_is_fatal() -> None:
    fixture = MatchFixture()
    for _ in range(MOST_ERRORS):
        assert not fixture.match.is_over
        fixture.finish(0, None)
    assert fixture.match.is_over
    assert fixture.clients[0].closed


@pytest.mark.parametrize("value", [True, 1, "true", "TRUE", "1", 0.5])
def test_values_read_as_true(value: object) -> None:
    assert parse_boolean(value) is True


@pytest.mark.parametrize("value", [False, 0, "false", "0"])
def test_values_read_as_false(value: object) -> None:
    assert parse_boolean(value) is False


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("finished", {"orderIndex": 5, "returned": True}),
        ("finished", {"returned": True}),
        ("finished", None),
        ("run", {}),
        ("run", {"caller": {"id": "99999"}, "functionName": "move", "args": {}}),
        ("run", {"caller": {"id": "0"}, "functionName": "move", "args": {}}),
        ("run", {"caller": None, "functionName": "move", "args": {}}),
        ("run", {"caller": {"id": "0"}, "functionName": "log", "args": ["go"]}),
        ("play", {"gameName": "Stumped"}),
        ("dance", None),
    ],
)
def test_forbidden_events_lose_the_match(event: str, data: object) -> None:
    fixture = MatchFixture()
    fixture.receive(0, event, data)
    assert fixture.clients[0].messages[-1]["event"] == "fatal"
    assert (fixture.clients[0].closed, fixture.clients[1].closed) == (True, False)
    assert fixture.match.results()[0][0]["index"] == 1


def test_a_spectator_who_speaks_is_sent_away_and_nobody_loses() -> None:
    fixture = MatchFixture()
    fixture.receive(2, "run", {"caller": {"id": "0"}, "functionName": "log", "args": {"message": "go"}})
    assert fixture.clients[2].closed
    assert not fixture.match.is_over


def test_who_leaves_loses_with_a_reason() -> None:
    fixture = MatchFixture()
    fixture.match.handle_disconnect(fixture.clients[0])
    winners, losers = fixture.match.results()
    assert (winners[0]["index"], losers[0]["disconnected"], losers[0]["timedOut"]) == (1, True, False)
    last = json.loads(fixture.match.entries[-1])
    assert last["game"]["gameObjects"]["1"]["won"] is True
    assert last["game"]["gameObjects"]["0"]["reasonLost"] == losers[0]["reason"]


def test_a_match_goes_to_its_end_and_its_record_holds(tmp_path: Path) -> None:
    fixture = MatchFixture()
    while not fixture.match.is_over:
        fixture.now += 1000
        seat = fixture.match.seat_to_move()
        fixture.run(seat, "buildLodge")
        fixture.finish(seat)
    assert fixture.entry_kinds() == "start " + "order ran finished " * 4 + "over"
    setup = fixture.match.setup
    path = tmp_path / "one.parlour"
    write_record(
        path,
        fixture.match.game,
        setup.options,
        ["a", "b"],
        ["human", "human"],
        fixture.match.seed,
        fixture.match.log,
    )
    assert verify(lambda _: GAME, read_record(path.read_text())).summary() == "holds"


def test_a_forfeited_match_has_a_record_too(tmp_path: Path) -> None:
    fixture = MatchFixture()
    fixture.run(0, "buildLodge")
    fixture.match.handle_disconnect(fixture.clients[1])
    path = tmp_path / "one.parlour"
    setup = fixture.match.setup
    write_record(
        path,
        fixture.match.game,
        setup.options,
        ["a", "b"],
        ["human", "human"],
        fixture.match.seed,
        fixture.match.log,
    )
    assert verify(lambda _: GAME, read_record(path.read_text())).summary() == "holds"


def test_bots_orders_are_logged_like_those_of_clients() -> None:
    fixture = MatchFixture(kinds=("bot", "client"))
    bot = BotPlayer(fixture.match, 0)
    while fixture.match.seat_to_move() == 0:
        fixture.match.play_actions(0, bot.choose_order())
    entries = [json.loads(entry) for entry in fixture.match.entries]
    assert [entry["type"] for entry in entries][:2] == ["start", "order"]
    for entry in entries:
        if entry["type"] == "ran":
            assert entry["data"]["run"].keys() == {"caller", "functionName", "args"}
            assert "invalid" not in entry["data"]
    assert any(entry["type"] == "ran" for entry in entries)


# Gamelogs.


def merge_delta(state: dict[str, Any], change: Mapping[str, Any]) -> None:
    for key, value in change.items():
        if isinstance(value, dict) and isinstance(state.get(key), dict) and "id" not in value:
            merge_delta(state[key], value)
        else:
            state[key] = value


def test_a_gamelog_is_written_whole_and_read_again(tmp_path: Path) -> None:
    fixture = MatchFixture()
    fixture.match.handle_disconnect(fixture.clients[0])
    stem = gamelog.gamelog_stem("Stumped", "a b/c", 1_700_000_000_123)
    assert stem == "Stumped-a_b_c-2023.11.14.22.13.20.123"
    head = gamelog.gamelog_header("Stumped", "a b/c", WIRING.VERSION, dict(fixture.match.setup.settings))
    winners, losers = fixture.match.results()
    tail: dict[str, Any] = {"epoch": 1, "winners": winners, "losers": losers}
    gamelog.write_gamelog(tmp_path, stem, gamelog.encode_gamelog(head, tail, fixture.match.entries))
    assert gamelog.gamelog_names(tmp_path) == [stem]
    assert [path.name for path in tmp_path.iterdir()] == [f"{stem}.json.gz"]
    path = gamelog.find_file(tmp_path, stem)
    assert path is not None
    assert gamelog.find_file(tmp_path, f"{stem}.json.gz") == path
    found: Any = gamelog.read_gamelog(path)
    assert (found["gamelogVersion"], found["winners"], found["deltas"][0]["type"]) == ("2.2.0", winners, "start")
    state: dict[str, Any] = {}
    for entry in found["deltas"]:
        merge_delta(state, entry["game"])
    assert state["gameObjects"]["0"]["lost"] is True


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", ".hidden", "x" * 300, "nothing"])
def test_only_gamelogs_are_found_by_name(tmp_path: Path, name: str) -> None:
    (tmp_path.parent / "x.json.gz").write_bytes(b"")
    assert gamelog.find_file(tmp_path, name) is None


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"\x1f\x8b rubbish",
        gzip.compress(b'{"gameName": 1}', mtime=0),
        gzip.compress(b"{}", mtime=0)[:-3],
    ],
)
def test_a_file_that_is_no_gamelog_is_refused_in_a_sentence(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "x.json.gz").write_bytes(body)
    with pytest.raises(Problem):
        gamelog.read_gamelog(tmp_path / "x.json.gz")
    with pytest.raises(Problem):
        gamelog.read_gamelog(tmp_path / "y.json.gz")


def test_names_of_records_can_be_printed() -> None:
    for name in ("Oak", "a\x00b", "", "  ", "x" * 200, "\n"):
        assert 0 < len(printable_name(name)) <= 80
        assert printable_name(name).isprintable()
