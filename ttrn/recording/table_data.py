"""The table as plain data for a page that records: what lies where, what was played, and how it ended."""

from __future__ import annotations

from typing import Any

from ttrn.core.cards import letters
from ttrn.core.facts import pieces_of
from ttrn.core.scoring import score_game
from ttrn.core.state import OVER, PHASES, State
from ttrn.core.tickets import ticket_name
from ttrn.notation.game import GameRecord
from ttrn.notation.levels import level
from ttrn.notation.records import Player, Statement, Turn
from ttrn.notation.writer import format_turn
from ttrn.recording.statements import tap_of
from ttrn.replays.reckoning import reckon, winners_told
from ttrn.replays.run import Run


def table_data(game: GameRecord, state: State) -> dict[str, Any]:
    """Return the players, their cards, trains and points as far as they are known, and what lies on the board."""
    players = game.players
    return {
        "board": game.board,
        "level": level(game),
        "phase": PHASES[state.phase],
        "over": state.phase == OVER,
        "last_turns": state.last_turns if state.last_turns >= 0 else None,
        "market": None if state.market_unknown else letters(state.market),
        "deck": None if state.market_unknown else state.deck_size,
        "owners": [owner if owner >= 0 else None for owner in state.owners],
        "pieces": [{"what": piece.what, "seat": piece.seat, "city": piece.city} for piece in pieces_of(state)],
        "seats": [
            {
                "id": player.id,
                "name": player.name or player.id,
                "color": player.color,
                "score": state.scores[seat],
                "trains": state.trains[seat],
                "hand": letters(state.hands[seat]) if state.hand_sure(seat) else None,
                "tickets": [{"ticket": ticket, "text": ticket_name(state, ticket)} for ticket in state.tickets[seat]],
                "unknown_tickets": sum(state.unknown_tickets[seat]),
            }
            for seat, player in enumerate(players)
        ],
    }


def turn_data(game: GameRecord) -> list[dict[str, Any]]:
    """Return the turns of a game, each with its number, its line in the text and its words."""
    first = game.places[0] if game.places else 1
    found: list[dict[str, Any]] = []
    for place, entry in zip(game.places, game.entries, strict=True):
        if isinstance(entry, Turn):
            number = game.first_turn + len(found)
            found.append(
                {
                    "number": number,
                    "player": entry.player,
                    "line": place - first + 1,
                    "text": format_turn(entry, number).partition(". ")[2].partition(" ")[2],
                }
            )
    return found


def statement_data(game: GameRecord) -> list[dict[str, Any]]:
    """Return the lines that are neither turns nor players nor tags, each with the tap that asks for it, if any does."""
    first = game.places[0] if game.places else 1
    return [
        {"line": place - first + 1, "tap": tap_of(entry)}
        for place, entry in zip(game.places, game.entries, strict=True)
        if isinstance(entry, Statement) and not isinstance(entry, Player)
    ]


def end_data(game: GameRecord, run: Run) -> dict[str, Any] | None:
    """Return the end by its components, each with its source; None while the game goes on."""
    state = run.state
    if not game.players or not (state.phase == OVER or state.house.partial):
        return None
    turns, result = bool(game.turns), winners_told(game)
    reckoned = reckon(state, run.ending, score_game(state), turns=turns, result=result)
    return {
        "winners": [state.names[seat] for seat in reckoned.winners],
        "seats": [
            {
                "id": state.names[seat.seat],
                "components": {name: [figure.value, figure.source] for name, figure in seat.components.items()},
                "total": [seat.total.value, seat.total.source],
                "rank": [seat.rank.value, seat.rank.source],
            }
            for seat in reckoned.seats
        ],
    }
