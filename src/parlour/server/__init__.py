"""The Parlour web server: people and bots play board games at its tables, over HTTP and WebSocket."""
