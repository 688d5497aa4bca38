"""What every board game of this project shares: states, bots, journals, options, records. It knows no single game."""
