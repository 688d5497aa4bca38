"""Options: typed, with a range and a default, and refused in one sentence."""

from __future__ import annotations

import pytest

from parlour.games import find
from parlour.kernel.game import Traits, prepare_options
from parlour.kernel.options import Option, describe_option, display_options, parse_option_pairs, resolve_options
from parlour.kernel.problem import Problem

OFFERED = (
    Option("deep", "bool", False, "Deep water."),
    Option("rounds", "int", 5, "How long.", 1, 9),
    Option("map", "choice", "lake", "Where.", choices=("lake", "sea")),
    Option("ship", "text", "Gull", "Her name.", 1, 6),
    Option("chart", "file", "", "Shoals.", high=40),
)


def test_defaults_fill_what_was_not_given() -> None:
    assert resolve_options(OFFERED, {}) == {
        "deep": False, "rounds": 5, "map": "lake", "ship": "Gull", "chart": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pair", "value"),
    [
        ("deep=yes", True),
        ("deep=OFF", False),
        ("rounds=9", 9),
        ("map=sea", "sea"),
        ("ship= Tern ", "Tern"),
        ("chart=bay.json\n[1]\r\n", "bay.json\n[1]\r\n"),
        ("chart=bay.json\n", "bay.json\n"),
        ("chart=", ""),
    ],
)
def test_texts_are_converted_to_the_type_of_the_option(pair: str, value: object) -> None:
    assert resolve_options(OFFERED, parse_option_pairs([pair]))[pair.split("=")[0]] == value


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ("deep=maybe", "yes or no"),
        ("rounds=10", "from 1 to 9"),
        ("rounds=0", "from 1 to 9"),
        ("rounds=five", "from 1 to 9"),
        ("map=pond", "lake, sea"),
        ("ship=", "1 to 6"),
        ("ship=Leviathan", "1 to 6"),
        ("ship=a\x1bb", "printable"),
        ("chart=bay.json", "send the file's name, a line break, and its content"),
        ("chart=\n[1]", "send the file's name, a line break, and its content"),
        ("chart=/etc/bay.json\n[1]", "send the file's name, a line break, and its content"),
        ("chart=C:\\bay.json\n[1]", "send the file's name, a line break, and its content"),
        ("chart=b\x1by.json\n[1]", "send the file's name, a line break, and its content"),
        ("chart=bay.json\n" + 32 * "x", "give one of 0 to 40 characters"),
        ("chart=bay.json\n\0", "The file bay.json for the option chart is not text in UTF-8"),
        ("chart=bay.json\n\ud800", "The file bay.json for the option chart is not text in UTF-8"),
        ("wind=west", "choose from deep, rounds, map, ship, chart"),
    ],
)
def test_unfitting_values_are_refused_in_one_sentence(pair: str, sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        resolve_options(OFFERED, parse_option_pairs([pair]))


def test_a_number_is_not_a_boolean() -> None:
    with pytest.raises(Problem):
        resolve_options(OFFERED, {"rounds": True})


@pytest.mark.parametrize("pair", ["deep", "=yes", ""])
def test_an_option_is_written_name_and_value(pair: str) -> None:
    with pytest.raises(Problem, match="name=value"):
        parse_option_pairs([pair])


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(Problem, match="it has none"):
        resolve_options((), {"x": 1})


def test_options_are_described() -> None:
    rows = [describe_option(option) for option in OFFERED]
    assert rows[1] == {"name": "rounds", "type": "int", "default": 5, "range": [1, 9], "help": "How long."}
    assert rows[2]["choices"] == ["lake", "sea"]
    assert rows[4] == {"name": "chart", "type": "file", "default": "", "range": [0, 40], "help": "Shoals."}
    assert describe_option(Option("chart", "file", "", ""))["range"] == [0, 65_536]


def test_people_read_the_name_of_a_file_and_no_more() -> None:
    settled = resolve_options(OFFERED, {"chart": "bay.json\n[1]"})
    assert display_options(settled) == {**settled, "chart": "bay.json"}
    assert resolve_options(OFFERED, settled) == settled


def test_seats_and_options_must_go_together() -> None:
    with pytest.raises(Problem, match="with 2 seats; choose 1 seat"):
        prepare_options(find("bones"), 2, {})
    with pytest.raises(Problem, match="with 6 seats; choose 2 or 3 or 4 or 5"):
        prepare_options(find("magpie"), 6, {})
    picky = find("magpie")._replace(traits=Traits(problem=lambda seats, options: "Not today."))
    with pytest.raises(Problem, match="Not today"):
        prepare_options(picky, 2, {})
