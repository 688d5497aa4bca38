"""The game Stumped: two colonies of beavers gather branches in a river valley, and ten lodges win."""

from parlour.games.stumped.bots import features, roster
from parlour.games.stumped.options import OPTIONS, TRIALS, problem, with_overrides
from parlour.games.stumped.rules import turns
from parlour.games.stumped.rules.actions import action_count
from parlour.games.stumped.study.coach import hints
from parlour.games.stumped.study.review import review
from parlour.games.stumped.study.statistics import tally
from parlour.games.stumped.text.offer import offer
from parlour.games.stumped.text.words import words_of
from parlour.games.stumped.view import view
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Options, resolve_options

DEFAULT_OPTIONS = resolve_options(OPTIONS, {})


def for_options(options: Options) -> Game:
    """Returns the game Stumped with the number of answers and the texts for the valley that these options describe."""
    if options == DEFAULT_OPTIONS:
        return GAME
    actions = int(action_count(int(options["width"]), int(options["height"])))
    return GAME._replace(actions=actions, words=words_of(options))


GAME = Game(
    name="stumped",
    title="Stumped",
    version=1,
    home=__name__,
    blurb="Two colonies of beavers in one river valley. Gather branches and food, recruit beavers of seven jobs, "
    "build lodges and raid those of the other side; ten lodges win.",
    seats=(2,),
    options=OPTIONS,
    actions=int(action_count(32, 20)),
    blank=turns.blank,
    start=turns.start,
    view=view,
    words=words_of(DEFAULT_OPTIONS),
    features=Features(features.NAMES, features.read),
    bots=roster.BOTS,
    best="chief",
    levels={"easy": "forager", "medium": "raider", "hard": "chief"},
    limit=2_000_000,
    problem=problem,
    offer=offer,
    hints=hints,
    review=review,
    tally=tally,
    for_options=for_options,
    trials=TRIALS,
    with_overrides=with_overrides,
    loses_on_time=True,
    bursts=True,
    shares=True,
    secrets=False,
)
