"""The questions that Hunter & Apprentice asks in each phase, the labels of actions, the sentences of refusals."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import (
    BAGS_TO_RAISE,
    BEER,
    BEERS_TO_RAISE,
    BLOOD,
    GRENADE,
    ITEM_NAMES,
    PLACE_NAMES,
    PLACES,
    STATION,
    WEAPON_NAMES,
)
from parlour.games.hunter.text.wording import (
    MONSTER_NAMES,
    capitalize,
    count_noun,
    effect_text,
    format_amount,
    format_ep,
    format_gains,
    format_points,
    join_words,
    match_book,
    monster_name,
    place_name,
    with_article,
)
from parlour.games.hunter.view import HunterView
from parlour.kernel.state import NOT_LEGAL
from parlour.kernel.text import MatchContext, View, Why

# Questions, by phase.


def question(context: MatchContext, view: View) -> str:
    assert isinstance(view, HunterView)
    return QUESTIONS.get(view.phase, no_question)(context, view)


def no_question(context: MatchContext, view: HunterView) -> str:
    return "Nobody is asked anything."


def selection(context: MatchContext, view: HunterView) -> str:
    places = join_words([place_name(there) for there in view.dummies])
    block = "A dummy blocks" if len(view.dummies) == 1 else "Dummies block"
    blocked = f" {block} {places}." if places else ""
    return f"Round {view.round}: where do your hunter and your apprentice go?{blocked}"


def station(context: MatchContext, view: HunterView) -> str:
    tokens = view.tokens[STATION]
    return f"The Station, {tokens} token{'' if tokens == 1 else 's'} there: what does your hunter take?"


def store(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    load = f"carry {view.used[me]} of {view.capacity[me]}"
    return f"The store: you have ${view.money[me]} and {view.exp[me]} EXP and {load}."


def overflow(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    excess = view.used[me] - view.capacity[me]
    return f"You carry {view.used[me]}, and {view.capacity[me]} fit: {excess} too much. What goes?"


def strength_text(view: HunterView) -> str:
    me = view.viewer
    return f"{format_ep(view.ep[me], view.surplus)} EP and {view.hp[me]} HP"


def hunting(context: MatchContext, view: HunterView) -> str:
    party = [count_noun(count, f"level {level} pet") for level, count in enumerate(view.party, 1) if count]
    cost = sum(count * ep for count, ep in zip(view.party, view.pet_ep[view.viewer], strict=True))
    pets = f" With you: {join_words(party)} ({cost} EP)." if party else ""
    return f"The Forest: which monster do you hunt? You have {strength_text(view)}.{pets}"


def meeting(context: MatchContext, view: HunterView) -> str:
    return f"You meet {describe_monster(context, view)} Fight it, or pay 1 EP for another?"


def describe_monster(context: MatchContext, view: HunterView) -> str:
    """Describes the monster a player has just met: name, level, HP, attack, rewards and effect."""
    found, printed = view.monster, match_book(context)
    brings = format_gains(printed.money[found], printed.beer[found], printed.bags[found], 0, printed.points[found])
    effect = effect_text(context.options, found)
    figures = f"HP {view.monster_hp}, ATT {view.monster_att}, brings {brings}."
    return f"{monster_name(found)}, level {view.monster_level}: {figures}{effect and f' {effect}'}"


def before(context: MatchContext, view: HunterView) -> str:
    foe = f"{capitalize(monster_name(view.monster))} has {view.monster_hp} HP and ATT {view.monster_att}"
    return f"Battle round {view.battle_round}. {foe}; you have {view.hp[view.viewer]} HP. What do you do?"


def after(context: MatchContext, view: HunterView) -> str:
    attack = f"has {view.monster_hp} HP left and strikes with ATT {view.monster_att}"
    return (
        f"{capitalize(monster_name(view.monster))} {attack}; you have {view.hp[view.viewer]} HP. Anything before that?"
    )


def resting(context: MatchContext, view: HunterView) -> str:
    return f"The battle is over, and you can raise a maximum. You have {strength_text(view)}. Anything now?"


def recovering(context: MatchContext, view: HunterView) -> str:
    return (
        f"Your {WEAPON_NAMES[view.weapon[view.viewer]]} restores 1 HP or 1 EP. You have {strength_text(view)}. Which?"
    )


QUESTIONS: dict[int, Callable[[MatchContext, HunterView], str]] = {
    int(s.SELECTION): selection,
    int(s.STATION): station,
    int(s.STORE): store,
    int(s.OVERFLOW): overflow,
    int(s.HUNTING): hunting,
    int(s.MEETING): meeting,
    int(s.BEFORE): before,
    int(s.AFTER): after,
    int(s.RECOVERING): recovering,
    int(s.RESTING): resting,
}

# Choices, by kind of action.


def label(context: MatchContext, view: View, action: int) -> str:
    assert isinstance(view, HunterView)
    if action < a.DRINK:
        return pair_label(action // int(PLACES), action % int(PLACES))
    if action < a.TAKE:
        return BOARD_LABELS[action](context, view)
    for first, labeller in (
        (a.RECOVER_HP, single_label),
        (a.ENDURE, single_label),
        (a.USE, use),
        (a.ACCEPT, single_label),
        (a.HUNT, hunt),
        (a.BRING, bring),
        (a.DISCARD, discard),
        (a.FINISH, single_label),
        (a.BUY, buy),
    ):
        if action >= first:
            return labeller(context, view, action - int(first if labeller is not single_label else 0))
    return f"Take {format_amount(action - int(a.TAKE), view.station[action - int(a.TAKE)])}"


def pair_label(hunter: int, apprentice: int) -> str:
    if hunter == apprentice:
        return f"Hunter {PLACE_NAMES[hunter]}, apprentice too"
    return f"Hunter {PLACE_NAMES[hunter]}, apprentice {PLACE_NAMES[apprentice]}"


def drink(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    now = format_ep(view.ep[me], view.surplus if view.fighter == me else 0)
    return f"Drink a Beer (EP {now}/{view.ep_max[me]}, {held_text(view, int(BEER))})"


def heal(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    return f"Use a Blood Bag (HP {view.hp[me]}/{view.hp_max[me]}, {held_text(view, int(BLOOD))})"


def held_text(view: HunterView, item: int) -> str:
    count = view.items[view.viewer][item]
    return f"{count} held" if count else "none held"


def put_beer(context: MatchContext, view: HunterView) -> str:
    return f"Put a Beer into the EP upgrade ({view.ep_put[view.viewer] + 1} of {BEERS_TO_RAISE})"


def put_blood(context: MatchContext, view: HunterView) -> str:
    return f"Put a Blood Bag into the HP upgrade ({view.hp_put[view.viewer] + 1} of {BAGS_TO_RAISE})"


def raise_ep(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    missing = int(BEERS_TO_RAISE) - view.ep_put[me]
    scored = milestone_text(match_book(context).ep_milestone, view.ep_max[me] + 1)
    return f"Raise maximum EP to {view.ep_max[me] + 1} with {count_noun(missing, 'Beer')}{scored}"


def raise_hp(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    missing = int(BAGS_TO_RAISE) - view.hp_put[me]
    scored = milestone_text(match_book(context).hp_milestone, view.hp_max[me] + 1)
    return f"Raise maximum HP to {view.hp_max[me] + 1} with {count_noun(missing, 'Blood Bag')}{scored}"


def milestone_text(worth: object, maximum: int) -> str:
    """Returns the points for reaching a maximum of HP or EP as the end of a label; empty without any (section 5)."""
    earned = [int(one) for one in worth]  # type: ignore[attr-defined]
    return f", {format_points(earned[maximum])}" if maximum < len(earned) and earned[maximum] else ""


def trade(context: MatchContext, view: HunterView) -> str:
    return f"Trade a Beer for a Blood Bag ({held_text(view, int(BEER))})"


def attack_die(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    cost = match_book(context).attack_cost[view.weapon[me]]
    return f"Buy attack die {view.attack[me] + 1} for {cost} EXP (you have {view.exp[me]})"


def defense_die(context: MatchContext, view: HunterView) -> str:
    me = view.viewer
    cost = match_book(context).defense_cost[view.weapon[me]]
    return f"Buy defense die {view.defense[me] + 1} for {cost} EXP (you have {view.exp[me]})"


BOARD_LABELS: dict[int, Callable[[MatchContext, HunterView], str]] = {
    int(a.DRINK): drink,
    int(a.HEAL): heal,
    int(a.PUT_BEER): put_beer,
    int(a.PUT_BLOOD): put_blood,
    int(a.RAISE_EP): raise_ep,
    int(a.RAISE_HP): raise_hp,
    int(a.TRADE): trade,
    int(a.ATTACK_DIE): attack_die,
    int(a.DEFENSE_DIE): defense_die,
}


def buy(context: MatchContext, view: HunterView, item: int) -> str:
    me, size = view.viewer, match_book(context).size[item]
    price, usual = view.prices[me][item], match_book(context).price[item]
    cheaper = f" instead of ${usual}" if 0 < price < usual else ""
    over = view.used[me] + size - view.capacity[me]
    warning = f", {over} over capacity" if over > 0 and size else ""
    return f"Buy {with_article(ITEM_NAMES[item])}, ${price or usual}{cheaper} (size {size}{warning})"


def discard(context: MatchContext, view: HunterView, item: int) -> str:
    return (
        f"Throw away {with_article(ITEM_NAMES[item])} (size {match_book(context).size[item]}, {held_text(view, item)})"
    )


def bring(context: MatchContext, view: HunterView, number: int) -> str:
    me = view.viewer
    damage, cost = view.pet_damage[me][number], view.pet_ep[me][number]
    at_home = view.pets[me][number] - (view.party[number] if number < len(view.party) else 0)
    return f"Bring a level {number + 1} pet, {cost} EP (damage +{damage}, {at_home} at home)"


def hunt(context: MatchContext, view: HunterView, number: int) -> str:
    pets = sum(count * ep for count, ep in zip(view.party, view.pet_ep[view.viewer], strict=False))
    cost = f"{number + 2} EP" if not pets else f"{number + 2} + {pets} EP"
    return f"Hunt level {number + 1}, {cost} ({average_monster(context, number)})"


def average_monster(context: MatchContext, number: int) -> str:
    """Describes an average monster of level `number` + 1: rounded HP, ATT and points of its twelve monsters."""
    printed, ids = match_book(context), range(number * 12, number * 12 + 12)
    hp, att, score = (
        round(sum(column[one] for one in ids) / 12) for column in (printed.hp, printed.att, printed.points)
    )
    return f"about HP {hp}, ATT {att}, {score} points"


def use(context: MatchContext, view: HunterView, number: int) -> str:
    item = number + int(GRENADE)
    blast, flat = match_book(context).blast[item], match_book(context).fake_blood_flat
    gives = f"monster -{blast} HP" if blast else f"+{format_points(flat or view.monster_level)} for a victory"
    return f"Use {with_article(ITEM_NAMES[item])} ({gives}, {held_text(view, item)})"


def single_label(context: MatchContext, view: HunterView, action: int) -> str:
    me = view.viewer
    match action:
        case a.FINISH:
            return "Finish shopping"
        case a.ACCEPT:
            return f"Fight {monster_or_default(view)}"
        case a.CHANGE:
            return f"Pay 1 EP for another level {view.monster_level} monster"
        case a.ATTACK:
            pets = f", pets add {view.party_damage}" if view.party_damage else ""
            tripled = ", the next hit tripled" if view.knife == s.READY else ""
            return f"Attack with {view.attack[me]} dice{pets}{tripled}"
        case a.TAME:
            return f"Tame {monster_or_default(view)} ({view.tame_cost} EP)"
        case a.ARM:
            return "Take aim: the next hit counts three times"
        case a.ENDURE:
            if view.phase == s.RESTING:
                return "Go on"
            return "Go on without an attack" if view.phase == s.BEFORE else f"Face its attack (ATT {view.monster_att})"
        case a.AGAIN:
            return "Strike again with the same dice damage"
        case a.RECOVER_HP:
            return f"1 HP ({view.hp[me]} to {view.hp[me] + 1})"
    return f"1 EP ({view.ep[me]} to {view.ep[me] + 1})"


def monster_or_default(view: HunterView) -> str:
    return f"the {MONSTER_NAMES[view.monster]}" if view.monster >= 0 else "the monster"


# Refusals.

REASONS = {
    int(a.DUMMY_THERE): Why("4.1", "A dummy stands there."),
    int(a.NEEDS_EP): Why("4.1", "A hunter needs 2 EP for the Forest."),
    int(a.SAME_PLACE): Why("4.1", "Hunter and apprentice may share the Forest only."),
    int(a.NEEDS_TOLL): Why("4.1", "A hunter needs 1 EP for the Plaza."),
    int(a.NEEDS_HUNTER): Why("4.1", "An apprentice enters the Forest only with its hunter."),
    int(a.EP_FULL): Why("5", "Your EP are at their maximum."),
    int(a.HP_FULL): Why("5", "Your HP are at their maximum."),
    int(a.EP_HIGHEST): Why("5", "A maximum of 10 EP is the highest."),
    int(a.HP_HIGHEST): Why("5", "A maximum of 10 HP is the highest."),
    int(a.NONE_HELD): Why("8", "You have none."),
    int(a.TOO_FEW): Why("5", "You have too few for a whole upgrade."),
    int(a.NO_KATANA): Why("9.3", "Only the Katana trades Beers."),
    int(a.NEEDS_EXP): Why("5", "Not enough EXP."),
    int(a.DICE_FULL): Why("5", "You have all the dice there are."),
    int(a.TOO_DEAR): Why("4.5", "Not enough money."),
    int(a.NOT_SOLD): Why("8.2", "It is sold to another weapon."),
    int(a.NEEDS_NONE): Why("9.3", "Your weapon needs no ammunition any more."),
    int(a.CARRIES_ENOUGH): Why("8.2", "You carry as many as you may."),
    int(a.TOO_TIRED): Why("11.1", "Not enough EP."),
    int(a.NO_PET): Why("12.1", "No such pet is left at home."),
    int(a.NO_AMMUNITION): Why("11.4", "You have no ammunition."),
    int(a.NOT_TAME): Why("12.2", "It has too many HP to be tamed."),
    int(a.TAME_EP): Why("12.2", "Not enough EP to tame it."),
    int(a.NO_POWER): Why("9.3", "Your weapon has no such power now."),
    int(a.POWER_SPENT): Why("9.3", "You have already used this power in this battle."),
    int(a.NO_OTHER): Why("11.1", "There is no other monster of this level."),
    int(a.NOT_NOW): Why("4", "That answers another question."),
    int(a.NEEDED_BEER): Why("11.1", "You need this Beer to enter the fight."),
    int(a.CAN_ATTACK): Why("11.2", "You can attack, so you cannot just go on."),
    int(NOT_LEGAL): Why("4", "That is not among the choices."),
}


def why(context: MatchContext, reason: int) -> Why:
    return REASONS[reason]
