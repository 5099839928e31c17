"""Playing: games between bots, from a seed, written as records."""

from ttrn.play.table import play_random, set_up

__all__ = ["play_random", "set_up"]
