"""The first lesson: it can be played, its texts are true, and its targets are on the board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.games.hunter import GAME
from parlour.games.hunter.rules.book import ITEM_NAMES, PLACE_NAMES
from parlour.games.hunter.view import HunterView
from parlour.kernel.match import apply_move as done
from parlour.kernel.problem import Problem
from parlour.kernel.record import DEALT, RecordEntry, parse_outcome
from parlour.kernel.state import DEALER
from parlour.table.lesson import ANSWER, ASK, DEAL, Lesson, load_lesson
from parlour.table.lesson_check import check_lesson, slug

WEB = Path(__file__).parent.parent / "web"
SCREEN = {"board", "log", "question", "seats"}  # what the shell itself lights up


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return load_lesson(GAME, "first")


def read_lesson(lesson: Lesson) -> list[tuple[str, HunterView]]:
    """Every text of the lesson with the view of its reader."""
    state = GAME.start(len(lesson.seats), lesson.options, None)
    shown: list[tuple[str, HunterView]] = []
    for step in lesson.steps:
        if step.say:
            view = GAME.view(state, lesson.learner)
            assert isinstance(view, HunterView)
            shown.append((" ".join(step.say.split()), view))
        if step.kind == DEAL:
            done(state, DEALER, parse_outcome(GAME, state, RecordEntry(DEALT, text=step.deal)))
        elif step.kind == ASK:
            done(state, lesson.learner, step.allow[0])
        elif step.kind == ANSWER:
            done(state, step.seat, step.answer)
    return shown


def test_it_can_be_given_to_its_end(lesson: Lesson) -> None:
    check_lesson(GAME, lesson)


def test_a_roll_that_cannot_be_dealt_is_explained_in_the_words_of_the_game(lesson: Lesson) -> None:
    steps = [step._replace(deal="1 2") if step.deal == "1 2 1" else step for step in lesson.steps]
    with pytest.raises(
        Problem, match=r"^Step \d+ of the lesson first cannot be dealt\. '1 2' is not a roll of 3 dice; "
    ):
        check_lesson(GAME, lesson._replace(steps=tuple(steps)))


def test_four_rounds_in_about_forty_steps(lesson: Lesson) -> None:
    pages = read_lesson(lesson)
    assert 38 <= len(pages) <= 45
    assert [view.round for _, view in pages] == sorted(view.round for _, view in pages)
    assert (pages[0][1].round, pages[-1][1].round) == (1, 5)
    dealt = [step.deal for step in lesson.steps if step.kind == DEAL]
    assert dealt == ["blue", "red", "monster 8", "1 2 1", "monster 3", "3 5 6"]


def test_every_kind_of_answer_that_a_beginner_needs_is_given(lesson: Lesson) -> None:
    given = {GAME.text.notation(step.allow[0]) for step in lesson.steps if step.kind == ASK}
    assert given >= {
        "drink", "heal", "trade", "put beer", "raise ep", "attack die", "defense die", "buy grenade", "finish",
        "hunt level 1", "bring pet 1", "attack", "use grenade", "go on", "tame", "hunter forest, apprentice forest",
    }  # fmt: skip


def view_at_text(pages: list[tuple[str, HunterView]], words: str) -> HunterView:
    (view,) = [view for text, view in pages if words in text]
    return view


def test_what_it_says_is_true(lesson: Lesson) -> None:
    """Each claim of the coach beside the figures of that moment."""
    pages = read_lesson(lesson)
    start = view_at_text(pages, "You begin with 4 HP, 6 EP, 3 EXP, $4 and two attack dice")
    assert (start.hp[0], start.ep[0], start.exp[0], start.money[0], start.attack[0]) == (4, 6, 3, 4, 2)
    closed = view_at_text(pages, "today the Bar, the Hospital and the Plaza are closed")
    assert [PLACE_NAMES[place] for place in closed.dummies] == ["Bar", "Hospital", "Plaza"]
    dojo = view_at_text(pages, "gives 4 EXP to a hunter who is alone, and only 2 where another token stands")
    assert dojo.pay[PLACE_NAMES.index("Dojo")][:2] == [4, 2]
    first = view_at_text(pages, "Ren met your apprentice at the Work Site and got $4 instead of $6")
    assert (first.exp[0], first.money[1]) == (7, 8)
    popular = view_at_text(pages, "your reward token climbed to level 1")
    assert (popular.reward[0], popular.fame[0], popular.score[0]) == (1, 1, 1)
    assert popular.items[0][ITEM_NAMES.index("Beer")] == 1
    bag = view_at_text(pages, "the Beer takes 1 and the Grenade 2 of the 4")
    assert (bag.used[0], bag.capacity[0], bag.exp[0]) == (3, 4, 7)
    assert view_at_text(pages, "Keep the other $2").money[0] == 2
    moved = view_at_text(pages, "now the Work Site, the Station and the Dojo are closed")
    assert [PLACE_NAMES[place] for place in moved.dummies] == ["Work Site", "Station", "Dojo"]
    bar = view_at_text(pages, "Six Beers for a lonely guest, and popularity level 2")
    assert (bar.reward[0], bar.score, bar.items[0][ITEM_NAMES.index("Beer")]) == (2, [3, 2], 8)
    full = view_at_text(pages, "But you carry 10, and there is room for 4")
    assert (full.used[0], full.capacity[0]) == (10, 4)
    assert view_at_text(pages, "You have 7 EP now").ep[0] == 7
    assert view_at_text(pages, "Overflow: you hold 6, and 4 fit").used[0] == 6
    fits = view_at_text(pages, "Everything fits: a Beer, a Blood Bag and the Grenade")
    held = [name for name, count in zip(ITEM_NAMES, fits.items[0], strict=True) if count]
    assert (held, fits.used[0], fits.ep_put[0]) == (["Beer", "Blood Bag", "Grenade"], 4, 2)
    prey = view_at_text(pages, "you have 4 HP and three dice")
    assert (prey.hp[0], prey.attack[0]) == (4, 3)
    met = view_at_text(pages, "Here it is: 3 HP, but your apprentice has already hurt it, so 2 are left. It hits for 2")
    assert (met.monster_max, met.monster_hp, met.monster_att) == (3, 2, 2)
    assert view_at_text(pages, "Not one hit!").monster_hp == 2
    assert view_at_text(pages, "One HP left").monster_hp == 1
    hurt = view_at_text(pages, "Ouch: 2 damage")
    assert (hurt.hp[0], hurt.exp[0]) == (2, 4)
    tame = view_at_text(pages, "A monster with exactly 1 HP can be tamed")
    assert (tame.monster_hp, tame.tame_cost) == (1, 1)
    won = view_at_text(pages, "You have won: 2 points, two Beers, a Blood Bag, and a pet")
    assert (won.score[0], won.pets[0], won.items[0][:2]) == (5, [1, 0, 0], [3, 1])
    assert view_at_text(pages, "You stand on 2").track[0] == 2
    milestone = view_at_text(pages, "Two points for a drink")
    assert (milestone.ep_max[0], milestone.score[0]) == (8, 7)
    assert view_at_text(pages, "You have 4 EXP. A defense die costs 3").exp[0] == 4
    pet = view_at_text(pages, "With 2 for the monster that makes 4, and you have 6")
    assert (pet.ep[0], pet.pet_ep[0][0]) == (6, 2)
    assert view_at_text(pages, "Four HP, and nobody has weakened it").monster_hp == 4
    dead = view_at_text(pages, "dead in one blow, for 4 points. And space 3 of the power track")
    assert (dead.score[0], dead.track[0], dead.power[0], dead.exp[0]) == (11, 3, 2, 3)
    end = view_at_text(pages, "You lead by 11 to 5, it is round five")
    assert (end.score, end.round) == ([11, 5], 5)


def test_what_it_points_at_is_on_the_board(lesson: Lesson) -> None:
    """The board marks its parts with `data-look`; the ids of things are made from their names."""
    source = "\n".join(path.read_text("utf-8") for path in WEB.glob("*.ts"))
    parts = set(re.findall(r'data-look="([a-z:-]+)"', source)) | {"hunter", "apprentice"}
    parts |= {f"board:{meter}" for meter in ("hp", "ep", "exp", "money")}
    parts |= {f"place:{slug(name)}" for name in PLACE_NAMES} | {f"item:{slug(name)}" for name in ITEM_NAMES}
    pointed = {look for step in lesson.steps for look in step.look}
    assert pointed - SCREEN <= parts


def test_its_texts_are_short(lesson: Lesson) -> None:
    assert all(len(" ".join(step.say.split())) <= 330 for step in lesson.steps)
    assert all(step.wrong.endswith((".", "!")) for step in lesson.steps if step.kind == ASK)
