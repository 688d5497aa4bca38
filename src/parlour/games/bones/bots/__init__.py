"""The bots of Baldur's Bones, and its positions as numbers (features) for programs that learn."""
