"""15.8: profiles as files: every field, every mistake in one sentence, the profiles that come with the game."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.bots import make_bot
from parlour.cli import run
from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.bots.dimensions import NAMES
from parlour.games.harmonictook.bots.roster import TUNING
from parlour.games.harmonictook.data import bot_profiles as p
from parlour.games.harmonictook.data.bot_profiles import Profile, parse_profile, profile_from_argument, shipped_profile
from parlour.games.harmonictook.tests.positions import STATION_BUILT, position
from parlour.kernel.problem import Problem

GUIDE = (Path(__file__).parents[5] / "docs" / "profiles.md").read_text("utf-8")
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
DEFAULT_HABITS = {
    "landmarks": "by weight",
    "dice": "by income",
    "reroll": "below mean",
    "target": "richest",
    "swap": "by gain",
}


def nonzero_weights(profile: Profile, phase: str) -> dict[str, float]:
    """The weights of a phase that are not zero."""
    row = profile.weights[p.PHASES.index(phase)]
    return {name: weight for name, weight in zip(p.DIMENSIONS, row, strict=True) if weight}


def habits_of(profile: Profile) -> dict[str, str]:
    return {name: p.HABITS[name][choice] for name, choice in profile.habits.items()}


# The format.


def test_an_empty_file_is_a_profile() -> None:
    profile = parse_profile("mine.toml", "")
    assert profile.name == "mine"
    assert [nonzero_weights(profile, phase) for phase in p.PHASES] == [{}, {}, {}]
    assert habits_of(profile) == DEFAULT_HABITS
    assert profile.numbers == {
        "saving": 0,
        "keen": 0,
        "horizon": 1,
        "early_rounds": 6,
        "late_rounds": 5,
        "price": 0,
    }


def test_a_profile_of_nothing_buys_by_expected_value() -> None:
    at = position(coins=[2, 3]).roll(6)
    bot = make_bot(GAME, "profile:saving=0")
    assert at.words.notation(bot.choose(at.state.clone(), 0)) == "buy convenience_store"


def test_dimensions_are_those_of_the_mathematics() -> None:
    assert p.DIMENSIONS == NAMES


@pytest.mark.parametrize("name", p.DIMENSIONS)
def test_a_weight_holds_in_all_phases_unless_a_phase_has_its_own(name: str) -> None:
    profile = parse_profile("x.toml", f"[weights]\n{name} = 2\n[late]\n{name} = -0.5\n")
    assert [nonzero_weights(profile, phase) for phase in p.PHASES] == [{name: 2.0}, {name: 2.0}, {name: -0.5}]


def test_a_phase_can_forget_a_weight() -> None:
    profile = parse_profile("x.toml", "[weights]\nev = 2\ntempo = 1\n[middle]\nev = 0\n")
    assert nonzero_weights(profile, "middle") == {"tempo": 1.0}


@pytest.mark.parametrize(("name", "choice"), [(name, one) for name, all_ in p.HABITS.items() for one in all_])
def test_every_habit_can_be_chosen(name: str, choice: str) -> None:
    assert habits_of(parse_profile("x.toml", f'{name} = "{choice}"')) == {**DEFAULT_HABITS, name: choice}


@pytest.mark.parametrize("name", p.NUMBERS)
def test_every_number_has_its_range(name: str) -> None:
    low, high, usual = p.NUMBERS[name]
    assert low <= usual <= high
    for value in (low, high, (low + high) / 2, int(high)):
        assert parse_profile("x.toml", f"{name} = {value}").numbers[name] == value


def test_a_profile_written_in_a_name() -> None:
    profile = profile_from_argument('early.ev=3; saving = 0.2 ;late.landmark=5;dice="two";')
    assert nonzero_weights(profile, "early") == {"ev": 3.0}
    assert nonzero_weights(profile, "middle") == {}
    assert nonzero_weights(profile, "late") == {"landmark": 5.0}
    assert profile.numbers["saving"] == 0.2
    assert habits_of(profile) == {**DEFAULT_HABITS, "dice": "two"}
    assert profile_from_argument("weights.ev=1") == profile_from_argument("early.ev=1;middle.ev=1;late.ev=1")


# How it plays: each habit at its question.


@pytest.mark.parametrize(
    ("rule", "city", "wanted"),
    [
        ("two", {"bakery": 1}, "roll 2"),
        ("one", {"mine": 1}, "roll 1"),
        ("by income", {"forest": 1, "mine": 1}, "roll 2"),
        ("by coverage", {"forest": 1, "mine": 1}, "roll 2"),  # 1/6 against 8/36
        ("by income", {"wheat_field": 1, "mine": 1}, "roll 2"),  # 1/6 against 20/36
        ("by coverage", {"wheat_field": 1, "mine": 1}, "roll 1"),  # 1/6 against 4/36
    ],
)
def test_the_habit_of_dice(rule: str, city: dict[str, int], wanted: str) -> None:
    at = position(cards={0: city}, landmarks={0: STATION_BUILT})
    bot = make_bot(GAME, f'profile:dice="{rule}"')
    assert at.words.notation(bot.choose(at.state.clone(), 0)) == wanted


@pytest.mark.parametrize(
    ("rule", "again"),
    [
        ("below five", [1, 2, 3, 4]),
        ("below mean", [1, 2, 3, 5, 6]),  # 1, 0, 0, 6, 0, 0: 7/6
        ("on nothing", [2, 3, 5, 6]),
        ("lowest third", [2, 3, 5, 6]),
        ("never", []),
    ],
)
def test_the_habit_of_rolling_again(rule: str, again: list[int]) -> None:
    bot = make_bot(GAME, f'profile:reroll="{rule}"')
    totals = []
    for total in range(1, 7):
        city = {"wheat_field": 1, "convenience_store": 2}
        at = position(cards={0: city}, landmarks={0: ["radio_tower"]}).roll(total)
        if at.words.notation(bot.choose(at.state.clone(), 0)) == "reroll":
            totals.append(total)
    assert totals == again


@pytest.mark.parametrize(("rule", "wanted"), [("richest", "seat 2"), ("leader", "seat 3")])
def test_the_habit_of_targets(rule: str, wanted: str) -> None:
    built = {2: ["train_station", "shopping_mall", "amusement_park"]}
    start = {"wheat_field": 1, "bakery": 1}
    at = position(3, [0, 20, 10], {0: {"tv_station": 1}, 1: start, 2: start}, built).roll(6)
    bot = make_bot(GAME, f'profile:target="{rule}"')
    assert at.words.notation(bot.choose(at.state.clone(), 0)) == wanted


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("by gain", ["seat 3", "take convenience_store", "give cheese_factory"]),
        ("by taste", ["seat 2", "take cafe", "give wheat_field"]),  # the richest, 1 + 1
        ("never", ["decline"]),
    ],
)
def test_the_habit_of_swaps(rule: str, wanted: list[str]) -> None:
    cities = {
        0: {"business_center": 1, "wheat_field": 1, "cheese_factory": 1},
        1: {"cafe": 1},
        2: {"convenience_store": 2},
    }
    at = position(3, [0, 9, 2], cities).roll(6)
    bot = make_bot(GAME, f'profile:swap="{rule}"')
    for step in wanted:
        assert at.words.notation(bot.choose(at.state.clone(), 0)) == step
        at.play_lines(step)


@pytest.mark.parametrize(
    ("profile", "wanted"),
    [
        ("weights.ev=1", "buy mine"),  # a mall without shops earns nothing
        ('weights.ev=1;landmarks="always"', "build shopping_mall"),
        ('weights.ev=1;landmarks="when closer"', "buy mine"),  # 152 rounds, with or without the mall
        ('weights.ev=1;landmarks="last"', "buy mine"),
        ('weights.ev=1;landmarks="last";saving=2', "build shopping_mall"),  # no card reaches 2
        ("weights.ev=1;keen=0.9", "buy mine"),
        ("weights.ev=1;keen=1.1", "build shopping_mall"),
        ("weights.ev=1;saving=1", "buy mine"),
        ("weights.ev=1;saving=1.01", "pass"),
        ("weights.ev=-1", "build shopping_mall"),  # worth nothing is best; it is the dearest of those
        ("price=1;horizon=1", "build shopping_mall"),  # no card pays in time; a landmark is not charged
        ("price=1;horizon=20", "buy mine"),  # 20 * 5/9 - 6
    ],
)
def test_the_keenness_on_landmarks_saving_and_price(profile: str, wanted: str) -> None:
    """A quarter of a coin a round, a station, and a choice of a mine, a mall and a factory without cows."""
    cities = {0: {"apple_orchard": 1}, 1: {"wheat_field": 1}}
    offer = {"mine": 6, "cheese_factory": 6}
    at = position(2, [10, 3], cities, {0: STATION_BUILT}, offer=offer).roll(6)
    assert at.legal_answers == {"pass", "buy mine", "buy cheese_factory", "build shopping_mall"}
    bot = make_bot(GAME, f"profile:{profile}")
    assert at.words.notation(bot.choose(at.state.clone(), 0)) == wanted


# Mistakes.


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[wieghts]\nev = 1", "has an unknown table [wieghts]; use [weights], [early], [middle], [late]."),
        ("saving = 1\nhope = 2", "has an unknown field hope; use landmarks, dice, reroll, target, swap, saving, "),
        ("early = 3", "has an unknown field early; "),
        ("[early]\nluck = 1", "has an unknown weight luck in [early]; use coverage, passivity, ev, synergy, spite, "),
        ("[weights]\nEV = 1", "has an unknown weight EV in [weights]; "),
        ("[late]\nev = 'much'", "sets late.ev to 'much'; write a number from -100 to 100."),
        ("[late]\nev = true", "sets late.ev to True; write a number from -100 to 100."),
        ("[late]\nev = nan", "sets late.ev to nan; write a number from -100 to 100."),
        ("[weights]\nev = 100.1", "sets weights.ev to 100.1; write a number from -100 to 100."),
        ("[weights]\nev = -101", "sets weights.ev to -101; "),
        ("[weights.ev]\nx = 1", "sets weights.ev to {'x': 1}; "),
        ("saving = -1", "sets saving to -1; write a number from 0 to 100."),
        ("keen = inf", "sets keen to inf; write a number from 0 to 100."),
        ("horizon = 0", "sets horizon to 0; write a number from 1 to 99."),
        ("early_rounds = 100", "sets early_rounds to 100; write a number from 0 to 99."),
        ("late_rounds = [5]", "sets late_rounds to [5]; write a number from 0 to 99."),
        ("price = 11", "sets price to 11; write a number from 0 to 10."),
        ("dice = 'three'", "sets dice to 'three'; write one of 'two', 'by income', 'by coverage', 'one'."),
        ("dice = 2", "sets dice to 2; write one of 'two', "),
        ("dice = ['two']", "sets dice to ['two']; write one of 'two', "),
        ("reroll = 'always'", "sets reroll to 'always'; write one of 'below five', "),
        ("target = 'seat 2'", "sets target to 'seat 2'; write one of 'richest', 'leader'."),
        ("swap = false", "sets swap to False; write one of 'by taste', 'by gain', 'never'."),
        (
            "landmarks = 'never'",
            "sets landmarks to 'never'; write one of 'by weight', 'always', 'when closer', 'last'.",
        ),
        ("saving 3", "is not valid TOML: "),
        ("saving = 1\nsaving = 2", "is not valid TOML: "),
        ("<html>", "is not valid TOML: "),
    ],
)
def test_a_mistake_is_one_sentence_with_file_and_field(text: str, wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Problem) as caught:
        make_bot(GAME, f"profile:{path}")
    sentence = str(caught.value)
    assert sentence.startswith(f"The bot profile mine.toml {wanted}")
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("argument", "wanted"),
    [
        ("early.ev=much", "The bot profile early.ev=much is not valid TOML: "),
        ("early.luck=1", "The bot profile early.luck=1 has an unknown weight luck in [early]; "),
        ("ev=3", "The bot profile ev=3 has an unknown field ev; "),
        ("saving=1000", "The bot profile saving=1000 sets saving to 1000; write a number from 0 to 100."),
        ("weights.ev=1;weights.ev=2", "The bot profile weights.ev=1;weights.ev=2 is not valid TOML: "),
        ("", "'' is not a bot profile; name a .toml file of strategy weights, as in profile:mine.toml."),
        ("mine", "'mine' is not a bot profile; name a .toml file of strategy weights, as in profile:mine.toml."),
    ],
)
def test_mistakes_in_a_name(argument: str, wanted: str) -> None:
    with pytest.raises(Problem) as caught:
        profile_from_argument(argument)
    assert str(caught.value).startswith(wanted)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    latin = tmp_path / "latin.toml"
    latin.write_bytes('description = "Café"'.encode("latin-1"))
    for path, reason in (
        (tmp_path / "none.toml", "No such file or directory"),
        (folder, "Is a directory"),
        (latin, "it is not written in UTF-8"),
    ):
        with pytest.raises(
            Problem,
            match=rf"^The bot profile {re.escape(str(path))} \(a file of strategy weights\) cannot be read: {reason}; ",
        ):
            profile_from_argument(str(path))


@pytest.mark.parametrize("text", ["saving = " + "9" * 5000, "saving = " + "[" * 5000])
def test_what_cannot_even_be_parsed_is_a_problem_too(text: str) -> None:
    with pytest.raises(Problem, match=r"^The bot profile mine\.toml "):
        parse_profile("mine.toml", text)


# The profiles of the game.


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("conservative", {"coverage": 4, "passivity": 3, "ev": 1, "landmark": 3}),
        ("aggressive", {"spite": 4, "tempo": 3, "ev": 1, "landmark": 2}),
    ],
)
def test_s15_8_the_weights_of_the_named(name: str, wanted: dict[str, float]) -> None:
    for phase in p.PHASES:
        assert nonzero_weights(shipped_profile(name), phase) == wanted


def test_s15_8_the_phases_of_the_adaptive() -> None:
    profile = shipped_profile("adaptive")
    assert nonzero_weights(profile, "early") == {"tempo": 3, "coverage": 2, "ev": 2}
    assert nonzero_weights(profile, "middle") == {"ev": 3, "synergy": 3, "landmark": 1}
    assert nonzero_weights(profile, "late") == {"landmark": 5, "spite": 2, "ev": 1}
    assert (profile.numbers["early_rounds"], profile.numbers["late_rounds"]) == (6, 5)


def test_s15_8_the_habits_of_the_named() -> None:
    assert habits_of(shipped_profile("conservative")) == {**DEFAULT_HABITS, "reroll": "on nothing"}
    assert habits_of(shipped_profile("aggressive")) == {**DEFAULT_HABITS, "target": "leader"}
    assert habits_of(shipped_profile("adaptive")) == DEFAULT_HABITS
    assert habits_of(shipped_profile("economist")) == DEFAULT_HABITS


def test_r45_the_economist_counts_five_rounds_and_the_price() -> None:
    numbers = shipped_profile("economist").numbers
    assert (numbers["horizon"], numbers["price"]) == (5, 1)


def test_every_profile_that_comes_along_can_be_read_and_says_what_it_is() -> None:
    files = sorted(p.FOLDER.glob("*.toml"))
    assert {"adaptive", "aggressive", "conservative", "economist"} <= {path.stem for path in files}
    for path in files:
        assert shipped_profile(path.stem) == profile_from_argument(str(path))
        assert path.read_text("utf-8").startswith('description = "')


# Files at the table.


def test_the_guide_shows_a_profile_and_names_every_field() -> None:
    profile = parse_profile("mine.toml", EXAMPLE)
    assert nonzero_weights(profile, "early") == {"ev": 2, "landmark": 3, "tempo": 3, "coverage": 1.5}
    assert nonzero_weights(profile, "middle") == {"ev": 2, "landmark": 3}
    assert nonzero_weights(profile, "late") == {"ev": 2, "landmark": 6, "spite": 1}
    assert habits_of(profile) == {**DEFAULT_HABITS, "target": "leader"}
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", GUIDE, re.MULTILINE))
    assert set(rows) == {*p.DIMENSIONS, *p.HABITS, *p.NUMBERS}
    for name, (low, high, usual) in p.NUMBERS.items():
        assert rows[name].startswith(f"{low:g} to {high:g} | {usual:g} | ")
    for name, choices in p.HABITS.items():
        shown = re.findall(r'`"([\w ]+)"`', rows[name])
        assert sorted(shown) == sorted(choices)
        assert shown[0] == DEFAULT_HABITS[name]


GUIDE_COMMANDS = [shlex.split(line) for line in re.findall(r"^parlour (.*)$", GUIDE, re.MULTILINE)]


@pytest.mark.parametrize(
    "words", [words for words in GUIDE_COMMANDS if words[0] == "simulate" and "profile:tuned.toml" not in words]
)
def test_the_commands_of_the_guide_run(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(EXAMPLE, "utf-8")
    words[words.index("-n") + 1] = "2"
    assert run([*words, "--option", "landmarks_to_win=1", "--jobs", "1", "--json"]) == 0
    assert fault_counts(json.loads(capsys.readouterr().out)) == [0] * words.count("--bot")


def fault_counts(document: Any) -> list[int]:
    return [bot["faults"] for bot in document["bots"]]


def test_a_file_is_found_by_every_worker_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_text(EXAMPLE, "utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    seen = []
    for path, jobs in (("../mine.toml", "2"), (str(tmp_path / "mine.toml"), "2"), ("../mine.toml", "1")):
        words = ["simulate", "harmonictook", "--bot", f"profile:{path}", "--bot", "random", "-n", "4", "--json"]
        assert run([*words, "--option", "landmarks_to_win=1", "--jobs", jobs]) == 0
        document = json.loads(capsys.readouterr().out)
        assert fault_counts(document) == [0, 0]
        seen.append(document["digest"])
    assert seen[0] == seen[1] == seen[2]


def test_a_file_plays_like_the_same_written_out(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("saving = 0.2\n[weights]\nev = 3\n[late]\nlandmark = 5\n", "utf-8")
    seen = []
    for bot in (f"profile:{path}", "profile:weights.ev=3;late.landmark=5;saving=0.2"):
        document = simulate(RunSettings(GAME, {"landmarks_to_win": 1}, seed=2, jobs=1), [bot, "random"], 3)
        seen.append(document["digest"])
    assert seen[0] == seen[1]


def test_a_mistake_stops_the_command_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("[weights]\nluck = 1\n", "utf-8")
    assert run(["simulate", "harmonictook", "--bot", "profile:mine.toml", "--bot", "random", "-n", "2"]) != 0
    captured = capsys.readouterr()
    assert "The bot profile mine.toml has an unknown weight luck in [weights]; use coverage, " in captured.err
    assert "Traceback" not in captured.err


# Dials.


def tuned_profiles(values: Sequence[float]) -> tuple[Profile, Profile]:
    """Returns the profile that plays and the profile that is written."""
    return profile_from_argument(TUNING.bot(values).removeprefix("profile:")), parse_profile(
        "tuned.toml", TUNING.text(values)
    )


def dial_starts() -> list[float]:
    return [dial.start for dial in TUNING.dials]


def test_dials_are_fields_of_a_profile() -> None:
    for dial in TUNING.dials:
        phase, _, name = dial.name.rpartition(".")
        assert name in (p.DIMENSIONS if phase else p.NUMBERS)
        assert not phase or phase in p.PHASES
    assert len({dial.name for dial in TUNING.dials}) == len(TUNING.dials)


@pytest.mark.parametrize("end", ["low", "high", "start"])
def test_dials_stay_within_what_a_profile_takes(end: str) -> None:
    plays, written = tuned_profiles([getattr(dial, end) for dial in TUNING.dials])
    assert plays.weights == written.weights
    assert plays.numbers == written.numbers
    assert plays.habits == written.habits
    for dial in TUNING.dials:
        phase, _, name = dial.name.rpartition(".")
        found = nonzero_weights(plays, phase).get(name, 0.0) if phase else plays.numbers[name]
        assert found == getattr(dial, end)


def test_what_is_written_plays_like_what_was_tuned() -> None:
    values = [value + 0.01234 * (place % 7) for place, value in enumerate(dial_starts())]
    plays, written = tuned_profiles(values)
    assert plays.weights == written.weights
    assert plays.numbers == written.numbers
