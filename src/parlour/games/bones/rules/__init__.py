"""The rules of Baldur's Bones: the city, the state and the campaign."""
