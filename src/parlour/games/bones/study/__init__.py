"""Analysis of positions and matches of Baldur's Bones: hints of the coach, review, odds."""
