"""Analysis of positions and matches: coach, review, statistics."""
