"""Everything a match process needs, loaded once in the process that all of them are copies of.

What is loaded stays as it is: the copies share it, and nobody looks through it again."""

from __future__ import annotations

import gc

import parlour.contest.match_process
import parlour.games

PRELOADED_MODULES = parlour.contest.match_process, parlour.games

gc.collect()
gc.freeze()
