"""The log sentences for the events of a fight in Hunter & Apprentice, one function for each kind of event."""

from __future__ import annotations

from parlour.games.hunter.rules.book import FAKE_BLOOD, ITEM_NAMES, TRACK_END, WEAPON_NAMES
from parlour.games.hunter.text.wording import (
    capitalize,
    format_amount,
    format_faces,
    format_gains,
    format_points,
    level_of,
    monster_name,
    object_name,
    possessive,
    power_text,
    subject_verb,
    weapon_verb,
    with_article,
)
from parlour.kernel.text import MatchContext


def hp_left(hp: int) -> str:
    """Returns the part of a log sentence that tells how many HP a monster has left."""
    return f"{hp} HP left" if hp > 0 else "nothing is left of it"


# Before the fight.


def battle_order(context: MatchContext, viewer: int, seat: int, turn: int, of: int) -> str:
    if of == 1:
        return f"Only {object_name(context, seat, viewer)} will fight this round."
    return f"Fight {turn} of {of}: {object_name(context, seat, viewer)}."


def cannot_fight(context: MatchContext, viewer: int, seat: int, ammunition: int) -> str:
    lacking = "no ammunition and nothing that explodes" if ammunition else "too few EP and Beers"
    return f"{subject_verb(context, seat, viewer, 'have')} {lacking}: no fight this round."


def brought(context: MatchContext, viewer: int, seat: int, pet: int, ep: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'bring')} a level {pet} pet ({ep} EP)."


def hunted(context: MatchContext, viewer: int, seat: int, wanted: int, ep: int, pets: int) -> str:
    more = f", with pets that add {pets} to every attack" if pets else ""
    return f"{subject_verb(context, seat, viewer, 'pay')} {ep} EP to hunt a level {wanted} monster{more}."


def met(context: MatchContext, viewer: int, seat: int, found: int, hp: int, att: int) -> str:
    described = f"{monster_name(found)} (level {level_of(found)}, HP {hp}, ATT {att})"
    return f"{subject_verb(context, seat, viewer, 'meet')} {described}."


def changed(context: MatchContext, viewer: int, seat: int, found: int) -> str:
    pays, lets = subject_verb(context, seat, viewer, "pay"), verb_form(seat, viewer, "let")
    return f"{pays} 1 EP and {lets} {monster_name(found)} go."


def verb_form(seat: int, viewer: int, word: str) -> str:
    """Returns the form of a second verb in a log sentence for the viewer: you let, Ann lets."""
    return word if seat == viewer else f"{word}s"


def fought(context: MatchContext, viewer: int, seat: int, found: int, hp: int, helped: int) -> str:
    help = f", for {possessive(context, seat, viewer)} apprentice has wounded it" if helped else ""
    return f"The fight begins: {monster_name(found)} has {hp} HP{help}."


# The attack.


def loaded(context: MatchContext, viewer: int, seat: int, item: int, kept: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'load')} {with_article(ITEM_NAMES[item])} ({kept or 'none'} left)."


def empty(context: MatchContext, viewer: int, seat: int, item: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'have')} no {ITEM_NAMES[item]} and cannot attack."


def rolled(context: MatchContext, viewer: int, seat: int, count: int, outcome: int, damage: int, roll: int) -> str:
    rolls, faces = subject_verb(context, seat, viewer, "roll"), format_faces(count, outcome)
    return (
        f"{rolls} the hits again, {faces}: {damage} more damage." if roll > 1 else f"{rolls} {faces}: {damage} damage."
    )


def multiplied(context: MatchContext, viewer: int, seat: int, weapon: int, before: int, now: int) -> str:
    return f"The {WEAPON_NAMES[weapon]} turns {before} into {now} damage."


def struck(context: MatchContext, viewer: int, seat: int, damage: int, pets: int, hp: int, capped: int) -> str:
    """Returns the log sentence on the damage of dice and pets to a monster; `capped` is the part above its cap."""
    by_pets = f", {pets} of it from pets" if pets else ""
    cap = f" (it shakes off {capped})" if capped else ""
    return f"The monster takes {damage + pets - capped} damage{by_pets}{cap}: {hp_left(hp)}."


def felled(context: MatchContext, viewer: int, seat: int, pips: int) -> str:
    return f"{pips} pips: the monster falls at once."


def ones(context: MatchContext, viewer: int, seat: int, scored: int) -> str:
    return f"Dice that show a 1 bring {object_name(context, seat, viewer)} {format_points(scored)}."


def used(context: MatchContext, viewer: int, seat: int, item: int, damage: int, hp: int) -> str:
    throws = f"{subject_verb(context, seat, viewer, 'throw')} {with_article(ITEM_NAMES[item])}"
    return f"{throws}: {damage} damage, {hp_left(hp)}." if damage else f"{throws}, but it does nothing ({hp_left(hp)})."


def bleeding(context: MatchContext, viewer: int, seat: int, bonus: int) -> str:
    pours = subject_verb(context, seat, viewer, "pour")
    return f"{pours} out {ITEM_NAMES[FAKE_BLOOD]}: {format_points(bonus)} more for a victory."


def readied(context: MatchContext, viewer: int, seat: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'take')} aim: the next hit counts three times."


def struck_again(context: MatchContext, viewer: int, seat: int, damage: int, hp: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'strike')} again for {damage} damage: {hp_left(hp)}."


# The monster's attack.


def defended(context: MatchContext, viewer: int, seat: int, count: int, outcome: int, blocks: int) -> str:
    defends = subject_verb(context, seat, viewer, "defend")
    return f"{defends} with {format_faces(count, outcome)}: {blocks or 'none'} blocked."


def hit(context: MatchContext, viewer: int, seat: int, att: int, damage: int, hp: int, exp: int) -> str:
    if damage == 0:
        return f"The monster's attack (ATT {att}) does no harm to {object_name(context, seat, viewer)}."
    learned = f", {exp} EXP gained" if exp else ""
    return f"The monster hits {object_name(context, seat, viewer)} for {damage} (ATT {att}): HP {hp}{learned}."


def retaliated(context: MatchContext, viewer: int, seat: int, damage: int, hp: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'strike')} back for {damage} damage: {hp_left(hp)}."


def regrown(context: MatchContext, viewer: int, seat: int, found: int, hp: int) -> str:
    return f"{capitalize(monster_name(found))} heals to {hp} HP."


def drained(context: MatchContext, viewer: int, seat: int, found: int, ep: int) -> str:
    return f"{capitalize(monster_name(found))} drains {ep} EP from {object_name(context, seat, viewer)}."


# Effects on meeting a monster.


def stolen(context: MatchContext, viewer: int, seat: int, found: int, money: int) -> str:
    if money == 0:
        return f"{capitalize(monster_name(found))} finds nothing to steal from {object_name(context, seat, viewer)}."
    return f"{capitalize(monster_name(found))} steals ${money} from {object_name(context, seat, viewer)}."


def boosted(context: MatchContext, viewer: int, seat: int, found: int, hp: int) -> str:
    return f"{capitalize(monster_name(found))} rouses the Forest: monsters met later this round have {hp} HP more."


def hurt(context: MatchContext, viewer: int, seat: int, found: int, resource: int, lost_here: int) -> str:
    name, victim = capitalize(monster_name(found)), object_name(context, seat, viewer)
    if lost_here == 0:
        return f"{name} can take nothing more from {victim}."
    return f"{name} costs {victim} {format_amount(resource, lost_here)}."


# The end of a fight.


def tamed(context: MatchContext, viewer: int, seat: int, pet: int, ep: int) -> str:
    price = f"for {ep} EP" if ep else "for nothing"
    tames, gains = subject_verb(context, seat, viewer, "tame"), verb_form(seat, viewer, "gain")
    return f"{tames} it {price} and {gains} a level {pet} pet."


def won(
    context: MatchContext, viewer: int, seat: int, found: int, money: int, beer: int, bags: int, scored: int
) -> str:
    loot = format_gains(money, beer, bags, 0, scored)
    return f"{subject_verb(context, seat, viewer, 'defeat')} {monster_name(found)} (level {level_of(found)}): {loot}."


def fake_paid(context: MatchContext, viewer: int, seat: int, scored: int) -> str:
    return f"The {ITEM_NAMES[FAKE_BLOOD]} brings {object_name(context, seat, viewer)} {format_points(scored)} more."


def track(context: MatchContext, viewer: int, seat: int, before: int, now: int) -> str:
    owner = capitalize(possessive(context, seat, viewer))
    if before == now:
        return f"{owner} weapon stays on space {now}, the last one."
    return f"{owner} weapon moves from space {before} to {now} of {TRACK_END}."


def power(context: MatchContext, viewer: int, seat: int, weapon: int, reached: int) -> str:
    reaches = weapon_verb(context, seat, viewer, weapon, "reach")
    text = power_text(context.options, weapon, reached)  # addresses its owner, so it is quoted to others
    return f"{reaches} power {reached}: {text}" if seat == viewer else f'{reaches} power {reached}: "{text}"'


def lost(context: MatchContext, viewer: int, seat: int, found: int) -> str:
    return (
        f"{capitalize(monster_name(found))} defeats {object_name(context, seat, viewer)}: no reward, and 1 HP is left."
    )


def worn_out(context: MatchContext, viewer: int, seat: int, rounds: int) -> str:
    return f"After {rounds} battle rounds {object_name(context, seat, viewer)} can do no more."
