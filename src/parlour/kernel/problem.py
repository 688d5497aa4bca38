"""What went wrong, said to the person who can mend it."""

from __future__ import annotations


class Problem(ValueError):
    """One clear sentence for a user: what is wrong, and what would be right."""
