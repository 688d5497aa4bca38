"""Sheets for the tests: a campaign set up as wanted, answers and dice given in notation, random matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import settings

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.city import AREA, BEATEN, FOUND, SIDE, TYPE, UNFOUND
from parlour.games.bones.view import BonesView, view
from parlour.kernel.game import Event, LogStep, MatchContext, read_answer, visible_events
from parlour.kernel.journal import Journal
from parlour.kernel.match import Bot, Log, apply_move, draw_outcome, play_out_match
from parlour.kernel.options import Options
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER

FULL: Options = {"tutorial": True, "boss": "Volo"}
SHORT: Options = {"tutorial": False, "boss": "Volo"}
ROOM = MatchContext(("Ann",), FULL)
STEADY = settings(max_examples=30, deadline=None, derandomize=True, database=None)

EASY_GAMES = ("A4", "A5", "B5", "C5", "C6", "C7", "D7")
MEDIUM_GAMES = ("A2", "B3", "C3", "D3", "E4", "E5", "E6", "F7")
HARD_GAMES = ("C1", "D1", "E1", "D2", "E2", "E3", "F3", "G3", "F4", "G4", "G5")
ALL_GAMES = (*EASY_GAMES, *MEDIUM_GAMES, *HARD_GAMES)
EXPLORES = (
    *("A6", "B6", "B7"),
    *("A3", "B4", "C4", "D4", "D5", "D6", "E7"),
    *("A1", "B1", "B2", "C2", "F5", "F6", "G6", "G7"),
)
ENDS = ("F1", "F2", "G2")
WIN = ("6 6 6", "roll", "3", "hold", "low")  # 21 beats every low roll
LOSE = ("1 1 1", "hold", "low")


def place(label: str) -> int:
    """3.1: column letter and row number."""
    return (int(label[1]) - 1) * SIDE + "ABCDEFG".index(label[0])


def set_out(journal: Journal | None = None) -> Bones:
    """A new campaign on the landing, the tutorial skipped."""
    state = GAME.start(1, SHORT, journal)
    assert isinstance(state, Bones)
    return state


def new_game(journal: Journal | None = None) -> Bones:
    """A new campaign before the lesson's dice."""
    state = GAME.start(1, FULL, journal)
    assert isinstance(state, Bones)
    return state


def standing(label: str, wins: int = 0, **fields: int) -> Bones:
    """A player just come to a place, with so many games won, easy ones first; other fields as given."""
    state = set_out()
    for name in (*EASY_GAMES, *MEDIUM_GAMES, *HARD_GAMES)[:wins]:
        state.status[place(name)] = BEATEN
    level = 1 if wins < 3 else 2 if wins < 8 else 3
    risen = {
        "wins": wins,
        "level": level,
        "experience": wins - (0, 3, 8)[level - 1],
        "health": 2 + level,
        "add": level,
        "subtract": level,
        "reroll": level - 1,
    }
    for name, value in {**risen, **fields}.items():
        assert hasattr(state, name)
        setattr(state, name, value)
    state.place = place(label)
    state.arrival = state.status[state.place]
    if state.arrival == UNFOUND:
        state.status[state.place] = FOUND
    return state


def tell(state: Bones, *lines: str) -> Bones:
    """Answers and outcomes in notation, each legal when it comes."""
    for line in lines:
        if state.outcomes > 0:
            outcome = GAME.words.read_outcome(state, line)
            assert 0 <= outcome < state.outcomes
            state.deal_outcome(outcome)
        else:
            action = read_answer(GAME, line)
            assert action is not None, line
            assert state.refusal(0, action) == 0, f"{line} is refused"
            state.play(0, action)
    return state


def come_to(state: Bones, label: str) -> Bones:
    """The last step onto a place, from the west or, at the western edge, from the east."""
    here = place(label)
    eastwards = here % SIDE > 0
    state.place = here - 1 if eastwards else here + 1
    return tell(state, "go east" if eastwards else "go west")


def playing(label: str, dice: str, wins: int = 0, **fields: int) -> Bones:
    """In a game at a place, the opening dice fallen."""
    return tell(standing(label, wins, **fields), "fight", dice)


def allowed(state: Bones) -> set[str]:
    return {GAME.words.notation(action) for action in state.legal(0)}


def code(state: Bones, label: str) -> str:
    """3.2: area, type, status."""
    here = place(label)
    return f"{AREA[here]}{TYPE[here]}{state.status[here]}"


def seen(state: Bones) -> BonesView:
    return view(state, 0)


def symbol(state: Bones, label: str) -> str:
    return seen(state).symbols[place(label)]


def pool(state: Bones) -> tuple[int, int, int]:
    return state.add, state.subtract, state.reroll


def stats(state: Bones) -> tuple[int, int, int]:
    """Health, level, experience."""
    return state.health, state.level, state.experience


def events(state: Bones, first: int = 0) -> list[Event]:
    assert state.journal is not None
    return visible_events(state.journal, first, 0)


def kinds(state: Bones, first: int = 0) -> list[int]:
    return [event.kind for event in events(state, first)]


def said(state: Bones, room: MatchContext = ROOM) -> list[str]:
    return [GAME.words.sentence(room, event, 0) for event in events(state)]


# Whole matches.


class Anything(Bot):
    """Any legal answer."""

    def choose(self, world: object, seat: int) -> int:
        assert isinstance(world, Bones)
        return int(self.rng.pick(world.legal(seat)))


class Turn(NamedTuple):
    """A line of a match: who did what where."""

    state: Bones
    who: int
    what: int


def random_turns(seed: int, state: Bones | None = None) -> Iterator[Turn]:
    """A random match, told before each line happens; last comes the end, done by nobody."""
    state = state if state is not None else new_game()
    dealer, player = Rng(seed, DEALER_STREAM), Rng(seed, 1)
    while not state.over():
        who = DEALER if state.outcomes > 0 else 0
        what = draw_outcome(state, dealer) if state.outcomes > 0 else player.pick(state.legal(0))
        yield Turn(state, who, what)
        apply_move(state, who, what)
    yield Turn(state, DEALER, -1)


def match(bot: Bot, seed: int, options: Options = FULL, state: Bones | None = None) -> tuple[Bones, Log]:
    """A match played by a bot, without a fault."""
    start = state if state is not None else GAME.start(1, options, None)
    assert isinstance(start, Bones)
    log = Log()
    faults = play_out_match(start, [bot], seed, log)
    assert faults[0] == 0
    assert start.over()
    return start, log


def steps_of(log: Log, options: Options = FULL, state: Bones | None = None) -> list[LogStep]:
    """The lines of a log, each with the position it was said in."""
    walk = state.clone() if state is not None else GAME.start(1, options, None)
    found = []
    for index in range(log.count()):
        found.append(LogStep(walk.clone(), log.who(index), log.what(index)))
        apply_move(walk, log.who(index), log.what(index))
    return found
