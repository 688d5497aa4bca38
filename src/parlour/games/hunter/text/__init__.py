"""The texts of Hunter & Apprentice: notation of actions, questions, sentences of the log, text board, rulebook."""
