"""Sheets for the tests: a match set up as wanted, answers and outcomes given in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter import GAME
from parlour.games.hunter.rules.book import FOREST, LEVELS, PER_LEVEL
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import OVERFLOW, STATION, STORE
from parlour.games.hunter.text.words import ITEM_WORDS, PLACE_WORDS
from parlour.games.hunter.view import HunterView, view
from parlour.kernel.game import Words, game_for_options, prepare_options, read_answer, visible_events
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.options import Options, Value
from parlour.kernel.state import ranks

BySeat = Mapping[int, int]
EventFact = tuple[Any, ...]  # (kind, argument, ...)

DEFAULT_WEAPONS = ("Bat", "Katana", "Axe", "Bow", "Sword")  # who sits there unless somebody else is named
TRACK_SPACES = {1: 1, 2: 3, 3: 7}  # of the power track: the first of a power level
COLUMNS = (  # by seat
    *("weapon", "colour", "money", "exp", "hp", "hp_max", "hp_put", "ep", "ep_max", "ep_put", "score", "reward"),
    *("fame", "track", "attack", "defense", "hunter", "apprentice", "picked", "stage", "since_plaza", "alone", "met"),
)


class Position:
    """A match, and its words."""

    def __init__(self, state: Hunter, options: Options) -> None:
        self.state = state
        self.options = options
        self.game = game_for_options(GAME, options)
        self.words: Words = self.game.words

    # Writing.

    def set_column(self, name: str, numbers: int | BySeat) -> Position:
        """A column by seat: one number for all, or some by seat; `power` moves the token of the power track."""
        if name == "power":
            spaces = (
                TRACK_SPACES[numbers]
                if isinstance(numbers, int)
                else {at: TRACK_SPACES[n] for at, n in numbers.items()}
            )
            return self.set_column("track", spaces)
        column = [int(number) for number in getattr(self.state, name)]
        for at in range(len(column)) if isinstance(numbers, int) else numbers:
            column[at] = numbers if isinstance(numbers, int) else numbers[at]
        setattr(self.state, name, vec[i64](column))
        return self

    def set_row(self, name: str, width: int, seat: int, numbers: Sequence[int]) -> Position:
        """One seat's part of a wider column, from its beginning."""
        return self.set_column(name, {seat * width + at: number for at, number in enumerate(numbers)})

    def give_items(self, seat: int, *items: str) -> Position:
        """More items, in the order in which they come."""
        for item in items:
            self.state.gain(seat, ITEM_WORDS.index(item), 1)
        return self

    # Telling.

    def action_number(self, answer: str) -> int:
        action = read_answer(self.game, answer)
        assert action is not None, f"{answer!r} is no notation"
        return action

    def answer(self, seat: int, *answers: str) -> Position:
        """Answers of one seat, each of them legal when it comes."""
        for answer in answers:
            assert answer in self.legal_answers(seat), f"{answer} is not among {sorted(self.legal_answers(seat))}"
            self.state.play(seat, self.action_number(answer))
        return self

    def deal(self, *outcomes: str) -> Position:
        """Outcomes in notation (`monster 17`, `4 2 6`), each of them possible when it comes."""
        for outcome in outcomes:
            assert self.state.outcomes > 0, f"nobody waits for {outcome}"
            number = self.words.read_outcome(self.state, outcome)
            assert self.odds[number] > 0, f"{outcome} cannot fall"
            self.state.deal_outcome(number)
        return self

    def send_tokens(self, *pairs: str) -> Position:
        """Everybody's tokens, in seat order: `forest bar`, hunter first."""
        for seat, pair in enumerate(pairs):
            hunter, apprentice = pair.split(" ")
            self.answer(seat, f"hunter {hunter}, apprentice {apprentice}")
        return self

    def skip_phases(self, *phases: int) -> Position:
        """Default answers of whoever is asked, while one of these phases lasts."""
        while self.state.owing and self.state.phase in phases:
            seat = self.asked_seats[0]
            self.state.play(seat, self.state.default_answer(seat))
        return self

    def skip_city(self) -> Position:
        """Station, store and overflow with default answers."""
        return self.skip_phases(int(STATION), int(STORE), int(OVERFLOW))

    # Reading.

    @property
    def asked_seats(self) -> list[int]:
        return [seat for seat in range(int(self.state.seats)) if self.state.owes(seat)]

    @property
    def phase(self) -> int:
        return int(self.state.phase)

    @property
    def odds(self) -> list[int]:
        return [int(weight) for weight in self.state.odds()] or [1] * int(self.state.outcomes)

    @property
    def possible_outcomes(self) -> dict[str, int]:
        """What may fall, and how likely."""
        return {self.words.outcome(self.state, at): weight for at, weight in enumerate(self.odds) if weight}

    def legal_answers(self, seat: int) -> set[str]:
        """What a seat may say; nothing if it is not asked. The legal answers are those that are not refused."""
        if not self.state.owes(seat):
            return set()
        legal = [int(action) for action in self.state.legal(seat)]
        assert legal == [action for action in range(self.game.actions) if self.state.refusal(seat, action) == 0]
        return {self.words.notation(action) for action in legal}

    def refusal_reason(self, seat: int, answer: str) -> int:
        """The number of the reason; 0 if it is legal."""
        return int(self.state.refusal(seat, self.action_number(answer)))

    def default_answer(self, seat: int) -> str:
        return self.words.notation(int(self.state.default_answer(seat)))

    def column(self, name: str) -> list[int]:
        """A column by seat."""
        return [int(number) for number in getattr(self.state, name)]

    def row(self, name: str, seat: int) -> list[int]:
        """One seat's part of a wider column."""
        column = self.column(name)
        width = len(column) // int(self.state.seats)
        return column[seat * width : seat * width + width]

    def items_of(self, seat: int) -> list[str]:
        """What a seat holds, in the order in which it came."""
        held = [ITEM_WORDS[self.state.shelved(seat, place)] for place in range(self.state.carried[seat])]
        assert [held.count(item) for item in ITEM_WORDS] == self.row("held", seat)
        assert len(held) == self.state.carried[seat]
        return held

    def view(self, viewer: int = int(WATCHER)) -> HunterView:
        return view(self.state, viewer)

    @property
    def ranks(self) -> list[int]:
        return ranks(self.state)

    def events(self, *kinds: str) -> list[EventFact]:
        """What happened, or these kinds of it: (kind, argument, ...)."""
        assert self.state.journal is not None
        told: list[EventFact] = []
        for event in visible_events(self.state.journal, 0, int(WATCHER)):
            kind = self.words.events[event.kind]
            if not kinds or kind.name in kinds:
                told.append((kind.name, *event.arguments[: len(kind.arguments)]))
        return told

    def clear_events(self) -> Position:
        """A story that begins now."""
        self.state.journal = Journal()
        return self

    def copy(self) -> Position:
        twin = Position(self.state.clone(), self.options)
        twin.state.journal = Journal()
        return twin


def place_number(name: str) -> int:
    """The number of a place, by its notation."""
    return PLACE_WORDS.index(name)


def opening_position(seats: int = 2, **options: Value) -> Position:
    """A match whose weapons are about to be dealt."""
    settled = prepare_options(GAME, seats, options)
    state = GAME.start(seats, settled, Journal())
    assert isinstance(state, Hunter)
    return Position(state, settled)


def selection_position(
    seats: int = 0,
    weapons: Sequence[str] = (),
    round: int = 1,
    items: Mapping[int, Sequence[str]] | None = None,
    pets: Mapping[int, Sequence[int]] | None = None,
    kills: Mapping[int, Sequence[int]] | None = None,
    **given: Any,
) -> Position:
    """A match at the beginning of a round's selection; a column (`money={0: 15}`, `ep=1`, `power={1: 3}`) is written,
    anything else is an option. Points that are written count as the score's alone, not as any source's."""
    seats = seats or len(weapons) or 2
    named = [*weapons, *(name for name in DEFAULT_WEAPONS if name not in weapons)][:seats]
    columns = {name: value for name, value in given.items() if name in COLUMNS or name == "power"}
    options = {name: value for name, value in given.items() if name not in columns}
    at = opening_position(seats, weapons=",".join(named), **options)
    at.deal(*("orange", "green", "blue", "purple", "red")[:seats])
    for name, numbers in columns.items():
        at.set_column(name, numbers)
    for seat, things in (items or {}).items():
        at.give_items(seat, *things)
    for name, rows in (("pets", pets), ("kills", kills)):
        for seat, row in (rows or {}).items():
            at.set_row(name, int(LEVELS), seat, row)
    at.state.round = round
    at.state.move_dummies()
    return at.clear_events()


def forest_position(
    weapons: Sequence[str] = ("Bat", "Katana"),
    monster: int = 0,
    hunters: Sequence[int] = (0,),
    helped: Sequence[int] = (),
    party: Sequence[int] = (),
    others: str = "bar",
    **given: Any,
) -> Position:
    """The battles of a round are about to begin: these seats' hunters are in the Forest, those of the helped with
    their apprentices, all other tokens at one place. With a monster (its printed number) the first fighter hunts it,
    with a party of pets by their levels; a fight that could be changed is accepted."""
    at = selection_position(weapons=weapons, **given)
    elsewhere, forest = place_number(others), int(FOREST)
    for seat in range(len(weapons)):
        at.set_column("hunter", {seat: forest if seat in hunters else elsewhere})
        at.set_column("apprentice", {seat: forest if seat in helped else elsewhere})
    at.state.owing = 0
    at.state.enter_forest()
    if monster:
        meet_monster(at, monster, party)
    return at


def meet_monster(at: Position, monster: int, party: Sequence[int] = ()) -> Position:
    """The fighter, whose turn it is to choose, hunts this monster (its printed number)."""
    fighter = int(at.state.fighter)
    at.answer(fighter, *(f"bring pet {level}" for level in party))
    at.answer(fighter, f"hunt level {(monster - 1) // int(PER_LEVEL) + 1}").deal(f"monster {monster}")
    if "accept" in at.legal_answers(fighter):
        at.answer(fighter, "accept")
    return at
