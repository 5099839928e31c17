"""A game as a reel: each turn in words and in numbers, for a page that steps through it in the browser."""
