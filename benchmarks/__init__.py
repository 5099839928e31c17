"""Speed, as ratios to a peer or a lower bound measured in the same run."""
