"""Baldur's Bones: a solitaire dice adventure in a hidden city."""

from parlour.games.bones import bots, features, rules
from parlour.games.bones.coach import hints, review
from parlour.games.bones.offer import offer, tally, unsavable
from parlour.games.bones.view import view
from parlour.games.bones.words import WORDS
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Option

GAME = Game(
    name="bones",
    title="Baldur's Bones",
    version=1,
    home=__name__,
    blurb="You arrive with a dice cup and no name. Walk the hidden city, beat its people at twenty-one with dice "
    "and three small tricks, and make yourself known. Then beat the boss at his own table.",
    seats=(1,),
    options=(
        Option("tutorial", "bool", True, "Begin with the lesson and a practice game, both without stakes."),
        Option("boss", "text", "Volo", "The name of the one to beat.", 1, 12),
    ),
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
    offer=offer,
    unsavable=unsavable,
    hints=hints,
    review=review,
    tally=tally,
)
