"""The coach of Hunter & Apprentice, who gives hints: exact odds before and in a battle, the ranger bot's answer and
reason elsewhere."""

from __future__ import annotations

from parlour.games.hunter.bots.prospects import level_chance
from parlour.games.hunter.bots.roster import ranger
from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import MONSTERS_PER_LEVEL
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.study.odds.forecast import TIE_BREAK, forecast_fight, safest_answer
from parlour.games.hunter.study.odds.matchup import current_fight, fight_with_party
from parlour.games.hunter.study.plan import describe_plan, plan_steps
from parlour.kernel.coach import Hint
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext

ACTION_REASONS = {
    int(a.DRINK): "you pay for the next fight with EP",
    int(a.HEAL): "you need HP to survive a fight",
    int(a.PUT_BEER): "every fourth Beer raises your EP for good, and milestones score",
    int(a.PUT_BLOOD): "every third Blood Bag raises your HP for good, and milestones score",
    int(a.ATTACK_DIE): "one more attack die spares you most for its EXP",
    int(a.DEFENSE_DIE): "one more defense die spares you most for its EXP",
    int(a.FINISH): "nothing that you can pay for is worth its price now",
}


def hints(context: MatchContext, state: State, seat: int) -> list[Hint]:
    """Returns hints for the player to move, the advised answer first: one hint, before a hunt also one for each level
    that can be paid for; in hunts and battles with the chance to win."""
    assert isinstance(state, Hunter)
    if state.phase in (s.BEFORE, s.AFTER):
        return [battle_hint(state)]
    advised = ranger_hint(state, seat)
    if state.phase != s.HUNTING:
        return [advised]
    levels = [level_hint(state, seat, level) for level in (1, 2, 3) if state.refusal(seat, a.HUNT + level - 1) == 0]
    levels.sort(key=lambda hint: hint.action != advised.action)
    return levels if any(hint.action == advised.action for hint in levels) else [advised, *levels]


def ranger_hint(city: Hunter, seat: int) -> Hint:
    """Returns a hint for the player to move: what the bot ranger would answer, and why."""
    bot = ranger("")
    bot.explains = True
    action = int(bot.choose(city.clone(), seat))
    text = bot.remark or ACTION_REASONS.get(action, "that is what the ranger would do")
    return Hint(action, None, text)


def battle_hint(city: Hunter) -> Hint:
    """Returns a hint for the fighting player: the safest answer in this battle, the chance to win, a plan for items."""
    fight = current_fight(city)
    forecast = forecast_fight(fight, TIE_BREAK, True)
    plan = describe_plan(fight, plan_steps(fight, TIE_BREAK, True))
    return Hint(int(safest_answer(city)), forecast.chance, f"{forecast.chance:.0%} to win. {plan}")


def level_hint(city: Hunter, seat: int, level: int) -> Hint:
    """Returns a hint on hunting a monster of a level: the chance to win, and a plan against a middling monster."""
    chance = level_chance(city, seat, level)
    middle = (level - 1) * int(MONSTERS_PER_LEVEL) + 5
    fight = fight_with_party(city, seat, middle)
    plan = describe_plan(fight, plan_steps(fight, TIE_BREAK, True), "it comes down to the dice")
    return Hint(int(a.HUNT) + level - 1, chance, f"{chance:.0%} to win. {plan}")
