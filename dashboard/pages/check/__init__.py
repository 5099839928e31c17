"""The page "Check and explore": a text editor that checks records, and queries on the database."""
