"""Positions for the tests: towns set up by hand or at random, lines played in notation, and custom card packs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.data.packs import Catalogue, catalogue
from parlour.games.harmonictook.options import OPTIONS
from parlour.games.harmonictook.rules import state as phases
from parlour.games.harmonictook.rules.actions import BUILD, BUY
from parlour.games.harmonictook.rules.book import PURPLE, book_of, catalogue_of
from parlour.games.harmonictook.rules.market import initial_supply, list_builds
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.text.game_text import make_text
from parlour.games.harmonictook.view import TownView, view
from parlour.kernel.action_list import ActionList
from parlour.kernel.game import prepare_options
from parlour.kernel.journal import Journal
from parlour.kernel.options import Options, Value
from parlour.kernel.text import MatchContext, Text, visible_events

CardCounts = Mapping[str, int]
EventFact = tuple[object, ...]

NAMES = ("Ann", "Bob", "Cleo", "Dov", "Eli")
STATION_BUILT = ("train_station",)
WITH_HARBOR: dict[str, Any] = {"harbor": True}
WITH_ROW: dict[str, Any] = {"millionaires_row": True}
WITH_BOTH: dict[str, Any] = {**WITH_HARBOR, **WITH_ROW}
COUNTED_LANDMARKS = ("train_station", "shopping_mall", "amusement_park", "radio_tower", "harbor", "airport")
BUSINESS_CENTER_CITIES = {0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}
DATA = Path(__file__).parent.parent / "data"
HERBS_FILE = Path(__file__).parent / "herbs.json"
SETS = ("base", "harbor", "millionaires_row")
SET_MIXES: tuple[dict[str, Any], ...] = (
    {},
    {"harbor": True},
    {"millionaires_row": True},
    {"harbor": True, "millionaires_row": True},
)
FULL_CATALOGUE = catalogue(True, True, True, "", "")
CARD_NUMBERS = {card.id: number for number, card in enumerate(FULL_CATALOGUE.cards)}
LANDMARK_NUMBERS = {landmark.id: number for number, landmark in enumerate(FULL_CATALOGUE.landmarks)}


@lru_cache(maxsize=64)
def words_and_actions(settled: tuple[tuple[str, Value], ...]) -> tuple[Text, Catalogue, dict[str, int]]:
    """Returns the words, the catalogue and the actions by notation of these options."""
    found = catalogue_of(dict(settled))
    words = make_text(found)
    return words, found, {words.notation(action): action for action in range(GAME.actions)}


class Position:
    """A state with its words: lines are played and columns are read by name."""

    def __init__(self, state: Harmonictook, options: Options) -> None:
        self.state = state
        self.options = options
        self.context = MatchContext(NAMES[: int(state.seats)], options)
        self.words, self.catalogue, self.actions = words_and_actions(tuple(sorted(options.items())))
        self.cards = [card.id for card in self.catalogue.cards]
        self.landmarks = [landmark.id for landmark in self.catalogue.landmarks]

    # Playing.

    def play_lines(self, *lines: str) -> Position:
        """Plays answers of the active seat and outcomes of the dealer in notation; each must be possible."""
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
        """Rolls these dice; two need a station."""
        if "roll 1" in self.legal_answers:
            self.play_lines(f"roll {len(dice)}")
        assert self.state.outcomes == (6 if len(dice) == 1 else 36)
        return self.play_lines(" ".join(str(die) for die in dice))

    def finish_turn(self) -> Position:
        """Finishes the turn with answers that change as little as possible."""
        turn = self.state.turn
        while self.state.owing and self.state.turn == turn and "roll 1" not in self.legal_answers:
            least = ("keep", "stay", "decline", "pass", "hold")
            self.play_lines(next(line for line in least if line in self.legal_answers))
        return self

    # Reading.

    @property
    def legal_answers(self) -> set[str]:
        """The legal answers of the active seat in notation; empty while no answer is owed."""
        if self.state.owing == 0:
            return set()
        assert self.state.owing == 1 << self.state.active
        return {self.words.notation(action) for action in self.state.legal(self.state.active)}

    @property
    def possible_outcomes(self) -> dict[str, int]:
        """The dealer's possible outcomes and their weights."""
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
        return self.counts_by_name(self.view.market)

    @property
    def deck(self) -> dict[str, int]:
        return self.counts_by_name(self.view.deck)

    def counts_by_name(self, column: Sequence[int]) -> dict[str, int]:
        return {name: count for name, count in zip(self.cards, column, strict=True) if count}

    def events(self, *kinds: str) -> list[EventFact]:
        """Returns the events, or those of these kinds: (kind, argument, ...), cards and landmarks by id."""
        assert self.state.journal is not None
        found = []
        for event in visible_events(self.state.journal, 0, -1):
            kind = self.words.events[event.kind]
            arguments: list[object] = [kind.name]
            for name, number in zip(kind.arguments, event.arguments, strict=False):
                names = {"card": self.cards, "landmark": self.landmarks}.get(name)
                arguments.append(names[number] if names else number)
            if not kinds or kind.name in kinds:
                found.append(tuple(arguments))
        return found


def opening_position(seats: int = 2, pack: Mapping[str, object] | None = None, **options: Value) -> Position:
    """Starts a match with these options."""
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
    """Returns a position at the beginning of a seat's turn; cities hold exactly these cards, and the market is fixed
    unless an option says otherwise."""
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
    """Returns dice that show a total, one die where one is enough."""
    return (total,) if total < 7 else (6, total - 6)


# A position in every phase, and in the middle of everything that takes more than one answer.


def position_in_phase(phase: int) -> Position:
    """Returns a position in which the active seat is asked in this phase."""
    if phase == phases.ROLLING:
        return position(landmarks={0: STATION_BUILT})
    if phase == phases.TOWER:
        return position(landmarks={0: ["radio_tower"]}).roll(1)
    if phase == phases.HARBOR:
        return position(landmarks={0: ["train_station", "harbor"]}, **WITH_HARBOR).roll(5, 5)
    if phase == phases.TARGET:
        return position(4, coins=[0, 3, 9, 9], cards={0: {"tv_station": 1}}).roll(6)
    if phase == phases.PARTNER:
        return position(cards=BUSINESS_CENTER_CITIES).roll(6)
    if phase == phases.TAKING:
        return position(cards=BUSINESS_CENTER_CITIES).roll(6).play_lines("seat 2")
    if phase == phases.GIVING:
        return position(cards=BUSINESS_CENTER_CITIES).roll(6).play_lines("seat 2", "take mine")
    moving = {0: {"moving_company": 1, "mine": 1, "wheat_field": 1}}
    if phase == phases.GIFTING:
        return position(3, cards=moving, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 5)
    if phase == phases.RECEIVER:
        return position(3, cards=moving, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 5).play_lines("give mine")
    if phase == phases.DEMOLITION:
        landmarks = {0: ["amusement_park", "train_station", "harbor"]}
        return position(cards={0: {"demolition_company": 1}}, landmarks=landmarks, **WITH_BOTH).roll(4)
    if phase == phases.CLOSING:
        return position(cards={0: {"renovation_company": 1, "mine": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(
            4, 4
        )
    if phase == phases.EXHIBITION:
        return position(cards={0: {"exhibit_hall": 1, "mine": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 6)
    if phase == phases.BUILDING:
        return position(coins=[60, 0]).roll(6)
    return position(cards={0: {"tech_startup": 1}}, **WITH_ROW).roll(6).play_lines("pass")


def tuna_roll() -> Position:
    at = position(cards={0: {"tuna_boat": 1}}, landmarks={0: ["train_station", "harbor"]}, **WITH_BOTH)
    return at.roll(6, 6).play_lines("raise")


def pending_demolition() -> Position:
    landmarks = {0: ["train_station", "shopping_mall", "amusement_park"]}
    at = position(cards={0: {"exhibit_hall": 1, "demolition_company": 2}}, landmarks=landmarks, **WITH_ROW)
    return at.roll(4, 6).play_lines("exhibit demolition_company")


def second_gift() -> Position:
    at = position(3, cards={0: {"moving_company": 2, "ranch": 2}}, landmarks={0: ["train_station"]}, **WITH_ROW).roll(
        4, 5
    )
    return at.play_lines("give ranch", "seat 2", "give ranch")


def closed_card_swap() -> Position:
    at = position(cards=BUSINESS_CENTER_CITIES, closed={1: {"mine": 1}}, **WITH_ROW).roll(6)
    return at.play_lines("seat 2", "take mine closed")


def half_laid_out_market() -> Position:
    names = ("mine", "ranch", "forest", "cafe", "bakery")
    at = position(
        coins=[9, 9],
        market="variable",
        market_size=5,
        offer=dict.fromkeys(names, 1),
        deck={"stadium": 2, "park": 1},
        **WITH_ROW,
    )
    return at.roll(1).play_lines("buy forest")


# Towns built from columns, for the bot mathematics: no match was played.


@cache
def official_rows() -> dict[str, dict[str, Any]]:
    """Returns the official cards and landmarks by id, as in their files."""
    packs = [json.loads((DATA / f"{name}.json").read_text("utf-8")) for name in SETS]
    return {row["id"]: row for pack in packs for row in pack["cards"] + pack["landmarks"]}


def make_town(
    cities: Sequence[Mapping[str, int]],
    built: Sequence[Sequence[str]] = (),
    coins: Sequence[int] = (),
    **options: Any,
) -> Town:
    """Returns a town with these cities by seat (copies by card) and 3 coins each by default; the rest is on offer."""
    book = book_of({**{option.name: option.default for option in OPTIONS}, **options})
    seats = len(cities)
    made = Town(seats, book)
    made.coins = vec[i64](list(coins) or [3] * seats)
    made.built = vec[i64]([book.start_mask] * seats)
    made.stored = vec[i64]([0] * seats)
    made.owned = vec[i64]([0] * (seats * book.width))
    made.closed = vec[i64]([0] * (seats * book.width if book.can_close else 0))
    made.market = vec[i64]([0] * book.width)
    made.deck = vec[i64]([0] * (0 if book.market == 0 else book.width))
    made.active = 0
    for seat, names in enumerate(built):
        for name in names:
            made.built[seat] |= 1 << LANDMARK_NUMBERS[name]
    for card in book.types:
        made.market[card] = initial_supply(book, card, seats)
    for seat, city in enumerate(cities):
        for name, copies in city.items():
            card = CARD_NUMBERS[name]
            made.owned[seat * book.width + card] = copies
            made.market[card] = max(0, made.market[card] + book.starting[card] - copies)
    return made


def opening_town(seats: int, **options: Any) -> Town:
    """Returns a town with the starting cities."""
    return make_town([{"wheat_field": 1, "bakery": 1}] * seats, **options)


def buy_action(name: str) -> i64:
    return BUY + CARD_NUMBERS[name]


def build_action(name: str) -> i64:
    return BUILD + LANDMARK_NUMBERS[name]


def random_town(rng: Random, seats: int = 0, **options: Any) -> Town:
    """Returns a town with random cards, landmarks and coins, some copies closed, perhaps unreachable in play."""
    made = opening_town(seats or rng.choice((2, 3, 4)), **options)
    book = made.book
    richness = rng.random()
    for seat in range(made.seats):
        made.coins[seat] = rng.choice((0, 1, 2, 3, 5, 9, 10, 14, 21, 40))
        made.stored[seat] = rng.choice((0, 1, 4))
        for landmark in book.landmarks:
            if rng.random() < richness:
                made.built[seat] |= 1 << landmark
        for card in book.types:
            place = seat * book.width + card
            if rng.random() < 0.4:
                made.owned[place] = rng.randint(0, min(3, int(book.max_owned[card])))
            if book.can_close and book.colour[card] != PURPLE:
                made.closed[place] = rng.randint(0, int(made.owned[place]))
    return made


def herbs_option() -> str:
    """Returns the herbs pack as the value of the option `cards`: it has what the official sets lack."""
    return f"herbs.json\n{HERBS_FILE.read_text('utf-8')}"


# Custom packs.


def pack_card(
    name: str, code: str, colour: str, hits_on: Sequence[int], effect: Mapping[str, object], **more: object
) -> Any:
    """Returns one card of a pack; the fields that most cards share have defaults."""
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


def build_answers(town: Town, seat: int) -> vec[i64]:
    """Returns what a seat may build or buy now, PASS included, whatever the question is."""
    found = ActionList()
    list_builds(town, seat, found)
    return found.to_vec()
