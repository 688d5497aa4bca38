"""The options of a match of Hunter & Apprentice, and which of them exclude each other (section 18b)."""

from __future__ import annotations

from parlour.games.hunter.data.overrides import TABLES, add_data_overrides, table_with_overrides
from parlour.games.hunter.rules.book import WEAPON_NAMES
from parlour.kernel.options import Option, Options
from parlour.kernel.study import DataOverrides
from parlour.kernel.table_overrides import OVERRIDES_OPTION, overrides_option

SWITCHES = {  # by option: its value in each of RULE_SETS
    "tables": ("2025", "2025", "2026"),
    "dummies": ("2025", "2025", "2026"),
    "plaza_rewards": ("2025", "classic", "2026"),
    "plaza_toll": ("0", "1", "0"),
    "popularity_points": ("1-2-3-4-5", "1-2-3-4-5", "1-2-4-7-11"),
    "milestones": ("2025", "2025", "2026"),
    "pet_damage": ("1-3-5", "1-3-5", "1-2-4"),
    "tame_cost": ("level", "level", "1"),
    "ammo": ("per_attack", "per_attack", "per_battle"),
    "fake_blood": ("level", "level", "2"),
    "monster_effects": ("off", "off", "on"),
    "monster_pool": ("with_replacement", "with_replacement", "remove_defeated"),
    "monster_redraw": ("off", "off", "1"),
    "beer_surplus": ("off", "off", "on"),
    "forest_rule": ("selection", "selection", "readiness"),
    "apprentice_alone": ("allowed", "allowed", "forbidden"),
}
RULE_SETS = ("default", "classic", "2026")


def _switch(name: str, help: str, *choices: str) -> Option:
    return Option(name, "choice", "auto", f"{help} auto: as the set of rules says.", choices=("auto", *choices))


OPTIONS = (
    Option(
        "rules",
        "choice",
        "default",
        "The set of rules: default, classic (two players) or 2026.",
        choices=RULE_SETS,
        front=True,
        meanings=(
            "The design document for 2 to 5 players.",
            "For 2 players: the Plaza pays 3 points to a hunter alone, nothing in a crowd, and costs 1 EP.",
            "The author's later rebalancing: other powers and prices, monsters with effects.",
        ),
    ),
    Option(
        "finish",
        "choice",
        "round",
        "The game ends with the round in which a player has 50 points, or at once when the first player has 50.",
        choices=("round", "first"),
        front=True,
        meanings=(
            "The match ends with the round in which somebody has 50 points; the most points win.",
            "The match ends at once when somebody has 50 points, and that player wins.",
        ),
    ),
    Option(
        "store",
        "choice",
        "together",
        "Station, store and overflow: all at once, or in turn.",
        choices=("together", "in_turn"),
    ),
    Option(
        "weapons",
        "text",
        "",
        "Weapons by seat instead of dealt ones, as in Katana,Sword; ? is dealt.",
        0,
        60,
        per_seat=tuple(WEAPON_NAMES),
    ),
    _switch("tables", "Weapons, monsters and items of which year.", "2025", "2026"),
    _switch("dummies", "Where dummies start.", "2025", "2026", "none"),
    _switch("plaza_rewards", "What the Plaza pays.", "2025", "classic", "2026"),
    _switch("plaza_toll", "EP that a hunter pays at the Plaza.", "0", "1"),
    _switch("popularity_points", "Points for the levels of the popularity track.", "1-2-3-4-5", "1-2-4-7-11"),
    _switch("milestones", "Which maxima of HP and EP score.", "2025", "2026"),
    _switch("pet_damage", "What pets of level 1, 2 and 3 add to an attack.", "1-3-5", "1-2-4"),
    _switch("tame_cost", "EP that a taming costs.", "level", "1"),
    _switch("ammo", "Bullets and Batteries are spent in every attack or once in a battle.", "per_attack", "per_battle"),
    _switch("fake_blood", "Points of a Fake Blood.", "level", "2"),
    _switch("monster_effects", "Whether monsters have effects.", "off", "on"),
    _switch("monster_pool", "Whether defeated monsters come back.", "with_replacement", "remove_defeated"),
    _switch("monster_redraw", "Whether another monster may be drawn, for 1 EP.", "off", "1"),
    _switch("beer_surplus", "Whether Beer may be drunk beyond the maximum before a fight.", "off", "on"),
    _switch("forest_rule", "When a hunter's readiness for the Forest is checked.", "selection", "readiness"),
    _switch("apprentice_alone", "An apprentice in the Forest without its hunter.", "allowed", "forbidden"),
    Option("rest", "bool", True, "Version 1: boards were closed right after a battle.", offered=False),
    overrides_option("weapons.Plasma.capacity=6 monsters.12.hp=9"),
    Option("max_rounds", "int", 300, "Rounds after which the game ends in any case.", 1, 1000),
)
TRIALS: tuple[Options, ...] = (
    {"rules": "2026"},
    {"rules": "2026", "monster_pool": "with_replacement", "finish": "first"},
    {"tables": "2026", "monster_effects": "on"},
    {"beer_surplus": "on", "forest_rule": "readiness", "ammo": "per_battle"},
    {"plaza_rewards": "classic", "plaza_toll": "1"},
    {"store": "in_turn", "finish": "first"},
    {"table_overrides": "weapons.Plasma.capacity=6 weapons.Bat.dmg_6=3 monsters.1.hp=9 items.Blood_Bag.price=1"},
)


def switch_value(options: Options, name: str) -> str:
    """Returns the value of one rule switch from a match's options; `auto` means what the chosen set of rules says."""
    value = str(options[name])
    return SWITCHES[name][RULE_SETS.index(str(options["rules"]))] if value == "auto" else value


def chosen_weapons(seats: int, options: Options) -> list[int]:
    """Returns the weapon numbers that the option `weapons` gives to the seats; -1: dealt, -2: no such weapon."""
    words = [word.strip().capitalize() for word in str(options["weapons"]).split(",")]
    words += ["?"] * (seats - len(words))
    names = [*WEAPON_NAMES]
    return [names.index(word) if word in names else -1 if word in ("", "?") else -2 for word in words]


def problem(seats: int, options: Options) -> str | None:
    """Returns one sentence on why this number of players and these options do not go together, or None if they do."""
    rules = str(options["rules"])
    if rules == "classic" and seats != 2:
        return f"The classic rules are for 2 players, not {seats}."
    if switch_value(options, "plaza_rewards") == "classic" and seats != 2:
        return f"The Plaza of the classic rules is for 2 players, not {seats}."
    agreed = chosen_weapons(seats, options)
    if -2 in agreed:
        return f"Option weapons takes names of weapons ({', '.join(WEAPON_NAMES)}) or ?, by seat, with commas."
    if len(agreed) > seats:
        return f"Option weapons names {len(agreed)} weapons for {seats} seats."
    named = [weapon for weapon in agreed if weapon >= 0]
    if len(named) != len(set(named)):
        return "Option weapons names a weapon twice; name each weapon once."
    for table in TABLES:
        table_in_play(table, options)
    return None


def uses_2026_tables(options: Options) -> bool:
    return switch_value(options, "tables") == "2026"


def table_in_play(table: str, options: Options) -> tuple[dict[str, str], ...]:
    """Returns the printed table of weapons, monsters or items for a match's options, with its changed figures."""
    return table_with_overrides(table, uses_2026_tables(options), str(options[OVERRIDES_OPTION]))


def with_data_overrides(options: Options, data: DataOverrides) -> Options:
    """Returns a match's options with changes of the game's data files added to `table_overrides`."""
    return add_data_overrides(uses_2026_tables(options), options, data)
