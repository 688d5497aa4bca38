"""Texts of Baldur's Bones that depend on a match's figures; they name changed figures and hide the others (R36)."""

from __future__ import annotations

from parlour.games.bones.options import LEVEL_BOOKS, book_of, level_of
from parlour.games.bones.rules.campaign import foe_at
from parlour.games.bones.rules.city import AREA, BOSS_AHEAD, BOSS_BEHIND, BOSS_EVEN, EASY, HARD
from parlour.games.bones.rules.state import MATCH, PRACTICE
from parlour.games.bones.text.texts import fill_in, texts
from parlour.games.bones.view import BonesView
from parlour.kernel.text import MatchContext

NUMBERS = ("", "one", "two", "three")
MULTIPLES = ("", "for it", "twice over", "three times over")
LEVEL_SENTENCES = {
    "one-down": "The totals of the people of {city} are one lower than usual.",
    "one-up": "The totals of the people of {city} are one higher than usual.",
    "two-up": "The totals of the people of {city} are two higher than usual.",
}
SCORES = ("level", "a round ahead", "a round behind")  # of the boss, by foe


def credibility_means(context: MatchContext) -> str:
    cost = book_of(context.options).cost
    each = all(cost[area] == 1 for area in range(EASY, HARD + 1))
    return "defeats you can still afford" if each else "points defeats can still cost you"


def last_chance(context: MatchContext, credibility: int) -> str:
    """Returns a warning if any further defeat would end the campaign, else an empty text."""
    cost = book_of(context.options).cost
    least = min(cost[foe] for foe in (*range(EASY, HARD + 1), BOSS_EVEN))
    return fill_in(texts()["outcome"]["last_chance"], context) if 0 < credibility <= least else ""


def best_of_three(context: MatchContext) -> str:
    behind, ahead = boss_play(context, "higher", "lower")
    return f"Best of three. He plays {behind} when behind, {ahead} when ahead."


def boss_play(context: MatchContext, more: str, less: str) -> list[str]:
    """Returns two words, how the boss plays when behind and when ahead: `more` or `less` if his totals are higher or
    lower than at an even score, else `the same`."""
    low = book_of(context.options).low
    steps = [low[foe] - low[BOSS_EVEN] for foe in (BOSS_BEHIND, BOSS_AHEAD)]
    return [more if step > 0 else less if step < 0 else "the same" for step in steps]


def fill_in_figures(text: str, context: MatchContext) -> str:
    """Returns a story text with its placeholders replaced, also those for figures such as the price of a defeat."""
    price = book_of(context.options).cost[BOSS_EVEN]
    behind, ahead = boss_play(context, "harder", "looser")
    figures = {"behind": behind, "ahead": ahead, "price": NUMBERS[price], "times": MULTIPLES[price]}
    return fill_in(text, context, credibility_means=credibility_means(context), **figures)


def changed_figures_here(context: MatchContext, view: BonesView) -> str:
    """Returns a sentence with the changed figures (rolls to beat, cost) of the running dice game, empty if none."""
    here = AREA[view.place]
    if view.bout == PRACTICE:
        told = changed_rolls(context, EASY)
    elif view.bout == MATCH:
        told = changed_rolls(context, foe_at(view.rounds_won, view.rounds_lost)) + changed_cost(context, BOSS_EVEN)
    else:
        told = changed_rolls(context, here) + changed_cost(context, here)
    return f"Agreed: {', '.join(told)}." if told else ""


def changed_figures(context: MatchContext) -> list[str]:
    """Returns a line for each opponent whose figures are changed for the match; the others stay hidden (rule R36)."""
    districts = [texts()["district_names"][area] for area in ("easy", "medium", "hard")]
    names = ["The lesson", *districts, *(f"{context.options['boss']}, {score}" for score in SCORES)]
    found = [changed_rolls(context, foe) + changed_cost(context, foe) for foe in range(len(names))]
    return [f"{name}: {', '.join(told)}" for name, told in zip(names, found, strict=True) if told]


def changed_rolls(context: MatchContext, foe: int) -> list[str]:
    low = book_of(context.options).low[foe]
    return [] if low == LEVEL_BOOKS[level_of(context.options)].low[foe] else [f"{low} or {low + 1} to beat"]


def changed_cost(context: MatchContext, foe: int) -> list[str]:
    price, usual = book_of(context.options).cost[foe], LEVEL_BOOKS[level_of(context.options)].cost[foe]
    return [] if price == usual else [f"a lost {'match' if foe == BOSS_EVEN else 'game'} costs {price}"]


def level_sentence(context: MatchContext) -> str:
    """Returns a sentence about the level of difficulty, empty for the usual one; it gives no figures (rule R36)."""
    return fill_in(LEVEL_SENTENCES.get(level_of(context.options), ""), context)
