"""The first lesson: it can be played, its claims are true, and what it points at is on the board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.games.stumped import GAME
from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.text.wording import HELD_BRANCHES, MOVES, TILE, Beaver
from parlour.games.stumped.view import View
from parlour.kernel.answers import read_answers
from parlour.kernel.game import game_for_options
from parlour.kernel.match import apply_move as done
from parlour.kernel.record import DEALT, RecordEntry, parse_outcome
from parlour.kernel.state import DEALER
from parlour.table.lesson import ANSWER, ASK, DEAL, Lesson, load_lesson
from parlour.table.lesson_check import check_lesson
from parlour.table.seat import HUMAN, Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt, TableRefusal

WEB = Path(__file__).parent.parent / "web"
SCREEN = {"board", "log", "question", "seats"}  # what the shell itself lights up
Page = tuple[str, View]


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return load_lesson(GAME, "first")


@pytest.fixture(scope="module")
def pages(lesson: Lesson) -> list[Page]:
    """Returns every text of the lesson with the view of its reader."""
    game = game_for_options(GAME, lesson.options)
    state = game.start(2, lesson.options, None)
    shown: list[Page] = []
    for step in lesson.steps:
        if step.say:
            view = game.view(state, lesson.learner)
            assert isinstance(view, View)
            shown.append((" ".join(step.say.split()), view))
        if step.kind == DEAL:
            done(state, DEALER, parse_outcome(game, state, RecordEntry(DEALT, text=step.deal)))
        elif step.kind == ASK:
            done(state, lesson.learner, step.allow[0])
        elif step.kind == ANSWER:
            done(state, step.seat, step.answer)
    return shown


def view_at_text(pages: list[Page], words: str) -> View:
    (view,) = [view for text, view in pages if words in text]
    return view


def beaver_at(view: View, x: int, y: int) -> Beaver:
    (found,) = [row for row in view.beavers if row[TILE] == x + y * view.width]
    return found


def tree_health(view: View, x: int, y: int) -> int:
    """Returns the health of the tree on a tile."""
    (found,) = [health for tile, kind, health, _ in view.spawners if (tile, kind) == (x + y * view.width, 0)]
    return found


def test_it_can_be_given_to_its_end(lesson: Lesson) -> None:
    check_lesson(GAME, lesson)


def test_four_turns_with_every_order_that_a_beginner_needs(lesson: Lesson, pages: list[Page]) -> None:
    assert [view.turn for _, view in pages] == sorted(view.turn for _, view in pages)
    assert (pages[0][1].turn, pages[-1][1].turn) == (0, 6)
    notation = game_for_options(GAME, lesson.options).text.notation
    given = [notation(step.allow[0]) for step in lesson.steps if step.kind == ASK]
    kinds = {one.split(" ")[0] for one in given if not one[0].isdigit()}
    assert kinds == {"build", "move", "recruit", "harvest", "attack", "drop", "end"}
    assert given[-1] == "12"


def test_what_it_says_is_true(pages: list[Page]) -> None:
    """Compares each claim of the lesson with the figures of that moment."""
    start = view_at_text(pages, "It is a Basic beaver with 1 branch, and your first lodge costs just 1")
    assert (beaver_at(start, 2, 3)[2], beaver_at(start, 2, 3)[HELD_BRANCHES], start.price) == (0, 1, [1, 1])
    first = view_at_text(pages, "The next will cost 2, then 3, 5, 7, 12")
    assert (first.price[0], first.lodge_count, beaver_at(first, 2, 3)[MOVES], first.lodges_to_win) == (
        2,
        [1, 0],
        3,
        10,
    )
    grown = view_at_text(pages, "grown by 1 after every turn, from health 1 to 3")
    assert [health for _, kind, health, _ in grown.spawners if kind == 0] == [3] * 10
    assert (tree_health(start, 3, 2), grown.lodge_count, beaver_at(grown, 2, 5)[1]) == (1, [1, 1], 1)
    assert beaver_at(view_at_text(pages, "could get 6 branches and carries 3"), 3, 3)[HELD_BRANCHES] == 0
    west = view_at_text(pages, "The tree to the west is untouched: 2 times 3 times 3 is 18")
    assert (tree_health(west, 1, 2), tree_health(west, 3, 2), beaver_at(west, 3, 3)[HELD_BRANCHES]) == (3, 2, 3)
    assert beaver_at(view_at_text(pages, "Fifteen branches!"), 2, 2)[HELD_BRANCHES] == 15
    door = view_at_text(pages, "stands at your door, in the river at 2,4")
    assert (beaver_at(door, 2, 4)[1], door.land[2 + 4 * door.width]) == (1, "e")
    assert (TITLES[beaver_at(door, 2, 3)[2]], door.profile) == ("Fighter", "document")
    gone = view_at_text(pages, "Three damage, and it had 3 health: it is gone")
    assert (gone.beaver_count, beaver_at(gone, 3, 3)[HELD_BRANCHES], gone.price[0]) == ([3, 1], 3, 2)
    afloat = view_at_text(pages, "It has 1 move left")
    assert (beaver_at(afloat, 3, 4)[MOVES], afloat.land[3 + 4 * afloat.width]) == (1, "e")
    pond = view_at_text(pages, "It has reached the pond")
    assert (beaver_at(pond, 4, 4)[MOVES], pond.land[4 + 4 * pond.width]) == (0, "~")
    two = view_at_text(pages, "Two lodges to one. The third costs 3, and your Builder holds 15")
    assert (two.lodge_count, two.price[0], beaver_at(two, 2, 2)[HELD_BRANCHES]) == ([2, 1], 3, 15)
    three = view_at_text(pages, "Three! And the Builder still holds 12")
    assert (three.lodge_count, beaver_at(three, 2, 2)[HELD_BRANCHES]) == ([3, 1], 12)
    end = view_at_text(pages, "They lie there for whoever builds on them")
    assert (2 + 1 * end.width, 12, 0) in end.goods


def test_whole_orders_do_for_two_pages(lesson: Lesson) -> None:
    """The board sends a whole order at once; the lesson continues after its last answer."""
    table = Table(GAME, lesson.options, [Seat("Mika", HUMAN), Seat("Ren", "builder")], lesson=lesson)
    table.begin()
    for page in (1, 2):
        table.turn_page(0, page)
    refused = table.answer(0, table.match.question_number[0], read_answers(table.game, "2,3 move north") or [])
    assert isinstance(refused, TableRefusal)
    assert "nothing is more urgent" in refused.sentence
    assert isinstance(
        table.answer(0, table.match.question_number[0], read_answers(table.game, "2,3 build") or []), Receipt
    )
    assert table.match.lesson_progress is not None
    assert table.match.lesson_progress.page_step().say.startswith("Your first lodge!")


def test_what_it_points_at_is_on_the_board(lesson: Lesson) -> None:
    """The board marks its parts with `data-look`; things are marked by the words of the terminal."""
    source = "\n".join(path.read_text("utf-8") for path in WEB.glob("*.ts"))
    parts = set(re.findall(r'data-look="([a-z:-]+)"', source))
    pointed = {look for step in lesson.steps for look in step.look}
    assert {look for look in pointed - SCREEN if look.startswith("board:")} <= parts
    assert {look for look in pointed - SCREEN if not look.startswith("board:")} == {
        "job:builder", "job:fighter", "spawner:cattails", "spawner:tree",
    }  # fmt: skip


def test_its_texts_are_short(lesson: Lesson) -> None:
    assert all(len(" ".join(step.say.split())) <= 330 for step in lesson.steps)
    assert all(step.wrong.endswith((".", "!")) for step in lesson.steps if step.kind == ASK)
