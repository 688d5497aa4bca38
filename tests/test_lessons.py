"""Lessons: files are read strictly, each lesson can be played to its end, and a table follows its script."""

from __future__ import annotations

import importlib
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from parlour import games
from parlour.cli import fast_path
from parlour.games import find
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import LESSON, Record, chain_line, entry_json, header_json, read_record, record_lines
from parlour.kernel.text import Offer
from parlour.server.json_documents import game_document
from parlour.table.bot_worker import BotAnswer, apply_bot_answer
from parlour.table.lesson import (
    ANSWER,
    ASK,
    DEAL,
    SAY,
    Lesson,
    lesson_names,
    lesson_seats,
    load_lesson,
    load_lessons,
    read_lesson_file,
)
from parlour.table.lesson_check import check_lesson
from parlour.table.lesson_progress import LESSON_NEXT, LESSON_OVER
from parlour.table.loading import fork_table, make_save, resume_table, split_save
from parlour.table.seat import Seat
from parlour.table.table import StoreLines, Table, discard_lines
from parlour.table.table_types import Receipt
from parlour.table.verify import verify
from parlour.terminal.plain_menu import run_plain_menu
from tests.table_builders import expect_refusal, play_to_end, submit_accepted, submit_answer

MAGPIE = find("magpie")
HEAD = 'title = "Two rounds"\nabout = "A trial."\nseats = ["Ann", "Bob"]\nlearner = "Ann"\n'
WELCOME = '[[steps]]\nsay = "Welcome."\n'
BYE = '[[steps]]\nsay = "Goodbye."\n'
SPOON = '[[steps]]\ndeal = "silver spoon"\n'
BID = '[[steps]]\nsay = "Bid."\nallow = ["bid 4", "bid 5"]\nwrong = "Four or five."\n'
BOB = '[[steps]]\nseat = "Bob"\nanswer = "bid 2"\n'
WHOLE_LESSON = HEAD + WELCOME + SPOON + BID + BOB + BYE


def write_lesson(folder: Path, text: str, name: str = "trial.toml") -> Lesson:
    (folder / name).write_text(text, "utf-8")
    return read_lesson_file(MAGPIE, folder / name)


@pytest.fixture
def lesson() -> Lesson:
    return load_lesson(MAGPIE, "first")


def start_lesson(lesson: Lesson, keep: StoreLines = discard_lines, name: str = "") -> Table:
    table = Table(MAGPIE, lesson.options, lesson_seats(lesson, name), lesson=lesson, store_lines=keep)
    table.begin()
    return table


def turn_page(table: Table, leave: bool = False) -> Receipt:
    assert table.match.lesson_progress is not None
    receipt = table.turn_page(
        table.match.lesson_progress.lesson.learner, table.match.lesson_progress.page_number(), leave
    )
    assert isinstance(receipt, Receipt), receipt
    return receipt


def take_step(table: Table) -> None:
    """Takes the next step: reads the page, or gives the first allowed answer, or the scripted one."""
    assert table.match.lesson_progress is not None
    assert table.match.lesson_progress.step is not None
    step, learner = table.match.lesson_progress.step, table.match.lesson_progress.lesson.learner
    if step.kind == SAY:
        turn_page(table)
    elif step.kind == ASK:
        action = step.allow[0] if step.allow else int(table.match.state.legal(learner)[0])
        assert isinstance(table.answer(learner, table.match.question_number[learner], action), Receipt)
    else:
        (job,) = table.bot_tasks()
        assert job.scripted_answer == step.answer
        apply_bot_answer(table, job, BotAnswer(step.answer))


def finish_lesson(table: Table) -> None:
    while table.match.is_scripted():
        take_step(table)


# Files.


def test_a_lesson_is_read(tmp_path: Path) -> None:
    lesson = write_lesson(tmp_path, WHOLE_LESSON)
    assert [step.kind for step in lesson.steps] == [SAY, DEAL, ASK, ANSWER, SAY]
    assert lesson.page_steps() == [0, 2, 4]
    assert (lesson.learner, lesson.bot, lesson.options) == (0, MAGPIE.coach.best, {"stones": 15})
    assert lesson.steps[2].allow == (4, 5)
    check_lesson(MAGPIE, lesson)


def test_a_lessons_hash_ignores_line_ends(tmp_path: Path) -> None:
    first = write_lesson(tmp_path, WHOLE_LESSON)
    (tmp_path / "trial.toml").write_bytes(WHOLE_LESSON.replace("\n", "\r\n").encode())
    assert read_lesson_file(MAGPIE, tmp_path / "trial.toml") == first
    assert write_lesson(tmp_path, WHOLE_LESSON.replace("Welcome.", "Hello.")).hash != first.hash


MISTAKES = {
    "no TOML": (WHOLE_LESSON + "[[", "The lesson file trial.toml of Magpie is not valid TOML"),
    "no title": (
        WHOLE_LESSON.replace('title = "Two rounds"\n', ""),
        "The field title of the lesson is missing; add it.",
    ),
    "an empty title": (
        WHOLE_LESSON.replace("Two rounds", " "),
        "The field title of the lesson is empty or not a text; write a text.",
    ),
    "no steps": (HEAD, "The lesson has no valid list of steps; write each step under a line [[steps]]."),
    "steps of another kind": (
        HEAD + "steps = [1]\n",
        "The lesson has no valid list of steps; write each step under a line [[steps]].",
    ),
    "an unknown field": (
        "colour = 1\n" + WHOLE_LESSON,
        "The field colour of the lesson does not belong there; use about, bot",
    ),
    "seats that are no names": (
        WHOLE_LESSON.replace('["Ann", "Bob"]', "[1, 2]"),
        "The field seats of the lesson is not a list of names;",
    ),
    "too many seats": (
        WHOLE_LESSON.replace('"Bob"]', '"Bob", "C", "D", "E", "F"]'),
        "with 6 seats; choose 2 or 3 or 4 or 5",
    ),
    "a name twice": (
        WHOLE_LESSON.replace('["Ann", "Bob"]', '["Ann", "ann"]'),
        "Two seats of the lesson have the same name; give each its own.",
    ),
    "a long name": (WHOLE_LESSON.replace('["Ann"', f'["{"A" * 30}"'), "is too long; use at most 24 letters"),
    "a stranger who learns": (
        WHOLE_LESSON.replace('learner = "Ann"', 'learner = "Cy"'),
        "has no seat; write one of Ann, Bob.",
    ),
    "a bot nobody knows": ('bot = "owl"\n' + WHOLE_LESSON, "'owl'"),
    "options of another kind": (
        WHOLE_LESSON.replace(WELCOME, "[options]\nstones = 1.5\n" + WELCOME),
        "The field options of the lesson is not a table of options",
    ),
    "an option out of range": (WHOLE_LESSON.replace(WELCOME, "[options]\nstones = 99\n" + WELCOME), "stones"),
    "an unknown field of a step": (
        WHOLE_LESSON.replace("[[steps]]\ndeal", "[[steps]]\nsay = 'x'\ndeal"),
        "The field say of step 2 does not belong there; use deal.",
    ),
    "a wrong without a question": (
        WHOLE_LESSON + '[[steps]]\nsay = "x"\nwrong = "y"\n',
        "The field wrong of step 6 does not belong there; use look, say.",
    ),
    "a question without words": (
        WHOLE_LESSON.replace('say = "Bid."\n', ""),
        "The field say of step 3 is missing; add it.",
    ),
    "an answer of nobody": (
        WHOLE_LESSON.replace('seat = "Bob"\n', ""),
        "The field seat of step 4 is missing; add it.",
    ),
    "an answer for the learner": (
        WHOLE_LESSON.replace('seat = "Bob"', 'seat = "Ann"'),
        "is not one of the other players; write one of Bob.",
    ),
    "no answer of the game": (
        WHOLE_LESSON.replace('"bid 2"', '"bet 2"'),
        "The answer 'bet 2' of step 4 does not exist in Magpie;",
    ),
    "an answer that is no text": (
        WHOLE_LESSON.replace('"bid 2"', "2"),
        "The answer 2 of step 4 does not exist in Magpie;",
    ),
    "nothing allowed": (
        WHOLE_LESSON.replace('["bid 4", "bid 5"]', "[]"),
        'The field allow of step 3 is not a list of answers; write one, or "any".',
    ),
    "a look that is none": (
        WHOLE_LESSON.replace('say = "Bid."', 'say = "Bid."\nlook = ["The Log"]'),
        "The field look of step 3 is not a list of things",
    ),
    "a text that is a number": (
        WHOLE_LESSON.replace('"Welcome."', "7"),
        "The field say of step 1 is empty or not a text; write a text.",
    ),
    "a first step without words": (
        HEAD + SPOON + BOB + BID + BYE,
        "The lesson's first step other than deal has no say",
    ),
    "no last word": (HEAD + WELCOME + SPOON + BID + BOB, "The lesson's last step is not a step with say alone"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_in_one_sentence(tmp_path: Path, mistake: str) -> None:
    text, sentence = MISTAKES[mistake]
    with pytest.raises(Problem) as problem:
        write_lesson(tmp_path, text)
    assert str(problem.value).startswith("The lesson file trial.toml of Magpie")
    assert sentence in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_file_that_is_no_text_or_no_file(tmp_path: Path) -> None:
    (tmp_path / "trial.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Problem, match="not text in UTF-8"):
        read_lesson_file(MAGPIE, tmp_path / "trial.toml")
    with pytest.raises(Problem, match="cannot be read"):
        read_lesson_file(MAGPIE, tmp_path / "gone.toml")
    with pytest.raises(Problem, match="small letters"):
        write_lesson(tmp_path, WHOLE_LESSON, "Trial One.toml")


def test_lessons_are_found_by_name() -> None:
    assert lesson_names(MAGPIE) == ["first"]
    with pytest.raises(Problem, match=r"^Magpie has no lesson 'last'; choose one of first\.$"):
        load_lesson(MAGPIE, "last")
    with pytest.raises(Problem, match=r"^Baldur's Bones has no lessons; choose another game"):
        load_lesson(find("bones"), "first")


BROKEN = """from parlour.games.magpie import GAME as magpie
GAME = magpie._replace(name="rook", title="Rook", home=__name__)
"""


@pytest.fixture
def broken_lesson_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Installs a game of another package with one good and one broken lesson."""
    (tmp_path / "broken_lesson_game" / "lessons").mkdir(parents=True)
    (tmp_path / "broken_lesson_game" / "__init__.py").write_text(BROKEN)
    (tmp_path / "broken_lesson_game" / "lessons" / "first.toml").write_text(WHOLE_LESSON)
    (tmp_path / "broken_lesson_game" / "lessons" / "bad.toml").write_text(HEAD)
    monkeypatch.syspath_prepend(tmp_path)
    game: Game = importlib.import_module("broken_lesson_game").GAME
    monkeypatch.setattr(games, "load_games", lambda: ([game], []))
    yield game
    del sys.modules["broken_lesson_game"]


BROKEN_LESSON_ERROR = (
    "The lesson file bad.toml of Rook is wrong. The lesson has no valid list of steps; "
    "write each step under a line [[steps]]."
)


def test_a_broken_lesson_does_not_stop_the_others(broken_lesson_game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    lessons, complaints = load_lessons(broken_lesson_game)
    assert ([lesson.name for lesson in lessons], complaints) == (["first"], [BROKEN_LESSON_ERROR])
    with pytest.raises(Problem, match=re.escape(BROKEN_LESSON_ERROR)):
        load_lesson(broken_lesson_game, "bad")
    assert [row["id"] for row in game_document(broken_lesson_game, None, {})["lessons"]] == ["first"]
    fast_path.print_games(json=True)
    out, err = capsys.readouterr()
    assert [row["id"] for row in json.loads(out)[0]["lessons"]] == ["first"]
    assert err == f"parlour: {BROKEN_LESSON_ERROR}\n"
    output = io.StringIO()
    run_plain_menu(io.StringIO(""), output)
    assert BROKEN_LESSON_ERROR in " ".join(output.getvalue().split())
    assert "Learn Rook: Two rounds" in output.getvalue()


def every_lesson() -> list[tuple[Game, str]]:
    return [(game, name) for game in games.load_games()[0] for name in lesson_names(game)]


@pytest.mark.parametrize(("game", "name"), every_lesson(), ids=[f"{game.name}-{name}" for game, name in every_lesson()])
def test_every_lesson_can_be_given_to_its_end(game: Game, name: str) -> None:
    check_lesson(game, load_lesson(game, name))


def test_the_lesson_of_the_page_can_be_given(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "lessons.md").read_text("utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    lesson = write_lesson(tmp_path, text)
    check_lesson(MAGPIE, lesson)
    assert [step.kind for step in lesson.steps] == [SAY, DEAL, ASK, ANSWER, SAY]
    table = start_lesson(lesson)
    finish_lesson(table)
    assert table.match.view(0).hoard == [4, 0]  # type: ignore[attr-defined]


IMPOSSIBLE_SCRIPTS = {
    "dealt out of turn": (
        HEAD + WELCOME + SPOON + SPOON + BYE,
        "Step 3 of the lesson trial deals 'silver spoon', which cannot be dealt there; choose",
    ),
    "no such outcome": (
        HEAD + WELCOME + SPOON.replace("silver", "wooden") + BYE,
        "Step 2 of the lesson trial deals 'wooden spoon', which cannot be dealt there",
    ),
    "asked out of turn": (
        HEAD + WELCOME + BID + BYE,
        "Step 2 of the lesson trial takes an answer while the dealer is to deal; add a step with deal before it.",
    ),
    "an answer that is not legal": (
        HEAD + WELCOME + SPOON + BID.replace("bid 5", "bid 16") + BOB + BYE,
        "Step 3 of the lesson trial has the answer 'bid 16', which the rules refuse there; choose",
    ),
    "a script that is not legal": (
        HEAD + WELCOME + SPOON + BID + BOB.replace("bid 2", "bid 20") + BYE,
        "Step 4 of the lesson trial has the answer 'bid 20', which the rules refuse there; choose",
    ),
    "a script out of turn": (
        HEAD + WELCOME + SPOON + BOB + BOB + BYE,
        "Step 4 of the lesson trial has the answer 'bid 2', which the rules refuse there; choose",
    ),
    "nothing to answer": (
        HEAD + WELCOME + SPOON + BID + BID.replace('["bid 4", "bid 5"]', '"any"') + BYE,
        "Step 4 of the lesson trial asks the learner, but the game does not; remove allow",
    ),
    "only one way to the end": (
        HEAD
        + "[options]\nstones = 5\n"
        + WELCOME
        + SPOON
        + BID
        + BOB
        + SPOON
        + BID.replace('"bid 4", "bid 5"', '"bid 1"')
        + BYE,
        "Step 6 of the lesson trial after 'bid 5' in step 3 has the answer 'bid 1', which the rules refuse there;",
    ),
    "nothing to look at": (
        WHOLE_LESSON.replace('say = "Bid."', 'say = "Bid."\nlook = ["trinket:egg"]'),
        "Step 3 of the lesson trial names trinket:egg in its field look, which does not exist;",
    ),
    "no such field": (
        WHOLE_LESSON.replace('say = "Bid."', 'say = "Bid."\nlook = ["field:nest"]'),
        "Step 3 of the lesson trial names field:nest in its field look, which does not exist;",
    ),
}


@pytest.mark.parametrize("mistake", IMPOSSIBLE_SCRIPTS)
def test_a_script_that_cannot_be_played_is_found(tmp_path: Path, mistake: str) -> None:
    text, sentence = IMPOSSIBLE_SCRIPTS[mistake]
    with pytest.raises(Problem) as problem:
        check_lesson(MAGPIE, write_lesson(tmp_path, text))
    assert sentence in str(problem.value)


def test_allowed_answers_must_be_shown(tmp_path: Path) -> None:
    shy = MAGPIE._replace(text=MAGPIE.text._replace(offer=lambda state, seat: [Offer(4, 0), Offer(5, 3)]))
    with pytest.raises(
        Problem, match="Step 3 of the lesson trial allows 'bid 5', but the learner is not shown that choice"
    ):
        check_lesson(shy, write_lesson(tmp_path, WHOLE_LESSON))


def test_a_match_must_not_end_before_its_lesson(tmp_path: Path) -> None:
    rounds = "".join(
        f'[[steps]]\ndeal = "{kind}"\n' + BID.replace('["bid 4", "bid 5"]', '["bid 0"]') + BOB.replace("bid 2", "bid 0")
        for kind in ("button", "thimble", "brass key", "silver spoon", "pearl", "gold ring") * 2
    )
    with pytest.raises(Problem, match=r"Step 38 of the lesson trial comes when the match is over; "):
        check_lesson(MAGPIE, write_lesson(tmp_path, HEAD + WELCOME + rounds + BYE))


# At a table.


def test_pages_are_read_before_outcomes_are_dealt(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    for _ in range(3):
        assert table.match.state.outcomes > 0
        assert table.match.owing() == []
        turn_page(table)
    assert table.match.owing() == [0, 1]
    assert table.lines(0)[-1].text == "Out of the bag comes a silver spoon."


def test_an_answer_outside_the_script_is_refused_with_the_steps_text(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    assert expect_refusal(submit_answer(table, 0, "bid 4")).code == "stale"
    for _ in range(3):
        turn_page(table)
    entries = list(table.match.entries)
    no = expect_refusal(submit_answer(table, 0, "bid 9"))
    assert (no.code, no.rule) == ("illegal", "lesson")
    assert no.sentence == "A spoon is worth 4: bid 4 or 5, so that we both learn something."
    assert expect_refusal(submit_answer(table, 0, "bid 16")).rule == "2"  # the game's own reason takes precedence
    assert expect_refusal(submit_answer(table, 1, "bid 2")).sentence == "The lesson answers for this seat."
    assert table.match.entries == entries
    open_ = [choice.action for choice in table.present(0).choices() if choice.refusal is None]
    assert open_ == [4, 5]
    closed = next(choice for choice in table.present(0).choices() if choice.action == 9)
    assert closed.refusal == ("lesson", no.sentence)


def test_others_answer_by_the_script_and_only_when_it_is_their_turn(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    for _ in range(3):
        turn_page(table)
    assert table.bot_tasks() == []
    submit_accepted(table, 0, "bid 5")
    assert [(job.seat, job.scripted_answer) for job in table.bot_tasks()] == [(1, 2)]
    table.answer_by_default(1, table.match.question_number[1], "its bot failed")
    assert table.match.owing() == [1]  # in a lesson no default answer is given
    submit_accepted(table, 1, "bid 2")
    assert table.lines(0)[-1].text == "Pica buys a silver spoon for 5."


def test_pages_are_turned_one_by_one_and_twice_is_once(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    assert table.turn_page(0, 1) == Receipt(0, 0)
    assert table.turn_page(0, 1) == Receipt(0, 0, repeated=True)
    assert [entry.text for entry in table.match.entries] == [LESSON_NEXT]
    assert expect_refusal(table.turn_page(0, 3)).sentence == "The lesson is at another page; turn that one."
    assert expect_refusal(table.turn_page(0, 0)).code == "stale"
    assert expect_refusal(table.turn_page(1, 2)).sentence == "This seat follows no lesson; answer the question instead."
    assert expect_refusal(table.turn_page(7, 2)).code == "seat"
    assert expect_refusal(table.turn_page(0, 2, token="stolen")).code == "token"
    turn_page(table)
    turn_page(table)
    assert expect_refusal(table.turn_page(0, 4)).sentence == "The lesson waits for an answer here; answer the question."


def test_after_the_last_page_chance_and_choices_are_real(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    finish_lesson(table)
    assert table.match.entries[-2].text == LESSON_OVER
    assert table.match.owing() == [0, 1]
    assert [job.scripted_answer for job in table.bot_tasks()] == [None]
    assert all(choice.refusal is None for choice in table.present(0).choices())
    assert table.turn_page(0, 3).repeated  # type: ignore[union-attr]
    assert expect_refusal(table.undo(0)).sentence == "What was answered in a lesson stands."
    submit_accepted(table, 0, "bid 3")
    assert isinstance(table.undo(0), Receipt)
    play_to_end(table)
    record = table.record()
    verdict = verify(find, record)
    assert (verdict.over, verdict.dice, verdict.lesson) == (True, True, "first")
    assert verdict.summary() == "holds, begun as the lesson first"


def test_a_lesson_is_left_at_any_moment(lesson: Lesson) -> None:
    for steps in range(len(lesson.steps) - 1):
        table = start_lesson(lesson)
        while (
            table.match.is_scripted()
            and table.match.lesson_progress is not None
            and table.match.lesson_progress.steps_done < steps
        ):
            take_step(table)
        turn_page(table, leave=True)
        assert not table.match.is_scripted()
        play_to_end(table)
        assert verify(find, table.record()).over


def test_the_dice_after_a_lesson_are_those_of_the_seed(lesson: Lesson) -> None:
    """Left at once, a lesson deals the same outcomes as a match with the same secret and nonces."""
    led = start_lesson(lesson)
    turn_page(led, leave=True)
    free = Table(MAGPIE, lesson.options, lesson_seats(lesson), secret=led.secret, nonces=led.nonces)
    free.begin()
    play_to_end(led)
    play_to_end(free)
    assert [entry.text for entry in led.match.entries[1:-2]] == [entry.text for entry in free.match.entries[:-2]]


def test_a_script_that_does_not_fit_ends_with_a_notice(tmp_path: Path) -> None:
    """Rehearsal finds such a file; a table that meets one anyway continues without it."""
    text = HEAD + "[options]\nstones = 5\n" + WELCOME + SPOON + BID + BOB + SPOON + BID.replace("bid 4", "bid 1") + BYE
    lesson = write_lesson(tmp_path, text.replace('"bid 1", "bid 5"', '"bid 1"'))
    table = start_lesson(lesson)
    turn_page(table)
    submit_accepted(table, 0, "bid 5")
    submit_accepted(table, 1, "bid 2")
    assert not table.match.is_scripted()
    assert [entry.text for entry in table.match.entries if entry.kind == LESSON] == [LESSON_NEXT, LESSON_OVER]
    assert all(choice.refusal is None for choice in table.present(0).choices())


DIVERGING_SCRIPTS = {
    "dealt": WELCOME + SPOON + BID.replace('["bid 4", "bid 5"]', '"any"') + BOB + SPOON * 2 + BYE,
    "asked": WELCOME + SPOON + BID.replace('["bid 4", "bid 5"]', '"any"') + BOB + BID + BYE,
    "said": WELCOME + SPOON + BID.replace('["bid 4", "bid 5"]', '"any"') + BOB + BOB + BYE,
}


@pytest.mark.parametrize("how", DIVERGING_SCRIPTS)
def test_nobody_is_stuck_in_a_script(tmp_path: Path, how: str) -> None:
    """Whatever does not fit, the match continues from there, and its record verifies."""
    table = start_lesson(write_lesson(tmp_path, HEAD + DIVERGING_SCRIPTS[how]))
    turn_page(table)
    submit_accepted(table, 0, "bid 3")
    submit_accepted(table, 1, "bid 2")
    assert not table.match.is_scripted()
    play_to_end(table)
    assert table.match.over()


def test_while_others_are_first_everything_is_closed(tmp_path: Path) -> None:
    lesson = write_lesson(tmp_path, HEAD + WELCOME + SPOON + BOB + BID + BYE)
    check_lesson(MAGPIE, lesson)
    table = start_lesson(lesson)
    turn_page(table)
    assert table.match.owing() == [0, 1]
    assert expect_refusal(submit_answer(table, 0, "bid 4")).sentence == "One moment: the others are first."
    assert {choice.refusal and choice.refusal.sentence for choice in table.present(0).choices()} == {
        "One moment: the others are first."
    }
    take_step(table)
    submit_accepted(table, 0, "bid 4")


def test_a_step_may_leave_the_choice_to_the_learner(tmp_path: Path) -> None:
    lesson = write_lesson(tmp_path, WHOLE_LESSON.replace('["bid 4", "bid 5"]', '"any"'))
    check_lesson(MAGPIE, lesson)
    table = start_lesson(lesson)
    turn_page(table)
    assert all(choice.refusal is None for choice in table.present(0).choices())
    submit_accepted(table, 0, "bid 15")


def test_what_cannot_be_stored_has_not_happened(lesson: Lesson) -> None:
    stored: list[str] = []
    full = False

    def keep(lines: Sequence[str]) -> None:
        if full:
            raise OSError("full")
        stored.extend(lines)

    table = start_lesson(lesson, keep)
    turn_page(table)
    turn_page(table)
    before = (
        table.match.lesson_progress,
        list(table.match.entries),
        table.match.chain_link,
        table.match.state.pack(),
        len(table.match.event_history),
    )
    full = True
    with pytest.raises(OSError, match="full"):
        table.turn_page(0, 3)
    assert (
        table.match.lesson_progress,
        list(table.match.entries),
        table.match.chain_link,
        table.match.state.pack(),
        len(table.match.event_history),
    ) == before
    full = False
    finish_lesson(table)
    assert stored == record_lines(table.record())


def test_the_learner_may_have_a_name_of_their_own(lesson: Lesson) -> None:
    assert [seat.name for seat in start_lesson(lesson, name=" Lea ").match.seats] == ["Lea", "Robin"]
    with pytest.raises(Problem, match="Another player in this lesson is called robin"):
        lesson_seats(lesson, "robin")
    with pytest.raises(Problem, match="at most 24 letters"):
        start_lesson(lesson, name="L" * 25)


# Records.


def resume_magpie(record: Record, secret: bytes) -> Table:
    return resume_table(MAGPIE, record, secret)


def test_a_lesson_goes_on_where_its_record_stops(lesson: Lesson) -> None:
    """After every single line: the same page, questions, log and highlights, and the same end."""
    table = start_lesson(lesson)
    while table.match.is_scripted():
        again = resume_magpie(read_record("\n".join(record_lines(table.record())) + "\n"), table.secret)
        assert again.match.lesson_progress == table.match.lesson_progress
        assert (again.match.question_number, again.match.owing(), again.match.event_history) == (
            table.match.question_number,
            table.match.owing(),
            table.match.event_history,
        )
        finish_lesson(again)
        assert [entry.kind for entry in again.match.entries[: len(table.match.entries)]] == [
            entry.kind for entry in table.match.entries
        ]
        take_step(table)
    assert resume_magpie(table.record(), table.secret).match.lesson_progress == table.match.lesson_progress


def test_an_outcome_lost_in_a_crash_is_dealt_on_resuming(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    for _ in range(3):
        turn_page(table)
    record = table.record()
    cut = Record(record.header, record.entries[:-1])
    assert resume_magpie(cut, table.secret).record() == record


def test_a_save_of_a_lesson_keeps_it(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    turn_page(table)
    record, secret = split_save(make_save(table))
    assert resume_magpie(record, secret).match.lesson_progress == table.match.lesson_progress


def test_a_match_from_the_middle_of_a_lesson_is_none(lesson: Lesson) -> None:
    table = start_lesson(lesson)
    finish_lesson(table)
    other = fork_table(MAGPIE, table.record(), 3, [Seat("Ann"), Seat("Bob")])
    assert other.match.lesson_progress is None
    play_to_end(other)
    assert verify(find, other.record()).given == 3


def forge_record(record: Record, change: Callable[[list[str]], None]) -> Record:
    """Forges a record line by line, with a valid chain."""
    bodies = [header_json(record.header), *(entry_json(entry) for entry in record.entries)]
    change(bodies)
    lines, link = [], ""
    for body in bodies:
        line, link = chain_line(link, body)
        lines.append(line)
    return read_record("\n".join(lines) + "\n")


def replace_text(old: str, new: str) -> Callable[[list[str]], None]:
    def change(bodies: list[str]) -> None:
        at = next(index for index, body in enumerate(bodies) if old in body)
        bodies[at] = bodies[at].replace(old, new)

    return change


FORGERIES = {
    "another outcome": (replace_text("silver spoon", "pearl"), "deals 'pearl', but the lesson deals something else"),
    "another answer of the script": (
        replace_text('"answer":"bid 2"', '"answer":"bid 3"'),
        "answers 'bid 3', but the lesson waits",
    ),
    "an answer that was not allowed": (
        replace_text('"answer":"bid 4"', '"answer":"bid 9"'),
        "answers 'bid 9', but the lesson waits",
    ),
    "a page too few": (lambda bodies: bodies.pop(3), "deals 'silver spoon', but the lesson deals something else"),
    "a page too many": (lambda bodies: bodies.insert(5, bodies[1]), "no lesson is given at this point"),
    "somebody else's page": (
        replace_text('{"seat":0,"lesson"', '{"seat":1,"lesson"'),
        "no lesson is given at this point",
    ),
    "a word nobody says": (replace_text('"lesson":"next"', '"lesson":"back"'), "no lesson is given at this point"),
    "another script": (
        lambda bodies: replace_text(load_lesson(MAGPIE, "first").hash, "0" * 16)(bodies),
        "another version of the lesson first",
    ),
    "a lesson nobody has": (replace_text('"name":"first"', '"name":"last"'), "Magpie has no lesson 'last'"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_lesson_is_found_out(lesson: Lesson, forgery: str) -> None:
    table = start_lesson(lesson)
    finish_lesson(table)
    play_to_end(table)
    change, sentence = FORGERIES[forgery]
    with pytest.raises(Problem) as problem:
        verify(find, forge_record(table.record(), change))
    assert sentence in str(problem.value)


def test_a_match_without_a_lesson_has_no_pages(lesson: Lesson) -> None:
    table = Table(MAGPIE, {}, [Seat("Ann"), Seat("Bob")])
    table.begin()
    assert expect_refusal(table.turn_page(0, 1)).code == "stale"
    play_to_end(table)
    with pytest.raises(Problem, match="no lesson is given at this point"):
        verify(find, forge_record(table.record(), lambda bodies: bodies.insert(1, '{"seat":0,"lesson":"next"}')))
