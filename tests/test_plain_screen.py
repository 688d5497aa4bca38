"""The plain screen: whole matches typed line by line."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour import games
from parlour.arena.output_files import OutputFiles
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.record import effective_entries, record_lines
from parlour.play.choices import NumberedChoice, choice_numbers, find_choice
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup, default_players
from parlour.play.unfinished_matches import delete_unfinished, list_unfinished
from parlour.store import files
from parlour.table.verify import verify
from parlour.terminal.line_console import wrap_board
from parlour.terminal.plain_match import play_plain
from parlour.terminal.plain_menu import run_plain_menu
from parlour.terminal.replay_viewer import show_replay
from tests import staged_orders_game

BONES = games.find("bones")
MAGPIE = games.find("magpie")
TOWN = games.find("harmonictook")
SKIPPED: dict[str, int | bool | str] = {"tutorial": False}
NEVER_ROLL = ["n", "n", *["fight", "hold", "n", "fight", "hold", "s"] * 10]  # loses credibility quickly


class TypedInput(io.StringIO):
    """An input of typed lines."""

    def isatty(self) -> bool:
        return True


pytestmark = pytest.mark.usefixtures("home")


def type_lines(lines: Sequence[str], live: bool = False) -> io.StringIO:
    text = "".join(f"{line}\n" for line in lines)
    return TypedInput(text) if live else io.StringIO(text)


def play_typed(setup: PlaySetup, lines: Sequence[str], live: bool = False) -> str:
    """Plays a match with these typed lines and returns the output."""
    out = io.StringIO()
    assert play_plain(setup, type_lines(lines, live), out) == 0
    return out.getvalue()


def bones_setup(seed: int = 1, **more: object) -> PlaySetup:
    setup = PlaySetup(game=BONES, options=dict(SKIPPED), seed=seed)
    for name, value in more.items():
        setattr(setup, name, value)
    return setup


def list_records() -> list[Path]:
    return sorted((files.data_folder() / "records").glob("*"))


def list_running() -> list[Path]:
    return files.running_matches()


# Whole matches.


def test_a_whole_campaign_is_lost_and_its_record_holds() -> None:
    output = play_typed(bones_setup(), NEVER_ROLL)
    assert "Player has lost." in output
    assert "Looking back:" in output
    assert "The whole campaign: luck" in output
    assert list_running() == []
    assert verify(games.find, files.load_record(list_records()[0]))


def test_the_lesson_and_the_practice_game_are_shown_and_played() -> None:
    output = play_typed(PlaySetup(game=BONES, seed=1), ["hold", "hold", "quit"])
    assert "Everyone begins with three dice." in output
    assert "Bones with Aunt Brindle" in output
    assert "Bones with Pim the net-mender" in output
    assert "Gullwing Landing" in output


def test_a_whole_match_of_magpie_against_two_bots() -> None:
    output = play_typed(PlaySetup(game=MAGPIE, seats=["human", "thrifty", "random"], seed=2), ["1"] * 15 + ["0"] * 12)
    assert output.count("Out of the bag comes") == 12
    assert "The bag is empty." in output
    assert re.search(r"^1\. \w+ +\d+ points$", output, re.MULTILINE)
    assert verify(games.find, files.load_record(list_records()[0]))


def test_bots_play_alone_with_a_watcher() -> None:
    output = play_typed(PlaySetup(game=MAGPIE, seats=["thrifty", "random"], seed=2), [])
    assert output.count("Out of the bag comes") == 12
    assert ">" not in output


def test_the_same_seed_and_answers_give_the_same_match() -> None:
    def transcript() -> str:
        lines = ["2", "?", "0", "undo", *["1"] * 20]
        return play_typed(PlaySetup(game=MAGPIE, seats=["human", "thrifty"], seed=77), lines).split("To see it again")[
            0
        ]

    first, again = transcript(), transcript()
    assert first == again
    one, other = (path.read_bytes() for path in list_records())
    assert one == other
    assert transcript() != play_typed(PlaySetup(game=MAGPIE, seats=["human", "thrifty"], seed=78), ["1"] * 20)


@pytest.mark.parametrize("game", [name for name in games.names() if games.find(name).coach.levels])
def test_without_seats_one_person_plays_against_the_easy_level(game: str) -> None:
    sitting = open_match(PlaySetup(game=games.find(game)))
    assert {seat.player for seat in sitting.table.match.seats} == {"human", "easy"}
    sitting.close()


def test_without_levels_one_person_plays_against_the_best() -> None:
    game = MAGPIE._replace(coach=MAGPIE.coach._replace(levels={}))
    assert default_players(game, 3) == ["human", "thrifty", "thrifty"]


# Input.


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("abc", "'abc' is none of the choices; type a choice's number (1 to 5)"),
        ("0", "There is no choice 0; type a number of the list (1 to 5)."),
        ("-1", "There is no choice -1; type a number of the list (1 to 5)."),
        ("", "type the number of a choice (1 to 5)"),
        ("6", "There is no choice 6"),
        ("9" * 5000, "There is no choice 999999999999999999999999999...;"),
        ("go", "'go' fits several choices (go north, go east, go south, go west); type more of the one you mean."),
        ("4", "(rule R31)"),
        ("go west", "(rule R31)"),
        ("fight", "Nobody plays bones here (rule 5.3)."),
        ("roll", "You are not in a game of bones (rule 6)."),
        ("undo", "You have not answered anything yet"),
        ("save", "The save has no name; give it one, as in save NAME."),
        ("save ../x", "use at most 40 letters"),
        ("load nothing", "There is no save called nothing; choose from the saves: none."),
        ("pages nothing", "There is no page 'nothing' now."),
    ],
)
def test_bad_input_is_refused_with_its_reason_and_asked_again(line: str, reason: str) -> None:
    output = play_typed(bones_setup(), [line, "n", "quit"])
    assert reason in " ".join(output.split())
    assert "Fishscale Steps" in output.split("\n> ", 2)[-1]  # the next line was accepted


def test_choices_show_numbers_and_closed_ones_their_rule() -> None:
    output = play_typed(bones_setup(), [])
    assert "  1  Go north, where you have not been\n" in output
    assert re.search(r"^  4  Go west  \(no: .*, rule R31\)$", output, re.MULTILINE)


def test_an_answer_is_a_number_a_notation_a_prefix_or_a_word_of_it() -> None:
    for line in ("1", "go north", "GO  North", "go n", "n", "north"):
        assert "* Fishscale Steps." in play_typed(bones_setup(), [line, "quit"])


def test_amounts_are_chosen_by_their_number() -> None:
    setup = PlaySetup(game=MAGPIE, seats=["human", "human"], seed=1)
    output = play_typed(setup, ["", "bid 16", "16", "3", "", "0", "quit"])
    assert "You cannot bid more stones than your purse holds (rule 2)." in output
    assert "There is no choice 16; type a number of the list (0 to 15)." in output
    assert "Player buys a" in output
    assert "for 3." in output


def test_numbers_follow_the_list_unless_every_choice_is_an_amount() -> None:
    assert choice_numbers(["bid 0", "bid 4"], ["Bid nothing", "Bid 4"]) == [0, 4]
    assert choice_numbers(["buy 0", "buy 4"], ["Buy wheat", "Buy a mine"]) == [1, 2]
    assert choice_numbers(["bid 4"], ["Bid 4"]) == [1]


def test_an_exact_notation_goes_before_longer_ones() -> None:
    choices = [NumberedChoice(1, 1, "roll", "Roll"), NumberedChoice(2, 2, "roll again", "Roll again")]
    assert find_choice(choices, "roll") == choices[0]
    assert find_choice(choices, "again") == choices[1]
    assert find_choice(choices, "x") is None


# Commands.


def test_fast_shows_the_board_only_when_asked() -> None:
    slow = play_typed(bones_setup(), ["n", "quit"])
    fast = play_typed(bones_setup(fast=True), ["n", "quit"])
    assert "Credibility 3" in slow
    assert "(no: " in slow
    assert "Credibility 3" not in fast
    assert "(no: " not in fast
    assert "Which way?" in fast
    assert "Credibility 3" in play_typed(bones_setup(fast=True), ["n", "board", "quit"])
    assert re.findall(r"^ +(\d)  Go ", fast, re.MULTILINE) == re.findall(r"^ +(\d)  Go .+[^)]$", slow, re.MULTILINE)


def test_help_rules_log_and_pages() -> None:
    output = play_typed(bones_setup(), ["n", "help", "rules", "log", "map", "pages", "character", "pages char", "quit"])
    assert "take back your last answer" in output
    assert "Page 3 of 3" in output
    assert output.count("* Fishscale Steps.") == 2
    assert "    A B C D E F G" in output
    assert "There is: Character, Map" in output
    assert output.count("Dockside Unknown") >= 4


def test_pages_are_closed_in_a_fight_and_so_is_saving() -> None:
    output = play_typed(bones_setup(), ["n", "n", "fight", "map", "pages", "save x", "quit"])
    assert "There is no page 'map' now." in output
    assert "There is nothing to look up now." in output
    assert "A game of bones cannot be saved half-way (rule 11); finish it first." in " ".join(output.split())
    assert files.list_saves() == []


def test_a_hint_shows_chances_from_the_game_itself() -> None:
    output = play_typed(bones_setup(), ["n", "n", "fight", "?", "quit"])
    assert re.search(r"Roll one more die +\[#+\.*\] (100|\d+\.\d) %\n +wins this game", output)


def test_a_hint_without_chances_comes_from_the_best_bot() -> None:
    output = play_typed(PlaySetup(game=MAGPIE, seats=["human", "thrifty"], seed=1), ["?", "quit"])
    assert re.search(r"  Bid \S+  that is what the bot thrifty would do", output)


def test_undo_takes_back_what_nothing_has_come_of() -> None:
    output = play_typed(bones_setup(), ["n", "undo", "n", "fight", "add", "undo", "quit"])
    assert "The dealer has dealt since." not in output
    assert "You have seen something new since." in output
    assert "Player takes the last answer back." in output


def test_save_asks_before_it_overwrites_and_load_goes_on() -> None:
    play_typed(bones_setup(), ["n", "save one", "n", "save one", "n", "quit"])
    assert "Fishscale" in play_typed(PlaySetup(load=files.save_path("one")), ["quit"])
    output = play_typed(bones_setup(2), ["n", "n", "save one", "y", "load", "load one", "quit"])
    assert output.count("A save named one exists already; overwrite? [y/n]") == 1
    assert re.search(r"  one  bones: Player, \d{4}-", output)
    assert output.count("== Baldur's Bones ==") == 2
    assert output.count("The match is kept.") == 2
    assert "Barrel Yard" in output.split("load one")[1]


def test_a_save_keeps_its_dice() -> None:
    lines = ["fight", "roll", "roll", "hold", "quit"]
    first_run = play_typed(bones_setup(5), ["n", "n", "save here", *lines]).split("> fight", 1)[1]
    again = play_typed(PlaySetup(load=files.save_path("here")), lines).split("> fight", 1)[1]
    assert first_run.split("The match is kept")[0] == again.split("The match is kept")[0]


def test_without_saves_there_is_nothing_to_load_and_after_the_end_a_save_can_be() -> None:
    assert "There are no saves yet." in play_typed(bones_setup(), ["load", "quit"])
    play_typed(bones_setup(), ["n", "save one", "quit"])
    output = play_typed(bones_setup(), [*NEVER_ROLL, "load one", "quit"], live=True)
    assert output.count("== Baldur's Bones ==") == 2
    assert "Fishscale" in output.split("new for a new game")[-1]
    assert "new for a new game" in play_typed(bones_setup(), [*NEVER_ROLL, "quit"], live=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_events_that_cannot_be_written_leave_no_match_behind() -> None:
    full = Path("/dev/full")
    with pytest.raises(Problem, match="No space left"):
        open_match(bones_setup(events=full))
    assert not list((files.data_folder() / "running").iterdir())
    play_typed(bones_setup(), ["n", "quit"])
    path = list_running()[0]
    with pytest.raises(Problem, match="No space left"):
        open_match(PlaySetup(load=path, events=full))
    assert [left.path for left in list_unfinished()] == [path]


def test_a_name_that_would_play_with_the_terminal_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.parlour"
    play_typed(bones_setup(save=file), ["n", "quit"])
    record = files.load_record(file)
    header = record.header._replace(players=("py:\x1b[2Jx.py:X",))
    file.write_text("\n".join([*record_lines(record._replace(header=header)), ""]))
    with pytest.raises(Problem, match="cannot be printed") as refused:
        open_match(PlaySetup(load=file))
    assert "\x1b" not in str(refused.value)


def test_a_damaged_save_is_listed_with_what_is_wrong_and_refused() -> None:
    play_typed(bones_setup(), ["save one", "quit"])
    path = files.save_path("one")
    path.write_text(path.read_text().replace("committed", "fast"))
    output = play_typed(bones_setup(), ["load", "load one", "quit"])
    assert output.count(str(path)) >= 2
    with pytest.raises(Problem):
        open_match(PlaySetup(load=path))


def test_a_file_is_saved_on_demand_and_on_leaving(tmp_path: Path) -> None:
    file = tmp_path / "match.parlour"
    output = play_typed(bones_setup(save=file), ["save", "n", "n", "fight", "quit"])
    assert f"Saved: {file}" in output
    assert "Your total is" in play_typed(PlaySetup(load=file), ["quit"])


# Leaving and resuming.


def test_the_end_of_the_input_keeps_the_match_and_says_how_to_resume() -> None:
    output = play_typed(bones_setup(), ["n", "n", "fight"])
    path = list_running()[0]
    assert output.rstrip().endswith(f"parlour play bones --load {path}")
    assert "Unfinished: Baldur's Bones: Player" in play_typed(bones_setup(2), ["quit"])
    more = play_typed(PlaySetup(game=BONES, load=path), ["hold", *NEVER_ROLL])
    assert more.count("Sit. Three to open") <= 1
    assert "Player has lost." in more
    assert path not in list_running()
    assert list_records()[0].name == path.name
    assert verify(games.find, files.load_record(list_records()[0]))


def test_a_match_gone_on_with_recalls_the_last_lines_only() -> None:
    play_typed(bones_setup(), ["n", "n", "n", "n", "n", "n", "quit"])
    output = play_typed(PlaySetup(load=list_running()[0]), ["quit"])
    assert output.count("\n* ") == 6


def test_a_match_is_open_in_one_window_at_a_time() -> None:
    sitting = open_match(bones_setup())
    path = list_running()[0]
    assert list_unfinished() == []
    with pytest.raises(Problem, match="another window"):
        open_match(PlaySetup(load=path))
    sitting.close()
    assert [left.path for left in list_unfinished(BONES)] == [path]
    assert list_unfinished(MAGPIE) == []
    delete_unfinished(path)
    assert list_running() == []


def test_a_cut_off_last_line_is_no_loss() -> None:
    play_typed(bones_setup(), ["n", "quit"])
    path = list_running()[0]
    with path.open("a") as file:
        file.write('{"seat":0,"ans')
    assert [left.problem for left in list_unfinished()] == [""]
    assert "Fishscale" in play_typed(PlaySetup(load=path), ["quit"])


def test_a_match_that_was_over_when_the_program_died_is_put_away() -> None:
    play_typed(bones_setup(), NEVER_ROLL)
    record = list_records()[0]
    path = files.data_folder() / "running" / record.name
    record.replace(path)
    path.with_suffix(files.SECRET_SUFFIX).write_text(files.load_record(path).seed())
    assert "Player has lost." in play_typed(PlaySetup(load=path), [])
    assert list_running() == []
    assert list_records() == [record]


def test_after_the_end_a_person_may_play_again() -> None:
    output = play_typed(bones_setup(), [*NEVER_ROLL, "what", "load x", "new", "quit"], live=True)
    assert "new for a new game" in output
    assert output.count("== Baldur's Bones ==") == 2
    assert "There is no save called x; choose from the saves: none." in output
    assert len(list_running()) == 1


def test_ctrl_c_leaves_the_match_behind() -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline(-1)
            if not line:
                raise KeyboardInterrupt
            return line

    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        play_plain(bones_setup(), Interrupted("n\n"), out)
    assert "Go on with: parlour play bones --load" in out.getvalue()
    assert "Fishscale" in play_typed(PlaySetup(load=list_running()[0]), ["quit"])


# Several people.


def test_a_curtain_falls_whenever_the_device_changes_hands() -> None:
    setup = PlaySetup(game=MAGPIE, seats=["human", "human", "thrifty"], names=["Ann", "Bo"], seed=3)
    output = play_typed(setup, ["what", "", "3", "", "4", "quit"])
    assert output.index("Pass the device to Ann") < output.index("Ann:\n") < output.index("Pass the device to Bo")
    assert "Press Enter, or type undo or quit." in output
    curtain = output.split("Pass the device to Bo")[1]
    assert "In your cup" not in curtain
    assert "> 3" not in curtain
    assert "Bo:\n" in curtain
    assert output.count("Pass the device") == 3  # Bo, who bid last, is asked first in the next round


def test_in_a_game_with_a_turn_order_people_at_one_device_are_asked_in_seat_order() -> None:
    """Bo is the last to choose places, and yet Ann shops first; online the store is open to both at once."""
    options: dict[str, Value] = {"weapons": "Bat,Axe", "dummies": "none"}
    setup = PlaySetup(game=games.find("hunter"), options=options, seats=["human", "human"], names=["Ann", "Bo"], seed=3)
    output = play_typed(setup, ["", "dojo plaza", "", "dojo plaza", "", "finish", "", "finish", "quit"])
    passed = re.findall(r"Pass the device to (\w+)\.", output)
    assert passed[:4] == ["Ann", "Bo", "Ann", "Bo"]


def test_no_curtain_falls_in_a_game_without_secrets() -> None:
    setup = PlaySetup(game=TOWN, seats=["human", "human"], names=["Ann", "Bo"], seed=3)
    output = play_typed(setup, ["pass", "undo", "pass", "quit"])
    assert "Pass the device" not in output
    assert output.index("Ann:\n") < output.index("Bo:\n")
    assert output.count("Ann builds nothing") == 1  # an event that one player has seen is not repeated for the other
    assert "The dealer has dealt since." in output


def test_before_the_curtain_is_lifted_the_last_answer_can_be_taken_back() -> None:
    setup = PlaySetup(game=MAGPIE, seats=["human", "human"], names=["Ann", "Bo"], seed=3)
    output = play_typed(setup, ["undo", "", "3", "undo", "5", "", "0", "quit"])
    assert "You have not answered anything yet" in output
    assert "Ann takes the last answer back." in output
    assert "Ann buys" in output
    assert "for 5." in output


def test_on_a_terminal_nothing_of_the_last_person_is_left_in_sight() -> None:
    setup = PlaySetup(game=MAGPIE, seats=["human", "human"], names=["Ann", "Bo"], seed=3)
    output = play_typed(setup, ["", "3", "quit"], live=True)
    assert output.split("Pass the device to Bo")[0].endswith("\n" * 60 + "---- ")


# The events.


def test_events_are_written_as_they_happen(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    setup = bones_setup(events=file)
    sitting = open_match(setup)
    before = [json.loads(line) for line in file.read_text().splitlines()]
    sitting.answer(sitting.question().parse_answer("n"))
    after = [json.loads(line) for line in file.read_text().splitlines()]
    sitting.close()
    assert after[: len(before)] == before
    header, *rows = after
    players = [{"seat": 0, "name": "Player", "player": "human"}]
    assert header == {
        "kind": "header", "game": "bones", "version": BONES.version, "options": header["options"], "players": players
    }  # fmt: skip
    assert [row["n"] for row in rows] == list(range(len(rows)))
    assert after[-1] == {
        "n": len(rows) - 1,
        "kind": "arrived",
        "category": "walk",
        "audience": -1,
        "arguments": {"place": 35, "status": 1},
        "names": {"place": BONES.text.things["place"][35]},
        "text": after[-1]["text"],
    }
    assert after[-1]["text"].startswith("Fishscale Steps.")


def test_arguments_of_the_same_name_are_kept_apart(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    play_typed(bones_setup(events=file), ["n", "n", "fight", "quit"])
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    dice = next(row["arguments"] for row in rows if row["kind"] == "opened")
    assert dice["die"] + dice["die 2"] + dice["die 3"] == dice["total"]


def test_events_name_players_and_cards_beside_their_numbers(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    town = games.find("harmonictook")
    setup = PlaySetup(game=town, seats=["human", "random"], names=["Ann", "Bo"], seed=1, events=file)
    play_typed(setup, ["pass", "quit"])
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    start = next(row for row in rows if row["kind"] == "turn_start")
    assert start["names"] == {"seat": ["Ann", "Bo"][start["arguments"]["seat"]]}
    paid = next(row for row in rows if {"seat", "card"} <= set(row.get("arguments", ())))
    card = town.text.things["card"][paid["arguments"]["card"]]
    assert paid["names"]["card"] == card


# The log and colours.


def test_log_n_shows_the_last_turns() -> None:
    setup = PlaySetup(game=MAGPIE, seats=["human", "random"], names=["Ann", "Bo"], seed=3)
    output = play_typed(setup, ["1", "1", "1", "log 2", "log 99", "log x", "quit"])
    last_two, all_turns = output.split("> log 2\n")[1].split("> log 99\n")
    assert last_two.count("* Out of the bag comes") == 2
    assert all_turns.split("> log x")[0].count("* Out of the bag comes") == 4
    assert "'x' is no number of turns; type log and a number from 1 on, as in log 3." in output


class ColourTerminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("no_colour", ["", "1"])
def test_a_terminal_has_colours_unless_no_color_is_set(no_colour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", no_colour)
    monkeypatch.setenv("TERM", "xterm")
    setup = PlaySetup(game=games.find("harmonictook"), seats=["human", "random"], seed=1)
    screen, pipe = ColourTerminal(), io.StringIO()
    play_plain(setup, type_lines(["quit"]), screen)
    play_plain(setup, type_lines(["quit"]), pipe)
    assert "\x1b" not in pipe.getvalue()
    assert ("\x1b[38;5;34mBakery\x1b[0m" in screen.getvalue()) is not bool(no_colour)
    assert ("\x1b[1m" in screen.getvalue()) is not bool(no_colour)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert "Bakery" in plain
    if no_colour:
        assert plain == screen.getvalue()


# Bad setups.


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (PlaySetup(), "name a game to play"),
        (
            PlaySetup(game=MAGPIE, seats=["human"]),
            "Magpie cannot be played with 1 seat; choose 2 or 3 or 4 or 5 seats.",
        ),
        (PlaySetup(game=MAGPIE, seats=["human", "nobody"]), "There is no bot 'nobody' for Magpie"),
        (PlaySetup(game=MAGPIE, seats=["human", "thrifty:3"]), "takes no argument"),
        (PlaySetup(game=MAGPIE, options={"stones": 99}), "1 to 30"),
        (PlaySetup(game=MAGPIE, names=["Ann", "ann"]), "Two seats are called ann"),
        (PlaySetup(game=MAGPIE, names=["A", "B", "C"]), "There are 3 names for 2 seats; leave some out."),
        (PlaySetup(game=BONES, names=["a very long name"]), "at most 12 letters"),
        (PlaySetup(game=BONES, names=["  "]), "A player has no name; give every player one."),
        (PlaySetup(load=Path("/nowhere/x.parlour")), "cannot be read"),
        (PlaySetup(game=BONES, save=Path("/")), "is a folder"),
        (PlaySetup(game=BONES, events=Path("/nowhere/x")), "cannot be written"),
        (PlaySetup(game=BONES, save=Path("/nowhere/x")), "there is no folder /nowhere"),
        (PlaySetup(load=Path("x"), seed=3), "keeps its names, options and dice"),
        (PlaySetup(load=Path("x"), names=["Ann"]), "keeps its names, options and dice"),
        (PlaySetup(load=Path("x"), at=1, options={"stones": 3}), "keeps its names, options and dice"),
        (PlaySetup(game=BONES, at=1), "name the record with --load"),
        (PlaySetup(game=BONES, seed=1 << 63), "The seed 9223372036854775808 is out of range"),
    ],
)
def test_a_bad_setup_is_refused_before_anything_is_written(setup: PlaySetup, reason: str) -> None:
    with pytest.raises(Problem, match=re.escape(reason)):
        play_plain(setup, io.StringIO(), io.StringIO())
    assert not list(files.data_folder().rglob("*"))


def test_a_file_of_another_game_is_refused() -> None:
    play_typed(bones_setup(), ["save one", "quit"])
    for path in (files.save_path("one"), list_running()[0]):
        with pytest.raises(Problem, match="is of the game bones, not of magpie"):
            open_match(PlaySetup(game=MAGPIE, load=path))
    assert len(list_running()) == 1


def test_an_unwritable_home_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    with pytest.raises(Problem, match="cannot be written"):
        open_match(bones_setup())


def test_a_refused_save_leaves_nothing_running(tmp_path: Path) -> None:
    file = tmp_path / "match.parlour"
    play_typed(PlaySetup(game=MAGPIE, seats=["human", "human"], seed=1, save=file), ["", "3", "", "quit"])
    record = files.load_record(file)
    forged = [entry._replace(text="bid 99") if entry.kind == "answer" else entry for entry in record.entries]
    file.write_text("\n".join(record_lines(record._replace(entries=tuple(forged)))) + "\n")
    before = set((files.data_folder() / "running").iterdir())
    with pytest.raises(Problem, match="bid 99"):
        open_match(PlaySetup(load=file))
    assert set((files.data_folder() / "running").iterdir()) == before


def test_a_secret_that_is_a_folder_is_one_clear_sentence() -> None:
    play_typed(bones_setup(), ["n", "quit"])
    path = list_running()[0]
    path.with_suffix(files.SECRET_SUFFIX).unlink()
    path.with_suffix(files.SECRET_SUFFIX).mkdir()
    with pytest.raises(Problem, match="cannot be continued"):
        open_match(PlaySetup(load=path))
    assert list_unfinished() == []
    with pytest.raises(Problem, match="cannot be continued"):
        delete_unfinished(path)
    path.with_suffix(files.SECRET_SUFFIX).rmdir()
    with pytest.raises(Problem, match="no seed, so it cannot be resumed"):
        open_match(PlaySetup(load=path))


# Bot programs named in a file.


BOT = """
from pathlib import Path
from parlour.kernel.match import Bot
Path(__file__).with_suffix(".ran").touch()

class Zero(Bot):
    def choose(self, world, seat):
        return 0
"""


PROGRAM = """#!/bin/sh
touch "${0%.py}.ran"
while read -r question; do echo bid 0; done
"""


@pytest.mark.parametrize(("text", "player"), [(BOT, "py:{}:Zero"), (PROGRAM, "exec:{} zero")])
def test_a_program_that_only_a_file_names_is_not_run(tmp_path: Path, text: str, player: str) -> None:
    bot = tmp_path / "zero.py"
    bot.write_text(text)
    bot.chmod(0o755)
    seats = ["human", player.format(bot)]
    file = tmp_path / "match.parlour"
    output = play_typed(PlaySetup(game=MAGPIE, seats=seats, seed=1, save=file), ["3", "quit"])
    named = f"--seats {shlex.quote(','.join(seats))}"
    assert output.rstrip().endswith(named)
    left = list_running()[0]
    bot.with_suffix(".ran").unlink()
    for setup in (PlaySetup(load=file), PlaySetup(load=left), PlaySetup(load=file, at=1), PlaySetup(load=left, at=1)):
        with pytest.raises(Problem, match=re.escape(named)):
            open_match(setup)
    assert not bot.with_suffix(".ran").exists()
    assert list_running() == [left]
    assert "for 3." in play_typed(PlaySetup(load=file, seats=seats), ["log", "quit"])
    assert "for 3." in play_typed(PlaySetup(load=left, seats=seats), ["log", "quit"])
    assert "Zero" in play_typed(PlaySetup(load=file, at=1, seats=seats), ["quit"])
    assert "Thrifty" in play_typed(PlaySetup(load=file, at=1, seats=["human", "thrifty"]), ["quit"])
    with pytest.raises(Problem, match="keeps its players"):
        open_match(PlaySetup(load=file, seats=["human", "random"]))


# Playing from here.


def write_finished_record(seats: Sequence[str] = ("human", "thrifty")) -> Path:
    play_typed(PlaySetup(game=MAGPIE, seats=list(seats), seed=4), ["1"] * 15)
    return list_records()[-1]


def test_any_record_can_be_played_from_its_middle_with_new_dice() -> None:
    file = write_finished_record()
    before = files.load_record(file)
    output = play_typed(PlaySetup(load=file, at=7), ["log", *["0"] * 20])
    assert "win" in output
    (other,) = [path for path in list_records() if path != file]
    after = files.load_record(other)
    assert after.header.names == before.header.names == ("Player", "Thrifty")
    assert [entry.text for entry in after.entries[:7]] == [entry.text for entry in before.entries[:7]]
    assert after.header.given == 7
    assert after.header.commitment != before.header.commitment
    assert verify(games.find, after).given == 7


def test_only_the_last_earlier_lines_are_shown() -> None:
    output = play_typed(PlaySetup(load=write_finished_record(), at=30), ["quit"])
    assert output.count("\n* ") == 6
    sitting = open_match(PlaySetup(load=list_records()[-1], at=30))
    assert sitting.take_news() == []
    sitting.close()


def test_a_match_played_from_here_can_be_left_and_gone_on_with() -> None:
    file = write_finished_record()
    assert "The match is kept." in play_typed(PlaySetup(game=MAGPIE, load=file, at=7), ["quit"])
    (path,) = list_running()
    assert files.load_record(path).header.given == 7
    assert "win" in play_typed(PlaySetup(load=path), ["0"] * 20)


def test_from_here_other_players_may_sit_down() -> None:
    folder = files.data_folder() / "simulated"
    folder.mkdir(parents=True)
    simulate(RunSettings(MAGPIE, seed=5, jobs=1), ["random", "random"], 1, files=OutputFiles(records=folder))
    (file,) = folder.iterdir()
    play_typed(PlaySetup(load=file, at=4), [])
    assert files.load_record(list_records()[-1]).header.names == ("random 1", "random 2")
    sitting = open_match(PlaySetup(load=file, at=4, seats=["human", "random"]))
    assert [seat.name for seat in sitting.table.match.seats] == ["Player", "random 2"]
    sitting.close()
    sitting = open_match(PlaySetup(load=file, at=4, seats=["human", "random"], names=["Ann"]))
    assert [seat.name for seat in sitting.table.match.seats] == ["Ann", "random 2"]
    sitting.close()
    for setup, reason in (
        (PlaySetup(load=file, at=4, seats=["human"]), "names 1 players"),
        (PlaySetup(load=file, at=4, seats=["human", "nobody"]), "no bot 'nobody'"),
        (PlaySetup(load=file, at=4, names=["Ann", "Bo", "Cy"]), "3 names for 2 seats"),
        (PlaySetup(load=file, at=400), "number 400"),
        (PlaySetup(load=file, at=-1), "number -1"),
        (PlaySetup(load=file), "no seed, so it cannot be resumed"),
        (PlaySetup(game=BONES, load=file, at=4), "not of bones"),
    ):
        with pytest.raises(Problem, match=reason):
            open_match(setup)


def test_from_its_end_a_match_is_only_looked_at() -> None:
    file = write_finished_record()
    last = len(effective_entries(files.load_record(file).entries))
    assert "The bag is empty." in play_typed(PlaySetup(load=file, at=last), [])
    assert list_running() == []
    assert list_records() == [file]


# Replays.


def browse_record(file: Path, lines: Sequence[str]) -> str:
    out = TypedInput()
    assert show_replay(file, None, False, type_lines(lines, live=True), out) == 0
    return out.getvalue()


def shown_steps(output: str) -> list[int]:
    """Returns the steps that were shown, in order."""
    return [int(number) for number in re.findall(r"^\[(\d+) of \d+, round \d+\]", output, re.MULTILINE)]


def test_a_record_is_browsed_forwards_back_and_by_number() -> None:
    file = write_finished_record()
    last = len(effective_entries(files.load_record(file).entries))
    output = browse_record(file, ["", "", "b", "b", "b", "7", "0007", str(last), "", "B", "q"])
    assert shown_steps(output) == [0, 1, 2, 1, 0, 0, 7, 7, last, last, last - 1]
    assert "0. The match begins." in output
    assert re.search(r"^1\. Dealt: .+\n   Out of the bag comes", output, re.MULTILINE)
    assert re.search(r"^2\. Player: bid 1$", output, re.MULTILINE)
    assert "The bag is empty." in output


def test_a_replay_may_show_a_turn_or_only_the_last_turns() -> None:
    file = write_finished_record()
    assert shown_steps(browse_record(file, ["turn 3", "round 1", "q"])) == [0, 7, 1]
    for place, round_ in (("turn 3", 3), ("round 12", 12)):
        out = io.StringIO()
        assert show_replay(file, place, True, io.StringIO(), out) == 0
        assert out.getvalue().startswith(f"{1 + 3 * (round_ - 1)}. Dealt: ")
    out = io.StringIO()
    assert show_replay(file, None, True, io.StringIO(), out, last_turns=2) == 0
    assert re.findall(r"^(\d+)\.", out.getvalue(), re.MULTILINE) == [str(number) for number in range(31, 37)]
    for place in ("turn 0", "turn 13", "turn", "37", "game 2"):
        with pytest.raises(Problem, match=r"--at is .*; give a number from 0 to 36 .*or round N with N from 1 to 12"):
            show_replay(file, place, True, io.StringIO(), io.StringIO())
    with pytest.raises(Problem, match="--last is 0; give the number of rounds to show, at least 1"):
        show_replay(file, None, True, io.StringIO(), io.StringIO(), last_turns=0)


def test_the_rest_is_shown_at_once_and_the_end_of_the_input_leaves() -> None:
    file = write_finished_record()
    last = len(effective_entries(files.load_record(file).entries))
    output = browse_record(file, ["5", "t"])
    assert shown_steps(output) == [0, 5, last]
    shown = output.split("5 of")[1].replace("> ", "\n")
    assert [number for number in range(6, last + 1) if f"\n{number}. " not in shown] == []
    assert shown_steps(browse_record(file, [])) == [0]


@pytest.mark.parametrize("line", ["x", "-1", "999", "9" * 5000, "²", "tt"])
def test_a_step_that_is_none_is_refused_and_asked_again(line: str) -> None:
    output = browse_record(write_finished_record(), ["3", line, "q"])
    assert shown_steps(output) == [0, 3, 3]
    assert "is neither a step from 0 to" in output


def test_a_replay_leads_into_a_match_of_ones_own() -> None:
    file = write_finished_record()
    output = browse_record(file, ["7", "p", "15", "quit"])
    assert "== Magpie ==" in output
    assert "The match is kept." in output
    (path,) = list_running()
    record = files.load_record(path)
    assert record.header.given == 7
    assert record.header.players == ("human", "thrifty")
    output = browse_record(file, ["7", "p human", "p thrifty,nobody", "p random, human", "quit"])
    assert "names 1 players" in output
    assert "no bot 'nobody'" in output
    assert shown_steps(output) == [0, 7, 7, 7]
    players = [files.load_record(path).header.players for path in list_running()]
    assert ("random", "human") in players


def test_a_running_match_can_be_looked_at_too(tmp_path: Path) -> None:
    play_typed(bones_setup(), ["n", "quit"])
    with list_running()[0].open("a") as file:
        file.write('{"seat":0,"ans')
    out = io.StringIO()
    assert show_replay(list_running()[0], None, False, io.StringIO(), out) == 0
    assert "1. Player: go north" in out.getvalue()


# The menu.


def run_menu(lines: Sequence[str]) -> str:
    out = io.StringIO()
    assert run_plain_menu(type_lines(lines), out) == 0
    return out.getvalue()


def menu_number(output: str, label: str) -> str:
    """Returns the number of a menu line."""
    found = re.search(rf"^ +(\d+)  {re.escape(label)}", output, re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_menu_leads_from_nothing_to_a_running_game() -> None:
    magpie = menu_number(run_menu([]), "Magpie")
    form = ["nine", "3", "", "nobody", "random", "", "Ann", "ann", "Bo", "", "99", "20", "x", "4"]
    output = run_menu(["0", magpie, *form, "5", "quit"])
    assert "type one from 1 to" in output
    assert "cannot be played with that many seats; type one of 2, 3, 4, 5." in output
    assert "There is no bot 'nobody'" in output
    assert "Another player is called ann; choose another name." in output
    assert "write a whole number from 1 to 30" in output
    assert "What you typed is not a seed; type a whole number, or nothing." in output
    header = files.load_record(list_running()[0]).header
    assert header.names == ("Ann", "Bo", "Easy")
    assert header.players == ("human", "random", "easy")
    assert header.options == {"stones": 20}


def test_the_menu_goes_on_with_a_match_that_was_left() -> None:
    play_typed(bones_setup(), ["n", "quit"])
    output = run_menu([])
    more = run_menu([menu_number(output, "Go on with Baldur's Bones: Player"), "s", "quit"])
    assert "Gullwing Landing" in more
    assert len(list_running()) == 1


def test_the_menu_loads_deletes_and_reads_the_rules() -> None:
    play_typed(bones_setup(), ["n", "save one", "quit"])
    output = run_menu([])
    assert "Fishscale" in run_menu([menu_number(output, "Load a saved match"), "two", "one", "quit"])
    assert "Page 1 of 3" in run_menu([menu_number(run_menu([]), "Rules"), "1"])
    delete = menu_number(run_menu([]), "Delete a saved match")
    run_menu([delete, "one", "n"])
    assert len(files.list_saves()) == 1
    run_menu([delete, "one", "y"])
    assert files.list_saves() == []


def test_the_menu_is_left_by_its_last_line() -> None:
    output = run_menu([])
    assert run_menu([menu_number(output, "Quit"), "1", "quit"]).count("== Parlour ==") == 1


# In a real process.


def run_piped(lines: Sequence[str], tmp_path: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    code = (
        "from parlour import games, terminal\n"
        "setup = terminal.PlaySetup(game=games.find('bones'), options={'tutorial': False}, seed=1)\n"
        "setup.names = ['Zo\\u00eb \\u2654']\n"
        "raise SystemExit(terminal.play(setup))\n"
    )
    source = str(Path(games.__file__).parents[2])
    environment = {
        **os.environ,
        "PYTHONPATH": source,
        "PARLOUR_HOME": str(tmp_path / "pipe"),
        "NO_COLOR": "1",
        **more,
    }
    text = "".join(f"{line}\n" for line in lines).encode()
    return subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, env=environment, check=False, timeout=60
    )


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-8", "Zo\u00eb \u2654"), ("cp437", "Zo\u00eb ?"), ("ascii", "Zo? ?")]
)
def test_a_pipe_gets_what_its_encoding_can_take(encoding: str, name: str, tmp_path: Path) -> None:
    done = run_piped(["n", "abc", "s"], tmp_path, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    output = done.stdout.decode(encoding)
    assert name in output
    assert "\x1b" not in output
    assert "'abc' is none of the choices" in output
    assert "parlour play bones --load" in output
    assert done.stderr == b""


def test_the_plain_screen_does_not_load_the_full_one(tmp_path: Path) -> None:
    code = "import sys, parlour.terminal.plain_menu; raise SystemExit('textual' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(Path(games.__file__).parents[2])}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_boards_are_fitted_but_columns_are_not_touched() -> None:
    assert wrap_board("a b c d\n  e f g", 5) == "a b c\n  d\n  e f\n    g"
    assert wrap_board("name      12      13", 5) == "name      12      13"


def test_a_refused_setup_leaves_an_older_events_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text("an older match\n", "utf-8")
    with pytest.raises(Problem):
        open_match(PlaySetup(game=games.find("magpie"), seats=["human", "genius"], events=path))
    assert path.read_text("utf-8") == "an older match\n"
    sitting = open_match(PlaySetup(game=games.find("magpie"), events=path))
    sitting.close()
    assert "an older match" not in path.read_text("utf-8")


def test_a_whole_order_is_typed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.BUILT_IN, "barges", staged_orders_game.__name__)
    setup = PlaySetup(game=staged_orders_game.GAME, options={"rounds": 1}, seats=["human", "bargee"], seed=1)
    lines = ["a lod 2", "a row west", "a load 2", "b", "row e", "undo", "row east", "C ROW EAST", "end end", "end"]
    output = play_typed(setup, lines)
    for sentence in (
        "'lod 2' is not an answer in Barges; write one of the listed choices.",
        "At 'row west': That is not on this canal (rule 1).",
        "'end' is a whole answer; what follows it is another.",
        "Player takes the last answer back.",
        "(eastward).",
    ):
        assert sentence in output
    (path,) = list_records()
    record = files.load_record(path)
    texts = [entry.text for entry in effective_entries(record.entries)]
    assert texts[:5] == ["a load 2", "b", "row east", "c row east", "end"]
    assert texts[5:10] == ["c row east"] * 4 + ["end"]
    assert verify(games.find, record).over
    out = io.StringIO()
    assert show_replay(path, None, True, io.StringIO(), out) == 0
    assert "1. Player: a load 2\n   Loads." in out.getvalue()


# The lesson of Baldur's Bones, and playing again.

WAIT = "-- Enter: read on; skip: do not wait again --"


def lesson_setup(fast: bool = False) -> PlaySetup:
    return PlaySetup(game=BONES, seed=3, fast=fast)


def test_the_lesson_waits_between_its_explanations() -> None:
    output = play_typed(lesson_setup(), ["", "quit"], live=True)
    assert output.count(WAIT) == 2
    assert output.index("a clerk who would not meet her eye") < output.index(WAIT)
    assert "Whoever beats Volo" not in output.partition(WAIT)[0]
    whole = play_typed(lesson_setup(), [""] * 7 + ["quit"], live=True)
    assert whole.count(WAIT) == 7
    assert "What now?" not in whole.rpartition(WAIT)[0]
    assert "What now?" in whole


def test_skip_ends_the_waiting() -> None:
    output = play_typed(lesson_setup(), ["skip", "hold", "hold", "quit"], live=True)
    assert output.count(WAIT) == 1
    assert "Which way?" in output


def test_neither_a_pipe_nor_a_fast_player_waits() -> None:
    assert WAIT not in play_typed(lesson_setup(), ["hold", "quit"])
    assert "You hold at" in play_typed(lesson_setup(), ["hold", "quit"])
    assert WAIT not in play_typed(lesson_setup(fast=True), ["hold", "quit"], live=True)


def test_playing_again_leaves_the_lesson_out() -> None:
    lesson = ["skip", "hold", "hold"]
    lost = ["n", "n", *["fight", "hold", "n", "fight", "hold", "s"] * 3]
    output = play_typed(PlaySetup(game=BONES, seed=8), [*lesson, *lost, "new", "quit"], live=True)
    first, _, second = output.partition("has lost.")
    assert "a clerk who would not meet her eye" in first
    assert "You have heard Aunt Brindle's lesson often enough" in second
    assert "a clerk who would not meet her eye" not in second
