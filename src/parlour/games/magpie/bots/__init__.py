"""The bots of Magpie, and its features for programs that learn."""
