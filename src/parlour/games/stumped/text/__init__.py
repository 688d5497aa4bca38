"""The texts of Stumped: notation, questions, sentences, text board."""
