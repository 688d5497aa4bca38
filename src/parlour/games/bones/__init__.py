"""Baldur's Bones: a solitaire dice adventure in a hidden city."""

from parlour.games.bones.bots import features, roster
from parlour.games.bones.options import OPTIONS, TRIALS, problem, with_overrides
from parlour.games.bones.rules import campaign
from parlour.games.bones.study.coach import hints, review
from parlour.games.bones.text.offer import offer, tally, unsavable
from parlour.games.bones.text.words import WORDS
from parlour.games.bones.view import view
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
    actions=campaign.ACTIONS,
    blank=campaign.blank,
    start=campaign.start,
    view=view,
    words=WORDS,
    features=Features(features.NAMES, features.read),
    bots={
        "optimal": roster.optimal,
        "thumb": roster.thumb,
        "greedy": roster.greedy,
        "explorer": roster.explorer,
        "hold18": roster.hold18,
        "hold": roster.hold,
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
    with_overrides=with_overrides,
)
