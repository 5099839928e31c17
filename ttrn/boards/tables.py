"""The head of a board file: the tables that a game is played with."""

import re
from dataclasses import dataclass

from ttrn.boards.features import ANYTHING, Features
from ttrn.boards.fields import TableFields, is_whole, shown
from ttrn.boards.model import CARD_LETTERS, DECKS, Tables, TicketDraw
from ttrn.boards.names import did_you_mean
from ttrn.registry import find_game, game_names

TOP_KEYS = (
    "name",
    "title",
    "rules",
    "players",
    "trains",
    "train_colors",
    "train_cards",
    "deal",
    "market",
    "route_points",
    "bonuses",
    "stations",
    "passengers",
    "merchandise",
    "big_cities",
    "ticket_draws",
    "drawing",
    "map",
    "cities",
    "routes",
    "tickets",
    "tickets_confirmed",
    "tickets_note",
)

# The keys that only some rules have a use for: there they are required, elsewhere they are a mistake.
_KEYS_OF_RULES = ("trains", "route_points", "routes", "stations", "passengers", "merchandise", "big_cities")
_LETTERS_OF_RULES = ("F", "T")
_BONUSES_OF_RULES = ("longest_path", "most_tickets")


@dataclass(frozen=True, slots=True)
class Header:
    """Name, title and rules of a board, with what these need and allow, and the size of its drawing."""

    name: str
    title: str
    rules: str
    features: Features
    width: float
    height: float

    def wants(self, top: TableFields, key: str) -> bool:
        """Return whether a key is to be read: the rules need it, or anything is read and it is there."""
        return key in self.features.needs or (self.features is ANYTHING and top.has(key))


def read_header(top: TableFields, *, trusted: bool = False) -> Header:
    """Read what stands first in the file; the rules are empty (and noted) when no such rules exist.

    A ``trusted`` file is not compared with its rules, so that they need not be imported.
    """
    name = top.text("name")
    if name and not (name.isascii() and name.replace("_", "").isalnum() and name.islower()):
        top.note("name", f'"{name}" is no board name: it may have small letters, digits and _ only')
    rules = top.text("rules")
    features = ANYTHING
    if rules and not trusted:
        try:
            features = find_game(rules).features
        except LookupError:
            top.note("rules", f'unknown rules "{rules}"{did_you_mean(rules, game_names())}')
            rules = ""
    _check_keys_of_rules(top, rules, features)
    drawing = top.table("drawing", ("width", "height"))
    size = (0.0, 0.0)
    if drawing:
        drawing.check_keys(TOP_KEYS)
        size = (_size(drawing, "width"), _size(drawing, "height"))
    return Header(name, top.text("title"), rules, features, *size)


def _size(drawing: TableFields, key: str) -> float:
    size = drawing.number(key)
    if drawing.has(key) and size <= 0:
        drawing.note(key, "a number above 0 is wanted here")
    return size


def _check_keys_of_rules(top: TableFields, rules: str, features: Features) -> None:
    """Note keys that the rules have no use for."""
    for key in _KEYS_OF_RULES:
        if top.has(key) and not features.knows(key):
            top.note(key, f'the rules "{rules}" have no use for this key')


def read_tables(top: TableFields, header: Header, codes: dict[str, int]) -> Tables:
    """Read the tables of the game; ``codes`` are the cities, for the tables that name some."""
    low, high = _players(top)
    longest_path, most_tickets = _bonuses(top, header)
    stations, station_costs, station_points = _stations(top) if header.wants(top, "stations") else (0, (), 0)
    setup, play = _ticket_draws(top)
    cards, locomotives = _deal(top)
    return Tables(
        min_players=low,
        max_players=high,
        train_cards=_train_cards(top, header),
        setup_tickets=setup,
        play_tickets=play,
        trains=top.whole("trains", least=1) if header.wants(top, "trains") else 0,
        train_colors=top.texts("train_colors", ()),
        dealt_cards=cards,
        dealt_locomotives=locomotives,
        market=top.whole("market"),
        route_points=_route_points(top) if header.wants(top, "route_points") else {},
        longest_path=longest_path,
        most_tickets=most_tickets,
        stations=stations,
        station_costs=station_costs,
        station_points=station_points,
        passengers=top.whole("passengers", least=1) if header.wants(top, "passengers") else 0,
        merchandise=_merchandise(top) if header.wants(top, "merchandise") else {},
        big_cities=_big_cities(top, codes) if header.wants(top, "big_cities") else {},
    )


def _players(top: TableFields) -> tuple[int, int]:
    players = top.table("players", ("min", "max"))
    if players is None:
        return 1, 1
    players.check_keys(TOP_KEYS)
    low, high = players.whole("min", least=1), players.whole("max", least=1)
    if low > high and players.has("max"):
        top.note("players", f"min is {low} and max only {high}")
    return low, high


def _train_cards(top: TableFields, header: Header) -> dict[str, int]:
    cards = top.table("train_cards", tuple(CARD_LETTERS))
    if cards is None:
        return {}
    cards.check_keys(TOP_KEYS)
    for letter in _LETTERS_OF_RULES:
        if cards.has(letter) and not header.features.knows(letter):
            cards.note(letter, f'the rules "{header.rules}" have no such card')
    return {letter: cards.whole(letter) for letter in CARD_LETTERS if cards.has(letter)}


def _deal(top: TableFields) -> tuple[int, int]:
    deal = top.table("deal", ("cards", "locomotives"))
    if deal is None:
        return 0, 0
    deal.check_keys(TOP_KEYS)
    return deal.whole("cards"), deal.whole("locomotives", 0)


def _route_points(top: TableFields) -> dict[int, int]:
    table = top.table("route_points", None)
    points = {}
    for key in table.data if table else ():
        assert table is not None
        if re.fullmatch("[1-9][0-9]?", key):
            points[int(key)] = table.whole(key)
        else:
            top.note("route_points", f'"{key}" is no length of a route')
    return points


def _bonuses(top: TableFields, header: Header) -> tuple[int, int]:
    bonuses = top.table("bonuses", _BONUSES_OF_RULES) if top.has("bonuses") else None
    if bonuses is None:
        return 0, 0
    bonuses.check_keys(TOP_KEYS)
    for key in _BONUSES_OF_RULES:
        if bonuses.has(key) and not header.features.knows(key):
            bonuses.note(key, f'the rules "{header.rules}" have no such bonus')
    return bonuses.whole("longest_path", 0), bonuses.whole("most_tickets", 0)


def _stations(top: TableFields) -> tuple[int, tuple[int, ...], int]:
    stations = top.table("stations", ("each", "costs", "points"))
    if stations is None:
        return 0, (), 0
    stations.check_keys(TOP_KEYS)
    each, costs, points = stations.whole("each"), stations.wholes("costs"), stations.whole("points")
    if costs and len(costs) != each:
        stations.note("costs", f"one cost for each of the {each} stations is wanted, not {len(costs)}")
    return each, costs, points


def _merchandise(top: TableFields) -> dict[str, tuple[int, ...]]:
    stacks = top.table("merchandise", None)
    return {color: stacks.wholes(color) for color in stacks.data} if stacks else {}


def _big_cities(top: TableFields, codes: dict[str, int]) -> dict[int, int]:
    table = top.table("big_cities", tuple(codes))
    if table is None:
        return {}
    table.check_keys(TOP_KEYS)
    return {codes[code]: table.whole(code) for code in table.data if code in codes}


def _ticket_draws(top: TableFields) -> tuple[TicketDraw, TicketDraw]:
    draws = top.table("ticket_draws", ("setup", "play"))
    if draws is None:
        return TicketDraw(0, 0), TicketDraw(0, 0)
    draws.check_keys(TOP_KEYS)
    return _ticket_draw(draws, "setup"), _ticket_draw(draws, "play")


def _ticket_draw(draws: TableFields, key: str) -> TicketDraw:
    draw = draws.table(key, ("take", "keep"))
    if draw is None:
        return TicketDraw(0, 0)
    draw.check_keys(TOP_KEYS)
    keep, take, by_deck = draw.whole("keep"), draw.data.get("take"), {}
    if isinstance(take, dict):
        decks = TableFields(take, draw.notes, DECKS, draw.at("take"))
        decks.check_keys(TOP_KEYS)
        by_deck = {deck: decks.whole(deck) for deck in DECKS if decks.has(deck)}
    elif draw.has("take") and not is_whole(take):
        draw.note("take", f"a whole number, or a table of decks, is wanted here, not {shown(take)}")
        return TicketDraw(0, 0)
    total = sum(by_deck.values()) if by_deck else (0 if isinstance(take, dict) else draw.whole("take"))
    if keep > total and draw.has("take"):
        draw.note("keep", f"{keep} cannot be kept when {total} are taken")
    return TicketDraw(total, keep, by_deck)
