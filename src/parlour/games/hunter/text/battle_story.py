"""Fights of Hunter & Apprentice, as sentences."""

from __future__ import annotations

from parlour.games.hunter.rules.book import FAKE_BLOOD, ITEM_NAMES, TRACK_END, WEAPON_NAMES
from parlour.games.hunter.text.wording import (
    acts,
    amount,
    arm,
    dice,
    gains,
    level,
    monster,
    one,
    opening,
    points,
    power_text,
    whom,
    whose,
)
from parlour.kernel.game import MatchContext


def left(hp: int) -> str:
    """What remains of a monster."""
    return f"{hp} HP left" if hp > 0 else "nothing is left of it"


# Before the fight.


def battle_order(context: MatchContext, viewer: int, seat: int, turn: int, of: int) -> str:
    if of == 1:
        return f"Only {whom(context, seat, viewer)} will fight this round."
    return f"Fight {turn} of {of}: {whom(context, seat, viewer)}."


def cannot_fight(context: MatchContext, viewer: int, seat: int, ammunition: int) -> str:
    lacking = "no ammunition and nothing that explodes" if ammunition else "too few EP and Beers"
    return f"{acts(context, seat, viewer, 'have')} {lacking}: no fight this round."


def brought(context: MatchContext, viewer: int, seat: int, pet: int, ep: int) -> str:
    return f"{acts(context, seat, viewer, 'bring')} a level {pet} pet ({ep} EP)."


def hunted(context: MatchContext, viewer: int, seat: int, wanted: int, ep: int, pets: int) -> str:
    more = f", with pets that add {pets} to every attack" if pets else ""
    return f"{acts(context, seat, viewer, 'pay')} {ep} EP to hunt a level {wanted} monster{more}."


def met(context: MatchContext, viewer: int, seat: int, found: int, hp: int, att: int) -> str:
    told = f"{monster(found)} (level {level(found)}, HP {hp}, ATT {att})"
    return f"{acts(context, seat, viewer, 'meet')} {told}."


def changed(context: MatchContext, viewer: int, seat: int, found: int) -> str:
    return f"{acts(context, seat, viewer, 'pay')} 1 EP and {verb(seat, viewer, 'let')} {monster(found)} go."


def verb(seat: int, viewer: int, word: str) -> str:
    """A second verb of the same sentence."""
    return word if seat == viewer else f"{word}s"


def fought(context: MatchContext, viewer: int, seat: int, found: int, hp: int, helped: int) -> str:
    help = f", for {whose(context, seat, viewer)} apprentice has wounded it" if helped else ""
    return f"The fight begins: {monster(found)} has {hp} HP{help}."


# The attack.


def loaded(context: MatchContext, viewer: int, seat: int, item: int, kept: int) -> str:
    return f"{acts(context, seat, viewer, 'load')} {one(ITEM_NAMES[item])} ({kept or 'none'} left)."


def empty(context: MatchContext, viewer: int, seat: int, item: int) -> str:
    return f"{acts(context, seat, viewer, 'have')} no {ITEM_NAMES[item]} and cannot attack."


def rolled(context: MatchContext, viewer: int, seat: int, count: int, outcome: int, damage: int, roll: int) -> str:
    if roll > 1:
        return f"{acts(context, seat, viewer, 'roll')} the hits again, {dice(count, outcome)}: {damage} more damage."
    return f"{acts(context, seat, viewer, 'roll')} {dice(count, outcome)}: {damage} damage."


def multiplied(context: MatchContext, viewer: int, seat: int, weapon: int, before: int, now: int) -> str:
    return f"The {WEAPON_NAMES[weapon]} turns {before} into {now} damage."


def struck(context: MatchContext, viewer: int, seat: int, damage: int, pets: int, hp: int, capped: int) -> str:
    """`capped` is what a monster shook off."""
    by_pets = f" with {pets} by pets" if pets else ""
    cap = f" (it shakes off {capped})" if capped else ""
    return f"The monster takes {damage + pets - capped} damage{by_pets}{cap}: {left(hp)}."


def felled(context: MatchContext, viewer: int, seat: int, pips: int) -> str:
    return f"{pips} pips: the monster falls at once."


def ones(context: MatchContext, viewer: int, seat: int, scored: int) -> str:
    return f"Dice that show a 1 bring {whom(context, seat, viewer)} {points(scored)}."


def used(context: MatchContext, viewer: int, seat: int, item: int, damage: int, hp: int) -> str:
    throws = f"{acts(context, seat, viewer, 'throw')} {one(ITEM_NAMES[item])}"
    return f"{throws}: {damage} damage, {left(hp)}." if damage else f"{throws}, but it does nothing ({left(hp)})."


def bleeding(context: MatchContext, viewer: int, seat: int, bonus: int) -> str:
    return f"{acts(context, seat, viewer, 'pour')} out {ITEM_NAMES[FAKE_BLOOD]}: {points(bonus)} more for a victory."


def readied(context: MatchContext, viewer: int, seat: int) -> str:
    return f"{acts(context, seat, viewer, 'take')} aim: the next hit counts three times."


def struck_again(context: MatchContext, viewer: int, seat: int, damage: int, hp: int) -> str:
    return f"{acts(context, seat, viewer, 'strike')} again for {damage} damage: {left(hp)}."


# The monster's attack.


def defended(context: MatchContext, viewer: int, seat: int, count: int, outcome: int, blocks: int) -> str:
    return f"{acts(context, seat, viewer, 'defend')} with {dice(count, outcome)}: {blocks or 'none'} blocked."


def hit(context: MatchContext, viewer: int, seat: int, att: int, damage: int, hp: int, exp: int) -> str:
    if damage == 0:
        return f"The monster's attack (ATT {att}) does no harm to {whom(context, seat, viewer)}."
    learned = f", {exp} EXP gained" if exp else ""
    return f"The monster hits {whom(context, seat, viewer)} for {damage} (ATT {att}): HP {hp}{learned}."


def retaliated(context: MatchContext, viewer: int, seat: int, damage: int, hp: int) -> str:
    return f"{acts(context, seat, viewer, 'strike')} back for {damage} damage: {left(hp)}."


def regrown(context: MatchContext, viewer: int, seat: int, found: int, hp: int) -> str:
    return f"{opening(monster(found))} heals to {hp} HP."


def drained(context: MatchContext, viewer: int, seat: int, found: int, ep: int) -> str:
    return f"{opening(monster(found))} drains {ep} EP from {whom(context, seat, viewer)}."


# Effects on meeting it.


def stolen(context: MatchContext, viewer: int, seat: int, found: int, money: int) -> str:
    if money == 0:
        return f"{opening(monster(found))} finds nothing to steal from {whom(context, seat, viewer)}."
    return f"{opening(monster(found))} steals ${money} from {whom(context, seat, viewer)}."


def boosted(context: MatchContext, viewer: int, seat: int, found: int, hp: int) -> str:
    return f"{opening(monster(found))} rouses the Forest: monsters met later this round have {hp} HP more."


def hurt(context: MatchContext, viewer: int, seat: int, found: int, resource: int, lost_here: int) -> str:
    if lost_here == 0:
        return f"{opening(monster(found))} can take nothing more from {whom(context, seat, viewer)}."
    return f"{opening(monster(found))} costs {whom(context, seat, viewer)} {amount(resource, lost_here)}."


# How it ends.


def tamed(context: MatchContext, viewer: int, seat: int, pet: int, ep: int) -> str:
    price = f"for {ep} EP" if ep else "for nothing"
    return f"{acts(context, seat, viewer, 'tame')} it {price} and {verb(seat, viewer, 'gain')} a level {pet} pet."


def won(
    context: MatchContext, viewer: int, seat: int, found: int, money: int, beer: int, bags: int, scored: int
) -> str:
    loot = gains(money, beer, bags, 0, scored)
    return f"{acts(context, seat, viewer, 'defeat')} {monster(found)} (level {level(found)}): {loot}."


def fake_paid(context: MatchContext, viewer: int, seat: int, scored: int) -> str:
    return f"The {ITEM_NAMES[FAKE_BLOOD]} brings {whom(context, seat, viewer)} {points(scored)} more."


def track(context: MatchContext, viewer: int, seat: int, before: int, now: int) -> str:
    owner = opening(whose(context, seat, viewer))
    if before == now:
        return f"{owner} weapon stays on space {now}, the last one."
    return f"{owner} weapon moves from space {before} to {now} of {TRACK_END}."


def power(context: MatchContext, viewer: int, seat: int, weapon: int, reached: int) -> str:
    reaches = arm(context, seat, viewer, weapon, "reach")
    return f"{reaches} power {reached}: {power_text(context.options, weapon, reached)}"


def lost(context: MatchContext, viewer: int, seat: int, found: int) -> str:
    return f"{opening(monster(found))} defeats {whom(context, seat, viewer)}: no reward, and 1 HP is left."


def worn_out(context: MatchContext, viewer: int, seat: int, rounds: int) -> str:
    return f"After {rounds} battle rounds {whom(context, seat, viewer)} can do no more."
