"""A visit: all checks of one position, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour.kernel.checks import asking, copies, peeking, sealed, speech, staging
from parlour.kernel.checks.scene import Scene
from parlour.kernel.checks.trial import Trial
from parlour.kernel.state import State

LOOKS: tuple[tuple[str, Callable[[Scene], Iterator[str]]], ...] = (
    ("clone", copies.clones),
    ("asks", asking.asks),
    ("odds", asking.odds),
    ("legal", asking.legal),
    ("deal", asking.deals),
    ("refusal", asking.refusals),
    ("offer", asking.offers),
    ("lapse", asking.lapses),
    ("score", asking.scores),
    ("midway", staging.midway),
    ("forfeit", staging.forfeits),
    ("pack", copies.packs),
    ("commute", sealed.commute),
    ("sealed", sealed.seals),
    ("sealed leaks", sealed.overheard),
    ("view", speech.views),
    ("features", speech.features),
    ("imagine", peeking.imagines),
    ("view leaks", peeking.views_leak),
    ("features leak", peeking.features_leak),
    ("legal leaks", peeking.legal_leaks),
    ("events leak", peeking.events_leak),
    ("imagine leaks", peeking.imagine_leaks),
    ("outcome", speech.outcomes),
    ("question", speech.questions),
    ("board", speech.boards),
)


class Pace:
    """Every position of a short match is visited; of a long one ever fewer, so that its end is seen too."""

    def __init__(self, share: int) -> None:
        self.share = share
        self.left = share
        self.stride = 1

    def due(self, step: int) -> bool:
        if step % self.stride:
            return False
        self.left -= 1
        if self.left == 0:
            self.left = self.share
            self.stride *= 2
        return True


def visit(trial: Trial, state: State) -> bool:
    """Whether the match can go on: clones are sound, and looking at the position has left it as it was."""
    trial.ledger.states += 1
    scene = trial.attempt("pack", lambda: Scene(trial, state))
    if scene is None:
        return False
    for name, look in LOOKS:
        clean = trial.examine(name, look(scene))
        if state.pack() != scene.packed:
            trial.fail(name, "looking at the position changed it")
            return False
        if not clean and look is copies.clones:
            return False
    trial.ledger.pairs += len(trial.viewers)
    return True
