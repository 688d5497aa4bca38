"""The game Stumped: two colonies of beavers gather branches in a river valley, and ten lodges win."""

from parlour.games.stumped.bots import roster
from parlour.games.stumped.bots.features import features_for
from parlour.games.stumped.options import OPTIONS, TRIALS, problem, with_overrides
from parlour.games.stumped.rules import turns
from parlour.games.stumped.rules.actions import action_count
from parlour.games.stumped.study.coach import hints
from parlour.games.stumped.study.review import review
from parlour.games.stumped.study.statistics import tally, turn_number
from parlour.games.stumped.text.game_text import text_of
from parlour.games.stumped.view import view
from parlour.kernel.coach import Coach
from parlour.kernel.game import Game, Traits
from parlour.kernel.options import Options, resolve_options
from parlour.kernel.study import Study, TurnCount
from parlour.kernel.versions import EarlierVersion

DEFAULT_OPTIONS = resolve_options(OPTIONS, {})


def for_options(options: Options) -> Game:
    """Returns the game Stumped with the answers, the texts and the features for the valley of these options."""
    if options == DEFAULT_OPTIONS:
        return GAME
    width, height = int(options["width"]), int(options["height"])
    study = GAME.study._replace(features=features_for(width, height))
    return GAME._replace(actions=int(action_count(width, height)), text=text_of(options), study=study)


GAME = Game(
    name="stumped",
    title="Stumped",
    version=2,
    home=__name__,
    seats=(2,),
    options=OPTIONS,
    actions=int(action_count(32, 20)),
    start=turns.start,
    view=view,
    text=text_of(DEFAULT_OPTIONS),
    bots=roster.BOTS,
    coach=Coach(
        best="chief", levels={"easy": "forager", "medium": "raider", "hard": "chief"}, hints=hints, review=review
    ),
    study=Study(
        features=features_for(32, 20),
        tally=tally,
        turns=TurnCount("turns", turn_number, ("turn",)),
        favourites={"recruit": "job"},
        with_overrides=with_overrides,
        trials=TRIALS,
    ),
    traits=Traits(
        problem=problem,
        for_options=for_options,
        limit=2_000_000,
        shares=True,
        bursts=True,
        loses_on_time=True,
        secrets=False,
        earlier=(EarlierVersion(1, "Parlour 0.1.0", {"server_rivers": True, "server_distraction": True}),),
    ),
)
