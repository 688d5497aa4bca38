"""Imports the modules of a contest match process in the fork server.

They are frozen for the garbage collector, so that the forked processes share their memory."""

from __future__ import annotations

import gc

import parlour.contest.match_process
import parlour.games

PRELOADED_MODULES = parlour.contest.match_process, parlour.games

gc.collect()
gc.freeze()
