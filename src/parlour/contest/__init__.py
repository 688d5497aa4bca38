"""The contest server, where client programs play any game with a module `wire`: lobby, match processes, gamelogs."""
