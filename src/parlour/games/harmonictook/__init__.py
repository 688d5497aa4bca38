"""harmonictook: a town of dice and cards, with two expansions and packs of one's own."""

from parlour.games.harmonictook import bots, features, rules
from parlour.games.harmonictook.actions import ACTIONS
from parlour.games.harmonictook.amending import amend
from parlour.games.harmonictook.book import catalogue_of
from parlour.games.harmonictook.coach import hints
from parlour.games.harmonictook.house import OPTIONS, STANDARD, TRIALS, notices, problem
from parlour.games.harmonictook.looking_back import review_of
from parlour.games.harmonictook.offer import offer, tally_of
from parlour.games.harmonictook.view import view
from parlour.games.harmonictook.words import words_of
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Options


def tailor(options: Options) -> Game:
    """A pack of one's own, or a changed card, is spoken of by its own names and figures."""
    if not options["cards"] and not options["card_overrides"]:
        return GAME
    found = catalogue_of(options)
    return GAME._replace(words=words_of(found), tally=tally_of(found), review=review_of(found))


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
    blank=rules.blank,
    start=rules.start,
    view=view,
    words=words_of(STANDARD),
    features=Features(features.NAMES, features.read),
    bots=bots.BOTS,
    best="champion",
    levels={"easy": "thoughtful", "medium": "coverage", "hard": "champion"},
    limit=100_000,
    problem=problem,
    offer=offer,
    hints=hints,
    review=review_of(STANDARD),
    tally=tally_of(STANDARD),
    tailor=tailor,
    notices=notices,
    trials=TRIALS,
    amend=amend,
    tuning=bots.TUNING,
    usual_seats=4,
    secrets=False,
)
