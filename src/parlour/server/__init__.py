"""Tables over HTTP and WebSocket: lobby, seats, watchers, bots."""
