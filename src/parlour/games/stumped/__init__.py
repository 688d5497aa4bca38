"""Stumped: beavers, branches, and ten lodges in a river valley."""

from parlour.games.stumped import bots, features, rules
from parlour.games.stumped.actions import actions_of
from parlour.games.stumped.coach import hints
from parlour.games.stumped.house import OPTIONS, TRIALS, amend, problem
from parlour.games.stumped.looking_back import review
from parlour.games.stumped.offer import offer
from parlour.games.stumped.statistics import tally
from parlour.games.stumped.view import view
from parlour.games.stumped.words import words_of
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Options, settle

USUAL = settle(OPTIONS, {})


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
    blank=rules.blank,
    start=rules.start,
    view=view,
    words=words_of(USUAL),
    features=Features(features.NAMES, features.read),
    bots=bots.BOTS,
    best="chief",
    levels={"easy": "forager", "medium": "raider", "hard": "chief"},
    limit=2_000_000,
    problem=problem,
    offer=offer,
    hints=hints,
    review=review,
    tally=tally,
    tailor=tailor,
    trials=TRIALS,
    amend=amend,
    loses_on_time=True,
    bursts=True,
    shares=True,
    secrets=False,
)
