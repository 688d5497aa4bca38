"""The bots of Stumped, and the features of a position for learning bots."""
