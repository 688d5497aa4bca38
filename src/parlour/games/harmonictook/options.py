"""The options of a match of harmonictook, and the combinations that are refused (section 11)."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.harmonictook.data.packs import catalogue
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.kernel.options import Option, Options

OPTIONS = (
    Option("harbor", "bool", False, "Play with the Harbor expansion."),
    Option("millionaires_row", "bool", False, "Play with the Millionaire's Row expansion."),
    Option(
        "bc_swap_purple",
        "bool",
        True,
        "The Business Center may swap purple cards too, a Stadium for example; no: the printed rule.",
        label="Business Center swaps purple cards",
    ),
    Option("cards", "file", "", "A card pack of your own, as a JSON file.", 0, 65_536),
    Option(
        "market",
        "choice",
        "auto",
        "fixed: all cards; variable: piles from one deck; hybrid: from three decks; auto: variable with an expansion.",
        choices=("auto", "fixed", "variable", "hybrid"),
    ),
    Option("market_size", "int", 10, "Piles of a variable market.", 5, 20),
    Option("hybrid_sizes", "text", "5,5,2", "Piles of a hybrid market: low, high, purple.", 5, 8),
    Option("starting_coins", "int", 3, "Coins of every player at the start.", 0, 50),
    Option("supply_per_card", "int", 6, "Copies of every card that is not purple.", 1, 12),
    Option("purple_supply", "int", 0, "Copies of every purple card; 0: one for each player.", 0, 12),
    Option("random_first_player", "bool", False, "Choose the first player at random."),
    Option(
        "bc_decline_coins",
        "int",
        0,
        "Coins for a player who declines a swap.",
        0,
        20,
        label="Coins for declining a swap",
    ),
    Option("use_exhibit_hall", "bool", True, "Play with the Exhibit Hall of Millionaire's Row."),
    Option("landmarks_to_win", "int", 0, "Landmarks that end the game; 0: all of them.", 0, 12),
    Option("max_turns", "int", 2000, "Turns after which the game stops without a winner.", 10, 10_000),
    Option("card_overrides", "text", "", "Changed cards, as in: sushi_bar.cost=2 mine.hits_on=8,9", 0, 400),
)
STANDARD = catalogue(True, True, True, "", "")
TRIALS: tuple[Options, ...] = (
    {"harbor": True, "millionaires_row": True},
    {"harbor": True, "millionaires_row": True, "market": "fixed"},
    {"harbor": True, "millionaires_row": True, "market": "hybrid", "purple_supply": 12},
    {"millionaires_row": True, "market": "fixed", "starting_coins": 50},
)


def notices(options: Options) -> Sequence[str]:
    """Returns the warnings about the custom card pack in these options, which can be played nevertheless."""
    return catalogue_of(options).warnings


def problem(seats: int, options: Options) -> str | None:
    """Returns one sentence saying why these seats and options of a match cannot be combined; None if they can."""
    found = catalogue_of(options)
    if seats > found.max_seats:
        return f"These cards are for 2 to {found.max_seats} players, not {seats}; an expansion allows five."
    for pack in found.packs:
        if seats < pack.min_players:
            return f"The cards of {pack.name} are for {pack.min_players} players or more, not {seats}."
    sizes = str(options["hybrid_sizes"]).split(",")
    if len(sizes) != 3 or not all(size.strip().isdecimal() and 1 <= int(size) <= 20 for size in sizes):
        return "Option hybrid_sizes is three numbers from 1 to 20, as in 5,5,2."
    wins = sum(mark.wins and here for mark, here in zip(found.landmarks, found.landmark_in_play, strict=True))
    if int(options["landmarks_to_win"]) > wins:
        return f"Option landmarks_to_win is {options['landmarks_to_win']}; there are {wins} landmarks to win with."
    return None
