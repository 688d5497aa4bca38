"""Digests of whole matches, to compare two builds, and the path of the compiled build."""

from __future__ import annotations

import sys
from pathlib import Path

import parlour
from parlour.bots import make_bot
from parlour.games import find
from parlour.kernel import match
from parlour.kernel.match import Log, digest, play_out_match
from parlour.kernel.rng import match_seed

sys.path.append(str(Path(__file__).parent.parent / "tools"))

from compile import can_compile, compiled_copy

LINEUPS = (
    ("bones", ("random",)),
    ("bones", ("optimal",)),
    ("bones", ("thumb",)),
    ("bones", ("greedy",)),
    ("bones", ("hold18",)),
    ("magpie", ("random", "thrifty", "random")),
    ("magpie", ("greedy", "rollout:20")),
    ("magpie", ("mcts:40", "thrifty")),
)


def match_digests(count: int = 3) -> list[str]:
    """Returns the path of the kernel in use, then a digest of every match."""
    found = [str(match.__file__)]
    for name, specs in LINEUPS:
        game = find(name)
        options = {option.name: option.default for option in game.options}
        for index in range(count):
            state = game.start(len(specs), options, None)
            log = Log()
            play_out_match(state, [make_bot(game, spec) for spec in specs], match_seed(11, index), log)
            found.append(digest(state, log))
    return found


def compiled_source() -> Path | None:
    """Returns the compiled sources: these, or a compiled copy of them; None without a C compiler."""
    source = Path(parlour.__file__).parent.parent
    if not str(match.__file__).endswith(".py"):
        return source
    return compiled_copy(source.parent) / "src" if can_compile() else None
