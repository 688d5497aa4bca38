"""The numbered chapters of the rulebook of Hunter & Apprentice, adapted to the options of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.games.hunter.options import switch_value
from parlour.games.hunter.rules.book import MAX_HP_EP, Book
from parlour.games.hunter.text.wording import format_points, join_words
from parlour.kernel.options import Options

BATTLE_ROUND_LINES = (
    "before the attack   use items, or a power; or tame",
    "the attack          if the weapon can fire",
    "                    monster without HP: victory",
    "after the attack    use items, or a power",
    "the monster's turn  your defense dice, damage, EXP",
    "                    no HP left: defeat",
)

Chapter = tuple[str, str]


def chapters(options: Options, printed: Book, seats: Sequence[int]) -> Iterator[Chapter]:
    yield from opening_chapters(options, printed, seats)
    yield from round_chapters(options, printed)
    yield from board_chapters(printed)
    yield from item_chapters(printed)
    yield from battle_chapters(options, printed)
    yield from end_chapters(options)


def opening_chapters(options: Options, printed: Book, seats: Sequence[int]) -> Iterator[Chapter]:
    yield (
        "1",
        f"THE GAME, for {join_words([str(count) for count in seats], 'or')} players. You lead a hunter, who earns and "
        "fights, and an apprentice, who earns nothing but is in the way of others and helps in the Forest. Every "
        "round all of you send both tokens to two of seven places, in secret. The more tokens at a place, the "
        f"less it pays. Hunters in the Forest fight monsters. {goal_text(options)}",
    )
    yield (
        "2",
        "NUMBERS. Nobody holds more than $15 or 15 EXP; what comes on top is lost. HP (health) and EP (energy) "
        "stay between 0 and your maximum, and a maximum never grows beyond 10. Attack dice: 2 at first, 7 at "
        "most. Defense dice: 0 at first, 6 at most. All dice have six sides.",
    )
    yield (
        "2.1",
        "PLACES. What a hunter is paid for 1/2/3/4 or more tokens there, everybody's hunters and apprentices "
        "counted. Every hunter gets the whole amount. The Station pays like the place of the resource you choose "
        "there." + (f" A hunter pays {printed.toll} EP at the Plaza, crowded or not." if printed.toll else ""),
    )
    yield (
        "2.2",
        "DUMMIES block places: no token may be sent there. After every round each of them goes one place on, "
        "from the Plaza to the Work Site; the Forest is left out. At first they stand here:",
    )
    yield (
        "3",
        "SETUP. Everybody is dealt a weapon and a colour, no two alike, and begins with the weapon's money, 3 EXP, "
        "4 of 4 HP, 6 of 6 EP, both popularity tokens on 0 and the power track on space 1.",
    )


def goal_text(options: Options) -> str:
    if options["finish"] == "first":
        return "Whoever is the first to have 50 points wins, at once."
    return "The game ends with the round in which a player has 50 points; the most points win."


def round_chapters(options: Options, printed: Book) -> Iterator[Chapter]:
    yield "4", "A ROUND goes through these steps. An answer belongs to its own step."
    yield "4.1", f"SELECTION. {selection_text(printed)}"
    yield (
        "4.2",
        "REVEAL. All tokens are placed. "
        + ("The Plaza's toll is paid. " if printed.toll else "")
        + "Then, in seat order, popularity (6) is settled for every hunter outside the Forest.",
    )
    yield (
        "4.3",
        "INCOME. Work Site, Bar, Hospital, Dojo and Plaza pay their hunters, once. Beers and Blood Bags are items.",
    )
    yield (
        "4.4",
        "STATION. Hunters there choose money, Beer, Blood Bags or EXP, and are paid for the tokens at the Station "
        "when all have chosen. Points cannot be chosen.",
    )
    together = "one after the other" if printed.in_turn else "all at the same time"
    yield (
        "4.5",
        f"STORE. You shop, {together}, as long as your money lasts; nothing is sold back. You may buy more than you "
        "can carry. Board actions (5) are open too. A player who can do nothing is not asked.",
    )
    yield "4.6", "OVERFLOW. Whoever carries too much makes room (8.3). Only now does capacity count."
    yield (
        "4.7",
        "BATTLES. Hunters in the Forest fight, and must: the lowest score first, then the lowest priority number of "
        "the weapon. The order is fixed before the first fight." + readiness_text(printed),
    )
    yield "4.8", f"END OF THE ROUND. {round_end_text(options, printed)}"
    yield (
        "4.9",
        "NEXT ROUND. All tokens come home, dummies move on, and powers that work at the start of a round do so.",
    )


def selection_text(printed: Book) -> str:
    rules = ["no dummy stands there", "it is not your other token's place, unless it is the Forest"]
    if not printed.readiness:
        rules.append("a hunter sent to the Forest has 2 EP")
    if printed.toll:
        rules.append(f"a hunter sent to the Plaza has {printed.toll} EP")
    if not printed.alone_allowed:
        rules.append("an apprentice goes to the Forest only with its hunter")
    return (
        f"Choose a place for each token, in secret. A place is open if {'; '.join(rules)}. Your tokens lie face "
        "down, and you may take them back, until the last player is ready. Board actions (5) are allowed, and "
        "everybody sees them."
    )


def readiness_text(printed: Book) -> str:
    if not printed.readiness:
        return ""
    return (
        " A hunter with fewer than 2 EP and Beers together, or with a Rifle or Plasma but neither ammunition nor "
        "explosives, does not fight this round."
    )


def round_end_text(options: Options, printed: Book) -> str:
    limit = f"The game ends after {printed.max_rounds} rounds in any case."
    if options["finish"] == "first":
        return f"The game does not wait for this: see 14. {limit}"
    return f"If anybody has 50 points or more the game is over (14). {limit}"


def board_chapters(printed: Book) -> Iterator[Chapter]:
    yield (
        "5",
        "BOARD ACTIONS are free and may be repeated, in the selection and in the store. Drink a Beer: 1 EP, if "
        "you are below your maximum. Use a Blood Bag: 1 HP likewise. Put a Beer into the EP upgrade: the fourth "
        "raises maximum EP and EP by 1. Put a Blood Bag into the HP upgrade: the third raises maximum HP and HP "
        "by 1. You may also put in all that is missing at once. Pieces put in stay there from round to round. "
        "Buy an attack die for the EXP your weapon asks, or a defense die. The Katana may trade a Beer for a "
        f"Blood Bag where its power says so. Milestones score once: {milestone_text(printed)}.",
    )
    fame = [f"{format_points(printed.popularity_points[level])} on level {level}" for level in range(1, 6)]
    yield (
        "6",
        "POPULARITY. You have a reward token and a point token on levels 0 to 5. A hunter outside the Forest who "
        "is alone (7) moves the reward token up by one; one who is not, down by one. Then you get the reward of "
        "its level and of every level below: 1 a Beer, 2 $2, 3 three Blood Bags, 4 four EXP, 5 five points. When "
        f"the reward token is higher than ever, the point token follows and scores: {', '.join(fame)}.",
    )
    yield (
        "7",
        "ALONE means that no other player's token, hunter or apprentice, is at your hunter's place.",
    )


def milestone_text(printed: Book) -> str:
    texts = [
        f"maximum {what} {maximum}, {format_points(worth[maximum])}"
        for what, worth in (("HP", printed.hp_milestone), ("EP", printed.ep_milestone))
        for maximum in range(int(MAX_HP_EP) + 1)
        if worth[maximum]
    ]
    return "; ".join(texts)


def item_chapters(printed: Book) -> Iterator[Chapter]:
    yield "8", "WHAT YOU CARRY. You can use only what you hold."
    yield (
        "8.1",
        "CAPACITY. Every item has a size. When the overflow (4.6) is over, all sizes together fit your weapon's "
        "capacity.",
    )
    yield "8.2", "ITEMS. Ammunition is sold to its own weapon, and no more of it than may be held."
    yield (
        "8.3",
        "MAKING ROOM. Until it fits: drink or put in Beers, use or put in Blood Bags, or throw things away. It "
        "ends as soon as everything fits. Of several items alike the one that came last goes first.",
    )
    yield "9", "WEAPONS."
    yield "9.1", "FIGURES. Priority breaks ties in the order of battles. Damage is what one attack die does."
    yield (
        "9.2",
        "POWER TRACK. A monster you defeat moves your weapon forward by its level, at most to space 7. Power 1 "
        "is there from the start, power 2 from space 3, power 3 from space 7. Powers add up unless one replaces "
        "another.",
    )
    yield (
        "9.3",
        "POWERS. A power that rewards a defeat already counts for the monster that unlocked it; doubled rewards "
        "do not. Powers of the start of a round work from the next round on. A tripled attack is spent by the "
        "first hit.",
    )
    yield (
        "10",
        "MONSTERS. You choose a level, and one of its twelve monsters is drawn"
        + (
            "; a defeated one never comes back, until all of its level are gone."
            if printed.remove_defeated
            else ", each time from all twelve."
        ),
    )


def battle_chapters(options: Options, printed: Book) -> Iterator[Chapter]:
    surplus = " You may drink beyond your maximum; what is left over of that is lost when the fight begins."
    change = (
        " The monster is shown, and for 1 EP you may have another of its level, as often as you like; none is "
        "shown twice."
        if printed.redraw
        else " The one that is drawn cannot be refused."
    )
    yield (
        "11.1",
        "BEFORE A FIGHT you may drink Beers and use Blood Bags." + (surplus if printed.surplus else "") + " Choose a "
        "level and pay its EP: 2, 3 or 4 for level 1, 2 or 3, and for the pets you bring (12.1)." + change + " If your "
        "apprentice is in the Forest too, the monster begins with 1 HP less, but never less than 1. A Beer that "
        "you need to reach 2 EP cannot be traded.",
    )
    yield (
        "11.2",
        "A BATTLE ROUND goes like this, again and again. There is no way back. After 20 battle rounds you are "
        "defeated.",
    )
    yield (
        "11.3",
        "ITEMS. A Grenade, Bomb or Dynamite takes 1, 2 or 3 HP from the monster, and may end the fight. Fake "
        f"Blood pays {'2 points' if printed.fake_blood_flat else 'points equal to the level of the monster'} if you "
        "win. Beers and Blood Bags restore EP and HP. Nothing can be bought or put into upgrades.",
    )
    ammunition = "battle when it begins" if printed.ammo_per_battle else "attack"
    yield (
        "11.4",
        f"ATTACKS. Rifle and Plasma spend ammunition for every {ammunition}; without it there is no attack, only "
        "items and taming. Your dice and your pets take HP from the monster; pets hit even if all dice miss. "
        "Then it strikes with its ATT. Each defense die that shows 4, 5 or 6 blocks 1. What comes through costs "
        "HP and brings as many EXP, even in the blow that fells you.",
    )
    yield (
        "11.5",
        "VICTORY. You get the monster's money, Beers, Blood Bags and points, and what your Fake Blood promised. Your "
        "weapon moves on the power track (9.2).",
    )
    yield (
        "11.6",
        "DEFEAT. You are left with 1 HP. What you paid and used is lost; EXP and pets stay; you lose no points.",
    )
    damage = ", ".join(str(one) for one in printed.pet_damage)
    yield (
        "12.1",
        "PETS never die. Bring any of them: a pet of level 1, 2 or 3 costs 2, 3 or 4 EP a battle and adds "
        f"{damage} damage to every attack.",
    )
    cost = f"{printed.tame_flat} EP" if printed.tame_flat else "EP equal to its level"
    yield (
        "12.2",
        "TAMING. Before your attack, when the monster has exactly 1 HP (Chain: 3 or less), you may tame it "
        f"instead: pay {cost}, gain a pet of its level, and win the battle with all rewards.",
    )
    if switch_value(options, "monster_effects") == "on":
        yield (
            "12.3",
            "EFFECTS stand beside the monsters (10). They work when the fight begins, in every blow, or when the "
            "monster dies, as they say. Nobody's HP fall below 1 by an effect.",
        )


def end_chapters(options: Options) -> Iterator[Chapter]:
    yield "13", "LIMITS. Gains above a limit are lost. Points have no limit."
    first = (
        "The game ends at once when a player has 50 points, as soon as that seat's step is carried out. That "
        "seat wins, whatever others have; the others are ranked by points."
        if options["finish"] == "first"
        else "Most points win. Equal points: the higher point token of the popularity track. Players equal in "
        "both share the rank."
    )
    yield "14", f"THE END. {first}"
