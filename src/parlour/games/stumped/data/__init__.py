"""Data files of Stumped, and the code that reads them."""
