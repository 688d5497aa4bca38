"""The game Hunter & Apprentice as one record: its rules, options, texts, bots, hints and reviews."""

from parlour.games.hunter.bots import features, roster
from parlour.games.hunter.options import OPTIONS, TRIALS, problem, switch_value, with_data_overrides
from parlour.games.hunter.rules import rounds
from parlour.games.hunter.rules.actions import ACTIONS
from parlour.games.hunter.study.coach import hints
from parlour.games.hunter.study.review import review
from parlour.games.hunter.study.statistics import tally
from parlour.games.hunter.text.offer import offer
from parlour.games.hunter.text.words import words_for
from parlour.games.hunter.view import view
from parlour.kernel.game import Features, Game
from parlour.kernel.options import Options, resolve_options

DEFAULT_OPTIONS = resolve_options(OPTIONS, {})
PRINTED_SWITCHES = ("tables", "monster_effects", "ammo", "fake_blood")  # switches that change printed figures or texts


def hunter_for_options(options: Options) -> Game:
    """Returns Hunter & Apprentice with texts that fit a match's options: other tables have other figures and powers."""
    if not options["table_overrides"] and all(
        switch_value(options, name) == switch_value(DEFAULT_OPTIONS, name) for name in PRINTED_SWITCHES
    ):
        return GAME
    return GAME._replace(words=words_for(options))


GAME = Game(
    name="hunter",
    title="Hunter & Apprentice",
    version=1,
    home=__name__,
    blurb="Every round you send a hunter and an apprentice in secret to two of seven places; crowds spoil the pay. "
    "Hunt monsters in the Forest with dice, explosives and pets; the most points win when a player has 50.",
    seats=(2, 3, 4, 5),
    options=OPTIONS,
    actions=int(ACTIONS),
    blank=rounds.blank,
    start=rounds.start,
    view=view,
    words=words_for(DEFAULT_OPTIONS),
    features=Features(features.NAMES, features.read),
    bots=roster.BOTS,
    best="ranger",
    levels={"easy": "stage", "medium": "scout", "hard": "ranger"},
    limit=20_000,
    problem=problem,
    offer=offer,
    hints=hints,
    review=review,
    tally=tally,
    for_options=hunter_for_options,
    trials=TRIALS,
    with_overrides=with_data_overrides,
    usual_seats=4,
    factor="weapon",
    shares=True,
    timed=("random", "stage", "ranger"),
)
