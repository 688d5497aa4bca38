"""Long lists of choices with two parts in the terminal: chosen in two steps, or typed at once."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from parlour.games.hunter import GAME as HUNTER
from parlour.kernel.answers import read_answer
from parlour.kernel.problem import Problem
from parlour.kernel.text import Why
from parlour.play.choice_folding import BACK_ACTION, fold_choices, unfold_choices
from parlour.play.choices import NumberedChoice, find_choice
from parlour.play.local_match import LocalMatch
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup
from parlour.terminal.match_screen import MatchScreen
from parlour.terminal.plain_match import play_plain
from parlour.terminal.question_bar import choice_matches
from parlour.terminal.terminal_app import ParlourApp

FULL_REASON = Why("1", "Full.")
PLACES = ("bar", "dojo", "forest", "plaza")


@pytest.fixture(autouse=True)
def temporary_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))


def pair_choices(*heads: str, closed: str = "") -> list[NumberedChoice]:
    rows = [(head, rest) for head in heads for rest in PLACES]
    return [
        NumberedChoice(
            number,
            number + 100,
            f"go {head}, see {rest}",
            f"Go {head}, see {rest}",
            FULL_REASON if head == closed else None,
        )
        for number, (head, rest) in enumerate(rows, 1)
    ]


def last_answer(sitting: LocalMatch) -> str:
    """Returns the first seat's last answer."""
    output = sitting.table.match.last_answer[0]
    assert output is not None
    return HUNTER.text.notation(output[1][0])


def sitting_before_bots(setup: PlaySetup) -> LocalMatch:
    """Returns a person at a table where no bot has been asked yet."""
    sitting = open_match(setup)
    sitting.lift_curtain()
    return sitting


def five_player_setup(seed: int = 4) -> PlaySetup:
    return PlaySetup(game=HUNTER, seats=["human", "random", "random", "random", "random"], seed=seed)


# The list.


def test_many_double_choices_come_in_two_steps() -> None:
    choices = [*pair_choices("bar", "dojo", "plaza"), NumberedChoice(13, 7, "drink", "Drink")]
    first = fold_choices(choices)
    assert [(one.number, one.notation, one.label) for one in first] == [
        (1, "go bar", "Go bar ..."),
        (2, "go dojo", "Go dojo ..."),
        (3, "go plaza", "Go plaza ..."),
        (4, "drink", "Drink"),
    ]
    second = unfold_choices(choices, first[1].action)
    assert [one.notation for one in second] == ["see bar", "see dojo", "see forest", "see plaza", "back"]
    assert [one.action for one in second] == [105, 106, 107, 108, BACK_ACTION]
    assert second[2].label == "See forest"


def test_few_choices_and_single_ones_stay_as_they_are() -> None:
    few = pair_choices("bar", "dojo")
    assert fold_choices(few) == few
    single = [NumberedChoice(number, number, f"bid {number}", f"Bid {number}") for number in range(30)]
    assert fold_choices(single) == single
    one_head = pair_choices("bar") + [NumberedChoice(number, number, f"bid {number}", "Bid") for number in range(30)]
    assert fold_choices(one_head) == one_head


def test_a_head_is_closed_where_all_of_it_is() -> None:
    first = fold_choices(pair_choices("bar", "dojo", "plaza", closed="dojo"))
    assert [one.refusal for one in first] == [None, FULL_REASON, None]


@pytest.mark.parametrize("typed", ["bar dojo", "go bar see dojo", "bar, dojo", "ba doj"])
def test_words_of_a_notation_may_be_left_out(typed: str) -> None:
    found = find_choice(pair_choices("bar", "dojo", "plaza"), typed)
    assert found is not None
    assert found.notation == "go bar, see dojo"
    assert choice_matches(found, typed)


def test_words_of_a_notation_keep_their_order() -> None:
    choices = pair_choices("bar")
    assert find_choice(choices, "dojo bar") is None
    with pytest.raises(Problem, match="fits several choices"):
        find_choice(choices, "bar see")


# At the table.


def test_a_pair_is_typed_at_once_or_in_two_steps() -> None:
    sitting = sitting_before_bots(five_player_setup())
    assert len(sitting.question().all_choices) > 31
    sitting.answer(sitting.question().parse_answer("plaza"))
    assert sitting.open_fold()
    assert sitting.question().text().endswith("Hunter Plaza ...")
    assert [one.label for one in sitting.question().choices][-2:] == ["Apprentice Forest", "Back"]
    sitting.answer(sitting.question().parse_answer("back"))
    assert not sitting.open_fold()
    sitting.answer(sitting.question().parse_answer("forest"))
    assert sitting.question().parse_answer("forest") == read_answer(HUNTER, "hunter forest, apprentice forest")
    assert sitting.question().parse_answer("bar dojo") == read_answer(HUNTER, "hunter bar, apprentice dojo")
    sitting.answer(sitting.question().parse_answer("dojo"))
    assert last_answer(sitting) == "hunter forest, apprentice dojo"
    sitting.close()


def test_half_an_answer_is_forgotten_with_its_question() -> None:
    sitting = sitting_before_bots(five_player_setup())
    sitting.answer(sitting.question().parse_answer("plaza"))
    sitting.answer(sitting.question().parse_answer("hunter bar, apprentice dojo"))
    assert not sitting.open_fold()
    sitting.undo()
    assert not sitting.open_fold()
    sitting.close()


def test_line_by_line_the_board_is_shown_once() -> None:
    lines = "plaza\nback\nwork-site\nnowhere\nquit\n"
    output = io.StringIO()
    setup = PlaySetup(game=HUNTER, seats=["human", "human"], seed=4)
    play_plain(setup, io.StringIO(f"\n{lines}"), output)
    text = output.getvalue()
    assert text.count("Hunter Work Site ...") == 2  # the list, then the choice
    assert "  3  Apprentice Forest" in text
    assert "'nowhere' is none of the choices" in text
    assert text.count("Monster Hunt") == 1


def test_a_whole_match_can_be_played_line_by_line() -> None:
    output = io.StringIO()
    setup = PlaySetup(game=HUNTER, seats=["human", "random"], seed=4, options={"max_rounds": 3}, fast=True)
    play_plain(setup, io.StringIO("1\n" * 400), output)
    text = output.getvalue()
    assert "* The game is over after 3 rounds." in text
    assert "Looking back" in text or "wins." in text or "win." in text


# The full screen.


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_on_the_screen_all_heads_are_in_sight(size: tuple[int, int]) -> None:
    async def run() -> None:
        app = ParlourApp(open_match(five_player_setup()), fast=True)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot)

    async def play(pilot: Pilot[int]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, MatchScreen)
        shown = screen.query_one("#choices", OptionList)
        heads = [str(option.prompt) for option in shown.options]
        assert heads[0] == " 1  Hunter Work Site ..."
        assert heads[6] == " 7  Hunter Forest ..."
        await pilot.press("7")
        await pilot.pause()
        assert "Hunter Forest ..." in str(screen.query_one("#question", Static).content)
        assert str(shown.options[0].prompt) == " 1  Apprentice Work Site"
        await pilot.press("8")
        await pilot.pause()
        assert str(shown.options[6].prompt) == " 7  Hunter Forest ..."
        await pilot.press(*"forest", "space", *"ba")
        await pilot.pause()
        assert [str(option.prompt).split("  ")[1] for option in shown.options] == ["Hunter Forest, apprentice Bar"]
        await pilot.press("enter")
        await pilot.pause()
        assert last_answer(screen.local_match) == "hunter forest, apprentice bar"

    asyncio.run(run())
