"""Records: read as written, refused when changed, replayed to the same digest, and provable on their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.bots import make_bot
from parlour.games import find
from parlour.kernel.match import Log, digest, play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.record import (
    Header,
    Record,
    RecordEntry,
    chain_line,
    check_header,
    effective_entries,
    entry_json,
    header_json,
    read_record,
    record_lines,
    write_record,
)
from parlour.table.loading import make_save, resume_table
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.verify import Verdict, verify
from parlour.terminal.replay_viewer import TextFilm
from tests.table_builders import bones_table, magpie_table, play_to_end, submit_accepted


def record_text(record: Record) -> str:
    return "\n".join(record_lines(record)) + "\n"


def finished_record(seed: int = 1) -> Record:
    table = magpie_table(seed=seed)
    submit_accepted(table, 0, "bid 3")
    play_to_end(table)
    return table.record()


RECORD = finished_record()
TEXT = record_text(RECORD)


def rechain(bodies: list[str]) -> str:
    """Returns the lines with a valid chain, as a forger would write them."""
    lines, link = [], ""
    for body in bodies:
        line, link = chain_line(link, body)
        lines.append(line)
    return "\n".join(lines) + "\n"


def line_bodies() -> list[str]:
    return [header_json(RECORD.header), *(entry_json(entry) for entry in RECORD.entries)]


def test_a_record_reads_as_it_was_written() -> None:
    assert record_text(read_record(TEXT)) == TEXT
    assert verify(find, read_record(TEXT)) == Verdict(RECORD.digest(), over=True, dice=True, given=0)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(TEXT) - 1), st.integers(1, 127))
@example(at=11, flip=1)  # the digit of the format
def test_one_changed_byte_is_noticed_and_its_line_named(at: int, flip: int) -> None:
    changed = TEXT[:at] + chr(ord(TEXT[at]) ^ flip) + TEXT[at + 1 :]
    line = TEXT.count("\n", 0, at) + 1
    with pytest.raises(Problem) as caught:
        verify(find, read_record(changed))
    assert any(f"line {near}" in str(caught.value) for near in (line, line + 1, line - 1)), str(caught.value)


def test_a_missing_or_swapped_line_is_noticed() -> None:
    lines = TEXT.splitlines()
    for broken in (lines[:5] + lines[6:], [*lines[:5], lines[6], lines[5], *lines[7:]], ["", *lines]):
        with pytest.raises(Problem):
            read_record("\n".join(broken) + "\n")


def test_a_cut_off_record_is_noticed() -> None:
    with pytest.raises(Problem, match="cut off"):
        read_record(TEXT[:-3])


def test_a_forged_die_is_found_though_the_chain_fits() -> None:
    forged = line_bodies()
    where = next(index for index, body in enumerate(forged) if "dealt" in body)
    other = "pearl" if "pearl" not in forged[where] else "thimble"
    forged[where] = json.dumps({"dealt": other}, separators=(",", ":"))
    with pytest.raises(Problem, match=f"Line {where + 1} of the record deals '{other}', which the dealer's seed"):
        verify(find, read_record(rechain(forged)))


def test_a_forged_seed_digest_or_answer_is_found() -> None:
    seed = [*line_bodies()[:-1], '{"seed":"' + "00" * 32 + '"}']
    with pytest.raises(Problem, match="committed"):
        verify(find, read_record(rechain(seed)))
    end = [*line_bodies()[:-2], '{"over":"' + "00" * 32 + '"}', line_bodies()[-1]]
    with pytest.raises(Problem, match="ends the match in another way"):
        verify(find, read_record(rechain(end)))
    for answer in ("bid 30", "go north", "bid"):
        dear = line_bodies()
        where = next(index for index, body in enumerate(dear) if "answer" in body)
        dear[where] = '{"seat":0,"answer":"' + answer + '"}'
        with pytest.raises(Problem, match=f"Line {where + 1}"):
            verify(find, read_record(rechain(dear)))


def test_impossible_outcomes_seats_and_undos_are_found() -> None:
    for body in ('{"dealt":"pebble"}', '{"seat":9,"answer":"bid 0"}', '{"seat":1,"undo":""}'):
        with pytest.raises(Problem, match="Line 2"):
            verify(find, read_record(rechain([line_bodies()[0], body])))
    early = [line_bodies()[0], line_bodies()[1], '{"dealt":"pearl"}']
    with pytest.raises(Problem, match="Line 3"):
        verify(find, read_record(rechain(early)))


@pytest.mark.parametrize("text", ["", "\n", "hello\n", "{}\n", "[1]\n", "[" * 5000 + "\n", '{"parlour":1}\n', "null\n"])
def test_foreign_files_are_refused(text: str) -> None:
    with pytest.raises(Problem):
        read_record(text)


def test_a_newer_format_is_refused_by_name() -> None:
    with pytest.raises(Problem, match="format 9"):
        read_record(TEXT.replace('{"parlour":1', '{"parlour":9', 1))


def test_other_versions_and_games_are_refused_by_name() -> None:
    game = find("magpie")
    header = RECORD.header
    with pytest.raises(Problem, match="newer version 2"):
        check_header(game, header._replace(version=2))
    with pytest.raises(Problem, match="older version 0"):
        check_header(game, header._replace(version=0))
    with pytest.raises(Problem, match="of the game chess"):
        check_header(game, header._replace(game="chess"))
    with pytest.raises(Problem, match="no option"):
        check_header(game, header._replace(options={"dragons": 1}))
    with pytest.raises(Problem, match="no game 'chess'"):
        verify(find, Record(header._replace(game="chess"), ()))


def test_lines_that_are_no_entries_are_refused() -> None:
    for line in ('{"hello":1,"chain":"00"}', "null", "{"):
        with pytest.raises(Problem, match="line 2"):
            read_record(TEXT.splitlines()[0] + "\n" + line + "\n")


def test_an_undone_answer_is_left_out() -> None:
    entries = [
        RecordEntry("dealt", text="x"),
        RecordEntry("answer", 0, "a"),
        RecordEntry("answer", 1, "b"),
        RecordEntry("undo", 0),
    ]
    assert [entry.text for entry in effective_entries(entries)] == ["x", "b"]


def test_a_running_match_is_proved_as_far_as_it_went() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 3")
    assert verify(find, table.record()).summary() == "holds so far, its dice are not revealed yet"
    assert verify(find, make_save(table)).summary() == "holds so far"


def test_simulated_matches_make_records_that_hold(tmp_path: Path) -> None:
    for name, specs in (("magpie", ["random", "thrifty"]), ("bones", ["thumb"])):
        game = find(name)
        options = {option.name: option.default for option in game.options}
        state = game.start(len(specs), options, None)
        log = Log()
        play_out_match(state, [make_bot(game, spec) for spec in specs], 77, log)
        path = tmp_path / f"{name}.parlour"
        write_record(path, game, options, specs, specs, 77, log)
        record = read_record(path.read_text("ascii"))
        assert verify(find, record).digest == digest(state, log)
        wrong = Record(record.header._replace(seed=78), record.entries)
        with pytest.raises(Problem, match="Line 2"):
            verify(find, read_record(record_text(wrong)))


def test_names_may_be_any_text() -> None:
    header = Header("magpie", 1, {"stones": 15}, ('Ann "the" \\', "Bøb ☃"), ("human", "human"), "fast", seed=1)
    record = Record(header, (RecordEntry("answer", 0, "bid 1"),))
    assert read_record(record_text(record)).header == header


def test_bones_at_a_table_holds_too() -> None:
    table = bones_table(tutorial=True)
    play_to_end(table)
    assert verify(find, read_record(record_text(table.record()))).digest == table.record().digest()


def make_forgeries() -> dict[str, list[str]]:
    """Returns records with a valid chain that do not show what happened."""
    good = line_bodies()
    *moves, over, seed = good
    late = 1 + next(index for index, body in enumerate(good) if '"dealt"' in body and index > 2)
    return {
        "an answer after the end": [*good, '{"seat":0,"answer":"bid 0"}'],
        "a second seed": [*good, seed],
        "a second end": [*moves, over, over, seed],
        "a seed before the end": [*moves, seed, over],
        "the end as the first line": [moves[0], over, *moves[1:], seed],
        "an undo after the reveal": [*good[:late], '{"seat":0,"undo":""}', *good[late:]],
        "an undo by nobody": [*good[:2], '{"seat":7,"undo":""}', *good[2:]],
        "a default answer that is none": [*good[:2], good[2][:-1] + ',"why":"time is gone"}', *good[3:]],
        "a reason that rings": [*good[:2], good[2][:-1] + ',"why":"\\u0007"}', *good[3:]],
        "more taken over than there is": [good[0].replace('"given":0', '"given":1000000'), *good[1:]],
        "less than nothing taken over": [good[0].replace('"given":0', '"given":-1'), *good[1:]],
        "a dealer of its own": [good[0].replace('"committed"', '"none"'), *moves[1:]],
        "an empty name": [good[0].replace('"Ann"', '""'), *good[1:]],
        "a name that paints": [good[0].replace('"Ann"', '"\\u001b[31mA"'), *good[1:]],
        "a player that rings": [good[0].replace('"human"', '"\\u0007"'), *good[1:]],
        "a very long name": [good[0].replace('"Ann"', '"' + "A" * 81 + '"'), *good[1:]],
        "options of another type": [good[0].replace('"stones":15', '"stones":"15"'), *good[1:]],
        "a nonce that is none": [good[0].replace('"nonces":["', '"nonces":["\\ud800'), *good[1:]],
        "a seed that is none": [*moves, over, '{"seed":"zz"}'],
    }


@pytest.mark.parametrize("name", make_forgeries())
def test_a_forgery_is_refused_though_its_chain_fits(name: str) -> None:
    with pytest.raises(Problem):
        verify(find, read_record(rechain(make_forgeries()[name])))


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "1e99"])
def test_monstrous_numbers_are_refused(number: str) -> None:
    for old, new in (('"version":1', f'"version":{number}'), ('"seat":0', f'"seat":{number}')):
        with pytest.raises(Problem):
            read_record(TEXT.replace(old, new, 1))


def test_a_monstrous_seed_is_refused() -> None:
    header = Header("magpie", 1, {"stones": 15}, ("a", "b"), ("random", "random"), "fast", seed=2**70)
    with pytest.raises(Problem, match="out of range"):
        verify(find, read_record(record_text(Record(header, ()))))


def test_dice_without_proof_are_reported_as_unchecked() -> None:
    *moves, _, _ = line_bodies()
    assert "not revealed" in verify(find, read_record(rechain(moves))).summary()
    header = line_bodies()[0].replace('"given":0', '"given":4')
    taken = verify(find, read_record(rechain([header, *moves[1:5]])))
    assert "the first 4 moves taken over" in taken.summary()


def test_a_simulated_match_that_was_called_off_holds_so_far(tmp_path: Path) -> None:
    game = find("magpie")
    state, log = game.start(2, {"stones": 15}, None), Log()
    play_out_match(state, [make_bot(game, "random"), make_bot(game, "random")], 3, log, 5)
    write_record(tmp_path / "x.parlour", game, {"stones": 15}, ["a", "b"], ["random", "random"], 3, log)
    assert verify(find, read_record((tmp_path / "x.parlour").read_text("ascii"))).summary() == "holds so far"


def without_option(record: Record, option: str) -> Record:
    """Returns the record as written before the game had this option."""
    options = {name: value for name, value in record.header.options.items() if name != option}
    return read_record(record_text(Record(record.header._replace(options=options), record.entries)))


def test_a_later_option_gets_its_default() -> None:
    table = bones_table()
    play_to_end(table)
    record = without_option(table.record(), "table_overrides")
    assert "table_overrides" not in record.header.options
    assert verify(find, record) == verify(find, table.record())
    assert check_header(find("bones"), record.header) == table.options
    assert TextFilm(find("bones"), record).presenter.context.options == table.options
    again = resume_table(find("bones"), record, bytes.fromhex(record.seed()))
    assert record_lines(again.record()) == record_lines(record)  # the first line does not change


def test_a_missing_option_that_changed_play_fails_verification() -> None:
    table = Table(find("magpie"), {"stones": 9}, [Seat("Ann"), Seat("Bob")])
    table.begin()
    play_to_end(table)
    with pytest.raises(Problem):
        verify(find, without_option(table.record(), "stones"))
