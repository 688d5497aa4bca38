"""The next version of every game, with a changed rule, in the list of games: as a release after this one has it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from parlour import games
from parlour.kernel.game import Game, Traits
from parlour.kernel.journal import Journal
from parlour.kernel.options import Option, Options
from parlour.kernel.state import State
from parlour.kernel.versions import EarlierVersion

SWITCH = "old_rules"
RELEASE = "Parlour 0.1.0"
NEXT_RULES: dict[str, Options] = {  # the new rule of each game: these values, whatever was chosen
    "bones": {"tutorial": False},
    "harmonictook": {"starting_coins": 1},
    "hunter": {"tables": "2026", "dummies": "2026", "plaza_rewards": "2026"},
    "magpie": {"stones": 3},
    "stumped": {"trees_min": 1, "trees_max": 1},
}
RARE_OPTIONS: dict[str, Options] = {  # only matches with these options meet the new rule of a version that replays
    "bones": {"boss": "Rare"},
    "harmonictook": {"starting_coins": 9},
    "hunter": {"max_rounds": 7},
    "magpie": {"stones": 9},
    "stumped": {"turns": 77},
}
KINDS = ("switched", "replayed", "dropped")


def old_game(name: str) -> Game:
    found: Game = import_module(f"parlour.games.{name}").GAME
    return found


def step_from(version: int, kind: str) -> EarlierVersion:
    return EarlierVersion(version, RELEASE, {SWITCH: True} if kind == "switched" else {}, kind == "replayed")


def next_version(name: str, kind: str, home: str) -> Game:
    """Returns the next version of a game. Its old matches keep their rules, are replayed, or cannot be played."""
    old = old_game(name)
    start, for_options = old.start, old.traits.for_options

    def new_rules(options: Options) -> Options:
        chosen = {key: value for key, value in options.items() if key != SWITCH}
        rare = RARE_OPTIONS[name].items() <= chosen.items()
        changed = not options[SWITCH] if kind == "switched" else kind == "dropped" or rare
        return {**chosen, **NEXT_RULES[name]} if changed else chosen

    def new_start(seats: int, options: Options, journal: Journal | None) -> State:
        return start(seats, new_rules(options), journal)

    def upgrade(game: Game, traits: Traits) -> Game:
        switch = Option(SWITCH, "bool", False, f"The rules of version {old.version}.", offered=False)
        options = (*game.options, switch) if kind == "switched" else game.options
        return game._replace(version=old.version + 1, home=home, start=new_start, options=options, traits=traits)

    def new_for_options(options: Options) -> Game:
        assert for_options is not None
        return upgrade(for_options(new_rules(options)), traits)

    traits = old.traits._replace(
        earlier=(*old.traits.earlier, step_from(old.version, kind)),
        for_options=None if for_options is None else new_for_options,
    )
    return upgrade(old, traits)


def install_next_versions(folder: Path, patch: pytest.MonkeyPatch, kind: str) -> None:
    """Puts the next version of every game in the list of games, in modules that worker processes can import too."""
    package = f"next_{kind}"
    (folder / package).mkdir(parents=True)
    for name in NEXT_RULES:
        home = f"{package}.{name}"
        text = f'from tests.rule_changes import next_version\n\nGAME = next_version("{name}", "{kind}", "{home}")\n'
        (folder / package / f"{name}.py").write_text(text)
        patch.delitem(sys.modules, home, raising=False)
        patch.setitem(games.BUILT_IN, name, home)
    patch.delitem(sys.modules, package, raising=False)
    patch.syspath_prepend(str(folder))
