"""The page "Compare": two games, or two turns of one game, side by side."""
