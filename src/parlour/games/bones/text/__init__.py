"""The texts of Baldur's Bones: notation, questions, sentences, captions and the text board."""
