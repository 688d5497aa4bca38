"""Lessons: scripted matches that teach a game, read from `lessons/NAME.toml` in the game's folder."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from parlour.bots import make_bot
from parlour.kernel.answers import read_answer
from parlour.kernel.game import Game, clean_name, game_for_options, prepare_options
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.record import Header
from parlour.table.game_files import game_folder
from parlour.table.seat import HUMAN, Seat

LESSON_FOLDER, LESSON_SUFFIX = "lessons", ".toml"
HASH_DIGITS = 16  # hexadecimal digits
ANY_ANSWER = "any"
THE_LESSON = "the lesson"  # in sentences about fields that are not of a step
NAME_PATTERN = re.compile(r"[a-z][a-z0-9-]{0,39}")
LOOK_PATTERN = re.compile(r"[a-z][a-z0-9-]*(:[a-z0-9][a-z0-9-]*)?")
LESSON_FIELDS = {"title", "about", "seats", "learner", "bot", "options", "steps"}

SAY, ASK, ANSWER, DEAL = "say", "ask", "answer", "deal"  # the kinds of step
STEP_FIELDS = {SAY: {"say", "look"}, ASK: {"say", "look", "allow", "wrong"}, ANSWER: {"seat", "answer"}, DEAL: {"deal"}}
READ_ON_SENTENCE = "Read on first: this comes in a moment."
WAIT_SENTENCE = "One moment: the others are first."
OFF_SCRIPT_SENTENCE = "The lesson goes another way here; the coach says which."


class LessonStep(NamedTuple):
    """One step of a lesson: a text, a question to the learner, or a scripted answer or dealer's outcome."""

    kind: str
    say: str = ""
    look: tuple[str, ...] = ()  # parts of the screen or of the board to point at
    allow: tuple[int, ...] = ()  # allowed actions of the learner; empty: any
    wrong: str = ""  # reply to any other action
    seat: int = -1  # the seat of a scripted answer
    answer: int = -1
    deal: str = ""  # an outcome in notation


class Lesson(NamedTuple):
    """A lesson: a scripted match with its seats, its learner and its steps."""

    name: str
    title: str
    about: str
    seats: tuple[str, ...]  # names
    learner: int
    bot: str  # plays the other seats when the lesson is over
    options: Options
    steps: tuple[LessonStep, ...]
    hash: str  # of the file

    def page_steps(self) -> list[int]:
        """Returns the indexes of the lesson's steps that have a text for the learner."""
        return [number for number, step in enumerate(self.steps) if step.say]


# Finding lessons.


def lesson_names(game: Game) -> list[str]:
    """Returns the names of a game's lessons, with the one named `first` at the front."""
    folder = game_folder(game)
    names = [] if folder is None else [path.stem for path in (folder / LESSON_FOLDER).glob(f"*{LESSON_SUFFIX}")]
    return sorted(names, key=lambda name: (name != "first", name))


def load_lessons(game: Game) -> tuple[list[Lesson], list[str]]:
    """Returns a game's lessons that can be loaded, and an error sentence for each other one."""
    found: list[Lesson] = []
    complaints: list[str] = []
    for name in lesson_names(game):
        try:
            found.append(load_lesson(game, name))
        except Problem as problem:
            complaints.append(str(problem))
    return found, complaints


def load_lesson(game: Game, name: str) -> Lesson:
    names = lesson_names(game)
    if not names:
        raise Problem(f"{game.title} has no lessons; choose another game, or read its rules.")
    if name not in names:
        raise Problem(f"{game.title} has no lesson {name!r}; choose one of {', '.join(names)}.")
    folder = game_folder(game)
    assert folder is not None
    return read_lesson_file(game, folder / LESSON_FOLDER / f"{name}{LESSON_SUFFIX}")


def lesson_of_record(game: Game, header: Header) -> Lesson | None:
    """Returns the lesson that a recorded match follows, if any; raises Problem if its file is missing or changed."""
    if not header.lesson:
        return None
    lesson = load_lesson(game, header.lesson)
    if lesson.hash != header.script_hash:
        raise Problem(
            f"This record follows another version of the lesson {lesson.name} of {game.title}; start the lesson again."
        )
    return lesson


def lesson_seats(lesson: Lesson, name: str = "") -> list[Seat]:
    """Returns the seats of a lesson's match: the learner, with a chosen name if given, and bots."""
    taken = [other.lower() for seat, other in enumerate(lesson.seats) if seat != lesson.learner]
    if name.strip().lower() in taken:
        raise Problem(f"Another player in this lesson is called {name.strip()}; choose another name.")
    return [
        Seat(name.strip() or seat, HUMAN) if number == lesson.learner else Seat(seat, lesson.bot)
        for number, seat in enumerate(lesson.seats)
    ]


# Reading lessons.


def read_lesson_file(game: Game, path: Path) -> Lesson:
    """Reads a lesson from its file; raises Problem that names the file, the step and the mistake."""
    place = f"The lesson file {path.name} of {game.title}"
    if not NAME_PATTERN.fullmatch(path.stem):
        raise Problem(f"{place} has a wrong name; use small letters, digits and hyphens.")
    try:
        text = path.read_bytes().decode("utf-8").replace("\r\n", "\n")
        return _parse_lesson(game, path.stem, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"{place} is not valid TOML: {error}; correct it.") from None
    except UnicodeDecodeError:
        raise Problem(f"{place} is not text in UTF-8; save it as UTF-8.") from None
    except OSError as error:
        raise Problem(f"{place} cannot be read: {error.strerror}; check the file.") from None
    except Problem as problem:
        raise Problem(f"{place} is wrong. {problem}") from None


def _parse_lesson(game: Game, name: str, text: str, body: Mapping[str, object]) -> Lesson:
    _reject_unknown(body, LESSON_FIELDS, THE_LESSON)
    names = _parse_seats(game, body.get("seats"))
    learner = _require_text(body, "learner")
    if learner not in names:
        raise Problem(f"The learner {learner!r} of the lesson has no seat; write one of {', '.join(names)}.")
    options = prepare_options(game, len(names), _parse_options(body.get("options", {})))
    game = game_for_options(game, options)
    wanted = _require_text(body, "bot") if "bot" in body else game.coach.best
    bot = game.coach.levels.get(wanted, wanted)
    make_bot(game, bot)
    seat = names.index(learner)
    return Lesson(
        name=name,
        title=_require_text(body, "title"),
        about=_require_text(body, "about"),
        seats=names,
        learner=seat,
        bot=bot,
        options=options,
        steps=_parse_steps(game, names, seat, body.get("steps")),
        hash=hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS],
    )


def _parse_seats(game: Game, names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Problem('The field seats of the lesson is not a list of names; write one, as in ["Ann", "Ben"].')
    cleaned = tuple(clean_name(game, name) for name in names)
    if len({name.lower() for name in cleaned}) < len(cleaned):
        raise Problem("Two seats of the lesson have the same name; give each its own.")
    return cleaned


def _parse_options(options: object) -> dict[str, Value]:
    if not isinstance(options, dict) or not all(isinstance(value, int | str) for value in options.values()):
        raise Problem(
            "The field options of the lesson is not a table of options; write one with whole numbers, texts, true or "
            "false."
        )
    return options


def _parse_steps(game: Game, names: tuple[str, ...], learner: int, rows: object) -> tuple[LessonStep, ...]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise Problem("The lesson has no valid list of steps; write each step under a line [[steps]].")
    steps: list[LessonStep] = []
    for number, row in enumerate(rows, 1):
        steps.append(_parse_step(game, names, learner, row, f"step {number}"))
    if not next((step.say for step in steps if step.kind != DEAL), ""):
        raise Problem(
            "The lesson's first step other than deal has no say; add a step with say before the first step with answer."
        )
    if steps[-1].kind != SAY:
        raise Problem("The lesson's last step is not a step with say alone; add one that tells how to go on.")
    return tuple(steps)


def _parse_step(game: Game, names: tuple[str, ...], learner: int, row: Mapping[str, object], where: str) -> LessonStep:
    kind = next((kind for kind in (DEAL, ANSWER) if kind in row), ASK if "allow" in row else SAY)
    _reject_unknown(row, STEP_FIELDS[kind], where)
    if kind == DEAL:
        return LessonStep(DEAL, deal=_require_text(row, "deal", where))
    if kind == ANSWER:
        seat = _require_text(row, "seat", where)
        if seat not in names or names.index(seat) == learner:
            raise Problem(
                f"The seat {seat!r} of {where} is not one of the other players; write one of "
                f"{', '.join(n for n in names if n != names[learner])}."
            )
        return LessonStep(ANSWER, seat=names.index(seat), answer=_parse_action(game, row["answer"], where))
    usual = OFF_SCRIPT_SENTENCE if kind == ASK else READ_ON_SENTENCE
    return LessonStep(
        kind,
        _require_text(row, "say", where),
        _parse_looks(row.get("look", []), where),
        _parse_allowed(game, row.get("allow", ANY_ANSWER), where),
        _require_text(row, "wrong", where) if "wrong" in row else usual,
    )


def _parse_looks(looks: object, where: str) -> tuple[str, ...]:
    if not isinstance(looks, list) or not all(isinstance(look, str) and LOOK_PATTERN.fullmatch(look) for look in looks):
        raise Problem(
            f"The field look of {where} is not a list of things to point at; write some such as log, question or "
            "place:forest."
        )
    return tuple(looks)


def _parse_allowed(game: Game, allow: object, where: str) -> tuple[int, ...]:
    if allow == ANY_ANSWER:
        return ()
    if not isinstance(allow, list) or not allow:
        raise Problem(f'The field allow of {where} is not a list of answers; write one, or "{ANY_ANSWER}".')
    return tuple(_parse_action(game, notation, where) for notation in allow)


def _parse_action(game: Game, notation: object, where: str) -> int:
    action = read_answer(game, notation) if isinstance(notation, str) else None
    if action is None:
        raise Problem(
            f"The answer {notation!r} of {where} does not exist in {game.title}; write one in the game's notation."
        )
    return action


def _require_text(body: Mapping[str, object], field: str, where: str = THE_LESSON) -> str:
    text = body.get(field)
    if not isinstance(text, str) or not text.strip():
        wrong = "is missing; add it" if text is None else "is empty or not a text; write a text"
        raise Problem(f"The field {field} of {where} {wrong}.")
    return text.strip()


def _reject_unknown(body: Mapping[str, object], known: set[str], where: str) -> None:
    unknown = sorted(body.keys() - known)
    if unknown:
        raise Problem(f"The field {unknown[0]} of {where} does not belong there; use {', '.join(sorted(known))}.")
