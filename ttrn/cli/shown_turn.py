"""The table at one moment of a game, as ``ttrn show`` prints it and as data."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ttrn.cli.check import CheckLimits
from ttrn.cli.output import counted, say, show_table
from ttrn.cli.replayed import Replayed
from ttrn.cli.score import show_reckoning, without
from ttrn.core.cards import LETTERS, UNKNOWN, letters
from ttrn.core.facts import Section
from ttrn.core.scoring import score_game
from ttrn.core.state import OVER, PHASES, SCORING, SETUP, State
from ttrn.hidden.bounds import Bounds, hand_bounds, ranges
from ttrn.notation import Comment, Turn, format_turn
from ttrn.notation.levels import level, without_turns
from ttrn.notation.writer import format_comment
from ttrn.viewer.outcome_text import doubts, standing, verdict
from ttrn.viewer.table_data import next_up as next_text
from ttrn.viewer.turn_text import path_title, ticket_title


class ShownTurn(NamedTuple):
    """A game at one turn: the state after it, and what stands in the record there."""

    replayed: Replayed
    turn: int
    state: State
    text: str
    comments: tuple[str, ...]
    bounds: list[Bounds] | None = None
    """What is proved of each hand, if any hand was not seen and it could be found."""
    hindsight: bool = False
    """Whether what came after the turn was used for that too."""

    @property
    def players(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return self.replayed.people


def moment(
    replayed: Replayed, turn: int | None, limits: CheckLimits | None = None, *, hindsight: bool = False
) -> ShownTurn:
    """Return the game after a turn, the last one if none is named; the one before the first is the setup.

    What is proved of hidden hands is what was known then; with ``hindsight`` what came later is used too.

    Raises:
        IndexError: there is no such turn.
    """
    timeline = replayed.timeline
    number = timeline.last if turn is None else turn
    # After the last turn players show their tickets: the end of the record knows more than the turn itself.
    state = timeline.final if number == timeline.last else timeline.state(number)
    text, comments = _written(replayed, number)
    bounds = None
    if limits is not None and any(state.hands[seat][UNKNOWN] for seat in range(state.seats)):
        bounds = hand_bounds(timeline, number, limits.budget(), hindsight=hindsight)
    return ShownTurn(replayed, number, state, text, comments, bounds, hindsight)


def _written(replayed: Replayed, number: int) -> tuple[str, tuple[str, ...]]:
    """Return a turn as the record has it, and its comments: the blocks above it and the one on its line."""
    at = replayed.timeline.game.first_turn
    above: list[str] = []
    for entry in replayed.timeline.game.entries:
        if isinstance(entry, Comment):
            above.append(format_comment(entry))
        elif isinstance(entry, Turn):
            if at == number:
                own = [format_comment(entry.comment)] if entry.comment else []
                return format_turn(entry, number), (*above, *own)
            at += 1
            above = []
        else:
            above = []
    return "", ()


def show_moment(now: ShownTurn) -> None:
    """Print the state for people."""
    say(now.replayed.heading, "bold")
    if without_turns(now.replayed.timeline.game):
        _show_end(now)
        return
    say(when(now))
    if now.text:
        say(now.text, "cyan")
    for comment in now.comments:
        say(comment.replace("\n", " "), "green")
    say()
    say(next_up(now), "bold")
    say()
    show_table(("pile", "cards", "which"), _piles(now.state), right=("cards",))
    say()
    more = [thing.what for thing in now.state.game.scoring.counted.values()]
    columns: tuple[str, ...] = ("player", "score", "trains", "cards", "hand", "routes", "tickets", *more)
    rows = _players(now)
    if not now.state.game.facts.on_map:
        columns, rows = without(columns, rows, ("trains", "routes"))
    show_table(columns, rows, right=("score", "trains", "cards", "routes", "tickets", *more))
    _show_hidden_hands(now)
    for section in _board_sections(now):
        say()
        show_table(section.columns, section.rows, right=section.right)


def _show_end(now: ShownTurn) -> None:
    """Print the end of a game of which no turn was kept: its score sheets, and its final board."""
    timeline = now.replayed.timeline
    say(standing(timeline))
    say()
    show_reckoning(now.replayed)
    for section in _board_sections(now):
        say()
        show_table(section.columns, section.rows, right=section.right)
    say()
    say(verdict(timeline, now.players), "bold")
    for doubt in doubts(timeline, now.players):
        say(doubt, "yellow")


def _board_sections(now: ShownTurn) -> list[Section]:
    """Return routes, tickets and what else lies on the board, as far as there is any."""
    sections = (
        Section(("player", "route", "cities", "spaces", "points"), _routes(now), ("spaces", "points")),
        Section(("player", "ticket", "cities", "points", "progress"), _tickets(now), ("points",)),
        *[section(now.state, now.players) for section in now.state.game.facts.sections],
    )
    return [section for section in sections if section.rows]


def _show_hidden_hands(now: ShownTurn) -> None:
    """Print what is certain of the hands that were not seen, and how many cards of each kind there can be."""
    if not any(hand[UNKNOWN] for hand in now.state.hands):
        return
    say()
    if now.state.house.partial:
        say("Of hidden hands nothing can be proved: only some of the turns were noted.")
        return
    if now.bounds is None:
        say("Nothing could be proved of hidden hands: the record breaks a rule, or the search was given up.")
        return
    by = "by the whole record"
    if now.turn < now.replayed.timeline.last:
        by = f"with hindsight, {by}" if now.hindsight else "by what was known at this turn"
    say(f"Hidden hands, {by}:")
    kinds = "".join(now.state.board.tables.train_cards)
    rows = [
        (name, letters(bounds.certain[:UNKNOWN]) or "nothing", *ranges(bounds, kinds))
        for name, bounds, hand in zip(now.players, now.bounds, now.state.hands, strict=True)
        if hand[UNKNOWN]
    ]
    show_table(("hidden hand", "certain", *kinds), rows, right=tuple(kinds))


def when(now: ShownTurn) -> str:
    """Say which moment this is."""
    timeline = now.replayed.timeline
    if now.turn < timeline.game.first_turn:
        setup = "After the setup, before the first turn."
        return "At the position that the record starts from." if "Position" in timeline.game.tags else setup
    if timeline.final.house.partial:
        return f"After turn {now.turn} of {counted(timeline.last, 'turn')} that were noted, and not all."
    return f"After turn {now.turn} of {timeline.last}."


def next_up(now: ShownTurn) -> str:
    """Say whose turn it is, and whether the end is near."""
    if now.state.house.partial and now.state.phase != OVER:
        return "Who was to move then is not told."
    text = next_text(now.state, now.players)
    return text if now.state.phase in (OVER, SCORING, SETUP) else f"Turn {now.state.number}: {text}"


def _piles(state: State) -> list[tuple[str, ...]]:
    """Return market, deck and discards; they are not certain once a replacement went unrecorded."""
    unsure = "not certain: what replaced a card was not always recorded"
    rows: list[tuple[str, ...]] = []
    for name, cards in (("market", state.market), ("discards", state.discards)):
        rows.append(
            (name, "?" if state.market_unknown else str(sum(cards)), unsure if state.market_unknown else known(cards))
        )
    deck = (
        "deck",
        "?" if state.market_unknown else str(state.deck_size),
        unsure if state.market_unknown else _order(state),
    )
    tickets = [(f"{deck.name} tickets".lstrip(), str(deck.size), "") for deck in state.ticket_decks]
    piles = state.rules.open_piles(state)
    lying = [(pile.where, str(sum(pile.cards)), known(pile.cards)) for pile in piles if any(pile.cards)]
    return [rows[0], deck, rows[1], *lying, *tickets]


def _order(state: State) -> str:
    return f"next {letters_of(state.deck[::-1][:12])}…" if state.ordered and len(state.deck) > 12 else ""


def letters_of(kinds: list[int]) -> str:
    """Return cards in their order as letters."""
    return "".join([letters([number == kind for number in range(UNKNOWN + 1)]) for kind in kinds])


def known(cards: list[int]) -> str:
    """Return a hand or a pile: the known cards as letters, and how many are unknown.

    >>> from ttrn.core.cards import counts
    >>> known(counts("RRL??")), known(counts("?")), known(counts(""))
    ('RRL and 2 unknown', '1 unknown', 'none')
    """
    seen = letters(cards[:UNKNOWN])
    parts = [seen] if seen else []
    if cards[UNKNOWN]:
        parts.append(f"{cards[UNKNOWN]} unknown")
    return " and ".join(parts) or "none"


def _players(now: ShownTurn) -> list[tuple[str, ...]]:
    state = now.state
    return [
        (
            name,
            str(state.scores[seat]),
            str(state.trains[seat]),
            *_hand(now, seat),
            str(len(state.routes_of(seat))),
            str(len(state.tickets[seat]) + sum(state.unknown_tickets[seat])),
            *[str(thing.value(state, seat)) for thing in state.game.scoring.counted.values()],
        )
        for seat, name in enumerate(now.players)
    ]


def _hand(now: ShownTurn, seat: int) -> tuple[str, str]:
    """Return how many cards a player holds and which."""
    state = now.state
    return (
        (str(sum(state.hands[seat])), known(state.hands[seat])) if now.state.hand_sure(seat) else ("?", "not certain")
    )


def _routes(now: ShownTurn) -> list[tuple[str, ...]]:
    board = now.state.board
    owned = [(seat, board.routes[route]) for seat in range(now.state.seats) for route in now.state.routes_of(seat)]
    return [
        (
            now.players[seat],
            board.route_text(route),
            path_title(board, (route.a, route.b)),
            str(route.length),
            str(route.points),
        )
        for seat, route in owned
    ]


def _tickets(now: ShownTurn) -> list[tuple[str, ...]]:
    board = now.state.board
    rows: list[tuple[str, ...]] = []
    borrowed = _over_stations(now.state)
    progress = now.state.game.facts.progress_text
    for seat, name in enumerate(now.players):
        for index in now.state.tickets[seat]:
            ticket = board.tickets[index]
            text, title = board.ticket_text(ticket), ticket_title(board, ticket)
            far = BORROWED if (seat, index) in borrowed else progress(now.state, seat, index)
            rows.append((name, text, title, str(ticket.points), far))
        # Where turns are missing nobody knows how many tickets there are.
        hidden = 0 if now.state.house.partial else sum(now.state.unknown_tickets[seat])
        if hidden:
            rows.append((name, "?", counted(hidden, "unknown ticket"), "?", ""))
    return rows


BORROWED = "complete over a borrowed route"


def _over_stations(state: State) -> set[tuple[int, int]]:
    """Return the tickets, by seat, that stations completed at the end of the game."""
    if state.phase != OVER:
        return set()
    scores = score_game(state).seats
    return {(score.seat, ticket) for score in scores for station in score.borrowed for ticket in station.tickets}


def moment_data(now: ShownTurn) -> dict[str, Any]:
    """Return the state for programs; what is not certain is null."""
    state = now.state
    sure = not state.market_unknown
    kept = not without_turns(now.replayed.timeline.game)
    return {
        "file": now.replayed.file,
        "game": now.replayed.number,
        "board": state.board.name,
        "level": level(now.replayed.timeline.game),
        "turn": now.turn if kept else None,
        "turns": now.replayed.timeline.last if kept else None,
        "text": now.text,
        "comments": list(now.comments),
        "over": state.phase == OVER,
        "to_move": None if state.phase == OVER or not kept else state.names[state.seat],
        "waits_for": PHASES[state.phase] if kept or state.phase == OVER else None,
        "turns_left": state.last_turns if state.last_turns >= 0 else None,
        "exact": state.exact,
        "hindsight": now.hindsight,
        "market": letters(state.market) if sure else None,
        "deck": state.deck_size if sure else None,
        "discards": letters(state.discards) if sure else None,
        "lying_out": [letters(pile.cards) for pile in state.rules.open_piles(state) if any(pile.cards)],
        "ticket_deck": [deck.size for deck in state.ticket_decks] if kept else None,
        "players": [_seat_data(now, seat) for seat in range(state.seats)],
        "problems": len(now.replayed.timeline.problems),
    }


def _bounds_data(now: ShownTurn, seat: int) -> dict[str, list[int]] | None:
    """Return the fewest and the most cards of each kind in a hand that was not seen."""
    if now.bounds is None or not now.state.hands[seat][UNKNOWN]:
        return None
    kinds = now.state.board.tables.train_cards
    bounds = now.bounds[seat]
    return {letter: [bounds.least[LETTERS.index(letter)], bounds.most[LETTERS.index(letter)]] for letter in kinds}


def _seat_data(now: ShownTurn, seat: int) -> dict[str, Any]:
    state = now.state
    board, facts = state.board, state.game.facts
    timeline = now.replayed.timeline
    # Without turns only the final board tells what somebody has.
    known = not without_turns(timeline.game) or seat in timeline.ending.routes
    return {
        "player": state.names[seat],
        "name": now.replayed.timeline.game.players[seat].name,
        "score": state.scores[seat] if known else None,
        "total": timeline.reckoning.seats[seat].total.value if without_turns(timeline.game) else None,
        "trains": state.trains[seat] if known else None,
        "hand": letters(state.hands[seat]) if now.state.hand_sure(seat) else None,
        "bounds": _bounds_data(now, seat),
        "routes": [board.route_text(board.routes[route]) for route in state.routes_of(seat)] if known else None,
        "tickets": [
            {
                "ticket": board.ticket_text(board.tickets[index]),
                "points": board.tickets[index].points,
                "trains_needed": facts.progress(state, seat, index) if facts.on_map else None,
            }
            for index in state.tickets[seat]
        ],
        "unknown_tickets": sum(state.unknown_tickets[seat]) if known else None,
        **dict.fromkeys(_OF_SOME_GAMES),
        **{key: value for data in facts.seat_data for key, value in data(state, seat).items()},
    }


_OF_SOME_GAMES: Final = ("stations", "passengers", "railyard")
"""What every seat has in JSON: null where the game has no such thing."""
