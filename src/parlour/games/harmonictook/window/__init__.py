"""The board of harmonictook in the native window: market, dice, towns with their skylines."""

from parlour.games.harmonictook.window.board import Board

__all__ = ["Board"]
