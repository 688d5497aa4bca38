"""One match on this device, whatever shows it: setup, files, whose turn it is, choices, answers and undo."""
