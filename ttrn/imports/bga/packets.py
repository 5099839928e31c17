"""The JSON shapes: envelopes with packets of notifications, as the site's history and its archive give them."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, NamedTuple

from ttrn.imports.bga.events import At, Event, Log
from ttrn.imports.bga.fields import LogFields, whole
from ttrn.imports.bga.notifications import Names, told
from ttrn.imports.files import parsed
from ttrn.imports.importer import BrokenLog, Source

HISTORY: Final = "the in-game history"
ARCHIVE: Final = "the archive of the table"


class Envelope(NamedTuple):
    """What a JSON file holds: its packets, and the players where it lists them."""

    packets: list[Any]
    players: list[Any]


def looks_like_json(text: str) -> bool:
    """Return whether a file may be JSON."""
    return text.lstrip()[:1] in ("{", "[")


def read_json(source: Source) -> Log:
    """Read the in-game history or the archive of a table.

    Raises:
        BrokenLog: it is no JSON, no log, or something in it cannot be understood.
    """
    envelope = _envelope(parsed(source.text))
    names = Names()
    for player in envelope.players:
        fields = LogFields(player, At(0, path="players"))
        names.learn(fields.loose("id"), fields.loose("name"))
    found = [_packet(packet, f"packet {number}") for number, packet in enumerate(envelope.packets, 1)]
    for packet in found:
        for fields in packet.arguments:
            names.learn(fields.loose("playerId"), fields.loose("player_name"))
    skipped: Counter[str] = Counter()
    events: list[Event] = []
    for packet in found:
        for notification, fields in zip(packet.notifications, packet.arguments, strict=True):
            whats = told(notification, fields, packet.owner, names)
            if whats is None:
                skipped[_type(notification)] += 1
            else:
                events += [Event(fields.at, what) for what in whats]
    shape = HISTORY if any(packet.kind == "history" for packet in found) else ARCHIVE
    table = next((packet.table for packet in found if packet.table), "")
    unknown = tuple([f"{kind} ({number})" for kind, number in skipped.most_common()])
    return Log(tuple(events), shape, table, unknown)


def _envelope(data: object) -> Envelope:
    """Find the packets: they lie under one or more objects called data, or under logs."""
    players: list[Any] = []
    for _ in range(4):
        if isinstance(data, list):
            break
        fields = LogFields(data, At(0))
        refused = fields.values.get("error")
        if isinstance(refused, str):
            raise BrokenLog("LOG-SHAPE", f'the site did not give a log, but said "{refused[:200]}"')
        players = players or (fields.values["players"] if isinstance(fields.values.get("players"), list) else [])
        data = fields.values.get("logs", fields.values.get("data"))
    if not isinstance(data, list) or not all(isinstance(packet, dict) and "data" in packet for packet in data):
        hint = 'a log has a list of packets under "data" or "logs"'
        raise BrokenLog("LOG-SHAPE", "this JSON is no log of Board Game Arena", hint=hint)
    if not data:
        raise BrokenLog("LOG-SHAPE", "this log has no packets: nothing happened at the table")
    return Envelope(data, players)


class _Packet(NamedTuple):
    owner: str
    """The number of the player whose private packet this is; empty for one that all can see."""
    kind: str
    table: str
    notifications: list[Any]
    arguments: list[LogFields]


def _packet(packet: dict[str, Any], path: str) -> _Packet:
    fields = LogFields(packet, At(0, path=path))
    move = fields.maybe("move_id") or 0
    if move < 0:
        raise fields.at.broken("LOG-LINE", f'"move_id" is {move}')
    time = fields.maybe("time")
    channel = fields.text("channel")
    owner = channel.rpartition("/")[2].removeprefix("p") if channel.startswith("/player/") else ""
    notifications = fields.items("data")
    arguments: list[LogFields] = []
    for number, notification in enumerate(notifications, 1):
        at = At(move, time, path=f"{path}, notification {number}" if len(notifications) > 1 else path)
        if not isinstance(notification, dict):
            raise at.broken("LOG-LINE", "this is no notification")
        arguments.append(LogFields(notification.get("args"), at))
    table = "" if "table_id" not in fields else str(whole(packet["table_id"], "table_id", fields.at))
    return _Packet(owner, fields.text("packet_type"), table, notifications, arguments)


def _type(notification: dict[str, Any]) -> str:
    kind = notification.get("type")
    return kind[:40] if isinstance(kind, str) and kind else "without a type"
