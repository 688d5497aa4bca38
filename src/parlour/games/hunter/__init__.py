"""The game Hunter & Apprentice as one record: its rules, options, texts, bots, hints and reviews."""

from parlour.games.hunter.bots import roster
from parlour.games.hunter.bots.features import FEATURES
from parlour.games.hunter.options import OPTIONS, TRIALS, problem, switch_value, with_data_overrides
from parlour.games.hunter.rules import rounds
from parlour.games.hunter.rules.actions import ACTIONS
from parlour.games.hunter.study.coach import hints
from parlour.games.hunter.study.review import review
from parlour.games.hunter.study.statistics import round_number, tally
from parlour.games.hunter.text.game_text import text_for
from parlour.games.hunter.view import view
from parlour.kernel.coach import Coach
from parlour.kernel.game import Game, Traits
from parlour.kernel.options import Options, resolve_options
from parlour.kernel.study import Study, TurnCount
from parlour.kernel.versions import EarlierVersion

DEFAULT_OPTIONS = resolve_options(OPTIONS, {})
EARLIER = (EarlierVersion(1, "Parlour 0.1.0", switches={"rest": False}),)
PRINTED_SWITCHES = ("tables", "monster_effects", "ammo", "fake_blood")  # switches that change printed figures or texts


def hunter_for_options(options: Options) -> Game:
    """Returns Hunter & Apprentice with texts that fit a match's options: other tables have other figures and powers."""
    if not options["table_overrides"] and all(
        switch_value(options, name) == switch_value(DEFAULT_OPTIONS, name) for name in PRINTED_SWITCHES
    ):
        return GAME
    return GAME._replace(text=text_for(options))


GAME = Game(
    name="hunter",
    title="Hunter & Apprentice",
    version=2,
    home=__name__,
    seats=(2, 3, 4, 5),
    options=OPTIONS,
    actions=int(ACTIONS),
    start=rounds.start,
    view=view,
    text=text_for(DEFAULT_OPTIONS),
    bots=roster.BOTS,
    coach=Coach(
        best="ranger",
        levels={"easy": "stage", "medium": "scout", "hard": "ranger", "expert": "learned"},
        hints=hints,
        review=review,
    ),
    study=Study(
        features=FEATURES,
        tally=tally,
        turns=TurnCount("rounds", round_number, ("round",)),
        favourites={"buy": "item"},
        factor="weapon",
        with_overrides=with_data_overrides,
        trials=TRIALS,
        usual_seats=4,
        timed=("random", "stage", "ranger"),
    ),
    traits=Traits(
        problem=problem, for_options=hunter_for_options, limit=20_000, shares=True, seat_order=True, earlier=EARLIER
    ),
)
