"""harmonictook: a game of dice and cards about building a town, with two expansions and custom card packs."""

from parlour.games.harmonictook.bots import features, roster
from parlour.games.harmonictook.data.overrides import apply_data_overrides
from parlour.games.harmonictook.options import OPTIONS, STANDARD, TRIALS, notices, problem
from parlour.games.harmonictook.rules import turns
from parlour.games.harmonictook.rules.actions import ACTIONS
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.games.harmonictook.study.coach import hints
from parlour.games.harmonictook.study.review import make_review
from parlour.games.harmonictook.text.offer import make_tally, offer
from parlour.games.harmonictook.text.words import make_words
from parlour.games.harmonictook.view import view
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Options


def game_for_cards(options: Options) -> Game:
    """Returns the game with the texts, statistics and match review for a custom card pack or changed cards."""
    if not options["cards"] and not options["card_overrides"]:
        return GAME
    found = catalogue_of(options)
    return GAME._replace(words=make_words(found), tally=make_tally(found), review=make_review(found))


GAME = Game(
    name="harmonictook",
    title="harmonictook",
    version=1,
    home=__name__,
    blurb="Roll the dice, let your shops, fields and cafes pay, and build your town card by card. "
    "Everyone's roll can fill your purse or empty it; whoever has built every landmark first wins.",
    seats=(2, 3, 4, 5),
    options=OPTIONS,
    actions=int(ACTIONS),
    blank=turns.blank,
    start=turns.start,
    view=view,
    words=make_words(STANDARD),
    features=Features(features.NAMES, features.read_features),
    bots=roster.BOTS,
    best="champion",
    levels={"easy": "thoughtful", "medium": "coverage", "hard": "champion"},
    limit=100_000,
    problem=problem,
    offer=offer,
    hints=hints,
    review=make_review(STANDARD),
    tally=make_tally(STANDARD),
    for_options=game_for_cards,
    notices=notices,
    trials=TRIALS,
    with_overrides=apply_data_overrides,
    tuning=roster.TUNING,
    usual_seats=4,
    secrets=False,
)
