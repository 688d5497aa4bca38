"""`python -m parlour` is `parlour`."""

from parlour.cli import main

if __name__ == "__main__":
    main()
