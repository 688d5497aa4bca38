"""The printed tables and texts, and the code that reads them."""
