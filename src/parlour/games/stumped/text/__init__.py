"""The texts of Stumped: notation of answers, questions, labels, event sentences, rulebook and text board."""
