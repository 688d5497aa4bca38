"""Experiments: variations of a game on the same seeds, read from a file, played in chunks and shown in a report."""
