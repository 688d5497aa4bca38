"""Jackdaw: sealed bids for trinkets drawn from a bag."""

from jackdaw import features, rules, start
from jackdaw.text import WORDS
from jackdaw.view import view
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Option

GAME = Game(
    name="jackdaw",
    title="Jackdaw",
    version=1,
    home=__name__,
    blurb="Trinkets come out of a bag, one by one, and every bird bids for them in secret.",
    seats=(2, 3, 4, 5),
    options=(Option("stones", "int", 15, "Stones in each purse at the start.", 1, 30),),
    actions=rules.ACTIONS,
    blank=start.blank,
    start=start.start,
    view=view,
    words=WORDS,
    features=Features(features.FEATURES, features.read),
    bots={},
    best="greedy",
)
