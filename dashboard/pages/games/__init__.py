"""The page "Games": the archive as a table, and games that the user uploads."""
