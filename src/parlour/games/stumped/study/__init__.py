"""Analysis of Stumped: the coach's hints, the review of a match, and the statistics of simulations."""
