"""Sheets for the tests: a town set up as wanted, answers and dice given in notation, packs of one's own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.data.packs import Catalogue
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.text.words import words_of
from parlour.games.harmonictook.view import TownView, view
from parlour.kernel.game import Words, prepare_options, visible_events
from parlour.kernel.journal import Journal
from parlour.kernel.options import Options, Value

CardCounts = Mapping[str, int]
EventFact = tuple[object, ...]

STATION_BUILT = ("train_station",)
WITH_HARBOR: dict[str, Any] = {"harbor": True}
WITH_ROW: dict[str, Any] = {"millionaires_row": True}
WITH_BOTH: dict[str, Any] = {**WITH_HARBOR, **WITH_ROW}
COUNTED_LANDMARKS = ("train_station", "shopping_mall", "amusement_park", "radio_tower", "harbor", "airport")


@lru_cache(maxsize=64)
def words_and_actions(settled: tuple[tuple[str, Value], ...]) -> tuple[Words, Catalogue, dict[str, int]]:
    """The words of these options, the cards, and the actions by notation."""
    found = catalogue_of(dict(settled))
    words = words_of(found)
    return words, found, {words.notation(action): action for action in range(GAME.actions)}


class Position:
    """A town, and its words."""

    def __init__(self, state: Harmonictook, options: Options) -> None:
        self.state = state
        self.options = options
        self.words, self.catalogue, self.actions = words_and_actions(tuple(sorted(options.items())))
        self.cards = [card.id for card in self.catalogue.cards]
        self.landmarks = [landmark.id for landmark in self.catalogue.landmarks]

    # Telling.

    def play_lines(self, *lines: str) -> Position:
        """Answers of the active seat and outcomes of the dealer in notation, each possible when it comes."""
        for line in lines:
            if self.state.outcomes > 0:
                outcome = self.words.read_outcome(self.state, line)
                odds = list(self.state.odds()) or [1] * int(self.state.outcomes)
                assert odds[outcome] > 0, f"{line} cannot fall"
                self.state.deal_outcome(outcome)
            else:
                assert line in self.legal_answers, f"{line} is not among {sorted(self.legal_answers)}"
                assert self.state.refusal(self.state.active, self.actions[line]) == 0
                self.state.play(self.state.active, self.actions[line])
        return self

    def roll(self, *dice: int) -> Position:
        """The dice of a turn, with as many as are named; without a station there is one."""
        if "roll 1" in self.legal_answers:
            self.play_lines(f"roll {len(dice)}")
        assert self.state.outcomes == (6 if len(dice) == 1 else 36)
        return self.play_lines(" ".join(str(die) for die in dice))

    def finish_turn(self) -> Position:
        """The rest of the turn, with as little as possible."""
        turn = self.state.turn
        while self.state.owing and self.state.turn == turn and "roll 1" not in self.legal_answers:
            least = ("keep", "stay", "decline", "pass", "hold")
            self.play_lines(next(line for line in least if line in self.legal_answers))
        return self

    # Reading.

    @property
    def legal_answers(self) -> set[str]:
        """What the seat that owes an answer may say; nothing while nobody owes one."""
        if self.state.owing == 0:
            return set()
        assert self.state.owing == 1 << self.state.active
        return {self.words.notation(action) for action in self.state.legal(self.state.active)}

    @property
    def possible_outcomes(self) -> dict[str, int]:
        """What may fall, and how likely."""
        odds = list(self.state.odds()) or [1] * int(self.state.outcomes)
        return {self.words.outcome(self.state, n): int(weight) for n, weight in enumerate(odds) if weight}

    @property
    def coins(self) -> list[int]:
        return list(self.state.coins)

    @property
    def active(self) -> int:
        return int(self.state.active)

    @property
    def view(self) -> TownView:
        return view(self.state, 0)

    def city(self, seat: int) -> dict[str, int]:
        return self.counts_by_name(self.view.owned[seat])

    def closed(self, seat: int) -> dict[str, int]:
        return self.counts_by_name(self.view.closed[seat])

    def built(self, seat: int) -> set[str]:
        return {name for name, there in zip(self.landmarks, self.view.built[seat], strict=True) if there}

    @property
    def market(self) -> dict[str, int]:
        """The market."""
        return self.counts_by_name(self.view.market)

    @property
    def deck(self) -> dict[str, int]:
        return self.counts_by_name(self.view.deck)

    def counts_by_name(self, column: Sequence[int]) -> dict[str, int]:
        return {name: count for name, count in zip(self.cards, column, strict=True) if count}

    def events(self, *kinds: str) -> list[EventFact]:
        """What happened, or these kinds of it: (kind, argument, ...), cards and landmarks by id, seats by number."""
        assert self.state.journal is not None
        told = []
        for event in visible_events(self.state.journal, 0, -1):
            kind = self.words.events[event.kind]
            arguments: list[object] = [kind.name]
            for name, number in zip(kind.arguments, event.arguments, strict=False):
                names = {"card": self.cards, "landmark": self.landmarks}.get(name)
                arguments.append(names[number] if names else number)
            if not kinds or kind.name in kinds:
                told.append(tuple(arguments))
        return told


def opening_position(seats: int = 2, pack: Mapping[str, object] | None = None, **options: Value) -> Position:
    """A match just begun, as these options make it."""
    if pack is not None:
        options["cards"] = f"pack.json\n{json.dumps(pack)}"
    settled = prepare_options(GAME, seats, options)
    state = GAME.start(seats, settled, Journal())
    assert isinstance(state, Harmonictook)
    return Position(state, settled)


def position(
    seats: int = 2,
    coins: Sequence[int] | None = None,
    cards: Mapping[int, CardCounts] | None = None,
    landmarks: Mapping[int, Sequence[str]] | None = None,
    closed: Mapping[int, CardCounts] | None = None,
    stored: Sequence[int] | None = None,
    offer: CardCounts | None = None,
    deck: CardCounts | None = None,
    seat: int = 0,
    pack: Mapping[str, object] | None = None,
    **options: Value,
) -> Position:
    """A town at the beginning of a seat's turn; cities hold exactly what is said, the market is fixed unless said."""
    at = opening_position(seats, pack, **{"market": "fixed", **options})
    state, width = at.state, int(at.state.book.width)
    for place, number in enumerate(coins or ()):
        state.coins[place] = number
    for place, number in enumerate(stored or ()):
        state.stored[place] = number
    if cards is not None:
        for place in range(seats * width):
            state.owned[place] = 0
        for owner, city in cards.items():
            for name, number in city.items():
                state.owned[owner * width + at.cards.index(name)] = number
    for owner, city in (closed or {}).items():
        for name, number in city.items():
            state.closed[owner * width + at.cards.index(name)] = number
    for owner, names in (landmarks or {}).items():
        for name in names:
            state.built[owner] |= 1 << at.landmarks.index(name)
    for column, piles in ((state.market, offer), (state.deck, deck)):
        if piles is not None:
            for place in range(len(column)):
                column[place] = piles.get(at.cards[place], 0)
    state.journal = Journal()
    state.owing, state.outcomes, state.turn = 0, 0, 0
    state.begin_turn(seat, 0)
    return at


def dice_with_total(total: int) -> tuple[int, ...]:
    """Dice that show a total: one die where one is enough."""
    return (total,) if total < 7 else (6, total - 6)


# Packs of one's own.


def pack_card(
    name: str, code: str, colour: str, hits_on: Sequence[int], effect: Mapping[str, object], **more: object
) -> Any:
    """One line of a pack; what most cards have in common need not be said."""
    usual = {
        "name": name.replace("_", " ").title(),
        "alt_names": [],
        "kind": "establishment",
        "category": "tower" if colour == "purple" else "fruit",
        "cost": 1,
        "supply": "per_player" if colour == "purple" else 6,
        "max_per_player": 1 if colour == "purple" else None,
        "starting": 0,
        "order": 50,
        "emoji": "*",
        "text": "",
    }
    return {"id": name, "code": code, "colour": colour, "hits_on": list(hits_on), "effect": effect, **usual, **more}


def pack_landmark(name: str, code: str, effect: Mapping[str, object], **more: object) -> Any:
    usual = {
        "name": name.replace("_", " ").title(),
        "alt_names": [],
        "kind": "landmark",
        "colour": "orange",
        "category": "tower",
        "cost": 5,
        "hits_on": [],
        "start_built": False,
        "counts_for_win": True,
        "counts_as_landmark": True,
        "demolishable": True,
        "emoji": "*",
        "text": "",
    }
    return {"id": name, "code": code, "effect": effect, **usual, **more}


def make_pack(cards: Sequence[object] = (), landmarks: Sequence[object] = (), **more: object) -> dict[str, object]:
    usual = {
        "schema": "harmonictook-cards/1",
        "set": "own",
        "name": "A pack of our own",
        "requires": ["base"],
        "players": {"min": 2, "max": 4},
        "setup": {},
        "categories": {},
    }
    return {**usual, "cards": list(cards), "landmarks": list(landmarks), **more}
