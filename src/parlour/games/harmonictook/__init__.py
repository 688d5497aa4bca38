"""harmonictook: a game of dice and cards about building a town, with two expansions and custom card packs."""

from parlour.games.harmonictook.bots import roster
from parlour.games.harmonictook.bots.features import FEATURES
from parlour.games.harmonictook.data.overrides import apply_data_overrides
from parlour.games.harmonictook.options import OPTIONS, STANDARD, TRIALS, problem
from parlour.games.harmonictook.rules import turns
from parlour.games.harmonictook.rules.actions import ACTIONS
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.games.harmonictook.study.coach import hints
from parlour.games.harmonictook.study.review import review
from parlour.games.harmonictook.text.game_text import make_text
from parlour.games.harmonictook.text.offer import tally, turn_number
from parlour.games.harmonictook.view import view
from parlour.kernel.coach import Coach
from parlour.kernel.game import Game, Traits
from parlour.kernel.options import Options
from parlour.kernel.study import Study, TurnCount


def game_for_cards(options: Options) -> Game:
    """Returns the game with texts for the custom card pack or changed cards of these options, else the usual game."""
    if not options["cards"] and not options["card_overrides"]:
        return GAME
    return GAME._replace(text=make_text(catalogue_of(options)))


GAME = Game(
    name="harmonictook",
    title="harmonictook",
    version=1,
    home=__name__,
    seats=(2, 3, 4, 5),
    options=OPTIONS,
    actions=int(ACTIONS),
    start=turns.start,
    view=view,
    text=make_text(STANDARD),
    bots=roster.BOTS,
    coach=Coach(
        best="champion",
        levels={"easy": "thoughtful", "medium": "coverage", "hard": "champion", "expert": "learned"},
        hints=hints,
        review=review,
    ),
    study=Study(
        features=FEATURES,
        tally=tally,
        turns=TurnCount("turns", turn_number, ("turn_start",)),
        favourites={"buy": "card", "build": "landmark"},
        with_overrides=apply_data_overrides,
        tuning=roster.TUNING,
        trials=TRIALS,
        usual_seats=4,
    ),
    traits=Traits(problem=problem, for_options=game_for_cards, secrets=False, shares=True),
)
