"""Worker processes: how every part of Parlour starts, asks, limits and ends another process."""
