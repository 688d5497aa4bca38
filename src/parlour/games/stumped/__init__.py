"""Stumped: beavers, branches, and ten lodges in a river valley."""

from parlour.games.stumped.bots import features, roster
from parlour.games.stumped.options import OPTIONS, TRIALS, amend, problem
from parlour.games.stumped.rules import turns
from parlour.games.stumped.rules.actions import actions_of
from parlour.games.stumped.study.coach import hints
from parlour.games.stumped.study.review import review
from parlour.games.stumped.study.statistics import tally
from parlour.games.stumped.text.offer import offer
from parlour.games.stumped.text.words import words_of
from parlour.games.stumped.view import view
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Options, resolve_options

USUAL = resolve_options(OPTIONS, {})


def tailor(options: Options) -> Game:
    """Another map has other tiles, another profile other words, changed figures are told everywhere."""
    if options == USUAL:
        return GAME
    actions = int(actions_of(int(options["width"]), int(options["height"])))
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
    actions=int(actions_of(32, 20)),
    blank=turns.blank,
    start=turns.start,
    view=view,
    words=words_of(USUAL),
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
    for_options=tailor,
    trials=TRIALS,
    with_overrides=amend,
    loses_on_time=True,
    bursts=True,
    shares=True,
    secrets=False,
)
