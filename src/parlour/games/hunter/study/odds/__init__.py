"""The mathematics behind the bots and the coach of Hunter & Apprentice: exact odds and values of battles, compiled."""
