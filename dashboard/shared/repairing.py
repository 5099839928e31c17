"""Records that come out of mails and chats: repaired when they are brought, with a word about it and a way back."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import streamlit as st

from ttrn.notation import repair
from ttrn.notation.source import GAME_START

from .checked import TTRN, Upload
from .escape import plain, shown

MAX_BYTES: Final = 2_000_000
"""How long a text may be that is repaired: nobody pastes longer ones."""

_AS_IT_IS: Final = "texts that are left as they are"
_KEPT: Final = "repaired texts"


def repaired(uploads: Sequence[Upload]) -> list[Upload]:
    """Return what was brought with its records repaired, say what was repaired, and let the reader undo that.

    Files of other kinds, compressed and very long ones stay as they are.
    """
    before: dict[bytes, tuple[Upload, str]] = st.session_state.get(_KEPT, {})
    kept: dict[bytes, tuple[Upload, str]] = {}
    as_it_is: set[bytes] = st.session_state.setdefault(_AS_IT_IS, set())
    found: list[Upload] = []
    for number, upload in enumerate(uploads):
        key = sha256(f"{upload.name}\0{upload.source}\0{upload.board}\0".encode() + upload.data).digest()
        kept[key] = before.get(key) or _repaired(upload)
        better, what = kept[key]
        if not what:
            found.append(upload)
            continue
        undone = key in as_it_is
        found.append(upload if undone else better)
        with st.container(horizontal=True, vertical_alignment="center"):
            words = "can be repaired" if undone else "repaired"
            st.markdown(f"{plain(shown(upload.name, 60))} — {words}: {plain(what)}.", width="content")
            label, icon = ("Repair", ":material/build:") if undone else ("Undo", ":material/undo:")
            st.button(label, icon=icon, key=f"repair {number}", on_click=_turn_round, args=(as_it_is, key))
    st.session_state[_KEPT] = kept
    return found


def _turn_round(as_it_is: set[bytes], key: bytes) -> None:
    as_it_is.symmetric_difference_update({key})


def _repaired(upload: Upload) -> tuple[Upload, str]:
    """Return a text with its records repaired, and what was; nothing where there is nothing to repair."""
    if upload.source not in ("", TTRN) or len(upload.data) > MAX_BYTES:
        return upload, ""
    try:
        text = upload.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return upload, ""
    found = repair(text)
    # Line ends alone are no damage: every reader knows them.
    if all(kind == "line ends" for kind, _, _ in found.repairs) or GAME_START not in f"\n{found.text}":
        return upload, ""
    return upload._replace(data=found.text.encode(), source=TTRN), str(found)
