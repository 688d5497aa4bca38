"""Tables and texts of Baldur's Bones, and the overrides of their figures."""
