"""Hints for a player: every legal answer with its value in words, the best first (section 15)."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.harmonictook.bots.dimensions import wins_game
from parlour.games.harmonictook.bots.roster import BOTS
from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.book import CARDS
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.odds.card_values import copy_gain, copy_loss, exchange_gain
from parlour.games.harmonictook.study.odds.firing_values import closing_payment, firing_value
from parlour.games.harmonictook.study.odds.landmark_values import landmark_gain
from parlour.games.harmonictook.study.odds.outlook import eruv, try_option, undo_option
from parlour.games.harmonictook.study.odds.roll_table import RollTable
from parlour.games.harmonictook.study.odds.strategy import cost_of, delta_ev
from parlour.games.harmonictook.study.odds.swaps import best_card_to_take, least_useful_card, lowest_earning_cards
from parlour.games.harmonictook.study.roll_results import play_out_income, purses_by_total
from parlour.games.harmonictook.text.wording import coins
from parlour.kernel.coach import Hint
from parlour.kernel.state import NOBODY, State
from parlour.kernel.text import MatchContext

Worth = tuple[float, str]  # a number to sort by, and the words
DICE = (int(s.ROLLING), int(s.TOWER), int(s.HARBOR))


def hints(context: MatchContext, state: State, seat: int) -> list[Hint]:
    """Returns a hint for every legal answer, the best first: for dice by average coins, else the champion bot's choice
    and then the others by value."""
    assert isinstance(state, Harmonictook)
    town = state.clone()
    phase = int(state.phase)
    best = NOBODY if phase in DICE else int(BOTS["champion"]("").choose(state.clone(), seat))
    worths = [(int(action), WORTHS[phase](town, seat, int(action))) for action in state.legal(seat)]
    worths.sort(key=lambda item: (item[0] != best, -item[1][0], item[0]))
    found = [Hint(action, None, text) for action, (_, text) in worths]
    if phase == s.BUILDING:
        found[0] = found[0]._replace(text=f"the champion's choice: {found[0].text}")
    return found


def per_round(value: float) -> str:
    return f"{value if abs(value) >= 0.005 else 0.0:+.2f} coins a round"


# What to build.


def building(town: Harmonictook, seat: int, action: int) -> Worth:
    """Returns a number to sort by and a hint about building or passing: gain in a round, payback (15.5), change of
    rounds to victory (15.7)."""
    table = RollTable(town)
    if wins_game(table, action, seat):
        return 1e9, "wins the game"
    before = int(eruv(table, seat))
    if action == a.PASS:
        return -float(before), f"keeps the coins; {format_rounds(before)} to victory"
    cost = int(cost_of(table, action))
    gift = int(town.book.build_bonus[action - int(a.BUY)]) if action < a.BUILD else 0
    more = delta_ev(table, action, seat) - gift
    try_option(table, action, seat)
    after = int(eruv(table, seat))
    undo_option(table, action, seat)
    parts = [per_round(more) + payback_text(more, cost - gift)]
    parts += [f"{coins(gift)} at once"] if gift else []
    parts += ["counts for the win"] if counts_for_win(town, action) else []
    parts.append(
        f"rounds to victory {before} -> {after}" if after != before else f"still {format_rounds(before)} to victory"
    )
    return -float(after) + more / 100.0, "; ".join(parts)


def counts_for_win(town: Harmonictook, action: int) -> bool:
    return a.BUILD <= action < a.DEMOLISH and town.book.win_mask >> (action - int(a.BUILD)) & 1 == 1


def format_rounds(number: int) -> str:
    return f"{number} round{'' if number == 1 else 's'}"


def payback_text(more: float, cost: int) -> str:
    """Returns a phrase with the rounds after which a purchase has earned its cost; empty if it never does (15.8)."""
    if more < 0.005 or cost <= 0:
        return ""
    return f", pays for itself in {format_rounds(max(1, round(cost / more)))}"


# Dice.


def rolling(town: Harmonictook, seat: int, action: int) -> Worth:
    world = town.clone()
    world.play(seat, action)
    value = average_gain(world, seat)
    return value, f"{change_text(value)} on average"


def average_gain(world: Harmonictook, seat: int) -> float:
    """Returns the average coins that the pending roll of the dice brings the seat, extra turns included (R40)."""
    value = purses_by_total(world)[1][seat] - int(world.coins[seat])
    return value * EXTRA_TURNS if world.park_at_start == 1 and world.outcomes == 36 else value


def change_text(value: float) -> str:
    return f"costs {-value:.2f} coins" if value < -0.005 else f"brings {abs(value):.2f} coins"


def tower(town: Harmonictook, seat: int, action: int) -> Worth:
    again = reroll_average(town, seat)
    if action == a.REROLL:
        return again, f"a new roll {change_text(again)} on average"
    if town.park_at_start == 1 and town.first == town.second:
        value, parts = keep_total(town, seat, action)
        return value + max(0.0, again), f"{parts}, and another turn"
    return keep_total(town, seat, action)


def reroll_average(town: Harmonictook, seat: int) -> float:
    """Returns the average coins that repeating the roll brings the seat, with the better number of dice (R9)."""
    world = town.clone()
    world.play(seat, int(a.REROLL))
    if world.outcomes:
        return average_gain(world, seat)
    return max(rolling(world, seat, int(dice))[0] for dice in (a.ROLL_ONE, a.ROLL_TWO))


def keep_total(town: Harmonictook, seat: int, action: int) -> Worth:
    """Returns a number to sort by and a hint about keeping a dice total: the coins it brings or costs, raised by a
    harbor if that is better."""
    world = town.clone()
    world.play(seat, action)
    if world.owing and world.phase == s.HARBOR:
        return max(keep_total(world, seat, int(a.STAY)), keep_total(world, seat, int(a.RAISE)))
    change = play_out_income(world)[seat] - int(town.coins[seat])
    return float(change), f"brings {coins(change)}" if change >= 0 else f"costs {coins(-change)}"


# Choices of cards.


def target(town: Harmonictook, seat: int, action: int) -> Worth:
    other = action - int(a.SEAT)
    paid = min(int(town.book.amount[town.firing]), int(town.coins[other]))
    away = int(eruv(RollTable(town), other))
    return float(paid) - away / 1000.0, f"pays {coins(paid)}; {format_rounds(away)} from victory"


def partner(town: Harmonictook, seat: int, action: int) -> Worth:
    if action == a.DECLINE:
        return declining(town)
    table, other = RollTable(town), action - int(a.SEAT)
    take = best_card_to_take(table, seat, other, town.firing)
    give = least_useful_card(table, other, lowest_earning_cards(table, seat, town.firing))
    if take == NOBODY or give == NOBODY:
        return -1.0, "nothing worth swapping"
    value = exchange_gain(table, give, take, seat)
    return value, f"the best swap: {per_round(value)}"


def declining(town: Harmonictook) -> Worth:
    paid = int(town.book.decline_coins)
    return 0.0, f"brings {coins(paid)}" if paid else "nothing changes"


def taking(town: Harmonictook, seat: int, action: int) -> Worth:
    if action == a.DECLINE:
        return declining(town)
    value = copy_gain(RollTable(town), (action - int(a.TAKE)) % int(CARDS), seat)
    return value, f"{per_round(value)} for you"


def giving(town: Harmonictook, seat: int, action: int) -> Worth:
    if action == a.DECLINE:
        return declining(town)
    mine, theirs = parting_values(town, seat, action, int(town.partner))
    return -mine - theirs / 1000.0, f"{per_round(-mine)} for you, {per_round(theirs)} for them"


def parting_values(town: Harmonictook, seat: int, action: int, other: int) -> tuple[float, float]:
    """Returns the coins per round that a seat loses if it gives this card away, and those that the receiver gains."""
    table, card = RollTable(town), (action - int(a.GIVE)) % int(CARDS)
    return copy_loss(table, card, seat), copy_gain(table, card, other)


def gifting(town: Harmonictook, seat: int, action: int) -> Worth:
    mine, _ = parting_values(town, seat, action, (seat + 1) % int(town.seats))
    return -mine, f"{per_round(-mine)} for you"


def receiver(town: Harmonictook, seat: int, action: int) -> Worth:
    table, other = RollTable(town), action - int(a.SEAT)
    value, away = copy_gain(table, town.offering // 2, other), int(eruv(table, other))
    return -value, f"{per_round(value)} for them; {format_rounds(away)} from victory"


def demolition(town: Harmonictook, seat: int, action: int) -> Worth:
    """Returns a number to sort by and a hint about pulling down a landmark: the income lost in a round and the price to
    build it again."""
    landmark = action - int(a.DEMOLISH)
    bit = 1 << landmark
    town.built[seat] &= ~bit
    value = landmark_gain(RollTable(town), landmark, seat)
    town.built[seat] |= bit
    price = int(town.book.price[landmark])
    return -float(price) - value, f"{per_round(-value)}; {coins(price)} to build it again"


def closing(town: Harmonictook, seat: int, action: int) -> Worth:
    if action == a.DECLINE:
        return 0.0, "nothing changes"
    card = action - int(a.CLOSE)
    paid = int(closing_payment(town, town.firing, seat, card))
    mine = float(town.open_copies(seat, card)) * firing_value(town, card, seat)
    own = f"; your own copies lose {mine:.0f} once" if mine > 0 else ""
    return paid - mine / 2.0, f"brings {coins(paid)}{own}"


def exhibition(town: Harmonictook, seat: int, action: int) -> Worth:
    if action == a.DECLINE:
        return float(town.book.cost[town.firing]) / 2.0, "keeps the card for another time"
    card = action - int(a.EXHIBIT)
    fires = town.condition_holds(card, seat, seat)
    value = firing_value(town, card, seat) * float(town.open_copies(seat, card)) if fires else 0.0
    return value, f"brings {coins(round(value))} now"


def investing(town: Harmonictook, seat: int, action: int) -> Worth:
    stored = int(town.stored[seat])
    if action == a.HOLD:
        return 0.0, f"keeps the coin; each opponent pays {stored} when the card fires"
    return 0.1, f"each opponent pays {stored + int(town.book.investment_coins)} when the card fires"


WORTHS: dict[int, Callable[[Harmonictook, int, int], Worth]] = {
    int(s.ROLLING): rolling,
    int(s.TOWER): tower,
    int(s.HARBOR): keep_total,
    int(s.TARGET): target,
    int(s.PARTNER): partner,
    int(s.TAKING): taking,
    int(s.GIVING): giving,
    int(s.GIFTING): gifting,
    int(s.RECEIVER): receiver,
    int(s.DEMOLITION): demolition,
    int(s.CLOSING): closing,
    int(s.EXHIBITION): exhibition,
    int(s.BUILDING): building,
    int(s.INVESTING): investing,
}
