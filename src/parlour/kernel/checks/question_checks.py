"""Questions: somebody is asked, the choices are what they should be, and every refusal has a reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from parlour.kernel.checks.checked_match import sample_numbers
from parlour.kernel.checks.checked_position import CheckedPosition
from parlour.kernel.checks.forks import possible_outcomes
from parlour.kernel.game import Why, explain_refusal
from parlour.kernel.match import apply_move
from parlour.kernel.state import DEALER, OUTCOME_LIMIT, State, winners

PLAYED_SAMPLE = 6  # choices of one seat tried on clones
REFUSAL_SAMPLE = 64  # actions of one seat asked for a refusal
WEIGHT_LIMIT = 1 << 31


def check_debts(scene: CheckedPosition) -> Iterator[str]:
    """A position that is not over owes something; seats and dealer never owe at once."""
    state = scene.state
    if state.seats != scene.match.seats:
        yield f"the state has {state.seats} seats"
    if not 0 <= state.owing < 1 << scene.match.seats:
        yield f"owing is {state.owing}, which names seats that are not there"
    if not 0 <= state.outcomes <= OUTCOME_LIMIT:
        yield f"the fan is {state.outcomes}, not between 0 and {OUTCOME_LIMIT}"
    if state.owing and state.outcomes:
        yield "seats and the dealer owe at the same time"
    if state.over() != (state.owing == 0 and state.outcomes == 0):
        yield "over() does not say whether anybody owes anything"


def check_odds(scene: CheckedPosition) -> Iterator[str]:
    """Odds are empty or one whole number for each outcome, and some outcome can be dealt."""
    if scene.state.outcomes == 0:
        return
    weights = list(scene.state.odds())
    if weights and len(weights) != scene.state.outcomes:
        yield f"there are {len(weights)} odds for {scene.state.outcomes} outcomes"
    elif weights and min(weights) < 0:
        yield f"the odds {weights} hold a negative weight"
    elif weights and not 0 < sum(weights) < WEIGHT_LIMIT:
        yield f"the odds add up to {sum(weights)}, not to something above 0 and below 2**31"


def check_legal(scene: CheckedPosition) -> Iterator[str]:
    """Choices are ascending, without repeats, in range, at least one, and can be played."""
    for seat, choices in scene.legal.items():
        if not choices:
            yield f"seat {seat} owes an answer and has no choice"
        if any(one >= other for one, other in pairwise(choices)):
            yield f"the choices of seat {seat} are not ascending without repeats: {choices}"
        if any(not 0 <= choice < scene.game.actions for choice in choices):
            yield f"the choices of seat {seat} leave the action range: {choices}"
        for index in sample_numbers(scene.rng, len(choices), PLAYED_SAMPLE):
            yield from check_playable(scene, seat, choices[index])


def check_playable(scene: CheckedPosition, seat: int, action: int) -> Iterator[str]:
    try:
        scene.state.clone().play(seat, action)
    except Exception as error:
        yield f"seat {seat} plays {scene.match.action_name(action)}, which is legal: {type(error).__name__}: {error}"


def check_deals(scene: CheckedPosition) -> Iterator[str]:
    """Whatever can be dealt can be taken."""
    outcomes = possible_outcomes(scene.state) if scene.state.outcomes else []
    for index in sample_numbers(scene.rng, len(outcomes), PLAYED_SAMPLE):
        try:
            apply_move(scene.state.clone(), DEALER, outcomes[index])
        except Exception as error:
            yield f"outcome {outcomes[index]} is dealt: {type(error).__name__}: {error}"


def check_refusals(scene: CheckedPosition) -> Iterator[str]:
    """Exactly what is not legal is refused, to everyone who is not asked too, and with a sentence."""
    outside = (-1, scene.game.actions)
    for seat in range(scene.state.seats):
        choices = set(scene.legal.get(seat, ()))
        for action in {*sample_numbers(scene.rng, scene.game.actions, REFUSAL_SAMPLE), *choices, *outside}:
            reason = scene.state.refusal(seat, action)
            if (reason == 0) != (action in choices):
                legality = "is refused though legal" if action in choices else "is not refused though not legal"
                yield f"{scene.match.action_name(action)} of seat {seat} {legality}"
            elif reason not in scene.match.explained_reasons and action not in outside:
                scene.match.explained_reasons.add(reason)
                yield from check_explanation(scene, seat, action)


def check_explanation(scene: CheckedPosition, seat: int, action: int) -> Iterator[str]:
    why = explain_refusal(scene.game, scene.match.context, scene.state, seat, action)
    if scene.state.refusal(seat, action) == 0:
        if why is not None:
            yield f"{scene.match.action_name(action)} of seat {seat} is legal and has a reason against it"
    elif not isinstance(why, Why) or not why.rule or not why.sentence.isprintable() or not why.sentence:
        yield f"the refusal of {scene.match.action_name(action)} to seat {seat} names no rule or has no sentence: {why}"


def check_offers(scene: CheckedPosition) -> Iterator[str]:
    """All choices are shown, each action once, with the reason why not."""
    for seat, choices in scene.legal.items():
        shown = scene.game.offer(scene.state, seat)
        actions = [offer.action for offer in shown]
        if len(set(actions)) != len(actions):
            yield f"seat {seat} is offered an action twice"
        if not set(choices) <= set(actions):
            yield f"seat {seat} is not offered {sorted(set(choices) - set(actions))}, which are legal"
        for offer in shown:
            if not 0 <= offer.action < scene.game.actions:
                yield f"seat {seat} is offered {offer.action}, which is outside the action range"
            elif offer.reason != scene.state.refusal(seat, offer.action):
                name = scene.match.action_name(offer.action)
                yield f"the offer of {name} to seat {seat} has another reason than refusal"


def check_default_answers(scene: CheckedPosition) -> Iterator[str]:
    """The default answer is a legal one."""
    for seat, choices in scene.legal.items():
        action = scene.state.default_answer(seat)
        if action not in choices:
            yield f"the default answer {scene.match.action_name(action)} of seat {seat} is not legal"


def check_scores(scene: CheckedPosition) -> Iterator[str]:
    """Points and standings are whole numbers at any time; whoever wins stands highest, above zero."""
    state = scene.state
    for seat in range(state.seats):
        counts = (state.points(seat), state.standing(seat), state.outlook(seat))
        if not all(isinstance(count, int) for count in counts):
            yield f"points, standing or outlook of seat {seat} is no whole number: {counts}"
    if state.over():
        yield from check_winners(state)


def check_winners(state: State) -> Iterator[str]:
    standings = [state.standing(seat) for seat in range(state.seats)]
    best = max(standings)
    expected = [seat for seat, standing in enumerate(standings) if standing == best and best > 0]
    if list(winners(state)) != expected:
        yield f"the winners are {list(winners(state))}, though the standings are {standings}"
