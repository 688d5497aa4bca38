"""The bots of Magpie, and its positions as numbers (features) for programs that learn."""
