"""The parts of the contest server, without its sockets: frames, settings, sessions, clocks, turns, gamelogs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from parlour.contest import gamelog
from parlour.contest.framing import EOT, LARGEST, Frames, Garbled, fatal, message, packed, read
from parlour.contest.lobby import OPEN, OVER, RUNNING, TOO_LONG, UNKNOWN, Lobby, Player, Session
from parlour.contest.match import MOST_ERRORS, Match
from parlour.contest.process import record_name
from parlour.contest.seats import BotPlayer
from parlour.contest.settings import completed, read_settings, seed_of
from parlour.contest.setup import SECOND, Chair, Setup, read_truth
from parlour.contest.wiring import wiring_of
from parlour.games.magpie import GAME as MAGPIE
from parlour.games.stumped import GAME
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record, write_record
from parlour.table.verify import verify

WIRING = wiring_of(GAME)
SMALL = "mapWidth=12&mapHeight=8&randomSeed=a&maxTurns=4"


# Frames.


def test_messages_are_cut_at_their_ends_however_they_come() -> None:
    whole = message("alias", packed("stumped")) + message("play", packed({"gameName": "Stumped"})) + b'{"event'
    for size in (1, 2, 7, 1000):
        frames, found = Frames(), []
        for at in range(0, len(whole), size):
            frames.take(whole[at : at + size])
            found += list(frames)
        assert [read(body)[0] for body in found] == ["alias", "play"]
        assert frames.left() == b'{"event'
    assert Frames(whole).left() == whole


def test_everything_we_say_is_ascii() -> None:
    for text in ("Zoë", "\N{BEAVER}", "\x04", '"\\', "&RM"):
        body = packed({"name": text})
        assert body.isascii()
        assert EOT not in body
        assert json.loads(body) == {"name": text}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"data":1}', b'{"event":1}', b'"run"', b"\xff", b"[" * 9000])
def test_what_is_no_message_is_garbled(body: bytes) -> None:
    with pytest.raises(Garbled):
        read(body)


def test_no_message_is_too_long() -> None:
    frames = Frames()
    frames.take(b"x" * LARGEST)
    with pytest.raises(Garbled):
        frames.take(b"x")
    with pytest.raises(Garbled):
        Frames().take(b"x" * (LARGEST + 1) + EOT)


def test_a_message_without_data_has_none() -> None:
    assert message("ran") == b'{"event":"ran"}\x04'
    assert json.loads(fatal("No.", True)[:-1])["data"] == {"message": "No.", "timedOut": True}


# Settings.


def settings(query: str) -> dict[str, Any]:
    return completed(WIRING.SETTINGS, read_settings(WIRING.SETTINGS, query))


def test_settings_are_read_and_completed() -> None:
    found = settings("maxTurns=60&randomSeed=7&playerNames[]=Oak&playerNames[]=El%6D")
    assert (found["maxTurns"], found["randomSeed"], found["playerNames"]) == (60, "7", ("Oak", "Elm"))
    assert found["playerStartingTime"] == 60 * SECOND
    assert settings("")["randomSeed"] != settings("")["randomSeed"]


@pytest.mark.parametrize(
    "query", ["turns=5", "maxTurns", "maxTurns=0", "maxTurns=x", "maxTurns[]=5", "maxTurns=1e3", "&", "x" * 5000]
)
def test_settings_that_cannot_be_are_told_with_help(query: str) -> None:
    with pytest.raises(Problem) as problem:
        read_settings(WIRING.SETTINGS, query)
    assert len(query) > 1000 or "lodgesToWin" in str(problem.value)


def test_the_seed_is_62_bits_of_the_text() -> None:
    assert seed_of({"randomSeed": "7"}) == seed_of({"randomSeed": "7"}) != seed_of({"randomSeed": "8"})
    assert all(0 <= seed_of({"randomSeed": str(number)}) < 1 << 62 for number in range(100))


# Sessions.


def lobby(**rest: Any) -> Lobby:
    return Lobby(GAME, WIRING, {}, **rest)


def join(rooms: Lobby, session: str | None = None, **rest: Any) -> tuple[Session, Player]:
    return rooms.join({"gameName": "Stumped", "requestedSession": session, **rest}, None)


def test_names_are_known_in_any_case() -> None:
    for name in ("stumped", "STUMPED", "megaminerai-19-stumped", "MegaMiner-AI-19-Stumped"):
        assert lobby().named(name) == "Stumped"
    for wrong in ("chess", "", None, 7):
        with pytest.raises(Problem):
            lobby().named(wrong)


def test_any_session_is_the_first_that_waits_and_new_is_new() -> None:
    rooms = lobby()
    first, _ = join(rooms, "*")
    assert join(rooms, "friday")[0].name == "friday"
    assert join(rooms)[0] is first
    assert rooms.ready(first)
    rooms.begin(first)
    assert join(rooms, "*")[0].name == "friday"
    assert join(rooms, "new")[0].name not in ("friday", first.name)


def test_a_running_session_refuses_and_a_finished_name_is_free() -> None:
    rooms = lobby()
    session, _ = join(rooms, "friday")
    join(rooms, "friday")
    rooms.begin(session)
    assert session.state == RUNNING
    with pytest.raises(Problem):
        join(rooms, "friday")
    rooms.end(session, {})
    again, _ = join(rooms, "friday")
    assert (session.state, again.state) == (OVER, OPEN)
    assert rooms.find("friday") is again
    assert list(rooms.all()) == [again, session]


def test_asked_for_seats_are_honoured() -> None:
    rooms = lobby()
    session, anybody = join(rooms, "a")
    _, wanted = join(rooms, "a", playerIndex="0")
    assert rooms.placed(session) == [wanted, anybody]
    join(rooms, "b", playerIndex=1)
    for index in (1, "1", 2, -2, "first"):
        with pytest.raises(Problem):
            join(rooms, "b", playerIndex=index)
    assert join(rooms, "b", playerIndex=-1)[0].players[1].wanted is None


def test_who_leaves_before_the_match_frees_the_seat() -> None:
    rooms = lobby()
    session, player = join(rooms, "a", playerIndex=0)
    rooms.leave(session, player)
    assert rooms.find("a") is None
    session, _ = join(rooms, "a", playerIndex=0)
    assert not rooms.ready(session)


def test_spectators_take_no_seat() -> None:
    rooms = lobby()
    session, _ = join(rooms, "a", spectating=True)
    join(rooms, "a")
    assert not rooms.ready(session)
    join(rooms, "a")
    assert rooms.ready(session)


def test_the_later_settings_replace_the_earlier() -> None:
    rooms = lobby()
    session, _ = join(rooms, "a", gameSettings="maxTurns=9&lodgesToWin=4")
    join(rooms, "a", gameSettings="playerNames[]=Oak&playerNames[]=", playerName="Elm", playerIndex=1)
    rooms.begin(session)
    assert (session.settings["maxTurns"], session.settings["lodgesToWin"]) == (500, 10)
    assert [player.name for player in session.seats] == ["Oak", "Elm"]


def test_settings_the_rules_cannot_play_are_told_by_their_keys() -> None:
    with pytest.raises(Problem, match="mapWidth"):
        join(lobby(), "a", gameSettings="mapWidth=9999")
    with pytest.raises(Problem):
        join(lobby(), "a", gameSettings="mapHeight=7")


def test_names_fit() -> None:
    for given, fitting in (
        ("Oak", "Oak"),
        (None, UNKNOWN),
        ("", UNKNOWN),
        ("x" * 81, TOO_LONG),
        (7, "7"),
        ("&RM", UNKNOWN),
    ):
        assert join(lobby(), "a", playerName=given)[1].name == fitting
    for session in ("x" * 81, "a\nb", "&RM"):
        with pytest.raises(Problem):
            join(lobby(), session)


def test_an_alias_is_no_name_to_play_by_and_a_password_is_needed_where_there_is_one() -> None:
    with pytest.raises(Problem):
        lobby().join({"gameName": "stumped"}, None)
    guarded = lobby(password="acorn")
    for word in (None, "", "oak"):
        with pytest.raises(Problem):
            join(guarded, "a", password=word)
    join(guarded, "a", password="acorn")


def test_who_waits_too_long_is_lonely() -> None:
    now = [0.0]
    rooms = lobby(now=lambda: now[0])
    session, _ = join(rooms, "a")
    assert rooms.lonely(5.0) == []
    now[0] = 5.0
    assert rooms.lonely(5.0) == [session]
    rooms.fill(session, "builder")
    assert rooms.ready(session)
    assert rooms.lonely(5.0) == []


def test_a_session_nobody_comes_to_is_forgotten() -> None:
    now = [0.0]
    rooms = lobby(now=lambda: now[0])
    session = rooms.open("a", {}, kept=True)
    rooms.sit(session, rooms.person("Ann"))
    rooms.sit(session, rooms.bot("builder"))
    waited_for, _ = join(rooms, "b")
    now[0] = 59.0
    rooms.sweep(60.0)
    assert rooms.find("a") is session
    now[0] = 60.0
    rooms.sweep(60.0)
    assert rooms.find("a") is None
    assert rooms.find("b") is waited_for


def test_a_game_without_a_wire_has_no_contest() -> None:
    with pytest.raises(Problem):
        wiring_of(MAGPIE)


# Matches.


class Listener:
    """A client that keeps what it hears."""

    def __init__(self, seat: int | None, meta: bool = False) -> None:
        self.seat = seat
        self.meta = meta
        self.said: list[dict[str, Any]] = []
        self.closed = False

    def send(self, body: bytes, /) -> None:
        self.said += [json.loads(part) for part in body.split(EOT)[:-1]]

    hold = send

    def dismiss(self, last: bytes, /) -> None:
        self.send(last)
        self.closed = True

    def events(self) -> str:
        found, self.said = " ".join(one["event"] for one in self.said), []
        return found


class Room:
    """A match with a clock that is moved by hand."""

    def __init__(self, query: str = SMALL, kinds: tuple[str, str] = ("client", "client")) -> None:
        asked = settings(query)
        rooms = lobby()
        chairs = tuple(Chair(kind, f"Player {seat}", "Python", "builder") for seat, kind in enumerate(kinds))
        self.now = 0
        self.lost = 0
        self.ears = [Listener(0), Listener(1), Listener(None, meta=True)]
        setup = Setup(GAME.home, rooms.options_for(asked), asked, "friday", chairs)
        self.match = Match(setup, self.ears, lambda: self.now, lambda: self.lost)
        self.match.begin()

    def say(self, seat: int, event: str, data: object) -> None:
        self.match.hear(self.ears[seat], packed({"event": event, "data": data}))

    def run(self, seat: int, function: str, **args: object) -> None:
        beaver = self.whole()["gameObjects"][str(seat)]["beavers"]["0"]
        self.say(seat, "run", {"caller": beaver, "functionName": function, "args": args})

    def finish(self, seat: int, returned: object = True, index: int | None = None) -> None:
        index = self.match.seats[seat].order if index is None else index
        self.say(seat, "finished", {"orderIndex": index, "returned": returned})

    def whole(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.match.entries[0])["game"]
        return found

    def kinds(self) -> str:
        return " ".join(json.loads(entry)["type"] for entry in self.match.entries)


def test_a_match_begins_with_everything_and_an_order() -> None:
    room = Room()
    first, second, watcher = room.ears
    assert first.said[1]["data"] == {"playerID": "0"}
    assert watcher.said[1]["data"] == {}
    assert first.said[2]["data"] == {"name": "runTurn", "index": 0, "args": []}
    assert (first.events(), second.events()) == ("delta start order", "delta start")
    assert watcher.events() == "meta-delta start meta-delta"
    assert room.kinds() == "start order"


def test_the_answer_to_a_run_comes_in_one_sequence() -> None:
    room = Room()
    first, second, watcher = room.ears
    for ear in room.ears:
        ear.events()
    room.now += 5
    room.run(0, "buildLodge")
    assert first.events() == "delta ran"
    assert (second.events(), watcher.events()) == ("delta", "meta-delta")
    room.now += 5
    room.run(0, "buildLodge")
    assert first.events() == "invalid delta ran"
    room.run(1, "buildLodge")
    assert (first.events(), second.events()) == ("", "delta invalid ran")


def test_a_clock_runs_from_order_to_finished_and_stands_still_at_work() -> None:
    room = Room("playerStartingTime=1000&timeAddedPerTurn=100&mapWidth=12&mapHeight=8")
    player = room.match.seats[0]
    room.now += 300
    room.run(0, "buildLodge")
    assert (player.left, player.since) == (700, 300)
    room.now += 200
    room.finish(0)
    assert (player.left, player.since) == (500, None)
    assert (room.match.seats[1].left, room.match.seats[1].since) == (1100, 500)
    assert room.match.deadline() == 1600
    room.now += 50
    room.finish(1)
    assert player.left == 600
    clocks = json.loads(room.match.entries[-2])
    assert clocks["game"] == {"gameObjects": {"1": {"timeRemaining": 1050}}}


def test_who_is_silent_too_long_loses() -> None:
    room = Room(f"{SMALL}&playerStartingTime=1000")
    room.now = 999
    room.match.expire()
    assert not room.match.over
    room.now = room.match.deadline()
    room.match.expire()
    first, second, _ = room.ears
    assert first.said[-1] == {"event": "fatal", "data": {"message": "Your time is gone.", "timedOut": True}}
    assert first.closed
    assert second.events().endswith("delta")
    winners, losers = room.match.results()
    assert (winners[0]["index"], losers[0]["timedOut"], losers[0]["disconnected"]) == (1, True, False)
    assert room.kinds().endswith("over")


def test_an_end_that_comes_too_late_is_too_late() -> None:
    room = Room(f"{SMALL}&playerStartingTime=1000")
    room.now = 1000
    room.finish(0)
    assert room.match.over
    assert room.match.seats[0].timed_out


def test_what_the_server_waited_for_is_given_back() -> None:
    room = Room(f"{SMALL}&playerStartingTime=1000")
    room.now, room.lost = 1500, 600
    room.match.expire()
    assert not room.match.over
    room.now = 1600
    room.match.expire()
    assert room.match.seats[0].timed_out


def test_a_match_that_takes_too_long_is_called_off() -> None:
    room = Room(f"{SMALL}&playerStartingTime=1&timeAddedPerTurn=0")
    room.now = room.match.kill
    room.match.expire()
    assert room.match.over
    assert [ear.closed for ear in room.ears] == [True] * 3
    assert room.match.results()[0] == []


def test_an_end_that_cannot_be_read_is_asked_for_again() -> None:
    room = Room()
    first = room.ears[0]
    first.events()
    unreadable: list[object] = [None, {}, [], "perhaps"]
    for returned in unreadable:
        room.finish(0, returned, 0)
        assert first.events() == "invalid order"
    room.finish(0, "false", 0)
    assert room.match.seats[0].order == 1
    room.finish(0, 1)
    assert room.match.asked() == 1
    assert json.loads(room.match.entries[2])["data"]["invalid"]


def test_the_tenth_end_that_cannot_be_read_is_fatal() -> None:
    room = Room()
    for _ in range(MOST_ERRORS):
        assert not room.match.over
        room.finish(0, None)
    assert room.match.over
    assert room.ears[0].closed


@pytest.mark.parametrize("value", [True, 1, "true", "TRUE", "1", 0.5])
def test_what_reads_as_true(value: object) -> None:
    assert read_truth(value) is True


@pytest.mark.parametrize("value", [False, 0, "false", "0"])
def test_what_reads_as_false(value: object) -> None:
    assert read_truth(value) is False


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
def test_what_no_client_may_say_loses_the_match(event: str, data: object) -> None:
    room = Room()
    room.say(0, event, data)
    assert room.ears[0].said[-1]["event"] == "fatal"
    assert (room.ears[0].closed, room.ears[1].closed) == (True, False)
    assert room.match.results()[0][0]["index"] == 1


def test_a_spectator_who_speaks_is_sent_away_and_nobody_loses() -> None:
    room = Room()
    room.say(2, "run", {"caller": {"id": "0"}, "functionName": "log", "args": {"message": "go"}})
    assert room.ears[2].closed
    assert not room.match.over


def test_who_leaves_loses_with_a_reason() -> None:
    room = Room()
    room.match.gone(room.ears[0])
    winners, losers = room.match.results()
    assert (winners[0]["index"], losers[0]["disconnected"], losers[0]["timedOut"]) == (1, True, False)
    last = json.loads(room.match.entries[-1])
    assert last["game"]["gameObjects"]["1"]["won"] is True
    assert last["game"]["gameObjects"]["0"]["reasonLost"] == losers[0]["reason"]


def test_a_match_goes_to_its_end_and_its_record_holds(tmp_path: Path) -> None:
    room = Room()
    while not room.match.over:
        room.now += 1000
        seat = room.match.asked()
        room.run(seat, "buildLodge")
        room.finish(seat)
    assert room.kinds() == "start " + "order ran finished " * 4 + "over"
    setup = room.match.setup
    path = tmp_path / "one.parlour"
    write_record(
        path, room.match.game, setup.options, ["a", "b"], ["human", "human"], room.match.seed, room.match.log()
    )
    assert verify(lambda _: GAME, read_record(path.read_text())).summary() == "holds"


def test_a_forfeited_match_has_a_record_too(tmp_path: Path) -> None:
    room = Room()
    room.run(0, "buildLodge")
    room.match.gone(room.ears[1])
    path = tmp_path / "one.parlour"
    setup = room.match.setup
    write_record(
        path, room.match.game, setup.options, ["a", "b"], ["human", "human"], room.match.seed, room.match.log()
    )
    assert verify(lambda _: GAME, read_record(path.read_text())).summary() == "holds"


def test_bots_orders_are_said_as_clients_say_them() -> None:
    room = Room(kinds=("bot", "client"))
    bot = BotPlayer(room.match, 0)
    while room.match.asked() == 0:
        room.match.act(0, bot.order())
    entries = [json.loads(entry) for entry in room.match.entries]
    assert [entry["type"] for entry in entries][:2] == ["start", "order"]
    for entry in entries:
        if entry["type"] == "ran":
            assert entry["data"]["run"].keys() == {"caller", "functionName", "args"}
            assert "invalid" not in entry["data"]
    assert any(entry["type"] == "ran" for entry in entries)


# Gamelogs.


def merged(state: dict[str, Any], change: Mapping[str, Any]) -> None:
    for key, value in change.items():
        if isinstance(value, dict) and isinstance(state.get(key), dict) and "id" not in value:
            merged(state[key], value)
        else:
            state[key] = value


def test_a_gamelog_is_written_whole_and_read_again(tmp_path: Path) -> None:
    room = Room()
    room.match.gone(room.ears[0])
    stem = gamelog.stem_of("Stumped", "a b/c", 1_700_000_000_123)
    assert stem == "Stumped-a_b_c-2023.11.14.22.13.20.123"
    head = gamelog.head_of("Stumped", "a b/c", WIRING.VERSION, dict(room.match.setup.settings))
    winners, losers = room.match.results()
    tail: dict[str, Any] = {"epoch": 1, "winners": winners, "losers": losers}
    gamelog.write_gamelog(tmp_path, stem, gamelog.body_of(head, tail, room.match.entries))
    assert gamelog.names_in(tmp_path) == [stem]
    assert [path.name for path in tmp_path.iterdir()] == [f"{stem}.json.gz"]
    path = gamelog.file_of(tmp_path, stem)
    assert path is not None
    assert gamelog.file_of(tmp_path, f"{stem}.json.gz") == path
    found: Any = gamelog.read_gamelog(path)
    assert (found["gamelogVersion"], found["winners"], found["deltas"][0]["type"]) == ("2.2.0", winners, "start")
    state: dict[str, Any] = {}
    for entry in found["deltas"]:
        merged(state, entry["game"])
    assert state["gameObjects"]["0"]["lost"] is True


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", ".hidden", "x" * 300, "nothing"])
def test_only_gamelogs_are_found_by_name(tmp_path: Path, name: str) -> None:
    (tmp_path.parent / "x.json.gz").write_bytes(b"")
    assert gamelog.file_of(tmp_path, name) is None


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
def test_what_is_no_gamelog_is_told_in_a_sentence(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "x.json.gz").write_bytes(body)
    with pytest.raises(Problem):
        gamelog.read_gamelog(tmp_path / "x.json.gz")
    with pytest.raises(Problem):
        gamelog.read_gamelog(tmp_path / "y.json.gz")


def test_names_of_records_can_be_printed() -> None:
    for name in ("Oak", "a\x00b", "", "  ", "x" * 200, "\n"):
        assert 0 < len(record_name(name)) <= 80
        assert record_name(name).isprintable()
