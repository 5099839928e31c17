"""Seeded positions as they stand at the end of a game: 20 to 23 routes, 35 to 45 trains, no pair of cities twice."""

import random

from ttrn.boards import Board

ROUTES = (20, 23)
TRAINS = (35, 45)


def scattered(board: Board, rng: random.Random) -> list[int]:
    """Return routes from anywhere on the board, short ones first of all."""
    return _position(board, rng, (1.0, 1.0, 1.0))


def spreading(board: Board, rng: random.Random) -> list[int]:
    """Return routes that grow out of one another, as players build them, with a rare new start elsewhere."""
    return _position(board, rng, (0.02, 1.0, 1.0))


def crowded(board: Board, rng: random.Random) -> list[int]:
    """Return routes that close as many circles as the board allows: the hardest positions."""
    return _position(board, rng, (0.0, 1.0, 30.0))


def _position(board: Board, rng: random.Random, factors: tuple[float, float, float]) -> list[int]:
    while True:
        owned = _grow(board, rng, factors)
        if len(owned) >= ROUTES[0] and sum(board.routes[route].length for route in owned) >= TRAINS[0]:
            return owned


def _grow(board: Board, rng: random.Random, factors: tuple[float, float, float]) -> list[int]:
    """Take routes one by one; ``factors`` weigh those that touch the cities met so far at no end, one or both."""
    count, left = rng.randint(*ROUTES), TRAINS[1]
    owned: list[int] = []
    pairs: set[int] = set()
    cities: set[int] = set()
    while len(owned) < count:
        # Every route still to come needs a train or two: without this reserve few positions would come to their end.
        most = left - int(1.5 * (count - len(owned) - 1))
        free = [route for route in board.routes if route.length <= most and route.pair not in pairs]
        weights = [
            (factors[(route.a in cities) + (route.b in cities)] if owned else 1.0) / route.length**2 for route in free
        ]
        if not any(weights):
            break
        route = rng.choices(free, weights)[0]
        owned.append(route.index)
        pairs.add(route.pair)
        cities |= {route.a, route.b}
        left -= route.length
    return owned
