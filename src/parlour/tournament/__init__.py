"""Tournaments, ladders and duels between bots, and ratings that can be verified from records."""
