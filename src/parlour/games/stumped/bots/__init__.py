"""Bots of Stumped, and its features for learning bots."""
