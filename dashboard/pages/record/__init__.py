"""The page on which a game is recorded by tapping."""
