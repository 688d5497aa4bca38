"""The random bot, which plays any game."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.kernel.match import AnswerPicker


class Random(AnswerPicker):
    """A bot that chooses any legal answer, all equally likely."""

    def pick(self, count: i64) -> i64:
        return self.rng.below(count)
