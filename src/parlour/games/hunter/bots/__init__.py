"""The bots of Hunter & Apprentice, and its positions as numbers (features) for learning bots."""
