"""The bots of harmonictook, and the numbers that describe a position to machine learners."""
