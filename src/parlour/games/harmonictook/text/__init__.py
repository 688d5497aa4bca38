"""The texts of harmonictook: notation of answers, questions, sentences about events, and the board as text."""
