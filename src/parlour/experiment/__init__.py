"""Variations of a game on the same seeds: read from a file, played in parts, told in a report."""
