"""Conformance checks of questions: who owes an answer, odds, legal actions, refusals, offers, defaults, scores."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from parlour.kernel.answers import explain_refusal
from parlour.kernel.checks.checked_match import sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.forks import possible_outcomes
from parlour.kernel.match import apply_move
from parlour.kernel.state import DEALER, OUTCOME_LIMIT, State, winners
from parlour.kernel.text import Why

PLAYED_SAMPLE = 6  # choices played on clones, per seat
REFUSAL_SAMPLE = 64  # actions tested for refusal, per seat
WEIGHT_LIMIT = 1 << 31


def check_debts(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if seats and the dealer owe a move at once, or `over()` contradicts what is owed."""
    state = position.state
    if state.seats != position.match.seats:
        yield f"the state has {state.seats} seats"
    if not 0 <= state.owing < 1 << position.match.seats:
        yield f"owing is {state.owing}, which names seats that are not there"
    if not 0 <= state.outcomes <= OUTCOME_LIMIT:
        yield f"outcomes is {state.outcomes}, not between 0 and {OUTCOME_LIMIT}"
    if state.owing and state.outcomes:
        yield "seats and the dealer owe at the same time"
    if state.over() != (state.owing == 0 and state.outcomes == 0):
        yield "over() does not say whether anybody owes anything"


def check_odds(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint unless the dealer's odds are empty or one weight per outcome, none negative, not all zero."""
    if position.state.outcomes == 0:
        return
    weights = list(position.state.odds())
    if weights and len(weights) != position.state.outcomes:
        yield f"there are {len(weights)} odds for {position.state.outcomes} outcomes"
    elif weights and min(weights) < 0:
        yield f"the odds {weights} hold a negative weight"
    elif weights and not 0 < sum(weights) < WEIGHT_LIMIT:
        yield f"the odds add up to {sum(weights)}, not to something above 0 and below 2**31"


def check_legal(position: CheckedPosition) -> Iterator[str]:
    """Yields complaints if a seat's legal actions are none, unsorted, repeated, out of range or crash when played."""
    for seat, choices in position.legal.items():
        if not choices:
            yield f"seat {seat} owes an answer and has no choice"
        if any(one >= other for one, other in pairwise(choices)):
            yield f"the choices of seat {seat} are not ascending without repeats: {choices}"
        if any(not 0 <= choice < position.game.actions for choice in choices):
            yield f"the choices of seat {seat} leave the action range: {choices}"
        for index in sample_numbers(position.rng, len(choices), PLAYED_SAMPLE):
            yield from check_playable(position, seat, choices[index])


def check_playable(position: CheckedPosition, seat: int, action: int) -> Iterator[str]:
    try:
        position.state.clone().play(seat, action)
    except Exception as error:
        yield f"seat {seat} plays {position.match.action_name(action)}, which is legal: {type(error).__name__}: {error}"


def check_deals(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if dealing one of the dealer's possible outcomes (a sample) crashes."""
    outcomes = possible_outcomes(position.state) if position.state.outcomes else []
    for index in sample_numbers(position.rng, len(outcomes), PLAYED_SAMPLE):
        try:
            apply_move(position.state.clone(), DEALER, outcomes[index])
        except Exception as error:
            yield f"outcome {outcomes[index]} is dealt: {type(error).__name__}: {error}"


def check_refusals(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a legal action is refused, an illegal one is not, or a refusal has no sentence."""
    outside = (-1, position.game.actions)
    for seat in range(position.state.seats):
        choices = set(position.legal.get(seat, ()))
        for action in {*sample_numbers(position.rng, position.game.actions, REFUSAL_SAMPLE), *choices, *outside}:
            reason = position.state.refusal(seat, action)
            if (reason == 0) != (action in choices):
                legality = "is refused though legal" if action in choices else "is not refused though not legal"
                yield f"{position.match.action_name(action)} of seat {seat} {legality}"
            elif reason not in position.match.explained_reasons and action not in outside:
                position.match.explained_reasons.add(reason)
                yield from check_explanation(position, seat, action)


def check_explanation(position: CheckedPosition, seat: int, action: int) -> Iterator[str]:
    why = explain_refusal(position.game, position.match.context, position.state, seat, action)
    if position.state.refusal(seat, action) == 0:
        if why is not None:
            yield f"{position.match.action_name(action)} of seat {seat} is legal and has a reason against it"
    elif not isinstance(why, Why) or not why.rule or not why.sentence.isprintable() or not why.sentence:
        name = position.match.action_name(action)
        yield f"the refusal of {name} to seat {seat} names no rule or has no sentence: {why}"


def check_offers(position: CheckedPosition) -> Iterator[str]:
    """Yields complaints if a legal action is not offered, or an offer is repeated or has the wrong refusal reason."""
    for seat, choices in position.legal.items():
        shown = position.game.text.offer(position.state, seat)
        actions = [offer.action for offer in shown]
        if len(set(actions)) != len(actions):
            yield f"seat {seat} is offered an action twice"
        if not set(choices) <= set(actions):
            yield f"seat {seat} is not offered {sorted(set(choices) - set(actions))}, which are legal"
        for offer in shown:
            if not 0 <= offer.action < position.game.actions:
                yield f"seat {seat} is offered {offer.action}, which is outside the action range"
            elif offer.reason != position.state.refusal(seat, offer.action):
                name = position.match.action_name(offer.action)
                yield f"the offer of {name} to seat {seat} has another reason than refusal"


def check_default_answers(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if the default answer of a seat that owes an answer is not legal."""
    for seat, choices in position.legal.items():
        action = position.state.default_answer(seat)
        if action not in choices:
            yield f"the default answer {position.match.action_name(action)} of seat {seat} is not legal"


def check_scores(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if a seat's points, standing or outlook is no whole number, or the winners are wrong."""
    state = position.state
    for seat in range(state.seats):
        counts = (state.points(seat), state.standing(seat), state.outlook(seat))
        if not all(isinstance(count, int) for count in counts):
            yield f"points, standing or outlook of seat {seat} is no whole number: {counts}"
    if state.over():
        yield from check_winners(state)


def check_turns(position: CheckedPosition) -> Iterator[str]:
    """Yields a complaint if the number of the turn is no whole number or smaller than in an earlier position.

    Also if the game names an unknown kind of event as the beginning of a turn."""
    match, count = position.match, position.game.study.turns
    turn = count.turns_at(position.state, match.turn)
    if not isinstance(turn, int) or turn < match.turn:
        yield f"the number of {count.unit} went from {match.turn} to {turn}"
    match.turn = turn
    known = {kind.name for kind in position.game.text.events}
    for name in count.starts:
        if name not in known:
            yield f"the game has no events of the kind {name!r}, with which {count.unit} should begin"


def check_winners(state: State) -> Iterator[str]:
    standings = [state.standing(seat) for seat in range(state.seats)]
    best = max(standings)
    expected = [seat for seat, standing in enumerate(standings) if standing == best and best > 0]
    if list(winners(state)) != expected:
        yield f"the winners are {list(winners(state))}, though the standings are {standings}"
