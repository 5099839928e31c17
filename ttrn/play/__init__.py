"""Playing: games between bots, from a seed, written as records."""

from ttrn.play.bots import BOTS, Bot, UnknownBotError
from ttrn.play.dealing import set_up
from ttrn.play.match import BotError, play_game, play_match
from ttrn.play.playouts import play_random, simulate
from ttrn.play.view import View

__all__ = [
    "BOTS",
    "Bot",
    "BotError",
    "UnknownBotError",
    "View",
    "play_game",
    "play_match",
    "play_random",
    "set_up",
    "simulate",
]
