"""The mathematics behind the bots and the coach of Baldur's Bones: exact chances to win, compiled."""
