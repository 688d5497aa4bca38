"""The rules of Stumped: the position, its map, the orders, the turns and the end of a match."""
