"""Records without names and dates: whoever reads them cannot tell who played, nor when."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.records import Comment, Deck, Finished, Market, Player, Rank, Score, Tag

NUMBERS: Final = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
UNKNOWN_DATE: Final = "????-??-??"

PUBLIC_SITES: Final = frozenset({"Board Game Arena"})
"""Sites that tell nothing about who played there; any other may be somebody's home."""

LEFT_OUT: Final = frozenset({"Event", "Round", "Annotator", "Time", "Table"})
"""Tags by which a game could be found again."""


def anonymous(game: GameRecord) -> GameRecord:
    """Return the game with numbered players in place of names, and no date; comments stay as they are.

    Tags that may name a player (``View``, ``Result``) name the new ids.
    """
    ids = {player.id: f"p{seat}" for seat, player in enumerate(game.players, 1)}
    return GameRecord(tuple(_renamed(game.entries, ids)), game.first_turn)


def _renamed(entries: tuple[Entry, ...], ids: dict[str, str]) -> list[Entry]:
    found: list[Entry] = []
    for entry in entries:
        match entry:
            case Tag():
                if entry.name not in LEFT_OUT and (entry.name != "Site" or entry.value in PUBLIC_SITES):
                    found.append(_tag(entry, ids))
            case Player():
                found.append(_player(entry, ids))
            case Variation():
                found.append(replace(entry, entries=tuple(_renamed(entry.entries, ids)), places=()))
            case Score():
                found.append(replace(entry, scores=tuple([(ids[player], score) for player, score in entry.scores])))
            case Rank():
                found.append(replace(entry, places=tuple([(ids[player], place) for player, place in entry.places])))
            case Comment() | Market() | Deck() | Finished():
                found.append(entry)
            case _:
                found.append(replace(entry, player=ids[entry.player]) if entry.player else entry)
    return found


def _tag(tag: Tag, ids: dict[str, str]) -> Tag:
    if tag.name == "Date":
        return replace(tag, value=UNKNOWN_DATE)
    if tag.name in ("View", "Result"):
        return replace(tag, value=" ".join([ids.get(word, word) for word in tag.value.split(" ")]))
    return tag


def _player(player: Player, ids: dict[str, str]) -> Player:
    seat = list(ids).index(player.id)
    return replace(player, id=ids[player.id], name=f"Player {NUMBERS[seat] if seat < len(NUMBERS) else seat + 1}")
