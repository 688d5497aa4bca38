"""What the process of a contest match does for every order: sockets, clocks, messages, gamelog. Compiled."""
