"""A state as one line of text, and back (docs/positions.md)."""
