"""The rules of Hunter & Apprentice: the position of a match, the phases of a round, and battles with monsters."""
