"""The bots of harmonictook, and its features for learners."""
