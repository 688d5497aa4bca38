"""Positions for the tests of Baldur's Bones, answers and dice in notation, and random matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import settings

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.city import AREA, BEATEN, FOUND, SIDE, TYPE, UNFOUND
from parlour.games.bones.view import BonesView, view
from parlour.kernel.answers import read_answer
from parlour.kernel.coach import LogStep, walk_match
from parlour.kernel.journal import Journal
from parlour.kernel.match import Bot, Log, apply_move, draw_outcome, play_out_match
from parlour.kernel.options import Options
from parlour.kernel.rng import DEALER_STREAM, Rng
from parlour.kernel.state import DEALER
from parlour.kernel.text import Event, MatchContext, visible_events

WITH_TUTORIAL: Options = {"tutorial": True, "boss": "Volo"}
WITHOUT_TUTORIAL: Options = {"tutorial": False, "boss": "Volo"}
CONTEXT = MatchContext(("Ann",), WITH_TUTORIAL)
HYPOTHESIS_SETTINGS = settings(max_examples=30, deadline=None, derandomize=True, database=None)

EASY_GAMES = ("A4", "A5", "B5", "C5", "C6", "C7", "D7")
MEDIUM_GAMES = ("A2", "B3", "C3", "D3", "E4", "E5", "E6", "F7")
HARD_GAMES = ("C1", "D1", "E1", "D2", "E2", "E3", "F3", "G3", "F4", "G4", "G5")
ALL_GAMES = (*EASY_GAMES, *MEDIUM_GAMES, *HARD_GAMES)
EXPLORE_PLACES = (
    *("A6", "B6", "B7"),
    *("A3", "B4", "C4", "D4", "D5", "D6", "E7"),
    *("A1", "B1", "B2", "C2", "F5", "F6", "G6", "G7"),
)
END_PLACES = ("F1", "F2", "G2")
WINNING_LINES = ("6 6 6", "roll", "3", "hold", "low")  # 21 beats every low roll
LOSING_LINES = ("1 1 1", "hold", "low")


def place_index(label: str) -> int:
    """3.1: returns the number of a place from its column letter and row number."""
    return (int(label[1]) - 1) * SIDE + "ABCDEFG".index(label[0])


def campaign_without_tutorial(journal: Journal | None = None) -> Bones:
    """Returns a new campaign on the landing."""
    state = GAME.start(1, WITHOUT_TUTORIAL, journal)
    assert isinstance(state, Bones)
    return state


def campaign_with_tutorial(journal: Journal | None = None) -> Bones:
    """Returns a new campaign before the first dice of the lesson."""
    state = GAME.start(1, WITH_TUTORIAL, journal)
    assert isinstance(state, Bones)
    return state


def at_place(label: str, wins: int = 0, **fields: int) -> Bones:
    """Returns a position just after the arrival at a place, with some games won, easy ones first; sets other fields."""
    state = campaign_without_tutorial()
    for name in (*EASY_GAMES, *MEDIUM_GAMES, *HARD_GAMES)[:wins]:
        state.status[place_index(name)] = BEATEN
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
    state.place = place_index(label)
    state.arrival = state.status[state.place]
    if state.arrival == UNFOUND:
        state.status[state.place] = FOUND
    return state


def play_lines(state: Bones, *lines: str) -> Bones:
    """Plays answers and outcomes in notation, and checks that each is legal."""
    for line in lines:
        if state.outcomes > 0:
            outcome = GAME.text.read_outcome(state, line)
            assert 0 <= outcome < state.outcomes
            state.deal_outcome(outcome)
        else:
            action = read_answer(GAME, line)
            assert action is not None, line
            assert state.refusal(0, action) == 0, f"{line} is refused"
            state.play(0, action)
    return state


def move_to(state: Bones, label: str) -> Bones:
    """Steps onto a place from the west or, at the western edge, from the east."""
    here = place_index(label)
    eastwards = here % SIDE > 0
    state.place = here - 1 if eastwards else here + 1
    return play_lines(state, "go east" if eastwards else "go west")


def in_game(label: str, dice: str, wins: int = 0, **fields: int) -> Bones:
    """Returns a game at a place after its opening dice."""
    return play_lines(at_place(label, wins, **fields), "fight", dice)


def legal_answers(state: Bones) -> set[str]:
    return {GAME.text.notation(action) for action in state.legal(0)}


def place_code(state: Bones, label: str) -> str:
    """3.2: area, type, status."""
    here = place_index(label)
    return f"{AREA[here]}{TYPE[here]}{state.status[here]}"


def player_view(state: Bones) -> BonesView:
    return view(state, 0)


def map_symbol(state: Bones, label: str) -> str:
    return player_view(state).symbols[place_index(label)]


def ability_pool(state: Bones) -> tuple[int, int, int]:
    return state.add, state.subtract, state.reroll


def stats(state: Bones) -> tuple[int, int, int]:
    """Health, level, experience."""
    return state.health, state.level, state.experience


def recorded_events(state: Bones, first: int = 0) -> list[Event]:
    assert state.journal is not None
    return visible_events(state.journal, first, 0)


def event_kinds(state: Bones, first: int = 0) -> list[int]:
    return [event.kind for event in recorded_events(state, first)]


def event_sentences(state: Bones, context: MatchContext = CONTEXT) -> list[str]:
    return [GAME.text.sentence(context, event, 0) for event in recorded_events(state)]


# Whole matches.


class RandomAnswerBot(Bot):
    """Gives a random legal answer."""

    def choose(self, world: object, seat: int) -> int:
        assert isinstance(world, Bones)
        return int(self.rng.pick(world.legal(seat)))


class PlayedLine(NamedTuple):
    """A line of a match: the state before it, the seat or dealer, and the action or outcome."""

    state: Bones
    who: int
    what: int


def random_match(seed: int, state: Bones | None = None) -> Iterator[PlayedLine]:
    """Plays a random match and yields each line before it is applied; the last line is the end, with outcome -1."""
    state = state if state is not None else campaign_with_tutorial()
    dealer, player = Rng(seed, DEALER_STREAM), Rng(seed, 1)
    while not state.over():
        who = DEALER if state.outcomes > 0 else 0
        what = draw_outcome(state, dealer) if state.outcomes > 0 else player.pick(state.legal(0))
        yield PlayedLine(state, who, what)
        apply_move(state, who, what)
    yield PlayedLine(state, DEALER, -1)


def play_with_bot(
    bot: Bot, seed: int, options: Options = WITH_TUTORIAL, state: Bones | None = None
) -> tuple[Bones, Log]:
    """Plays a match with a bot, and checks that it makes no fault."""
    start = state if state is not None else GAME.start(1, options, None)
    assert isinstance(start, Bones)
    log = Log()
    faults = play_out_match(start, [bot], seed, log)
    assert faults[0] == 0
    assert start.over()
    return start, log


def log_steps(log: Log, options: Options = WITH_TUTORIAL, state: Bones | None = None) -> list[LogStep]:
    return list(walk_match(state if state is not None else GAME.start(1, options, None), log.moves()))
