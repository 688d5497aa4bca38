"""Analysis of harmonictook: hints for players, reviews of matches, odds and expected income."""
