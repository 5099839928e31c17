"""Edits in full: what the deck fills in where a new line leaves it open."""

from __future__ import annotations

from dataclasses import replace

from ttrn.core.chance import decode
from ttrn.diagnosis.checkpoints import Trail
from ttrn.diagnosis.edits import Edit
from ttrn.hidden.deck_order import full_turn
from ttrn.notation.game import Entry
from ttrn.notation.records import Turn


def full_edit(trail: Trail, edit: Edit) -> Edit:
    """Return an edit whose new turns have every card that the order of the deck gives."""
    trail.run.back(trail.before(edit.start))
    if not trail.run.state.ordered:
        return edit
    new: list[Entry] = []
    for entry in edit.new:
        log: list[int] = []
        trail.run.state.chance.log = log
        trail.run.feed(entry, 0)
        new.append(
            full_turn(entry, decode(log), market_unknown=trail.run.state.market_unknown)
            if isinstance(entry, Turn)
            else entry
        )
    return replace(edit, new=tuple(new))
