"""Jackdaw: sealed bids for trinkets drawn from a bag."""

from jackdaw import rules, start
from jackdaw.features import FEATURES
from jackdaw.text import TEXT
from jackdaw.view import view
from parlour.kernel.game import Game
from parlour.kernel.options import Option
from parlour.kernel.study import Study

GAME = Game(
    name="jackdaw",
    title="Jackdaw",
    version=1,
    home=__name__,
    seats=(2, 3, 4, 5),
    options=(Option("stones", "int", 15, "Stones in each purse at the start.", 1, 30),),
    actions=rules.ACTIONS,
    start=start.start,
    view=view,
    text=TEXT,
    study=Study(features=FEATURES),
)
