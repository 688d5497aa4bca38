"""The players that know this game, and its features for learners."""
