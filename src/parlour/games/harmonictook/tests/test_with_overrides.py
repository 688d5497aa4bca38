"""Data overrides become the option card_overrides; a wrong file, card or field is refused with one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.kernel.game import prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.study import DataOverrides

HERBS = f"herbs.json\n{(Path(__file__).parent / 'herbs.json').read_text('utf-8')}"


def options_with_overrides(data: DataOverrides, **options: bool | str) -> Options:
    return GAME.study.with_overrides(prepare_options(GAME, 4, options), data)


def test_files_become_overrides() -> None:
    data: DataOverrides = {"base.json": {"mine": {"cost": 5, "hits_on": "8, 9"}, "Train Station": {"cost": 9}}}
    options = options_with_overrides(data, card_overrides="bakery.effect.amount=2 mine.cost=3")
    assert options["card_overrides"] == "bakery.effect.amount=2 mine.cost=5 mine.hits_on=8,9 train_station.cost=9"
    found = catalogue_of(prepare_options(GAME, 4, options))
    mine = next(card for card in found.cards if card.id == "mine")
    assert (mine.cost, mine.hits_on) == (5, (8, 9))
    assert next(mark for mark in found.landmarks if mark.id == "train_station").cost == 9


def test_expansions_and_packs_of_ones_own_have_files_too() -> None:
    assert (
        options_with_overrides({"harbor.json": {"sushi_bar": {"cost": 2}}}, harbor=True)["card_overrides"]
        == "sushi_bar.cost=2"
    )
    card = catalogue_of(prepare_options(GAME, 4, {"cards": HERBS})).packs[-1].cards[0].id
    assert (
        options_with_overrides({"herbs.json": {card: {"cost": 7}}}, cards=HERBS)["card_overrides"] == f"{card}.cost=7"
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"base.json": {"bakery": {"colour": "red"}}}, "base.json: bakery.colour cannot be changed; choose one of the "
        "fields "
         "cost, hits_on, supply, starting, order and effect.amount."),
        ({"base.json": {"bakery": {"cost": 200}}}, "base.json: bakery.cost has the wrong value 200; "
         "a cost is a whole number from 0 to 99."),
        ({"base.json": {"sushi_bar": {"cost": 2}}}, "The card file base.json has no card 'sushi_bar'; change it in "
        "harbor.json, which has one."),
        ({"harbor.json": {"sushi_bar": {"cost": 2}}}, "The cards of harbor.json are not in play; add them with the "
        "option harbor=yes."),
        ({"cards.json": {"sushi_bar": {"cost": 2}}}, "No card file in play is called 'cards.json'; change one of "
        "base.json."),
    ],
)  # fmt: skip
def test_a_wrong_file_card_or_field_is_one_sentence(data: DataOverrides, sentence: str) -> None:
    with pytest.raises(Problem) as caught:
        options_with_overrides(data)
    assert str(caught.value) == sentence


def test_a_card_that_is_nowhere_is_told_what_there_is() -> None:
    with pytest.raises(
        Problem, match=r"^The card file base.json has no card 'sushi_boy'; choose one of wheat_field, .*radio_tower"
    ):
        options_with_overrides({"base.json": {"sushi_boy": {"cost": 2}}})
