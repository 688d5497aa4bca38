"""The printed tables of Hunter & Apprentice (weapons, monsters, items) as CSV files, and the code that reads them."""
