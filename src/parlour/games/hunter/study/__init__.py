"""Analysis of positions and matches of Hunter & Apprentice: hints of the coach, review, odds of battles."""
