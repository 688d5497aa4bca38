"""The mathematics behind bots and coach: exact odds and values, compiled."""
