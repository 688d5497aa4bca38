"""The cards, landmarks and bot profiles of harmonictook as data files, and the code that reads and checks them."""
