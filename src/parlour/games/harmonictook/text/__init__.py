"""Notation, questions, sentences and the text board."""
