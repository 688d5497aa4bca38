"""The Parlour server: tables over HTTP and WebSocket."""
