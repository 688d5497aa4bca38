"""The bots of Baldur's Bones, and its features for programs that learn."""
