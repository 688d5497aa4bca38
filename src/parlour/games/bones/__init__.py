"""Baldur's Bones: a solitaire dice adventure in a hidden city."""

from parlour.games.bones.bots import roster
from parlour.games.bones.bots.features import FEATURES
from parlour.games.bones.options import OPTIONS, TRIALS, problem, with_overrides
from parlour.games.bones.rules import campaign
from parlour.games.bones.study.coach import hints, review
from parlour.games.bones.text.game_text import TEXT
from parlour.games.bones.text.offer import game_number, score, tally, unsavable
from parlour.games.bones.view import view
from parlour.kernel.coach import Coach
from parlour.kernel.game import Daily, Game, Traits
from parlour.kernel.study import Study, TurnCount

GAME = Game(
    name="bones",
    title="Baldur's Bones",
    version=1,
    home=__name__,
    seats=(1,),
    options=OPTIONS,
    actions=campaign.ACTIONS,
    start=campaign.start,
    view=view,
    text=TEXT,
    bots=roster.BOTS,
    coach=Coach(best="optimal", hints=hints, review=review),
    study=Study(
        features=FEATURES,
        tally=tally,
        score=score,
        turns=TurnCount("games", game_number, ("sat down", "match began")),
        trials=TRIALS,
        with_overrides=with_overrides,
    ),
    traits=Traits(
        problem=problem,
        longest_name=12,
        limit=5_000,
        unsavable=unsavable,
        again={"tutorial": False},
        daily=Daily("The city of the day", {"tutorial": False}),
    ),
)
