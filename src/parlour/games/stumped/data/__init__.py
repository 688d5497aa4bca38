"""The data files of Stumped (the table of the beavers' jobs), and the code that reads them."""
