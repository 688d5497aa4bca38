"""Training of models by self-play, in NumPy: the networks behind the bot `learned`."""
