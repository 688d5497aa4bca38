"""Short descriptions of cards and landmarks of harmonictook, made from their data, so that custom packs work too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.games.harmonictook.data.packs import Card, Catalogue, Landmark
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.kernel.options import Options

WHOSE_ROLL = {"red": "their", "blue": "any", "green": "your", "purple": "your"}  # roll, 5.1


def coins(number: int) -> str:
    return f"{number} coin{'' if number == 1 else 's'}"


def plural(name: str) -> str:
    """Returns the plural of a card's name: Bakeries, Ranches, Wheat Fields."""
    if name.endswith("y") and name[-2:-1].lower() not in tuple("aeiou"):
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("s", "x", "z", "ch", "sh")) else f"{name}s"


def with_article(number: int, name: str) -> str:
    """Returns a card's name with its article or number: a Bakery, an Apple Orchard, 3 Ranches."""
    if number != 1:
        return f"{number} {plural(name)}"
    return f"{'an' if name[:1].lower() in tuple('aeio') else 'a'} {name}"


def owned_copies(owner: str, name: str, number: int) -> str:
    """Returns a number of cards with their owner in words: Ann's Bakery, Ann's 3 Ranches."""
    return f"{owner}'s {name}" if number == 1 else f"{owner}'s {number} {plural(name)}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def format_totals(hits_on: Sequence[int]) -> str:
    """Returns the dice totals of a card as a range, 2-3, or as a list, 2,4,6, where there are gaps."""
    if len(hits_on) > 1 and hits_on[-1] - hits_on[0] == len(hits_on) - 1:
        return f"{hits_on[0]}-{hits_on[-1]}"
    return ",".join(str(total) for total in hits_on)


def category_label(found: Catalogue, category: str) -> str:
    """Returns the label of a card category in lower case, or its id if no card set in play has it."""
    labels = {one.id: one.label for pack in found.packs for one in pack.categories}
    return labels.get(category, category).lower()


def card_name(found: Catalogue, card_id: str) -> str:
    return next((card.name for card in found.cards if card.id == card_id), card_id)


def landmark_name(found: Catalogue, landmark_id: str) -> str:
    return next((one.name for one in found.landmarks if one.id == landmark_id), landmark_id)


def landmarks_to_win(options: Options) -> int:
    """Returns the number of landmarks that a player must build to win with these match options."""
    found = catalogue_of(options)
    wins = sum(one.wins and here for one, here in zip(found.landmarks, found.landmark_in_play, strict=True))
    return int(options["landmarks_to_win"]) or wins


def earns_more(found: Catalogue, card: Card) -> bool:
    """Returns whether some landmark in play can add to the coins that this card pays."""
    return any(
        here and one.effect["kind"] == "category_bonus" and card.category in one.effect["categories"]
        for one, here in zip(found.landmarks, found.landmark_in_play, strict=True)
    )


def landmarks_with_power(found: Catalogue, kind: str) -> str:
    """Returns the names of the landmarks in play with this kind of power, joined by commas and `and`."""
    here = zip(found.landmarks, found.landmark_in_play, strict=True)
    return join_words([one.name for one, used in here if used and one.effect["kind"] == kind])


def counted_text(found: Catalogue, card: Card, number: int) -> str:
    """Returns in words how many cards a factory card counted: 3 livestock cards, 2 Vineyards; empty for other cards."""
    effect: Mapping[str, Any] = card.effect
    if effect["kind"] == "bank_income_per_card":
        name = card_name(found, effect["card"])
        return f"{number} {name if number == 1 else plural(name)}"
    if effect["kind"] != "bank_income_per_category":
        return ""
    what = f"{number} {category_label(found, effect['category'])} card{'' if number == 1 else 's'}"
    return f"{what} of all players" if effect["scope"] == "all_players" else what


def card_summary(found: Catalogue, card: Card) -> str:
    """Returns a card's dice totals, condition and effect in a few words: any 9: bank pays 5."""
    unless = condition_text(found, card)
    return (
        f"{WHOSE_ROLL[card.colour]} {format_totals(card.hits_on)}{unless and f', {unless}'}: {full_effect(found, card)}"
    )


def full_effect(found: Catalogue, card: Card) -> str:
    """Returns the effect of a card in words, with what happens when it is built and after it fires."""
    closes = f", then {card.name} closes" if card.after else ""
    at_once = f"; {card.on_build['amount']} when built" if card.on_build else ""
    return f"{effect_text(found, card)}{closes}{at_once}"


def condition_text(found: Catalogue, card: Card) -> str:
    """Returns in a few words the condition under which a card pays; empty if it has none (rule 1.4)."""
    condition = card.condition
    if condition is None:
        return ""
    if condition["kind"] == "owner_has_landmark":
        return f"with {landmark_name(found, condition['landmark'])}"
    if condition["kind"] == "owner_landmarks_below":
        return f"below {condition['count']} landmarks"
    return f"roller with {condition['count']}+ landmarks"


def effect_text(found: Catalogue, card: Card) -> str:
    """Returns in a few words what a card does when it fires: bank pays 1, each opponent pays 2 (rule 1.3)."""
    effect: Mapping[str, Any] = card.effect
    amount = effect.get("amount")
    match effect["kind"]:
        case "bank_income":
            return f"bank pays {amount}"
        case "bank_income_per_category":
            whose = " of all players" if effect["scope"] == "all_players" else ""
            return f"bank pays {amount} per {category_label(found, effect['category'])} card{whose}"
        case "bank_income_per_card":
            return f"bank pays {amount} per {card_name(found, effect['card'])}"
        case "bank_income_dice":
            return "bank pays a roll of one die" if effect["dice"] == 1 else "bank pays a roll of two dice"
        case "bank_payment":
            return f"pay the bank {amount}"
        case "take_from_roller":
            return f"roller pays {'everything' if amount == 'all' else amount}"
        case "take_from_each":
            return f"each opponent pays {amount}"
        case "take_from_one":
            return f"one opponent pays {amount}"
        case "take_from_each_per_category":
            labels = [category_label(found, one) for one in effect["categories"]]
            return f"each opponent pays {amount} per {join_words(labels, 'or')} card"
        case "take_half_from_each":
            part = {1: "everything", 2: "half"}.get(effect["divisor"], f"1/{effect['divisor']}")
            return f"opponents with {effect['threshold']} or more pay {part}"
        case "take_from_each_investment":
            return "each opponent pays the coins on it"
        case "swap_establishment":
            return "swap a card with an opponent"
        case "give_establishment":
            return f"give a card away for {coins(effect['reward'])}"
        case "demolish_landmark":
            return f"pull down a landmark for {coins(effect['reward'])}"
        case "close_type":
            return f"close a type, opponents pay {effect['take_per_card']} a card"
        case "activate_other":
            return f"run one of your types{', then it goes back' if effect['return_self'] else ''}"
    return "all coins are shared equally"


def power_text(found: Catalogue, landmark: Landmark) -> str:
    """Returns the power of a landmark in a few words: roll one die or two, another turn after a double."""
    effect: Mapping[str, Any] = landmark.effect
    match effect["kind"]:
        case "dice_choice":
            return "roll one die or two"
        case "category_bonus":
            labels = [category_label(found, one) for one in effect["categories"]]
            return f"{join_words(labels)} cards earn {effect['amount']} more"
        case "extra_turn_on_doubles":
            return "another turn after a double"
        case "reroll":
            return f"roll again {format_times(effect['times'])} a turn"
        case "add_to_roll":
            return f"raise a total of {effect['threshold']} or more by {effect['amount']}"
        case "income_if_broke":
            poor = "none" if effect["threshold"] == 0 else f"at most {effect['threshold']}"
            return f"{coins(effect['amount'])} before building if you have {poor}"
    return f"{coins(effect['amount'])} if you build nothing"


def format_times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
