"""The page "Players": one player beside the others at the same tables."""
