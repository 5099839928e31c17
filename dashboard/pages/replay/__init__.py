"""The page "Replay": a board that is stepped through in the browser, with what is known of each turn beside it."""
