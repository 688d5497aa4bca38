"""Tests of rule changes: matches of earlier versions go on, are replayed, or are refused with a clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import games
from parlour.cli import run
from parlour.kernel.checks import check
from parlour.kernel.checks.check_setups import list_setups
from parlour.kernel.game import Game, known_game_versions, restore_options, version_switches
from parlour.kernel.options import Option, Options
from parlour.kernel.problem import Problem, UnsupportedRecord
from parlour.kernel.record import Record, read_record, record_text, rematch_options
from parlour.kernel.versions import EarlierVersion
from parlour.server.film import build_film
from parlour.store import files
from parlour.table.dealer import nonces_from_secret, secret_from_seed
from parlour.table.loading import fork_table, record_seats, resume_table
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt
from parlour.table.verify import verify
from tests.rule_changes import NEXT_RULES, RARE_OPTIONS, RELEASE, SWITCH, install_next_versions, next_version, old_game
from tests.table_builders import play_to_end, submit_accepted

SMALL: dict[str, Options] = {
    "bones": {},
    "harmonictook": {"max_turns": 20},
    "hunter": {"max_rounds": 3},
    "magpie": {},
    "stumped": {"width": 16, "height": 12, "turns": 6},
}
GAMES = list(NEXT_RULES)
NO_OPTIONS: Options = {}
SECRET = secret_from_seed(4)


def begin_table(game: Game, more: Options = NO_OPTIONS) -> Table:
    seats = [Seat(f"Player {number + 1}") for number in range(game.seats[0])]
    nonces = nonces_from_secret(SECRET, len(seats))
    table = Table(game, {**SMALL[game.name], **more}, seats, secret=SECRET, nonces=nonces)
    table.begin()
    return table


def answer(table: Table, times: int) -> None:
    """Answers every open question with the last legal choice, several times."""
    for _ in range(times):
        for seat in table.match.owing():
            action = int(table.match.state.legal(seat)[-1])
            assert isinstance(table.answer(seat, table.match.question_number[seat], action), Receipt)


def running_record(name: str, more: Options = NO_OPTIONS) -> Record:
    table = begin_table(old_game(name), more)
    answer(table, 4)
    return read_record(record_text(table.record()))


def finished_record(name: str, more: Options = NO_OPTIONS) -> Record:
    table = begin_table(old_game(name), more)
    answer(table, 4)
    play_to_end(table)
    return table.record()


# What a game declares.

STEPS = (
    EarlierVersion(1, "one"),
    EarlierVersion(2, "two", {"toll": 3, "tax": True}),
    EarlierVersion(3, "three", replays=True),
    EarlierVersion(4, "four", {"toll": 2}),
)
TOLLS = (
    Option("toll", "int", 1, "Coins for the bridge.", 0, 9),
    Option("tax", "bool", False, "Version 2 had taxes.", offered=False),
)


def game_of_steps(steps: tuple[EarlierVersion, ...] = STEPS, options: tuple[Option, ...] = TOLLS) -> Game:
    game = old_game("magpie")
    traits = game.traits._replace(earlier=steps)
    return game._replace(version=5, options=(*game.options, *options), traits=traits)


def test_the_steps_to_the_present_version_add_up() -> None:
    game = game_of_steps()
    assert version_switches(game, 5) == {}
    assert version_switches(game, 4) == {"toll": 2}
    assert version_switches(game, 3) == {"toll": 2}
    assert version_switches(game, 2) == {"toll": 3, "tax": True}
    assert known_game_versions(game) == [5, 4, 3, 2]
    assert restore_options(game, 2, 2, {"stones": 9}) == {"stones": 9, "toll": 3, "tax": True}
    assert restore_options(game, 2, 2, {"stones": 9, "toll": 7}) == {"stones": 9, "toll": 7, "tax": True}


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (1, "X is of the older version 1 of Magpie, whose rules this program no longer has; open it with one."),
        (0, "X is of the older version 0 of Magpie, whose rules this program no longer has; open it with an older "
            "release."),
        (-(2**70), "X is of the older version .* open it with an older release."),
        (6, "X is of the newer version 6 of Magpie; open it with a newer release than this one."),
    ],
)  # fmt: skip
def test_a_version_that_cannot_be_played_is_named_with_the_release_that_plays_it(version: int, sentence: str) -> None:
    with pytest.raises(UnsupportedRecord, match=sentence):
        version_switches(game_of_steps(), version, "X")


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        (STEPS[:3], "the earlier versions [1, 2, 3] do not lead up to version 5 one by one"),
        ((STEPS[0], *STEPS[2:]), "the earlier versions [1, 3, 4] do not lead up to version 5 one by one"),
        ((*STEPS[:3], EarlierVersion(4, "")), "version 4 does not say which release plays it"),
        ((*STEPS[:3], EarlierVersion(4, "x", {"fee": 1})), "version 4 needs the option 'fee', which does not exist"),
        ((*STEPS[:3], EarlierVersion(4, "x", {"toll": 10})), "version 4 sets the option 'toll' to 10, which it cannot"),
        ((*STEPS[:3], EarlierVersion(4, "x", {"toll": "2"})), "sets the option 'toll' to '2', which it cannot be"),
        ((*STEPS[:3], EarlierVersion(4, "x", {"toll": 1})), "sets the option 'toll' to 1, as the version after it"),
        ((*STEPS[:1], EarlierVersion(2, "x", {"toll": 2}), *STEPS[2:]), "the option 'toll' to 2, as the version after"),
        (STEPS[2:], "the option 'tax' is not offered, and no earlier version needs it"),
    ],
)
def test_parlour_check_finds_a_mistake_in_the_declaration(steps: tuple[EarlierVersion, ...], complaint: str) -> None:
    report = check(game_of_steps(steps), states=1)
    assert any(complaint in failure.what for failure in report.failures), report.lines()
    assert {failure.check for failure in report.failures} == {"versions"}


def test_parlour_check_finds_switches_that_no_match_accepts() -> None:
    game = game_of_steps()
    traits = game.traits._replace(problem=lambda seats, options: "No." if options["tax"] else None)
    report = check(game._replace(traits=traits), states=1)
    (failure,) = report.failures
    assert failure.what == "the switches of version 2 go with no number of seats [before any match]"


def test_a_declaration_without_mistakes_passes_and_old_rules_are_tried() -> None:
    assert not check(game_of_steps(), states=100).failures
    assert {"stones": 15, "toll": 3, "tax": True} in [setup.options for setup in list_setups(game_of_steps())]


@pytest.mark.parametrize("name", GAMES)
def test_no_game_has_an_option_that_is_not_offered_without_need(name: str) -> None:
    game = old_game(name)
    assert [option.name for option in game.options if not option.offered] == sorted(
        {switch for step in game.traits.earlier for switch in step.switches}
        - {o.name for o in game.options if o.offered}
    )


# A switch.


@pytest.mark.parametrize("name", GAMES)
def test_with_a_switch_a_running_match_ends_as_it_would_have(name: str) -> None:
    new = next_version(name, "switched", f"parlour.games.{name}")
    record = running_record(name)
    stayed, moved = (resume_table(game, record, SECRET) for game in (old_game(name), new))
    assert moved.match.state.pack() == stayed.match.state.pack()
    assert [line.text for line in moved.lines(0)] == [
        *(line.text for line in stayed.lines(0)),
        f"This match began under version {new.version - 1} of {new.title}. It is played by the rules of then.",
    ]
    for table in (stayed, moved):
        answer(table, 3)
        play_to_end(table)
    assert record_text(moved.record()) == record_text(stayed.record())
    for game in (old_game(name), new):
        assert verify(lambda name, game=game: game, moved.record()).over  # type: ignore[misc]
    fresh = begin_table(new)
    assert fresh.record().header.version == new.version
    assert fresh.match.state.pack() != begin_table(old_game(name)).match.state.pack()


@pytest.mark.parametrize("name", GAMES)
def test_with_a_switch_a_finished_match_is_verified_shown_and_continued(name: str) -> None:
    new = next_version(name, "switched", f"parlour.games.{name}")
    record = finished_record(name)
    assert verify(lambda _: new, record).summary().endswith(f"begun under version {new.version - 1} of its game")
    mine, theirs = (build_film(record, game, 0, "x") for game in (old_game(name), new))
    assert theirs["frames"] == mine["frames"]
    assert theirs["version"] == new.version - 1
    fork = fork_table(new, record, 3, record_seats(record.header))
    assert (fork.record().header.version, fork.record().header.options[SWITCH]) == (new.version, True)
    play_to_end(fork)
    verify(lambda _: new, read_record(record_text(fork.record())))
    assert SWITCH not in rematch_options(new, fork.record().header)
    offered = {option.name for option in new.options if option.offered}
    known = {**record.header.options, **new.traits.again}
    wanted = {option: value for option, value in known.items() if option in offered}
    assert rematch_options(new, record.header) == wanted


def test_an_answer_before_the_change_can_be_taken_back() -> None:
    table = begin_table(old_game("magpie"))
    submit_accepted(table, 0, "bid 4")
    resumed = resume_table(next_version("magpie", "switched", "parlour.games.magpie"), table.record(), SECRET)
    assert isinstance(resumed.undo(0), Receipt)
    submit_accepted(resumed, 0, "bid 15")


# A version that replays.


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_replays_goes_on_under_the_new_rules(name: str) -> None:
    new = next_version(name, "replayed", f"parlour.games.{name}")
    moved = resume_table(new, running_record(name), SECRET)
    assert (
        moved.lines(0)[-1].text
        == f"This match began under version {new.version - 1} of {new.title}. It goes on by newer rules."
    )
    play_to_end(moved)
    assert moved.record().header.version == new.version - 1
    assert (
        verify(lambda _: new, moved.record()).summary() == f"holds, begun under version {new.version - 1} of its game"
    )
    assert build_film(moved.record(), new, 0, "x")["frames"]


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_match_that_does_not_replay_is_refused_with_the_release_that_plays_it(name: str) -> None:
    new = next_version(name, "replayed", f"parlour.games.{name}")
    record = finished_record(name, RARE_OPTIONS[name])
    sentence = (
        f"of the older version {new.version - 1} of {new.title} and does not replay under version {new.version} "
        f".* open it with {RELEASE}"
    )
    with pytest.raises(UnsupportedRecord, match=sentence):
        verify(lambda _: new, record)
    with pytest.raises(UnsupportedRecord, match=sentence):
        build_film(record, new, 0, "x")


def test_a_running_match_that_does_not_replay_is_refused() -> None:
    new = next_version("magpie", "replayed", "parlour.games.magpie")
    record = running_record("magpie", RARE_OPTIONS["magpie"])
    with pytest.raises(
        UnsupportedRecord, match=r"\(Line 3 of the record lets seat 0 answer 'bid 9', which it may not at this point\)"
    ):
        resume_table(new, record, SECRET)
    with pytest.raises(UnsupportedRecord, match=f"open it with {RELEASE}"):
        fork_table(new, record, 3, record_seats(record.header))
    assert fork_table(new, record, 1, record_seats(record.header)).match.entries


def test_a_changed_record_of_a_version_with_a_switch_is_still_a_changed_record() -> None:
    record = running_record("magpie")
    wrong = record._replace(entries=(record.entries[0], record.entries[1]._replace(text="bid 30"), *record.entries[2:]))
    with pytest.raises(Problem, match="which it may not at this point") as refusal:
        resume_table(next_version("magpie", "switched", "parlour.games.magpie"), wrong, SECRET)
    assert not isinstance(refusal.value, UnsupportedRecord)


# Neither.


@pytest.mark.parametrize("name", GAMES)
def test_without_either_a_match_is_refused_with_the_release_that_plays_it(name: str) -> None:
    new = next_version(name, "dropped", f"parlour.games.{name}")
    sentence = (
        f"of the older version {new.version - 1} of {new.title}, whose rules this program no longer has; "
        f"open it with {RELEASE}."
    )
    record = running_record(name)
    for attempt in (
        lambda: resume_table(new, record, SECRET),
        lambda: verify(lambda _: new, record),
        lambda: fork_table(new, record, 1, record_seats(record.header)),
        lambda: build_film(record, new, 0, "x"),
    ):
        with pytest.raises(UnsupportedRecord, match=sentence):
            attempt()


# The command line and files.


@pytest.fixture
def versions_folder(tmp_path: Path) -> Path:
    return tmp_path / "versions"


def test_saves_and_unfinished_matches_in_files(
    home: Path, versions_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = begin_table(games.find("magpie"))
    running = files.new_running_record(table.game)
    files.attach_running_record(table, running)
    answer(table, 3)
    saved = files.save_match(table, "mine")
    running.unlock()
    done = home / "done.parlour"
    done.write_text(record_text(finished_record("magpie")))
    bundle = home / "many.bundle"
    assert (
        run(["simulate", "magpie", "--bots", "random,random", "-n", "4", "--jobs", "1", "--records", str(bundle)]) == 0
    )
    before = running.path.read_bytes(), saved.read_bytes()
    for kind, code in (("switched", 0), ("replayed", 0), ("dropped", 2)):
        with pytest.MonkeyPatch.context() as patch:
            install_next_versions(versions_folder, patch, kind)
            capsys.readouterr()
            assert run(["verify", str(done), str(saved), str(bundle), f"{bundle}#2"]) == code
            assert run(["replay", str(done), "--plain"]) == code
            shown = capsys.readouterr()
            assert run(["games"]) == 0
            assert SWITCH not in capsys.readouterr().out
            if code == 0:
                assert "begun under version 1 of its game" in shown.out
                files.load_saved_table(games.find, saved)
                files.resume_running_match(games.find, running)
                running.unlock()
            else:
                assert shown.err.count(f"open it with {RELEASE}.") == 5
                with pytest.raises(UnsupportedRecord):
                    files.load_saved_table(games.find, saved)
                with pytest.raises(UnsupportedRecord):
                    files.resume_running_match(games.find, running)
        assert (running.path.read_bytes(), saved.read_bytes()) == before
    assert [save.name for save in files.list_saves()] == ["mine"]


def test_a_match_of_a_bundle_that_does_not_replay_is_named(
    home: Path, versions_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    bundle = home / "many.bundle"
    words = ["--bots", "random,random", "-n", "4", "--jobs", "1", "--option", "stones=9", "--records", str(bundle)]
    assert run(["simulate", "magpie", *words]) == 0
    install_next_versions(versions_folder, monkeypatch, "replayed")
    assert run(["verify", str(bundle)]) == 2
    assert (
        f"{bundle}, match 0 of the bundle does not hold: the match is of the older version 1 of Magpie and does not"
        in capsys.readouterr().err
    )
