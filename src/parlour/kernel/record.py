"""The record of a match: a header line, then one line for every answer, dealt outcome and change.

Each line is a JSON object whose last field, `chain`, is a hash of this line and the one before. So a changed byte is
noticed, and the line is named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from parlour.kernel.answers import read_answers
from parlour.kernel.game import Game, game_for_options, restore_options
from parlour.kernel.match import FORFEIT, Log, apply_move, digest
from parlour.kernel.options import Options, Value, offered_options
from parlour.kernel.problem import Problem
from parlour.kernel.state import DEALER, State

FORMAT_VERSION = 1
CHAIN_DIGITS = 16  # hexadecimal digits
MAX_TEXT_LENGTH = 80  # letters of a name or a reason, in every game
MAX_REMARK_LENGTH = 120  # letters of a bot's remark about its answer
DEALERS = ("committed", "fast")
JSON_ENCODER = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"))

ANSWER, DEALT, UNDO, SEATED, LESSON, SEED, OVER = "answer", "dealt", "undo", "seated", "lesson", "seed", "over"
FORFEITED = "forfeit"
MOVE_KINDS = (ANSWER, DEALT, FORFEITED)  # lines that the rules apply
ENTRY_KINDS = (*MOVE_KINDS, UNDO, SEATED, LESSON, SEED, OVER)


class Header(NamedTuple):
    """The first line of a match's record: game, options, players and dealer."""

    game: str
    version: int
    options: Options
    names: tuple[str, ...]
    players: tuple[str, ...]  # "human", or a bot's name
    dealer: str  # "committed" at tables, "fast" in simulations
    seed: int = 0  # of the fast dealer
    commitment: str = ""  # of the committed dealer
    nonces: tuple[str, ...] = ()
    given: int = 0  # how many of the first entries come from another match
    lesson: str = ""  # the lesson whose script answers and deals until it ends
    script_hash: str = ""  # hash of the lesson's script


class RecordEntry(NamedTuple):
    """One line of a match's record after the header: an answer, outcome, undo, new player, seed, or the end."""

    kind: str
    seat: int = int(DEALER)
    text: str = ""  # an answer or outcome in notation, the seat's new player, a seed, or a digest
    why: str = ""  # why a default answer was given or the match was forfeited
    line: int = 0
    remark: str = ""  # the bot's remark about its answer


class Record(NamedTuple):
    header: Header
    entries: tuple[RecordEntry, ...]

    def seed(self) -> str:
        """Returns the secret seed that the match's dealer revealed at the end; empty before that."""
        return next((entry.text for entry in self.entries if entry.kind == SEED), "")

    def digest(self) -> str:
        """Returns the hash that identifies the finished match; empty before its end."""
        return next((entry.text for entry in self.entries if entry.kind == OVER), "")


# Writing.


def header_json(header: Header) -> str:
    body: dict[str, object] = {
        "parlour": FORMAT_VERSION,
        "game": header.game,
        "version": header.version,
        "options": dict(header.options),
        "seats": [{"name": name, "player": player} for name, player in zip(header.names, header.players, strict=True)],
        "dealer": header.dealer,
    }
    if header.dealer == "fast":
        body["seed"] = header.seed
    else:
        body["commitment"] = header.commitment
        body["nonces"] = list(header.nonces)
    if header.lesson:
        body["lesson"] = {"name": header.lesson, "hash": header.script_hash}
    body["given"] = header.given
    return _to_json(body)


def entry_json(entry: RecordEntry) -> str:
    body: dict[str, object] = {}
    if entry.kind in (ANSWER, UNDO, SEATED, LESSON, FORFEITED):
        body["seat"] = entry.seat
    body[entry.kind] = entry.text
    if entry.why:
        body["why"] = entry.why
    if entry.remark and entry.kind == ANSWER:
        body["remark"] = entry.remark
    return _to_json(body)


def chain_line(before: str, body: str) -> tuple[str, str]:
    """Returns a record line with its hash added, and the hash, which also covers the hash of the line before."""
    link = hashlib.sha256((before + body).encode()).hexdigest()[:CHAIN_DIGITS]
    return f'{body[:-1]},"chain":"{link}"}}', link


def record_lines(record: Record) -> list[str]:
    """Returns the lines of a match's record file, each with its chain hash."""
    written: list[str] = []
    link = ""
    for body in [header_json(record.header), *(entry_json(entry) for entry in record.entries)]:
        line, link = chain_line(link, body)
        written.append(line)
    return written


def _to_json(body: dict[str, object]) -> str:
    return JSON_ENCODER.encode(body)


# Reading.


def read_record(text: str, name: str = "This record") -> Record:
    """Parses the text of a record file; raises Problem for the first line that was changed since it was written."""
    if not text.endswith("\n"):
        raise Problem(f"{name} is damaged, as line {text.count(chr(10)) + 1} is cut off; use another copy.")
    lines = text[:-1].split("\n")
    header = _read_header(lines[0], name)
    entries: list[RecordEntry] = []
    link = ""
    for number, line in enumerate(lines, 1):
        if number == 1:
            body = header_json(header)
        else:
            entry = _read_entry(line, number, name)
            entries.append(entry)
            body = entry_json(entry)
        wanted, link = chain_line(link, body)
        if line != wanted:
            raise Problem(f"{name} was changed, as line {number} is not as it was written; use another copy.")
    return Record(header, tuple(entries))


def _read_header(line: str, name: str) -> Header:
    foreign = Problem(f"{name} is not a match record, as line 1 is not a record header; choose another file.")
    try:
        body = json.loads(line)
        version = body["parlour"]
        seats = body["seats"]
        lesson = body.get("lesson", {})
        if version != FORMAT_VERSION:
            raise Problem(
                f"{name} has the record format {version} in line 1, but this program reads format {FORMAT_VERSION}; "
                "use another program."
            )
        return Header(
            game=str(body["game"]),
            version=int(body["version"]),
            options=_option_values(body["options"]),
            names=tuple(str(seat["name"]) for seat in seats),
            players=tuple(str(seat["player"]) for seat in seats),
            dealer=str(body["dealer"]),
            seed=int(body.get("seed", 0)),
            commitment=str(body.get("commitment", "")),
            nonces=tuple(str(nonce) for nonce in body.get("nonces", ())),
            given=int(body["given"]),
            lesson=str(lesson.get("name", "")),
            script_hash=str(lesson.get("hash", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as error:
        if isinstance(error, Problem):
            raise
        raise foreign from None


def _option_values(options: dict[str, object]) -> dict[str, Value]:
    return {str(name): value for name, value in options.items() if isinstance(value, int | str)}


def _read_entry(line: str, number: int, name: str) -> RecordEntry:
    try:
        body = json.loads(line)
        seat = int(body.get("seat", DEALER))
        for kind in ENTRY_KINDS:
            if kind in body:
                why, remark = str(body.get("why", "")), str(body.get("remark", ""))
                return RecordEntry(kind, seat, str(body[kind]), why, number, remark)
    except (ValueError, TypeError, AttributeError, RecursionError, OverflowError):
        pass
    raise Problem(f"{name} was changed, as line {number} is not as it was written; use another copy.")


# Replaying.


def check_header(game: Game, header: Header, name: str = "This record") -> Options:
    """Returns a record's options, completed as in its version; raises Problem if this program cannot replay it."""
    if header.game != game.name:
        raise Problem(f"{name} is of the game {header.game}, not of {game.name}; choose another record or game.")
    options = restore_options(game, header.version, len(header.names), header.options, name)
    if options is None or header.dealer not in DEALERS:
        raise Problem(f"{name} was changed, as its options or its dealer are not valid; use another copy.")
    if not all(0 < len(word) <= MAX_TEXT_LENGTH and word.isprintable() for word in header.names):
        raise Problem(f"{name} was changed, as a name in it is empty, too long or cannot be printed; use another copy.")
    if not all(word.isprintable() for word in header.players):
        raise Problem(f"{name} was changed, as a player in it cannot be printed; use another copy.")
    if header.given < 0 or not -(2**63) <= header.seed < 2**63:
        raise Problem(f"{name} was changed, as a number in its first line is out of range; use another copy.")
    return options


def rematch_options(game: Game, header: Header) -> dict[str, Value]:
    """Returns the options to play a recorded match once more: those that people chose, but by the present rules.

    Options in `traits.again` get the values given there."""
    known = {**header.options, **game.traits.again}
    return {option.name: known[option.name] for option in offered_options(game.options) if option.name in known}


def impossible_line(entry: RecordEntry, what: str) -> Problem:
    """Returns the error for a record line that cannot stand at its place; `what` goes on after its line number."""
    return Problem(f"Line {entry.line} of the record {what}; the record was changed or damaged, so use another copy.")


def effective_entries(entries: Sequence[RecordEntry]) -> list[RecordEntry]:
    """Returns a record's moves (answers, outcomes, forfeits) without the answers that were undone."""
    return [entries[place] for place in effective_indexes(entries)]


def effective_indexes(entries: Sequence[RecordEntry]) -> list[int]:
    """Returns the indexes, in a record, of the moves that were not undone."""
    kept: list[int] = []
    for place, entry in enumerate(entries):
        if entry.kind in MOVE_KINDS:
            kept.append(place)
        elif entry.kind == UNDO:
            index = len(kept) - 1
            while index >= 0 and (entries[kept[index]].kind != ANSWER or entries[kept[index]].seat != entry.seat):
                index -= 1
            if index < 0:
                raise impossible_line(entry, "takes back an answer that was never given")
            del kept[index]
    return kept


def parse_moves(game: Game, state: State, entry: RecordEntry) -> Iterator[int]:
    """Yields the actions or the outcome of a record line; each must be applied before the next is requested.

    Raises Problem if the entry is impossible in this position."""
    if entry.kind == DEALT:
        yield parse_outcome(game, state, entry)
        return
    if len(entry.why) > MAX_TEXT_LENGTH or not entry.why.isprintable():
        raise impossible_line(entry, "holds a reason that is too long or cannot be printed")
    if entry.kind == FORFEITED:
        if not game.traits.loses_on_time or not 0 <= entry.seat < state.seats or state.over() or entry.text:
            raise impossible_line(entry, f"lets seat {entry.seat} give up, which it may not at this point")
        yield int(FORFEIT)
        return
    actions = read_answers(game, entry.text)
    if actions is None:
        raise impossible_line(entry, f"holds {entry.text!r}, which is not an answer in {game.title}")
    if entry.remark and entry.remark != clean_remark(entry.remark):
        raise impossible_line(entry, "holds a remark that is too long or cannot be printed")
    for index, action in enumerate(actions):
        begun = index == 0 or (state.midway(entry.seat) and state.outcomes == 0)
        if not 0 <= entry.seat < state.seats or not begun or state.refusal(entry.seat, action) != 0:
            what = f"lets seat {entry.seat} answer {entry.text!r}, which it may not at this point"
            raise impossible_line(entry, what)
        yield action


def apply_entry(game: Game, state: State, entry: RecordEntry) -> list[int]:
    """Applies the move of a record line to the state. Returns its actions or its outcome."""
    found: list[int] = []
    for what in parse_moves(game, state, entry):
        found.append(what)
        apply_move(state, entry.seat, what)
    return found


def parse_outcome(game: Game, state: State, entry: RecordEntry) -> int:
    """Returns the dealer's outcome in a record line; raises Problem if it cannot be dealt in this position."""
    outcome = -1
    if state.outcomes > 0:
        try:
            outcome = game.text.read_outcome(state, entry.text)
        except ValueError:
            outcome = -1
    odds = state.odds() if 0 <= outcome < state.outcomes else None
    if odds is None or (len(odds) > 0 and odds[outcome] == 0):
        raise impossible_line(entry, f"deals {entry.text!r}, which cannot be dealt at this point")
    return outcome


def clean_remark(text: str) -> str:
    """Returns a bot's remark made fit for a log: one short printable line without the final full stop."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * MAX_REMARK_LENGTH])
    return " ".join(printable.split())[:MAX_REMARK_LENGTH].rstrip(" .")


def make_entry(game: Game, state: State, who: int, what: int, why: str = "") -> RecordEntry:
    """Returns the record line for a move, written in the game's notation; the move is not yet applied."""
    if who == DEALER:
        return RecordEntry(DEALT, who, game.text.outcome(state, what))
    if what == FORFEIT:
        return RecordEntry(FORFEITED, who, "", why)
    return RecordEntry(ANSWER, who, game.text.notation(what), why)


def match_record(
    game: Game,
    options: Options,
    names: Sequence[str],
    players: Sequence[str],
    seed: int,
    log: Log,
    why: str = "",
) -> Record:
    """Returns the record of a simulated match, made from its log. `why` is the reason of a forfeit."""
    game = game_for_options(game, options)
    seated = tuple(name[-MAX_TEXT_LENGTH:] for name in names)
    header = Header(game.name, game.version, options, seated, tuple(players), "fast", seed=seed)
    state = game.start(len(names), options, None)
    entries: list[RecordEntry] = []
    for index in range(log.count()):
        who, what = int(log.who(index)), int(log.what(index))
        entry = make_entry(game, state, who, what, why if what == FORFEIT else "")
        if entry.kind == ANSWER and state.midway(who) and entries[-1].seat == who:
            entry = entry._replace(text=f"{entries.pop().text} {entry.text}")
        entries.append(entry)
        apply_move(state, who, what)
    if state.over():
        entries.append(RecordEntry(OVER, text=digest(state, log)))
    return Record(header, tuple(entries))


def record_text(record: Record) -> str:
    """Formats a match record as the text of a record file."""
    return "\n".join(record_lines(record)) + "\n"


def write_record(
    path: Path,
    game: Game,
    options: Options,
    names: Sequence[str],
    players: Sequence[str],
    seed: int,
    log: Log,
    why: str = "",
) -> None:
    path.write_text(record_text(match_record(game, options, names, players, seed, log, why)), "ascii")
