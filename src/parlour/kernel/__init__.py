"""The contract between games and everything else: states, bots, journals, options, records. It knows no single game."""
