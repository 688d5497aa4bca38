"""Magpie: sealed bids for trinkets drawn from a bag. The sample game."""

from parlour.games.magpie import rules
from parlour.games.magpie.bots import features
from parlour.games.magpie.bots.thrifty import thrifty
from parlour.games.magpie.text import WORDS
from parlour.games.magpie.view import view
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Option

GAME = Game(
    name="magpie",
    title="Magpie",
    version=1,
    home=__name__,
    blurb="Trinkets come out of a bag, one by one, and every bird bids for them in secret. "
    "The highest bid pays and takes; a tie spoils the trinket. Twelve rounds, no luck but the order.",
    seats=(2, 3, 4, 5),
    options=(Option("stones", "int", int(rules.STONES), "Stones in each purse at the start.", 1, 30),),
    actions=rules.ACTIONS,
    blank=rules.blank,
    start=rules.start,
    view=view,
    words=WORDS,
    features=Features(features.NAMES, features.read),
    bots={"thrifty": thrifty},
    best="thrifty",
    levels={"easy": "greedy", "medium": "mcts:500", "hard": "thrifty"},
)
