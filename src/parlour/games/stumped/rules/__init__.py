"""The rules of Stumped: the state and the phases of play."""
