"""The rules: the state and the phases of play."""
