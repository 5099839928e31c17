"""Routes as a graph: which cities they join, and the longest path. It knows boards, and no state of a game."""
