"""Magpie: sealed bids for trinkets drawn from a bag. The sample game."""

from parlour.games.magpie import rules
from parlour.games.magpie.bots.features import FEATURES
from parlour.games.magpie.bots.thrifty import Thrifty
from parlour.games.magpie.text import TEXT
from parlour.games.magpie.view import view
from parlour.kernel.coach import Coach
from parlour.kernel.game import Game, plain_bot
from parlour.kernel.options import Option
from parlour.kernel.study import Study, TurnCount

GAME = Game(
    name="magpie",
    title="Magpie",
    version=1,
    home=__name__,
    seats=(2, 3, 4, 5),
    options=(Option("stones", "int", int(rules.STONES), "Stones in each purse at the start.", 1, 30),),
    actions=rules.ACTIONS,
    start=rules.start,
    view=view,
    text=TEXT,
    bots={"thrifty": plain_bot("thrifty", Thrifty)},
    coach=Coach(
        best="thrifty", levels={"easy": "greedy", "medium": "mcts:500", "hard": "thrifty", "expert": "learned"}
    ),
    study=Study(features=FEATURES, turns=TurnCount("rounds", rules.round_number, ("shown",))),
)
