"""Reports and reviews for people: what to play, why, what if, and how a game was played.

Works on any game through `wonai.game`; the game's own words come from its `Advisor`. Prints nothing.
"""
