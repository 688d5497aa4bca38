"""Tests of entrants: the ways to name them, their labels, and error sentences."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.bots.model_file import model_files
from parlour.bots.programs.external_bot import stop_bot_processes
from parlour.games import find
from parlour.kernel.problem import Problem
from parlour.tournament.entrants import MAX_LABEL_LENGTH, Entrant, read_entrants
from tests.bot_programs import BotProgram, wait_for_exit

MAGPIE, HARMONICTOOK = find("magpie"), find("harmonictook")

BOTS = """
import os, time
from parlour.kernel.match import Bot

class Clever(Bot):
    def choose(self, world, seat):
        return 0

class Sulks(Bot):
    def __init__(self):
        raise ValueError("not today")

class Leaves(Bot):
    def __init__(self):
        os._exit(4)

class Stranger:
    pass
"""


@pytest.fixture(autouse=True)
def entrants_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Returns the working folder, with a file of each kind."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "clever.py").write_text(BOTS)
    (tmp_path / "mine.toml").write_text("saving = 0.5\n")
    yield tmp_path
    stop_bot_processes()


def entrant_labels(*words: str) -> list[str]:
    return [entrant.label for entrant in read_entrants(MAGPIE, words)]


def test_bots_and_levels_are_labelled_by_name() -> None:
    level, bot = next(iter(MAGPIE.coach.levels.items()))
    assert read_entrants(MAGPIE, ["random", "mcts:20", level]) == [
        Entrant("random", "random"),
        Entrant("mcts:20", "mcts:20"),
        Entrant(level, bot),
    ]


def test_repeated_entrants_are_numbered() -> None:
    assert entrant_labels("random", "random", "Random=greedy", "random") == [
        "random",
        "random (2)",
        "Random (3)",
        "random (4)",
    ]


def test_labels_contain_a_hash_of_the_file(entrants_folder: Path) -> None:
    found = read_entrants(MAGPIE, ["py:bots/clever.py:Clever", "bots/clever.py:Clever", "Me=bots/clever.py:Clever"])
    assert {entrant.bot for entrant in found} == {"py:bots/clever.py:Clever"}
    name, _, digits = found[0].label.partition("#")
    assert (name, len(digits)) == ("Clever", 6)
    assert [entrant.label for entrant in found[1:]] == [f"Clever#{digits} (2)", f"Me#{digits}"]
    with (entrants_folder / "bots" / "clever.py").open("a") as file:
        file.write("# better\n")
    assert entrant_labels("bots/clever.py:Clever") != [found[0].label]


def test_profiles_by_name_or_by_path() -> None:
    found = read_entrants(HARMONICTOOK, ["profile:mine.toml", "./mine.toml", "P=mine.toml", "profile:saving=0.5"])
    assert [entrant.bot for entrant in found] == [
        "profile:mine.toml",
        "profile:./mine.toml",
        "profile:mine.toml",
        "profile:saving=0.5",
    ]
    digits = found[0].label.partition("#")[2]
    assert [entrant.label for entrant in found] == [
        f"mine#{digits}",
        f"mine#{digits} (2)",
        f"P#{digits}",
        "profile:saving=0.5",
    ]


def test_a_model_that_is_trained_again_is_another_entrant(entrants_folder: Path) -> None:
    found = []
    for trained, _ in model_files(MAGPIE.home):
        (entrants_folder / "mine.model").write_bytes(trained.read_bytes())
        found += entrant_labels("learned:mine.model")
    assert [label.partition("#")[0] for label in found] == ["mine", "mine"]
    assert found[0] != found[1]


def test_labels_of_programs_depend_on_files_and_arguments(entrants_folder: Path) -> None:
    program = BotProgram(entrants_folder)
    run = f"exec:{sys.executable} -S program.py"
    first, deep, absolute, named = entrant_labels(
        run, f"{run} --deep=3", f"{run[:-10]}{program.file}", f"Deep = {run} x"
    )
    assert first.startswith("program#")
    assert first != deep
    assert absolute == f"{first} (2)"
    assert named.startswith("Deep#")
    program.file.write_text("for line in open(0): print(line)")
    assert entrant_labels(run) != [first]
    for pid in program.starts():
        wait_for_exit(pid)


def test_long_names_are_cut_and_stay_unique() -> None:
    words = [f"profile:early.ev=3;late.landmark=5;saving=0.{digits}" for digits in ("25", "26")]
    found = [entrant.label for entrant in read_entrants(HARMONICTOOK, [*words, words[0]])]
    assert len(set(found)) == 3
    assert all(len(label) <= MAX_LABEL_LENGTH for label in found)
    assert found[2].endswith(" (2)")


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("", "An entrant has an empty name"),
        ("nobody", "There is no bot 'nobody' for Magpie; choose one of"),
        ("thrifty:3", "takes no argument"),
        ("=random", "write Label=bot"),
        ("Me=", "write Label=bot"),
        ("A#b=random", "leave out #, commas and control characters"),
        ("A\tb=random", "a character that is not allowed"),
        (f"{'x' * 41}=random", "at most 33 characters"),
        ("ra\x1bndom", "characters that are not printable"),
        ("mine.toml", "has no bots that play by a profile"),
        ("bots/clever.py", "add the name of the bot's class, as in bots/clever.py:Class"),
        ("bots/nowhere.py:Clever", "does not name a bot's file and class"),
        ("bots/clever.py:Nobody", "Nobody"),
        ("bots/clever.py:Stranger", r"is not a bot; name a class that is derived from parlour.kernel.match.Bot"),
        ("bots/clever.py:Sulks", "not today"),
        ("bots/clever.py:Leaves", "ended with exit code 4"),
        ("py:", "does not name a bot's file and class"),
        ("exec:", "write exec: and the command"),
        ("exec:./nobody", "There is no bot program './nobody'"),
        ("exec:./broken", r"The bot exec:./broken fails: cannot be started: Exec format error\."),
        ("./broken", "write exec:./broken for a program"),
        ("human", "There is no bot 'human'"),
    ],
)
def test_invalid_entrants_are_refused_in_one_sentence(entrants_folder: Path, word: str, problem: str) -> None:
    (entrants_folder / "broken").write_text("hello")
    (entrants_folder / "broken").chmod(0o755)
    with pytest.raises(Problem, match=problem) as caught:
        read_entrants(MAGPIE, ["random", word])
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith((".", "…"))


def test_a_missing_profile_is_refused() -> None:
    with pytest.raises(Problem, match="cannot be read"):
        read_entrants(HARMONICTOOK, ["nowhere.toml"])
