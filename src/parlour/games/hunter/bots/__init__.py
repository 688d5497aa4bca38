"""The bots of the game, and its features for learning bots."""
