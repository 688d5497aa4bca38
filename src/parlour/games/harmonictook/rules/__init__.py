"""The rules of harmonictook: the state of a match and the phases of play."""
