"""The contract: states that ask, bots that answer, records that prove it. It knows no game."""
