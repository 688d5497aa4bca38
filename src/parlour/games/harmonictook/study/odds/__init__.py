"""The mathematics behind the bots and hints of harmonictook: exact odds and expected coins, compiled."""
