"""The rules: what is legal, what follows, what it scores; and the exact algorithms behind the scoring."""
