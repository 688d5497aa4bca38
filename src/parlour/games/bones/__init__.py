"""Baldur's Bones: a solitaire dice adventure in a hidden city."""

from parlour.games.bones import bots, features, rules
from parlour.games.bones.coach import hints, review
from parlour.games.bones.house import OPTIONS, TRIALS, amend, problem
from parlour.games.bones.offer import offer, tally, unsavable
from parlour.games.bones.view import view
from parlour.games.bones.words import WORDS
from parlour.kernel.game import Features, Game

GAME = Game(
    name="bones",
    title="Baldur's Bones",
    version=1,
    home=__name__,
    blurb="You arrive with a dice cup and no name. Walk the hidden city, beat its people at twenty-one with dice "
    "and three small tricks, and make yourself known. Then beat the boss at his own table.",
    seats=(1,),
    options=OPTIONS,
    actions=rules.ACTIONS,
    blank=rules.blank,
    start=rules.start,
    view=view,
    words=WORDS,
    features=Features(features.NAMES, features.read),
    bots={
        "optimal": bots.optimal,
        "thumb": bots.thumb,
        "greedy": bots.greedy,
        "explorer": bots.explorer,
        "hold18": bots.hold18,
        "hold": bots.hold,
    },
    best="optimal",
    longest_name=12,
    limit=5_000,
    problem=problem,
    offer=offer,
    unsavable=unsavable,
    hints=hints,
    review=review,
    tally=tally,
    trials=TRIALS,
    amend=amend,
)
