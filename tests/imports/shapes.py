"""The shapes that one log comes in: each is cut out of the archive's packets, as the site cuts it."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.imports.exporter import TABLE


def archive(packets: list[dict[str, Any]], names: tuple[str, ...], *, old: bool = False) -> bytes:
    """Return the archive, in its envelope of today or in that of before 2024."""
    players = [{"id": str(1001 + seat), "name": name, "color": "ff0000"} for seat, name in enumerate(names)]
    inside: dict[str, Any] = {"logs": packets, "players": players}
    if old:
        inside = {"status": 1, "data": {"valid": 1, "data": packets}}
    return json.dumps({"status": 1, "data": inside}).encode()


def history(packets: list[dict[str, Any]], seat: int) -> bytes:
    """Return the in-game history as one of the players would get it."""
    found = []
    for packet in packets:
        if packet["channel"] not in (f"/table/t{TABLE}", f"/player/p{1001 + seat}"):
            continue
        visible = [
            {**notification, "args": {k: v for k, v in args.items() if k in notification["log"]} or []}
            for notification in packet["data"]
            if notification["log"] and (args := notification["args"] or {}) is not None
        ]
        if visible:
            found.append({**packet, "packet_type": "history", "data": visible})
    return json.dumps({"status": 1, "data": {"valid": 1, "data": found}}).encode()


def text(packets: list[dict[str, Any]]) -> bytes:
    """Return the text of the review page."""
    lines: list[str] = []
    move = ""
    for packet in packets:
        shown = [_line(notification) for notification in packet["data"] if notification["log"]]
        if shown and packet["move_id"] != move:
            move = packet["move_id"]
            seconds = 7 * int(move)
            clock = f"{20 + seconds // 3600 % 4:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
            lines.append(f"Move {move} :{'' if lines else '23/04/2026 '}{clock}")
        lines += shown
    return ("\n".join([*lines, "End of game"]) + "\n").encode()


def _line(notification: dict[str, Any]) -> str:
    args = notification["args"] or {}

    def value(match: re.Match[str]) -> str:
        found = args[match[1]]
        return ",".join(map(str, found)) if isinstance(found, list) else str(found)

    return re.sub(r"\$\{(\w+)\}", value, notification["log"])
