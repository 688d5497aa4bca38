"""The kinds of log events of Hunter & Apprentice and their sentences; those of fights are in battle_story.py."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.hunter.rules.book import (
    BAGS_TO_RAISE,
    BEER,
    BEERS_TO_RAISE,
    COLOUR_NAMES,
    EXP,
    ITEM_NAMES,
    ITEMS,
    MAX_EXP,
    MAX_MONEY,
    MONEY,
    RESOURCE_NAMES,
    WEAPON_NAMES,
)
from parlour.games.hunter.text import battle_story as battle
from parlour.games.hunter.text.wording import (
    capitalize,
    count_noun,
    format_amount,
    format_ep,
    format_gains,
    format_points,
    join_words,
    object_name,
    place_name,
    possessive,
    subject_verb,
    weapon_verb,
    with_article,
)
from parlour.kernel.text import Category, Event, EventKind, MatchContext

ROUND = Category("round", "Round start", "orange", "round")
SELECTION = Category("selection", "Selection", "purple", "selection")
GAIN = Category("gain", "Resource gain", "green", "gain")
STORE = Category("store", "Store purchase", "amber", "store")
BATTLE = Category("battle", "Battle", "red", "battle")
SYSTEM = Category("system", "System", "grey", "system")
EVENTS = (
    EventKind("game_begins", ROUND, ("players",)),
    EventKind("armed", SYSTEM, ("seat", "weapon"), reveals=True),
    EventKind("coloured", SYSTEM, ("seat", "colour"), reveals=True),
    EventKind("round", ROUND, ("round",)),
    EventKind("sent", SELECTION, ("seat", "place", "place"), reveals=True),
    EventKind("toll", GAIN, ("seat", "ep")),
    EventKind("popularity", GAIN, ("seat", "before", "now", "alone")),
    EventKind("rewarded", GAIN, ("seat", "money", "beer", "bags", "exp", "points")),
    EventKind("fame", GAIN, ("seat", "level", "points")),
    EventKind("income", GAIN, ("seat", "place", "resource", "amount", "tokens", "lost")),
    EventKind("station", GAIN, ("seat", "resource")),
    EventKind("helped", GAIN, ("seat", "place", "resource", "amount")),
    EventKind("drank", SYSTEM, ("seat", "ep", "maximum", "surplus")),
    EventKind("healed", SYSTEM, ("seat", "hp", "maximum")),
    EventKind("put", SYSTEM, ("seat", "item", "pieces", "progress")),
    EventKind("raised", SYSTEM, ("seat", "item", "maximum")),
    EventKind("milestone", GAIN, ("seat", "item", "maximum", "points")),
    EventKind("traded", SYSTEM, ("seat",)),
    EventKind("attack_trained", SYSTEM, ("seat", "dice", "exp")),
    EventKind("defense_trained", SYSTEM, ("seat", "dice", "exp")),
    EventKind("bought", STORE, ("seat", "item", "price", "left")),
    EventKind("finished", STORE, ("seat", "bought")),
    EventKind("overfull", SYSTEM, ("seat", "used", "capacity")),
    EventKind("discarded", SYSTEM, ("seat", "item")),
    EventKind("cannot_fight", BATTLE, ("seat", "ammunition")),
    EventKind("brought", BATTLE, ("seat", "level", "ep")),
    EventKind("hunted", BATTLE, ("seat", "level", "ep", "pets")),
    EventKind("met", BATTLE, ("seat", "monster", "hp", "att"), reveals=True),
    EventKind("changed", BATTLE, ("seat", "monster")),
    EventKind("fought", BATTLE, ("seat", "monster", "hp", "helped")),
    EventKind("loaded", BATTLE, ("seat", "item", "left")),
    EventKind("empty", BATTLE, ("seat", "item")),
    EventKind("rolled", BATTLE, ("seat", "dice", "outcome", "damage", "roll"), reveals=True),
    EventKind("multiplied", BATTLE, ("seat", "weapon", "before", "now")),
    EventKind("struck", BATTLE, ("seat", "damage", "pets", "left", "capped")),
    EventKind("felled", BATTLE, ("seat", "pips")),
    EventKind("ones", BATTLE, ("seat", "points")),
    EventKind("used", BATTLE, ("seat", "item", "damage", "left")),
    EventKind("bleeding", BATTLE, ("seat", "bonus")),
    EventKind("readied", BATTLE, ("seat",)),
    EventKind("struck_again", BATTLE, ("seat", "damage", "left")),
    EventKind("defended", BATTLE, ("seat", "dice", "outcome", "blocks"), reveals=True),
    EventKind("hit", BATTLE, ("seat", "att", "damage", "left", "exp")),
    EventKind("retaliated", BATTLE, ("seat", "damage", "left")),
    EventKind("tamed", BATTLE, ("seat", "level", "ep")),
    EventKind("won", BATTLE, ("seat", "monster", "money", "beer", "bags", "points")),
    EventKind("fake_paid", BATTLE, ("seat", "points")),
    EventKind("track", BATTLE, ("seat", "before", "now")),
    EventKind("power", BATTLE, ("seat", "weapon", "level")),
    EventKind("power_gain", GAIN, ("seat", "weapon", "resource", "amount", "level")),
    EventKind("lost", BATTLE, ("seat", "monster")),
    EventKind("worn_out", BATTLE, ("seat", "rounds")),
    EventKind("stolen", BATTLE, ("seat", "monster", "money")),
    EventKind("boosted", BATTLE, ("seat", "monster", "hp")),
    EventKind("hurt", BATTLE, ("seat", "monster", "resource", "amount")),
    EventKind("drained", BATTLE, ("seat", "monster", "ep")),
    EventKind("regrown", BATTLE, ("seat", "monster", "hp")),
    EventKind("recovered", GAIN, ("seat", "resource")),
    EventKind("passed_goal", SYSTEM, ("seat", "score")),
    EventKind("scores", ROUND, ("round", "score", "score", "score", "score", "score")),
    EventKind("game_over", SYSTEM, ("rounds",)),
    EventKind("winner", SYSTEM, ("seat", "score")),
    EventKind("dummies", ROUND, ("place", "place", "place")),
    EventKind("battle_order", BATTLE, ("seat", "turn", "of")),
    EventKind("stage", SYSTEM, ("seat", "stage")),
)


def sentence(context: MatchContext, event: Event, viewer: int) -> str:
    return SENTENCE_BUILDERS[event.kind](context, viewer, *event.arguments[: len(EVENTS[event.kind].arguments)])


# The beginning.


def game_begins(context: MatchContext, viewer: int, players: int) -> str:
    return f"A new game for {players} players begins."


def armed(context: MatchContext, viewer: int, seat: int, weapon: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'hunt')} with the {WEAPON_NAMES[weapon]}."


def coloured(context: MatchContext, viewer: int, seat: int, colour: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'play')} {COLOUR_NAMES[colour].lower()}."


def new_round(context: MatchContext, viewer: int, number: int) -> str:
    return f"Round {number}."


def dummies(context: MatchContext, viewer: int, *places: int) -> str:
    """Returns the log sentence on the places where dummies stand this round (rule 2.2)."""
    there = [place_name(number) for number in places if number >= 0]
    if not there:
        return "No dummy is out."
    return f"{'Dummies stand' if len(there) > 1 else 'A dummy stands'} at {join_words(there)}."


# Places.


def sent(context: MatchContext, viewer: int, seat: int, hunter: int, apprentice: int) -> str:
    if hunter == apprentice:
        return f"{subject_verb(context, seat, viewer, 'send')} hunter and apprentice to {place_name(hunter)}."
    there = f"the hunter to {place_name(hunter)} and the apprentice to {place_name(apprentice)}"
    return f"{subject_verb(context, seat, viewer, 'send')} {there}."


def toll(context: MatchContext, viewer: int, seat: int, ep: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'pay')} {ep} EP at the Plaza."


def popularity(context: MatchContext, viewer: int, seat: int, before: int, now: int, alone: int) -> str:
    """Returns the log sentence on whether a player's hunter is alone and how the reward token moves (section 6)."""
    moves = f"rises to {now}" if now > before else f"falls to {now}" if now < before else f"stays at {now}"
    company = "alone" if alone else "not alone"
    return f"{subject_verb(context, seat, viewer, 'are')} {company}: the reward token {moves}."


def rewarded(context: MatchContext, viewer: int, seat: int, *given: int) -> str:
    return f"Popularity brings {object_name(context, seat, viewer)} {format_gains(*given)}."


def fame(context: MatchContext, viewer: int, seat: int, level: int, scored: int) -> str:
    reaches = subject_verb(context, seat, viewer, "reach")
    return f"{reaches} popularity {level} for the first time: {format_points(scored)}."


def income(
    context: MatchContext, viewer: int, seat: int, where: int, resource: int, earned: int, tokens: int, lost: int
) -> str:
    crowd = "1 token" if tokens == 1 else f"{tokens} tokens"
    more = f"; {format_amount(resource, lost)} more would not fit" if lost else ""
    earns = subject_verb(context, seat, viewer, "score" if resource > EXP else "earn")
    return f"{earns} {format_amount(resource, earned)} at {place_name(where)} ({crowd} there){more}."


def station(context: MatchContext, viewer: int, seat: int, resource: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'choose')} {resource_text(resource)} at the Station."


def resource_text(resource: int) -> str:
    return ("money", "Beer", "Blood Bags", "EXP")[resource]


def helped(context: MatchContext, viewer: int, seat: int, where: int, resource: int, earned: int) -> str:
    owner = capitalize(possessive(context, seat, viewer))
    return f"{owner} apprentice brings {format_amount(resource, earned)} from {place_name(where)}."


def power_gain(
    context: MatchContext, viewer: int, seat: int, weapon: int, resource: int, earned: int, level: int
) -> str:
    brings = weapon_verb(context, seat, viewer, weapon, "bring")
    if earned == 0:
        limit = {int(MONEY): f"${MAX_MONEY}", int(EXP): f"{MAX_EXP} EXP"}.get(resource, RESOURCE_NAMES[resource])
        return f"{brings} nothing beyond {limit}."
    return f"{brings} {format_amount(resource, earned)}."


def recovered(context: MatchContext, viewer: int, seat: int, resource: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'recover')} {format_amount(resource, 1)}."


# Boards and the store.


def drank(context: MatchContext, viewer: int, seat: int, ep: int, maximum: int, surplus: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'drink')} a Beer: EP {format_ep(ep, surplus)}/{maximum}."


def healed(context: MatchContext, viewer: int, seat: int, hp: int, maximum: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'use')} a Blood Bag: HP {hp}/{maximum}."


def put(context: MatchContext, viewer: int, seat: int, item: int, pieces: int, progress: int) -> str:
    points, whole = ("EP", BEERS_TO_RAISE) if item == BEER else ("HP", BAGS_TO_RAISE)
    so_far = f" ({progress} of {whole})" if progress else ""
    puts = subject_verb(context, seat, viewer, "put")
    return f"{puts} {count_noun(pieces, ITEM_NAMES[item])} into the {points} upgrade{so_far}."


def raised(context: MatchContext, viewer: int, seat: int, item: int, maximum: int) -> str:
    points = "EP" if item == BEER else "HP"
    return f"{capitalize(possessive(context, seat, viewer))} maximum {points} is {maximum} now."


def milestone(context: MatchContext, viewer: int, seat: int, item: int, maximum: int, scored: int) -> str:
    what = "EP" if item == BEER else "HP"
    return f"A milestone, maximum {what} {maximum}: {format_points(scored)} for {object_name(context, seat, viewer)}."


def traded(context: MatchContext, viewer: int, seat: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'trade')} a Beer for a Blood Bag."


def attack_trained(context: MatchContext, viewer: int, seat: int, dice: int, exp: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'pay')} {exp} EXP for an attack die: {dice} now."


def defense_trained(context: MatchContext, viewer: int, seat: int, dice: int, exp: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'pay')} {exp} EXP for a defense die: {dice} now."


def bought(context: MatchContext, viewer: int, seat: int, item: int, price: int, left: int) -> str:
    if context.is_bot(seat):
        return ""  # told in one line when it has finished
    return f"{subject_verb(context, seat, viewer, 'buy')} {with_article(ITEM_NAMES[item])} for ${price} (${left} left)."


def finished(context: MatchContext, viewer: int, seat: int, cart: int) -> str:
    """Returns the log sentence at the end of a store turn: all purchases of a bot; of people, whose purchases are
    logged one by one, only that they finish, empty if they could do nothing."""
    if context.is_bot(seat):
        counts = [(cart >> 4 * item) & 15 if cart > 0 else 0 for item in range(ITEMS)]
        goods = [count_noun(count, ITEM_NAMES[item]) for item, count in enumerate(counts) if count]
        return f"{subject_verb(context, seat, viewer, 'buy')} {join_words(goods) or 'nothing'}."
    return f"{subject_verb(context, seat, viewer, 'finish')} shopping." if cart >= 0 else ""


def stage(context: MatchContext, viewer: int, seat: int, number: int) -> str:
    """Returns the log sentence that a bot enters its next stage of planning; empty for a person, who has a stage only
    for the bot that might take over (R65)."""
    if not context.is_bot(seat):
        return ""
    aim = f"two monsters of level {number - 1} are beaten, now it hunts level {number}"
    return f"{subject_verb(context, seat, viewer, 'enter')} stage {number}: {aim}."


def overfull(context: MatchContext, viewer: int, seat: int, used: int, capacity: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'carry')} {used} where {capacity} fit: {used - capacity} too much."


def discarded(context: MatchContext, viewer: int, seat: int, item: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'throw')} away {with_article(ITEM_NAMES[item])}."


# The end.


def passed_goal(context: MatchContext, viewer: int, seat: int, score: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'are')} the first to have 50 points ({score})."


def scores(context: MatchContext, viewer: int, number: int, *counted: int) -> str:
    names = ("you" if seat == viewer else name for seat, name in enumerate(context.names))
    text = ", ".join(f"{name} {score}" for name, score in zip(names, counted, strict=False))
    return f"After round {number}: {text}."


def game_over(context: MatchContext, viewer: int, rounds: int) -> str:
    return f"The game is over after {rounds} round{'' if rounds == 1 else 's'}."


def winner(context: MatchContext, viewer: int, seat: int, score: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'win')} with {format_points(score)}."


SENTENCE_BUILDERS: tuple[Callable[..., str], ...] = (
    game_begins, armed, coloured, new_round, sent, toll, popularity, rewarded, fame, income, station, helped, drank,
    healed, put, raised, milestone, traded, attack_trained, defense_trained, bought, finished, overfull, discarded,
    battle.cannot_fight, battle.brought, battle.hunted, battle.met, battle.changed, battle.fought, battle.loaded,
    battle.empty, battle.rolled, battle.multiplied, battle.struck, battle.felled, battle.ones, battle.used,
    battle.bleeding, battle.readied, battle.struck_again, battle.defended, battle.hit, battle.retaliated,
    battle.tamed, battle.won, battle.fake_paid, battle.track, battle.power, power_gain, battle.lost, battle.worn_out,
    battle.stolen, battle.boosted, battle.hurt, battle.drained, battle.regrown, recovered, passed_goal, scores,
    game_over, winner, dummies, battle.battle_order, stage,
)  # fmt: skip
