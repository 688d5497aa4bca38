"""Bots against each other, rated: formats, entrants, strengths, and ratings that can be proved."""
