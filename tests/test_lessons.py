"""Lessons: their files are read strictly, each can be given to its end, and a table holds to its script."""

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
from parlour.kernel.game import Game, Offer
from parlour.kernel.problem import Problem
from parlour.kernel.record import LESSON, Record, chain_line, entry_json, header_json, read_record, record_lines
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
from tests.tables import play_out, refused, say, take

MAGPIE = find("magpie")
HEAD = 'title = "Two rounds"\nabout = "A trial."\nseats = ["Ann", "Bob"]\nlearner = "Ann"\n'
WELCOME = '[[steps]]\nsay = "Welcome."\n'
BYE = '[[steps]]\nsay = "Goodbye."\n'
SPOON = '[[steps]]\ndeal = "silver spoon"\n'
BID = '[[steps]]\nsay = "Bid."\nallow = ["bid 4", "bid 5"]\nwrong = "Four or five."\n'
BOB = '[[steps]]\nseat = "Bob"\nanswer = "bid 2"\n'
WHOLE = HEAD + WELCOME + SPOON + BID + BOB + BYE


def written(folder: Path, text: str, name: str = "trial.toml") -> Lesson:
    (folder / name).write_text(text, "utf-8")
    return read_lesson_file(MAGPIE, folder / name)


@pytest.fixture
def lesson() -> Lesson:
    return load_lesson(MAGPIE, "first")


def begun(lesson: Lesson, keep: StoreLines = discard_lines, name: str = "") -> Table:
    table = Table(MAGPIE, lesson.options, lesson_seats(lesson, name), lesson=lesson, store_lines=keep)
    table.begin()
    return table


def turned(table: Table, leave: bool = False) -> Receipt:
    assert table.lesson_progress is not None
    receipt = table.turn_page(table.lesson_progress.lesson.learner, table.lesson_progress.page_number(), leave)
    assert isinstance(receipt, Receipt), receipt
    return receipt


def one_step(table: Table) -> None:
    """The step that is due: read, answered with the first that is allowed, or by the script."""
    assert table.lesson_progress is not None
    assert table.lesson_progress.step is not None
    step, learner = table.lesson_progress.step, table.lesson_progress.lesson.learner
    if step.kind == SAY:
        turned(table)
    elif step.kind == ASK:
        action = step.allow[0] if step.allow else int(table.state.legal(learner)[0])
        assert isinstance(table.answer(learner, table.question_number[learner], action), Receipt)
    else:
        (job,) = table.bot_tasks()
        assert job.scripted_answer == step.answer
        apply_bot_answer(table, job, BotAnswer(step.answer))


def to_the_end(table: Table) -> None:
    while table.is_scripted():
        one_step(table)


# Files.


def test_a_lesson_is_read(tmp_path: Path) -> None:
    lesson = written(tmp_path, WHOLE)
    assert [step.kind for step in lesson.steps] == [SAY, DEAL, ASK, ANSWER, SAY]
    assert lesson.page_steps() == [0, 2, 4]
    assert (lesson.learner, lesson.bot, lesson.options) == (0, MAGPIE.best, {"stones": 15})
    assert lesson.steps[2].allow == (4, 5)
    check_lesson(MAGPIE, lesson)


def test_its_hash_is_that_of_its_words_not_of_its_line_ends(tmp_path: Path) -> None:
    first = written(tmp_path, WHOLE)
    (tmp_path / "trial.toml").write_bytes(WHOLE.replace("\n", "\r\n").encode())
    assert read_lesson_file(MAGPIE, tmp_path / "trial.toml") == first
    assert written(tmp_path, WHOLE.replace("Welcome.", "Hello.")).hash != first.hash


MISTAKES = {
    "no TOML": (WHOLE + "[[", "trial.toml of Magpie is no TOML"),
    "no title": (WHOLE.replace('title = "Two rounds"\n', ""), "title is missing."),
    "an empty title": (WHOLE.replace("Two rounds", " "), "title is a text, and not empty."),
    "no steps": (HEAD, "steps is a list of tables, and not empty."),
    "steps of another kind": (HEAD + "steps = [1]\n", "steps is a list of tables, and not empty."),
    "an unknown field": ("colour = 1\n" + WHOLE, "a lesson has no colour; it has about, bot"),
    "seats that are no names": (WHOLE.replace('["Ann", "Bob"]', "[1, 2]"), "seats is a list of names."),
    "too many seats": (WHOLE.replace('"Bob"]', '"Bob", "C", "D", "E", "F"]'), "Magpie is for 2 or 3 or 4 or 5 seats"),
    "a name twice": (WHOLE.replace('["Ann", "Bob"]', '["Ann", "ann"]'), "every seat has a name of its own."),
    "a long name": (WHOLE.replace('["Ann"', f'["{"A" * 30}"'), "A name has at most 24 letters"),
    "a stranger who learns": (
        WHOLE.replace('learner = "Ann"', 'learner = "Cy"'),
        "learner is one of the seats: Ann, Bob.",
    ),
    "a bot nobody knows": ('bot = "owl"\n' + WHOLE, "'owl'"),
    "options of another kind": (WHOLE.replace(WELCOME, "[options]\nstones = 1.5\n" + WELCOME), "options is a table"),
    "an option out of range": (WHOLE.replace(WELCOME, "[options]\nstones = 99\n" + WELCOME), "stones"),
    "an unknown field of a step": (
        WHOLE.replace("[[steps]]\ndeal", "[[steps]]\nsay = 'x'\ndeal"),
        "step 2: a step with deal",
    ),
    "a wrong without a question": (
        WHOLE + '[[steps]]\nsay = "x"\nwrong = "y"\n',
        "step 6: a step with say alone has no wrong",
    ),
    "a question without words": (WHOLE.replace('say = "Bid."\n', ""), "step 3: say is missing."),
    "an answer of nobody": (WHOLE.replace('seat = "Bob"\n', ""), "step 4: seat is missing."),
    "an answer for the learner": (
        WHOLE.replace('seat = "Bob"', 'seat = "Ann"'),
        "step 4: seat is one of the others: Bob.",
    ),
    "no answer of the game": (WHOLE.replace('"bid 2"', '"bet 2"'), "step 4: 'bet 2' is no answer of Magpie."),
    "an answer that is no text": (WHOLE.replace('"bid 2"', "2"), "step 4: 2 is no answer of Magpie."),
    "nothing allowed": (WHOLE.replace('["bid 4", "bid 5"]', "[]"), 'step 3: allow is a list of answers, or "any".'),
    "a look that is none": (
        WHOLE.replace('say = "Bid."', 'say = "Bid."\nlook = ["The Log"]'),
        "step 3: look is a list of things",
    ),
    "a text that is a number": (WHOLE.replace('"Welcome."', "7"), "step 1: say is a text, and not empty."),
    "a first step without words": (
        HEAD + SPOON + BOB + BID + BYE,
        "the first step after what is dealt says something.",
    ),
    "no last word": (HEAD + WELCOME + SPOON + BID + BOB, "the last step only says something: how to go on."),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_in_one_sentence(tmp_path: Path, mistake: str) -> None:
    text, sentence = MISTAKES[mistake]
    with pytest.raises(Problem) as problem:
        written(tmp_path, text)
    assert str(problem.value).startswith("trial.toml of Magpie")
    assert sentence in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_file_that_is_no_text_or_no_file(tmp_path: Path) -> None:
    (tmp_path / "trial.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Problem, match="not text in UTF-8"):
        read_lesson_file(MAGPIE, tmp_path / "trial.toml")
    with pytest.raises(Problem, match="cannot be read"):
        read_lesson_file(MAGPIE, tmp_path / "gone.toml")
    with pytest.raises(Problem, match="small letters"):
        written(tmp_path, WHOLE, "Trial One.toml")


def test_lessons_are_found_by_name() -> None:
    assert lesson_names(MAGPIE) == ["first"]
    with pytest.raises(Problem, match=r"^Magpie has no lesson 'last'; there is first\.$"):
        load_lesson(MAGPIE, "last")
    with pytest.raises(Problem, match=r"^Baldur's Bones has no lessons\.$"):
        load_lesson(find("bones"), "first")


BROKEN = """from parlour.games.magpie import GAME as magpie
GAME = magpie._replace(name="rook", title="Rook", home=__name__)
"""


@pytest.fixture
def rook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of another package, with one good lesson and one that is broken."""
    (tmp_path / "rook" / "lessons").mkdir(parents=True)
    (tmp_path / "rook" / "__init__.py").write_text(BROKEN)
    (tmp_path / "rook" / "lessons" / "first.toml").write_text(WHOLE)
    (tmp_path / "rook" / "lessons" / "bad.toml").write_text(HEAD)
    monkeypatch.syspath_prepend(tmp_path)
    game: Game = importlib.import_module("rook").GAME
    monkeypatch.setattr(games, "shelf", lambda: ([game], []))
    yield game
    del sys.modules["rook"]


SENTENCE = "bad.toml of Rook: steps is a list of tables, and not empty."


def test_a_broken_lesson_spoils_no_evening(rook: Game, capsys: pytest.CaptureFixture[str]) -> None:
    lessons, complaints = load_lessons(rook)
    assert ([lesson.name for lesson in lessons], complaints) == (["first"], [SENTENCE])
    with pytest.raises(Problem, match=SENTENCE):
        load_lesson(rook, "bad")
    assert [row["id"] for row in game_document(rook, None, {})["lessons"]] == ["first"]
    fast_path.print_games(json=True)
    out, err = capsys.readouterr()
    assert [row["id"] for row in json.loads(out)[0]["lessons"]] == ["first"]
    assert err == f"parlour: {SENTENCE}\n"
    said = io.StringIO()
    run_plain_menu(io.StringIO(""), said)
    assert SENTENCE in said.getvalue()
    assert "Learn Rook: Two rounds" in said.getvalue()


def every_lesson() -> list[tuple[Game, str]]:
    return [(game, name) for game in games.shelf()[0] for name in lesson_names(game)]


@pytest.mark.parametrize(
    ("game", "name"), every_lesson(), ids=[f"{game.name}-{name}" for game, name in every_lesson()]
)
def test_every_lesson_can_be_given_to_its_end(game: Game, name: str) -> None:
    check_lesson(game, load_lesson(game, name))


def test_the_lesson_of_the_page_can_be_given(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "lessons.md").read_text("utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    lesson = written(tmp_path, text)
    check_lesson(MAGPIE, lesson)
    assert [step.kind for step in lesson.steps] == [SAY, DEAL, ASK, ANSWER, SAY]
    table = begun(lesson)
    to_the_end(table)
    assert table.view(0).hoard == [4, 0]  # type: ignore[attr-defined]


CANNOT = {
    "dealt out of turn": (
        HEAD + WELCOME + SPOON + SPOON + BYE,
        "trial, step 3: 'silver spoon' cannot be dealt there.",
    ),
    "no such outcome": (
        HEAD + WELCOME + SPOON.replace("silver", "wooden") + BYE,
        "step 2: 'wooden spoon' cannot be dealt",
    ),
    "asked out of turn": (HEAD + WELCOME + BID + BYE, "step 2: the dealer is to deal first."),
    "an answer that is not legal": (
        HEAD + WELCOME + SPOON + BID.replace("bid 5", "bid 16") + BOB + BYE,
        "step 3: 'bid 16' cannot be answered there.",
    ),
    "a script that is not legal": (
        HEAD + WELCOME + SPOON + BID + BOB.replace("bid 2", "bid 20") + BYE,
        "step 4: 'bid 20' cannot be answered there.",
    ),
    "a script out of turn": (HEAD + WELCOME + SPOON + BOB + BOB + BYE, "step 4: 'bid 2' cannot be answered there."),
    "nothing to answer": (
        HEAD + WELCOME + SPOON + BID + BID.replace('["bid 4", "bid 5"]', '"any"') + BYE,
        "step 4: the learner is not asked anything.",
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
        "trial, step 6, after 'bid 5' in step 3: 'bid 1' cannot be answered there.",
    ),
    "nothing to look at": (
        WHOLE.replace('say = "Bid."', 'say = "Bid."\nlook = ["trinket:egg"]'),
        "step 3: there is no trinket:egg to look at.",
    ),
    "no such field": (
        WHOLE.replace('say = "Bid."', 'say = "Bid."\nlook = ["field:nest"]'),
        "step 3: there is no field:nest to look at.",
    ),
}


@pytest.mark.parametrize("mistake", CANNOT)
def test_a_script_that_cannot_be_played_is_found(tmp_path: Path, mistake: str) -> None:
    text, sentence = CANNOT[mistake]
    with pytest.raises(Problem) as problem:
        check_lesson(MAGPIE, written(tmp_path, text))
    assert sentence in str(problem.value)


def test_what_is_allowed_must_be_shown(tmp_path: Path) -> None:
    shy = MAGPIE._replace(offer=lambda state, seat: [Offer(4, 0), Offer(5, 3)])
    with pytest.raises(Problem, match="step 3: 'bid 5' is not among the choices that are shown"):
        check_lesson(shy, written(tmp_path, WHOLE))


def test_a_match_must_not_end_before_its_lesson(tmp_path: Path) -> None:
    rounds = "".join(
        f'[[steps]]\ndeal = "{kind}"\n'
        + BID.replace('["bid 4", "bid 5"]', '["bid 0"]')
        + BOB.replace("bid 2", "bid 0")
        for kind in ("button", "thimble", "brass key", "silver spoon", "pearl", "gold ring") * 2
    )
    with pytest.raises(Problem, match=r"step 38: the match is over already\."):
        check_lesson(MAGPIE, written(tmp_path, HEAD + WELCOME + rounds + BYE))


# At a table.


def test_what_is_read_comes_before_what_is_dealt(lesson: Lesson) -> None:
    table = begun(lesson)
    for _ in range(3):
        assert table.state.outcomes > 0
        assert table.owing() == []
        turned(table)
    assert table.owing() == [0, 1]
    assert table.lines(0)[-1].text == "Out of the bag comes a silver spoon."


def test_an_answer_of_another_mind_is_refused_in_the_words_of_the_step(lesson: Lesson) -> None:
    table = begun(lesson)
    assert refused(say(table, 0, "bid 4")).code == "stale"
    for _ in range(3):
        turned(table)
    entries = list(table.entries)
    no = refused(say(table, 0, "bid 9"))
    assert (no.code, no.rule) == ("illegal", "lesson")
    assert no.sentence == "A spoon is worth 4: bid 4 or 5, so that we both learn something."
    assert refused(say(table, 0, "bid 16")).rule == "2"  # the game's own reason comes first
    assert refused(say(table, 1, "bid 2")).sentence == "The lesson answers for this seat."
    assert table.entries == entries
    open_ = [offer.action for offer in table.offers(0) if offer.reason == 0]
    assert open_ == [4, 5]
    closed = next(offer for offer in table.offers(0) if offer.action == 9)
    assert table.explain_reason(closed.reason) == ("lesson", no.sentence)


def test_others_answer_by_the_script_and_only_when_it_is_their_turn(lesson: Lesson) -> None:
    table = begun(lesson)
    for _ in range(3):
        turned(table)
    assert table.bot_tasks() == []
    take(table, 0, "bid 5")
    assert [(job.seat, job.scripted_answer) for job in table.bot_tasks()] == [(1, 2)]
    table.answer_by_default(1, table.question_number[1], "its bot failed")
    assert table.owing() == [1]  # in a lesson nobody's default answer stands in
    take(table, 1, "bid 2")
    assert table.lines(0)[-1].text == "Pica buys a silver spoon for 5."


def test_pages_are_turned_one_by_one_and_twice_is_once(lesson: Lesson) -> None:
    table = begun(lesson)
    assert table.turn_page(0, 1) == Receipt(0, 0)
    assert table.turn_page(0, 1) == Receipt(0, 0, repeated=True)
    assert [entry.text for entry in table.entries] == [LESSON_NEXT]
    assert refused(table.turn_page(0, 3)).sentence == "The lesson is at another page."
    assert refused(table.turn_page(0, 0)).code == "stale"
    assert refused(table.turn_page(1, 2)).sentence == "No lesson is given to this seat."
    assert refused(table.turn_page(7, 2)).code == "seat"
    assert refused(table.turn_page(0, 2, token="stolen")).code == "token"
    turned(table)
    turned(table)
    assert refused(table.turn_page(0, 4)).sentence == "Here the lesson waits for an answer."


def test_after_the_last_page_chance_and_choices_are_real(lesson: Lesson) -> None:
    table = begun(lesson)
    to_the_end(table)
    assert table.entries[-2].text == LESSON_OVER
    assert table.owing() == [0, 1]
    assert [job.scripted_answer for job in table.bot_tasks()] == [None]
    assert all(offer.reason == 0 for offer in table.offers(0))
    assert table.turn_page(0, 3).repeated  # type: ignore[union-attr]
    assert refused(table.undo(0)).sentence == "What was answered in a lesson stands."
    take(table, 0, "bid 3")
    assert isinstance(table.undo(0), Receipt)
    play_out(table)
    record = table.record()
    verdict = verify(find, record)
    assert (verdict.over, verdict.dice, verdict.lesson) == (True, True, "first")
    assert verdict.summary() == "holds, begun as the lesson first"


def test_a_lesson_is_left_at_any_moment(lesson: Lesson) -> None:
    for steps in range(len(lesson.steps) - 1):
        table = begun(lesson)
        while table.is_scripted() and table.lesson_progress is not None and table.lesson_progress.steps_done < steps:
            one_step(table)
        turned(table, leave=True)
        assert not table.is_scripted()
        play_out(table)
        assert verify(find, table.record()).over


def test_the_dice_after_a_lesson_are_those_of_the_seed(lesson: Lesson) -> None:
    """Left at once, a lesson deals what a match of the same secret and nonces deals."""
    led = begun(lesson)
    turned(led, leave=True)
    free = Table(MAGPIE, lesson.options, lesson_seats(lesson), secret=led.secret, nonces=led.nonces)
    free.begin()
    play_out(led)
    play_out(free)
    assert [entry.text for entry in led.entries[1:-2]] == [entry.text for entry in free.entries[:-2]]


def test_a_script_that_was_led_astray_is_over_and_says_so(tmp_path: Path) -> None:
    """Rehearsal finds such a file; a table that meets one all the same goes on without it."""
    text = (
        HEAD + "[options]\nstones = 5\n" + WELCOME + SPOON + BID + BOB + SPOON + BID.replace("bid 4", "bid 1") + BYE
    )
    lesson = written(tmp_path, text.replace('"bid 1", "bid 5"', '"bid 1"'))
    table = begun(lesson)
    turned(table)
    take(table, 0, "bid 5")
    take(table, 1, "bid 2")
    assert not table.is_scripted()
    assert [entry.text for entry in table.entries if entry.kind == LESSON] == [LESSON_NEXT, LESSON_OVER]
    assert all(offer.reason == 0 for offer in table.offers(0))


ASTRAY = {
    "dealt": WELCOME + SPOON + BID.replace('["bid 4", "bid 5"]', '"any"') + BOB + SPOON * 2 + BYE,
    "asked": WELCOME + SPOON + BID.replace('["bid 4", "bid 5"]', '"any"') + BOB + BID + BYE,
    "said": WELCOME + SPOON + BID.replace('["bid 4", "bid 5"]', '"any"') + BOB + BOB + BYE,
}


@pytest.mark.parametrize("how", ASTRAY)
def test_nobody_is_stuck_in_a_script(tmp_path: Path, how: str) -> None:
    """Whatever does not fit, the match goes on from there, and its record holds."""
    table = begun(written(tmp_path, HEAD + ASTRAY[how]))
    turned(table)
    take(table, 0, "bid 3")
    take(table, 1, "bid 2")
    assert not table.is_scripted()
    play_out(table)
    assert table.over()


def test_while_others_are_first_everything_is_closed(tmp_path: Path) -> None:
    lesson = written(tmp_path, HEAD + WELCOME + SPOON + BOB + BID + BYE)
    check_lesson(MAGPIE, lesson)
    table = begun(lesson)
    turned(table)
    assert table.owing() == [0, 1]
    assert refused(say(table, 0, "bid 4")).sentence == "One moment: the others are first."
    assert {table.explain_reason(offer.reason).sentence for offer in table.offers(0)} == {
        "One moment: the others are first."
    }
    one_step(table)
    take(table, 0, "bid 4")


def test_a_step_may_leave_the_choice_to_the_learner(tmp_path: Path) -> None:
    lesson = written(tmp_path, WHOLE.replace('["bid 4", "bid 5"]', '"any"'))
    check_lesson(MAGPIE, lesson)
    table = begun(lesson)
    turned(table)
    assert all(offer.reason == 0 for offer in table.offers(0))
    take(table, 0, "bid 15")


def test_what_cannot_be_kept_has_not_happened(lesson: Lesson) -> None:
    kept: list[str] = []
    full = False

    def keep(lines: Sequence[str]) -> None:
        if full:
            raise OSError("full")
        kept.extend(lines)

    table = begun(lesson, keep)
    turned(table)
    turned(table)
    before = (
        table.lesson_progress,
        list(table.entries),
        table.chain_link,
        table.state.pack(),
        len(table.event_history),
    )
    full = True
    with pytest.raises(OSError, match="full"):
        table.turn_page(0, 3)
    assert (
        table.lesson_progress,
        table.entries,
        table.chain_link,
        table.state.pack(),
        len(table.event_history),
    ) == before
    full = False
    to_the_end(table)
    assert kept == record_lines(table.record())


def test_the_learner_may_have_a_name_of_their_own(lesson: Lesson) -> None:
    assert [seat.name for seat in begun(lesson, name=" Lea ").seats] == ["Lea", "Robin"]
    with pytest.raises(Problem, match="somebody else is called robin"):
        lesson_seats(lesson, "robin")
    with pytest.raises(Problem, match="at most 24 letters"):
        begun(lesson, name="L" * 25)


# Records.


def resumed(record: Record, secret: bytes) -> Table:
    return resume_table(MAGPIE, record, secret)


def test_a_lesson_goes_on_where_its_record_stops(lesson: Lesson) -> None:
    """After every single line: the same page, questions, log and lights, and the same end."""
    table = begun(lesson)
    while table.is_scripted():
        again = resumed(read_record("\n".join(record_lines(table.record())) + "\n"), table.secret)
        assert again.lesson_progress == table.lesson_progress
        assert (again.question_number, again.owing(), again.event_history) == (
            table.question_number,
            table.owing(),
            table.event_history,
        )
        to_the_end(again)
        assert [entry.kind for entry in again.entries[: len(table.entries)]] == [
            entry.kind for entry in table.entries
        ]
        one_step(table)
    assert resumed(table.record(), table.secret).lesson_progress == table.lesson_progress


def test_what_a_crash_cut_off_is_dealt_when_it_goes_on(lesson: Lesson) -> None:
    table = begun(lesson)
    for _ in range(3):
        turned(table)
    record = table.record()
    cut = Record(record.header, record.entries[:-1])
    assert resumed(cut, table.secret).record() == record


def test_a_save_of_a_lesson_keeps_it(lesson: Lesson) -> None:
    table = begun(lesson)
    turned(table)
    record, secret = split_save(make_save(table))
    assert resumed(record, secret).lesson_progress == table.lesson_progress


def test_a_match_from_the_middle_of_a_lesson_is_none(lesson: Lesson) -> None:
    table = begun(lesson)
    to_the_end(table)
    other = fork_table(MAGPIE, table.record(), 3, [Seat("Ann"), Seat("Bob")])
    assert other.lesson_progress is None
    play_out(other)
    assert verify(find, other.record()).given == 3


def rewritten(record: Record, change: Callable[[list[str]], None]) -> Record:
    """A record forged line by line, its chain made to fit."""
    bodies = [header_json(record.header), *(entry_json(entry) for entry in record.entries)]
    change(bodies)
    lines, link = [], ""
    for body in bodies:
        line, link = chain_line(link, body)
        lines.append(line)
    return read_record("\n".join(lines) + "\n")


def swap(old: str, new: str) -> Callable[[list[str]], None]:
    def change(bodies: list[str]) -> None:
        at = next(index for index, body in enumerate(bodies) if old in body)
        bodies[at] = bodies[at].replace(old, new)

    return change


FORGED = {
    "another outcome": (swap("silver spoon", "pearl"), "'pearl' is not what the lesson deals."),
    "another answer of the script": (
        swap('"answer":"bid 2"', '"answer":"bid 3"'),
        "'bid 3' is not what the lesson waits",
    ),
    "an answer that was not allowed": (
        swap('"answer":"bid 4"', '"answer":"bid 9"'),
        "'bid 9' is not what the lesson waits",
    ),
    "a page too few": (lambda bodies: bodies.pop(3), "'silver spoon' is not what the lesson deals."),
    "a page too many": (lambda bodies: bodies.insert(5, bodies[1]), "no lesson is given there."),
    "somebody else's page": (swap('{"seat":0,"lesson"', '{"seat":1,"lesson"'), "no lesson is given there."),
    "a word nobody says": (swap('"lesson":"next"', '"lesson":"back"'), "no lesson is given there."),
    "another script": (
        lambda bodies: swap(load_lesson(MAGPIE, "first").hash, "0" * 16)(bodies),
        "another version of the lesson first",
    ),
    "a lesson nobody has": (swap('"name":"first"', '"name":"last"'), "Magpie has no lesson 'last'"),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_lesson_is_found_out(lesson: Lesson, forgery: str) -> None:
    table = begun(lesson)
    to_the_end(table)
    play_out(table)
    change, sentence = FORGED[forgery]
    with pytest.raises(Problem) as problem:
        verify(find, rewritten(table.record(), change))
    assert sentence in str(problem.value)


def test_a_match_without_a_lesson_has_no_pages(lesson: Lesson) -> None:
    table = Table(MAGPIE, {}, [Seat("Ann"), Seat("Bob")])
    table.begin()
    assert refused(table.turn_page(0, 1)).code == "stale"
    play_out(table)
    with pytest.raises(Problem, match="no lesson is given there"):
        verify(find, rewritten(table.record(), lambda bodies: bodies.insert(1, '{"seat":0,"lesson":"next"}')))
