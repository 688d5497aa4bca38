"""Matches over sockets for contest clients: lobby, match processes, clocks, gamelogs. It knows no game."""
