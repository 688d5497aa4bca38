"""Films: a match as a sequence of frames, and the documents that describe games, lines and results."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from parlour.bots import make_bot
from parlour.games import find
from parlour.kernel.coach import walk_match
from parlour.kernel.game import Game, game_for_options, review_match
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.match import Log, apply_move, ask_bot, play_out_match
from parlour.kernel.options import resolve_options
from parlour.kernel.problem import Problem
from parlour.kernel.record import Record, effective_entries, read_record, record_lines, write_record
from parlour.kernel.state import State
from parlour.kernel.text import SYSTEM, Event, View, all_events
from parlour.server.film import LONG_MATCH, build_film
from parlour.server.json_documents import board_file, game_document, line_document, result_document
from parlour.table.dealer import CommittedDealer
from parlour.table.loading import fork_table, make_save, record_seats
from parlour.table.table import Table
from parlour.table.table_types import TableLogLine
from parlour.table.view_fields import view_fields
from tests.table_builders import bones_table, magpie_table, play_to_end, submit_accepted


def play_with_bot(table: Table, bot: str) -> Record:
    """Plays the match to its end with this bot on every seat."""
    player = make_bot(table.game, bot)
    while not table.match.over():
        seat = table.match.owing()[0]
        question = table.match.question_number[seat]
        table.answer(seat, question, int(ask_bot(player, table.match.state, seat, 7, question)))
    return table.record()


def lines_of_frames(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for frame in frames for line in frame["lines"]]


# Games.


def test_the_categories_of_a_games_log_are_described() -> None:
    document = game_document(find("magpie"), None, {})
    assert document["categories"] == [
        {"name": "draw", "heading": "Draw", "colour": "orange", "icon": "eye"},
        {"name": "sale", "heading": "Sale", "colour": "green", "icon": "gain"},
        {"name": "tie", "heading": "Tie", "colour": "red", "icon": "close"},
        {"name": "system", "heading": "Table", "colour": "grey", "icon": "system"},
    ]
    assert document["headings"] == {"draw": "Draw", "sale": "Sale", "tie": "Tie", "system": "Table"}
    assert game_document(find("hunter"), None, {})["headings"]["system"] == "System"


def test_bots_that_need_an_argument_are_not_offered() -> None:
    found = game_document(find("harmonictook"), None, {})
    assert "profile" not in found["bots"]
    assert {"champion", "pass", "random"} <= set(found["bots"]) - set(found["others"])
    assert found["others"] == ["greedy", "rollout", "mcts"]


def test_a_game_is_described_as_the_protocol_says() -> None:
    game = find("magpie")
    found = game_document(game, None, {})
    assert found["id"] == "magpie"
    assert (found["seats"], found["board"], found["longest_name"]) == ([2, 3, 4, 5], None, 24)
    assert found["secrets"] is True
    assert found["bots"] == ["thrifty", "learned", "random", "greedy", "rollout", "mcts"]
    assert found["others"] == ["random", "greedy", "rollout", "mcts"]
    assert found["levels"]["hard"] == "thrifty"
    assert found["view"] == [
        {"name": "prize", "type": "int", "of": "trinket", "by": None},
        {"name": "bag", "type": "list", "of": None, "by": "trinket"},
        {"name": "purse", "type": "list", "of": None, "by": "seat"},
        {"name": "hoard", "type": "list", "of": None, "by": "seat"},
        {"name": "mine", "type": "int", "of": None, "by": None},
        {"name": "over", "type": "bool", "of": None, "by": None},
    ]
    assert found["options"][0]["range"] == [1, 30]
    assert found["events"][0] == {"name": "shown", "category": "draw", "arguments": ["trinket"], "pause": False}
    assert len(found["things"]["trinket"]) == 6
    assert msgspec.json.decode(msgspec.json.encode(found)) == found


@pytest.mark.parametrize("name", ["bones", "magpie"])
def test_every_field_of_a_view_is_described(name: str) -> None:
    game = find(name)
    options = {option.name: option.default for option in game.options}
    view = msgspec.to_builtins(game.view(game.start(game.seats[0], options, None), 0))
    rows = view_fields(game)
    assert [row["name"] for row in rows] == list(view)
    kinds = {"int": int, "bool": bool, "text": str, "list": list}
    for row in rows:
        value = view[row["name"]]
        assert value is None or type(value) is kinds[row["type"]], row


def test_a_field_named_like_the_things_counts_them() -> None:
    assert view_fields(find("bones"))[0] == {"name": "place", "type": "int", "of": "place", "by": None}


@dataclass(frozen=True)
class OddView:
    pair: Annotated[tuple[int, ...], "trinket", "by seat"]
    noted: Annotated[int, "a remark", 7]
    by_nothing: Annotated[list[int], "by moonlight"]
    odd: dict[str, int]
    perhaps: int | None


def strange_view(state: State, seat: int) -> OddView:
    raise NotImplementedError


def untyped_view(state, seat):  # type: ignore[no-untyped-def]
    raise NotImplementedError


def unresolvable_view(state: State, seat: int) -> Nowhere:  # type: ignore[name-defined]  # noqa: F821
    raise NotImplementedError


def plain_view(state: State, seat: int) -> View:
    raise NotImplementedError


def test_views_of_every_kind_are_described() -> None:
    game: Game = find("magpie")._replace(view=strange_view)
    assert [tuple(row.values()) for row in view_fields(game)] == [
        ("pair", "list", "trinket", "seat"),
        ("noted", "int", None, None),
        ("by_nothing", "list", None, None),
        ("odd", "other", None, None),
        ("perhaps", "int", None, None),
    ]
    for view in (untyped_view, unresolvable_view, plain_view):
        assert view_fields(game._replace(view=view)) == []


def test_a_board_lies_beside_the_game(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "guest_of_films"
    (package / "web").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    packaged = find("magpie")._replace(home="guest_of_films")
    assert board_file(packaged) is None
    (package / "web" / "board.js").write_text("")
    assert board_file(packaged) == package / "web" / "board.js"
    assert board_file(packaged._replace(home="no_such_guest")) is None


def test_lines_bring_what_happened_in_numbers() -> None:
    game = find("magpie")
    line = TableLogLine(3, SYSTEM, "Ann buys a pearl for 4.", False, Event(0, 1, (0, 4, 4)))
    document = line_document(game, line)
    assert (document["kind"], document["arguments"]) == ("won", {"seat": 0, "trinket": 4, "price": 4})
    notice = line_document(game, TableLogLine(4, SYSTEM, "Ann plays again.", False, None))
    assert (notice["kind"], notice["arguments"]) == (None, {})


def test_equal_standings_share_a_rank() -> None:
    table = magpie_table(("human",) * 3)
    play_to_end(table)
    result = result_document(table.match.state, "R")
    assert [row["rank"] for row in result["rows"]] == [1, 1, 1]
    won = result_document(finished_bones().match.state, "R")
    assert (won["winners"], won["rows"][0]["rank"], won["record"]) == ([0], 1, "R")


def finished_bones() -> Table:
    table = bones_table()
    play_with_bot(table, "optimal")
    return table


# Films.


def test_a_film_shows_every_answer_and_every_outcome() -> None:
    table = magpie_table()
    record = play_with_bot(table, "thrifty")
    shown = build_film(record, table.game, None, "R")
    frames = shown["frames"]
    moves = [entry for entry in record.entries if entry.kind in ("answer", "dealt")]
    assert [frame["at"] for frame in frames] == list(range(len(moves) + 1))
    assert [(frame["who"], frame["text"]) for frame in frames[1:]] == [(move.seat, move.text) for move in moves]
    assert (frames[0]["who"], frames[0]["text"]) == (None, "")
    assert all(("draw" in frame) == (frame["who"] == -1) for frame in frames)
    assert frames[-1]["view"] == msgspec.to_builtins(table.match.view(int(WATCHER)))
    assert frames[-1]["lights"] == []
    assert frames[1]["lights"] == [0, 1]
    assert shown["digest"] == record.digest()
    assert shown["result"] == result_document(table.match.state, "R")
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown


def test_the_lines_of_a_film_are_the_lines_of_the_table() -> None:
    for table in (magpie_table(("human",) * 3), bones_table(tutorial=True)):
        record = play_with_bot(table, "greedy")
        for viewer in (*range(len(table.match.seats)), None):
            shown = build_film(record, table.game, viewer, "R")
            lines = table.lines(int(WATCHER) if viewer is None else viewer)
            assert lines_of_frames(shown["frames"]) == [line_document(table.game, line) for line in lines]


def test_captions_go_with_every_frame() -> None:
    table = finished_bones()
    shown = build_film(table.record(), table.game, 0, "R")
    assert all(frame["captions"]["hero"] == "Ann" for frame in shown["frames"])
    assert shown["frames"][-1]["captions"] == dict(table.present(0).captions())
    assert shown["review"] == review_match(table.game, table.match.context, table.match.log.moves())
    assert shown["review"]


def test_a_film_shows_a_seat_what_it_saw_and_no_more() -> None:
    table = magpie_table()
    record = play_with_bot(table, "thrifty")
    films = [build_film(record, table.game, viewer, "R")["frames"] for viewer in (0, 1, None)]
    mine = next(at for at, frame in enumerate(films[0]) if frame["who"] == 0 and frame["lights"] == [1])
    assert films[0][mine]["view"]["mine"] == int(films[0][mine]["text"].removeprefix("bid "))
    assert films[1][mine]["view"]["mine"] is films[2][mine]["view"]["mine"] is None


def test_every_draw_follows_from_the_seed() -> None:
    table = finished_bones()
    shown = build_film(table.record(), table.game, 0, "R")
    dealer = shown["dealer"]
    assert hashlib.sha256(bytes.fromhex(dealer["seed"])).hexdigest() == dealer["commitment"]
    stream = CommittedDealer(bytes.fromhex(dealer["seed"]), dealer["nonces"])
    draws = [frame["draw"] for frame in shown["frames"] if "draw" in frame]
    assert len(draws) > 20
    assert all(draw["odds"] == [] and stream.below(draw["fan"]) == draw["outcome"] for draw in draws)


def test_an_answer_taken_back_is_not_shown_and_a_default_says_so() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 3")
    table.undo(0)
    table.answer_by_default(0, table.match.question_number[0], "time is gone")
    play_to_end(table)
    frames = build_film(table.record(), table.game, None, "R")["frames"]
    assert "bid 3" not in [frame["text"] for frame in frames]
    assert frames[2]["lines"][0]["text"] == "Ann: bid 0, the default answer (time is gone)."


def test_changes_of_players_are_shown_where_they_happened() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 3")
    table.hand_over(1, "thrifty")
    table.hand_over(1, "human")
    play_to_end(table)
    shown = build_film(table.record(), table.game, None, "R")
    texts = [line["text"] for line in shown["frames"][2]["lines"]]
    assert texts == ["The bot thrifty plays for Bob now.", "Bob plays again."]
    assert shown["players"] == ["human", "human"]


def long_stumped_match(path: Path) -> tuple[Game, Record]:
    """Returns a match in which beavers walk about for many turns."""
    options = {**resolve_options(find("stumped").options, {}), "width": 16, "height": 12, "turns": 400, "lodges": 60}
    game, log = game_for_options(find("stumped"), options), Log()
    state = game.start(2, options, None)
    play_out_match(state, [make_bot(game, "random"), make_bot(game, "random")], 5, log)
    write_record(path, game, options, ["Ann", "Bob"], ["random", "random"], 5, log)
    return game, read_record(path.read_text())


def test_a_long_match_is_shown_by_the_turn(tmp_path: Path) -> None:
    game, record = long_stumped_match(tmp_path / "long.parlour")
    entries = len(effective_entries(record.entries))
    assert entries > LONG_MATCH
    shown = build_film(record, game, None, "R")
    frames = shown["frames"]
    assert len(frames) < entries / 2
    assert [frame["at"] for frame in frames] == sorted({frame["at"] for frame in frames})
    assert (frames[0]["at"], frames[-1]["at"]) == (0, entries)
    assert (frames[1]["who"], "draw" in frames[1]) == (-1, True)
    turns = [frame["view"]["turn"] for frame in frames[1:]]
    assert turns[:-1] == list(range(len(turns) - 1))
    several = next(frame for frame in frames if frame["text"].endswith(" answers"))
    assert len([line for line in several["lines"] if line["kind"] == "turn_ends"]) == 1
    numbers = [line["number"] for frame in frames for line in frame["lines"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert frames[-1]["view"]["winner"] == shown["result"]["winners"][0]
    assert len(shown["review"]) == 4


def test_a_walk_through_a_match_has_every_move_position_and_event() -> None:
    table = magpie_table()
    play_with_bot(table, "thrifty")
    journal = Journal()
    state = table.game.start(len(table.match.seats), table.options, journal)
    before = int(journal.count())
    for step in walk_match(table.game.start(len(table.match.seats), table.options, None), table.match.log.moves()):
        assert step.before.pack() == state.pack()
        apply_move(state, step.who, step.what)
        assert step.after.pack() == state.pack()
        assert step.events == all_events(journal, before)
        before = int(journal.count())
    assert state.pack() == table.match.state.pack()
    assert step.after.journal is None


def test_a_match_that_goes_on_keeps_its_seed() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 3")
    shown = build_film(make_save(table), table.game, None, "R")
    assert shown["dealer"]["seed"] == ""
    assert (shown["result"], shown["review"], shown["digest"]) == (None, [], "")
    assert shown["dealer"]["commitment"] == table.commitment


def test_lines_of_an_earlier_match_are_counted() -> None:
    first = magpie_table()
    record = play_with_bot(first, "greedy")
    table = fork_table(first.game, record, 5, record_seats(record.header))
    play_to_end(table)
    assert build_film(table.record(), table.game, None, "R")["dealer"]["given"] == 5


def test_a_simulated_match_has_a_film_too(tmp_path: Any) -> None:
    game = find("magpie")
    log = Log()
    play_out_match(game.start(2, {"stones": 15}, None), [make_bot(game, "random")] * 2, 5, log)
    path = tmp_path / "one.parlour"
    write_record(path, game, {"stones": 15}, ("Ann", "Bob"), ("random", "random"), 5, log)
    shown = build_film(read_record(path.read_text()), game, None, "R")
    assert shown["dealer"] == {"kind": "fast", "commitment": "", "nonces": [], "seed": "5", "given": 0}


def test_what_cannot_be_shown_is_refused() -> None:
    table = magpie_table()
    play_to_end(table)
    record = table.record()
    with pytest.raises(Problem, match="The match has no seat 2; choose one from 0 to 1"):
        build_film(record, table.game, 2, "R")
    with pytest.raises(Problem, match="older version"):
        build_film(Record(record.header._replace(version=0), record.entries), table.game, None, "R")
    assert build_film(read_record("\n".join(record_lines(record)) + "\n"), table.game, 1, "R")["viewer"] == 1
