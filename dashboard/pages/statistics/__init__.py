"""The page "Statistics": questions about the games of one board, with their answers."""
