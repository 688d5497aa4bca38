"""The cards of a match of harmonictook as columns of numbers, read once and shared by all copies of a position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.data.packs import Card, Catalogue, Landmark, catalogue
from parlour.kernel.options import Options, Value

CARDS: Final[i64] = 64  # the most cards a match can have
LANDMARKS: Final[i64] = 12
TOTALS: Final[i64] = 14  # the highest total that fires anything (R54)
SEATS: Final[i64] = 5
NO_LIMIT: Final[i64] = 1000  # more copies than any match has
EVERYTHING: Final[i64] = -1  # amount: all the coins of the roller
PER_PLAYER: Final[i64] = -1  # supply: one copy for each player

RED: Final[i64] = 0
BLUE: Final[i64] = 1
GREEN: Final[i64] = 2
PURPLE: Final[i64] = 3
COLOURS: Final = ("red", "blue", "green", "purple")

BANK: Final[i64] = 0  # effects of cards, 1.3
PER_CATEGORY: Final[i64] = 1
PER_CARD: Final[i64] = 2
DICE: Final[i64] = 3
TO_BANK: Final[i64] = 4
FROM_ROLLER: Final[i64] = 5
FROM_EACH: Final[i64] = 6
FROM_ONE: Final[i64] = 7
EACH_PER_CATEGORY: Final[i64] = 8
HALF: Final[i64] = 9
INVESTMENT: Final[i64] = 10
SWAP: Final[i64] = 11
GIFT: Final[i64] = 12
WRECK: Final[i64] = 13
RENOVATE: Final[i64] = 14
SHOW: Final[i64] = 15
SHARE: Final[i64] = 16
EFFECTS: Final = (
    "bank_income",
    "bank_income_per_category",
    "bank_income_per_card",
    "bank_income_dice",
    "bank_payment",
    "take_from_roller",
    "take_from_each",
    "take_from_one",
    "take_from_each_per_category",
    "take_half_from_each",
    "take_from_each_investment",
    "swap_establishment",
    "give_establishment",
    "demolish_landmark",
    "close_type",
    "activate_other",
    "redistribute_coins",
)

ALWAYS: Final[i64] = 0  # conditions, 1.4
OWNER_HAS: Final[i64] = 1
OWNER_BELOW: Final[i64] = 2
ROLLER_ATLEAST: Final[i64] = 3
CONDITIONS: Final = ("", "owner_has_landmark", "owner_landmarks_below", "roller_landmarks_at_least")

FIXED: Final[i64] = 0  # markets, 6.2 to 6.4
VARIABLE: Final[i64] = 1
HYBRID: Final[i64] = 2
MARKETS: Final = ("fixed", "variable", "hybrid")


class Book:
    """The numbers of all cards and landmarks of a match, its house rules, and which cards fire on each dice total."""

    def __init__(self) -> None:
        self.width: i64 = 0  # cards in play have numbers below this
        self.catalogue_cards = 0  # known cards, in play or not
        self.catalogue_landmarks = 0
        self.types = vec[i64]()  # the cards in play, ascending
        self.landmarks = vec[i64]()  # the landmarks in play, ascending

        self.cost = vec[i64]()  # by card, as all columns up to the next gap
        self.in_play = vec[i64]()
        self.colour = vec[i64]()
        self.category = vec[i64]()
        self.effect = vec[i64]()
        self.amount = vec[i64]()  # coins for each copy, counted card or opponent; dice of an extra roll
        self.operand = vec[i64]()  # the category or card counted; a mask of categories; a threshold
        self.divisor = vec[i64]()
        self.everyone = vec[i64]()  # 1: counts the cards of all players
        self.excluded = vec[i64]()  # mask of colours that a swap, gift, closing or exhibition may not touch
        self.optional = vec[i64]()
        self.condition = vec[i64]()
        self.condition_value = vec[i64]()  # the landmark or number of a condition
        self.closes = vec[i64]()  # 1: a copy closes after it fired
        self.returns = vec[i64]()  # 1: it goes back to the market after an exhibition
        self.build_bonus = vec[i64]()  # coins when built
        self.supply = vec[i64]()
        self.max_owned = vec[i64]()  # the most copies a player may own
        self.starting = vec[i64]()
        self.hits = vec[i64]()  # mask of totals
        self.band = vec[i64]()  # deck of a hybrid market: 0 low, 1 high, 2 purple

        self.price = vec[i64]()  # by landmark
        self.bonus = vec[i64]()  # coins, by landmark * width + card

        self.landmark_mask: i64 = 0  # masks of landmarks: in play, built at the start, counting for the win ...
        self.start_mask: i64 = 0
        self.win_mask: i64 = 0
        self.count_mask: i64 = 0
        self.demolishable_mask: i64 = 0
        self.dice_mask: i64 = 0  # ... and masks of the landmarks with each power
        self.bonus_mask: i64 = 0
        self.park_mask: i64 = 0
        self.tower_mask: i64 = 0
        self.harbor_mask: i64 = 0
        self.broke = vec[i64]()  # the landmarks that pay a player with few coins
        self.idle_mask: i64 = 0
        self.power = vec[i64]()  # by landmark: re-rolls, coins, or the number added to a roll
        self.threshold = vec[i64]()  # by landmark

        self.category_cards = vec[i64]()  # cards by category, one category after another
        self.category_start = vec[i64]()  # where each category begins in category_cards
        self.order = vec[i64]()  # cards that fire, by total, colour, order
        self.order_start = vec[i64]()  # where each total * 4 + colour begins in order

        self.can_close = False  # whether any card in play can be closed
        self.investment: i64 = -1  # the card that stores coins
        self.investment_coins: i64 = 1  # coins stored each turn

        self.market: i64 = FIXED
        self.piles: i64 = 10
        self.sizes = vec[i64]()  # piles by band, hybrid
        self.coins: i64 = 3
        self.goal: i64 = 4
        self.max_turns: i64 = 2000
        self.decline_coins: i64 = 0
        self.random_first = False
        self.default_supply: i64 = 6
        self.purple_supply: i64 = 0


def book_of(options: Options) -> Book:
    """Returns the numbers of all cards and the house rules for these match options, from a cache."""
    return _book(tuple(sorted(options.items())))


def catalogue_of(options: Options) -> Catalogue:
    """Returns all cards and landmarks for these match options, with flags that say which are in play; official ones are
    always listed."""
    return catalogue(
        bool(options["harbor"]),
        bool(options["millionaires_row"]),
        bool(options["use_exhibit_hall"]),
        str(options["cards"]),
        str(options["card_overrides"]),
    )


@lru_cache(maxsize=256)
def _book(items: tuple[tuple[str, Value], ...]) -> Book:
    options = dict(items)
    found = catalogue_of(options)
    book = Book()
    book.width = 1 + max(number for number, used in enumerate(found.card_in_play) if used)
    book.types = vec[i64]([number for number, used in enumerate(found.card_in_play) if used])
    book.landmarks = vec[i64]([number for number, used in enumerate(found.landmark_in_play) if used])
    book.catalogue_cards = len(found.cards)
    book.catalogue_landmarks = len(found.landmarks)
    book.in_play = vec[i64]([int(used) for used in found.card_in_play])
    categories = [category.id for pack in found.packs for category in pack.categories]
    ids = [card.id for card in found.cards]
    names = [landmark.id for landmark in found.landmarks]
    for card in found.cards[: book.width]:
        _add_card(book, card, categories, ids, names)
    for number, landmark in enumerate(found.landmarks):
        _add_landmark(book, number, landmark, categories, found.landmark_in_play[number])
    _index_cards(book, found, len(categories))
    _house_rules(book, options, found)
    return book


def _add_card(book: Book, card: Card, categories: list[str], ids: list[str], names: list[str]) -> None:
    effect: Mapping[str, Any] = card.effect
    after: Mapping[str, Any] = card.after or {}
    condition: Mapping[str, Any] = card.condition or {"kind": ""}
    colour = COLOURS.index(card.colour)
    book.cost = append(book.cost, card.cost)
    book.colour = append(book.colour, colour)
    book.category = append(book.category, _index_of(categories, card.category))
    book.effect = append(book.effect, EFFECTS.index(effect["kind"]))
    book.amount = append(book.amount, _amount(effect))
    book.operand = append(book.operand, _operand(effect, categories, ids))
    book.divisor = append(book.divisor, effect.get("divisor", 1))
    book.everyone = append(book.everyone, int(effect.get("scope") == "all_players"))
    book.excluded = append(book.excluded, sum(1 << COLOURS.index(name) for name in effect.get("exclude_colours", ())))
    book.optional = append(book.optional, int(effect.get("optional", False)))
    book.condition = append(book.condition, CONDITIONS.index(condition["kind"]))
    limit = names.index(condition["landmark"]) if "landmark" in condition else condition.get("count", 0)
    book.condition_value = append(book.condition_value, limit)
    book.closes = append(book.closes, int(after.get("kind") == "close_self"))
    book.returns = append(book.returns, int(effect.get("return_self", False)))
    book.build_bonus = append(book.build_bonus, card.on_build["amount"] if card.on_build else 0)
    book.supply = append(book.supply, PER_PLAYER if card.supply is None else card.supply)
    book.max_owned = append(book.max_owned, NO_LIMIT if card.max_owned is None else card.max_owned)
    book.starting = append(book.starting, card.starting)
    book.hits = append(book.hits, sum(1 << total for total in card.hits_on))
    book.band = append(book.band, 2 if colour == PURPLE else int(min(card.hits_on) > 6))


def _index_of(names: list[str], name: str) -> int:
    """Returns the index of a name in a list, -1 if missing: a card that is not in play may name an unknown category."""
    return names.index(name) if name in names else -1


def _amount(effect: Mapping[str, Any]) -> int:
    """Returns the number of coins (or dice) in a card's effect, whichever parameter holds it; EVERYTHING for `all`, 0
    if it has none."""
    for name in ("amount", "reward", "take_per_card", "invest_per_turn", "dice"):
        if name in effect:
            return int(EVERYTHING) if effect[name] == "all" else int(effect[name])
    return 0


def _operand(effect: Mapping[str, Any], categories: list[str], ids: list[str]) -> int:
    """Returns the number of the card or category that a card's effect counts, a mask of categories, or a threshold."""
    if "card" in effect:
        return _index_of(ids, effect["card"])
    if "category" in effect:
        return _index_of(categories, effect["category"])
    if "categories" in effect:
        return sum(1 << categories.index(name) for name in effect["categories"] if name in categories)
    return int(effect.get("threshold", 0))


def _add_landmark(book: Book, number: int, landmark: Landmark, categories: list[str], in_play: bool) -> None:
    effect: Mapping[str, Any] = landmark.effect
    kind = effect["kind"]
    book.price = append(book.price, landmark.cost)
    book.power = append(book.power, effect.get("times", effect.get("amount", 0)))
    book.threshold = append(book.threshold, effect.get("threshold", 0))
    favoured = [_index_of(categories, name) for name in effect.get("categories", ())]
    for card in range(book.width):
        gains = kind == "category_bonus" and book.category[card] in favoured
        book.bonus = append(book.bonus, effect["amount"] if gains else 0)
    if not in_play:
        return
    bit: i64 = 1 << number
    book.landmark_mask |= bit
    book.start_mask |= bit if landmark.start_built else 0
    book.win_mask |= bit if landmark.wins else 0
    book.count_mask |= bit if landmark.counts else 0
    book.demolishable_mask |= bit if landmark.demolishable else 0
    book.dice_mask |= bit if kind == "dice_choice" else 0
    book.bonus_mask |= bit if kind == "category_bonus" else 0
    book.park_mask |= bit if kind == "extra_turn_on_doubles" else 0
    book.tower_mask |= bit if kind == "reroll" else 0
    book.harbor_mask |= bit if kind == "add_to_roll" else 0
    if kind == "income_if_broke":
        book.broke = append(book.broke, number)
    book.idle_mask |= bit if kind == "income_if_no_build" else 0


def _index_cards(book: Book, found: Catalogue, categories: int) -> None:
    """Lists the cards of every category, and the cards that fire on every dice total in the order of 5.2."""
    book.category_start = vec[i64]([0])
    for category in range(categories):
        for card in book.types:
            if book.category[card] == category:
                book.category_cards = append(book.category_cards, card)
        book.category_start = append(book.category_start, len(book.category_cards))
    order = [card.order for card in found.cards]
    book.order_start = vec[i64]([0])
    for place in range((TOTALS + 1) * 4):
        total, colour = divmod(place, 4)
        firing = [card for card in book.types if book.colour[card] == colour and (book.hits[card] >> total) & 1]
        for number in sorted(firing, key=order.__getitem__):
            book.order = append(book.order, number)
        book.order_start = append(book.order_start, len(book.order))
    for card in book.types:
        if book.closes[card] == 1 or book.effect[card] == RENOVATE:
            book.can_close = True
        if book.effect[card] == INVESTMENT:
            book.investment = card
            book.investment_coins = book.amount[card]


def _house_rules(book: Book, options: Mapping[str, Value], found: Catalogue) -> None:
    """Copies the house rules of the match options (section 11) into the book of card numbers."""
    market = str(options["market"])
    book.market = MARKETS.index(found.market if market == "auto" else market)
    book.piles = int(options["market_size"])
    book.sizes = vec[i64]([int(size) for size in str(options["hybrid_sizes"]).split(",")])
    book.coins = int(options["starting_coins"])
    all_landmarks = bin(book.win_mask).count("1")
    wanted = int(options["landmarks_to_win"])
    book.goal = wanted or all_landmarks
    book.max_turns = int(options["max_turns"])
    book.decline_coins = int(options["bc_decline_coins"])
    book.random_first = bool(options["random_first_player"])
    book.default_supply = int(options["supply_per_card"])
    book.purple_supply = int(options["purple_supply"])
    if not options["bc_swap_purple"]:
        for card in book.types:
            if book.effect[card] == SWAP:
                book.excluded[card] |= 1 << PURPLE
