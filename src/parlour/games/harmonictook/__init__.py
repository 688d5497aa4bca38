"""harmonictook: a town of dice and cards, with two expansions and packs of one's own."""

from parlour.games.harmonictook import features, rules
from parlour.games.harmonictook.actions import ACTIONS
from parlour.games.harmonictook.house import OPTIONS, STANDARD, problem
from parlour.games.harmonictook.view import view
from parlour.games.harmonictook.words import words_of
from parlour.kernel.game import Features, Game

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
    bots={},
    best="random",
    limit=100_000,
    problem=problem,
)
