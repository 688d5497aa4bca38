"""Contest server for client programs: lobby, match processes, clocks, gamelogs. It is independent of the game."""
