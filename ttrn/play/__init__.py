"""Playing: games between bots, from a seed, written as records."""

from ttrn.play.bots import BOTS, Bot, UnknownBotError
from ttrn.play.dealing import set_up
from ttrn.play.match import BotError, play_game, play_match
from ttrn.play.memory import Memory
from ttrn.play.onward import play_from
from ttrn.play.playouts import play_random, simulate
from ttrn.play.redeal import redeal
from ttrn.play.remembering import remembered
from ttrn.play.view import View

__all__ = [
    "BOTS",
    "Bot",
    "BotError",
    "Memory",
    "UnknownBotError",
    "View",
    "play_from",
    "play_game",
    "play_match",
    "play_random",
    "redeal",
    "remembered",
    "set_up",
    "simulate",
]
