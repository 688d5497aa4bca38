"""The game in language: notation, questions, sentences, text board."""
