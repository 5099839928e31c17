"""The prompt of ``ttrn record`` on a terminal: completion, and what lies on the table below the line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings

from ttrn.cli.output import Text, counted, out
from ttrn.core.cards import UNKNOWN, letters
from ttrn.core.state import UNKNOWN_HAND
from ttrn.notation.problems import printable
from ttrn.recording.next_words import NextWords
from ttrn.table.text import ticket_texts

if TYPE_CHECKING:
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyPressEvent

    from ttrn.cli.record import Session


class _Words(Completer):
    """The words of the moment, for the line as far as it is typed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._made: tuple[object, NextWords] | None = None

    def _words(self) -> NextWords:
        game = self._session.draft.game
        if self._made is None or self._made[0] is not game:
            self._made = game, self._session.words
        return self._made[1]

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what may stand at the cursor."""
        del complete_event
        text = document.text_before_cursor.lstrip()
        part = text.rpartition(" ")[2]
        for word in self._words().after(text):
            yield Completion(word.text, -len(part), display_meta=word.about)

    def may(self) -> list[str]:
        """Return what the player whose turn it is may do."""
        return self._words().may(self._session.draft.due)


def _keys() -> KeyBindings:
    """Return what keys do: Tab takes the first word that is offered, and then the next ones."""
    keys = KeyBindings()

    @keys.add("tab")
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state:
            buffer.complete_next()
        else:
            buffer.start_completion(select_first=True)

    return keys


def converse(session: Session) -> None:
    """Ask for line after line until whoever types has no more."""
    words = _Words(session)
    prompt: PromptSession[str] = PromptSession(
        completer=words,
        complete_while_typing=True,
        history=InMemoryHistory(),
        bottom_toolbar=lambda: FormattedText([("", toolbar(session, words.may()))]),
        reserve_space_for_menu=6,
        key_bindings=_keys(),
    )
    path = printable(str(session.store.path))
    out.print(
        Text(f"{path}: {counted(len(session.draft.game.turns), 'turn')}. Tab completes, help explains, Ctrl-D ends.")
    )
    while True:
        try:
            line = prompt.prompt(question(session))
        except KeyboardInterrupt:
            continue  # the line is given up
        except EOFError:
            break
        if not session.take(line):
            break
    out.print(Text(f"{path} is saved: {counted(len(session.draft.game.turns), 'turn')}"))


def question(session: Session) -> str:
    """Return what stands before the line: whose turn it is, or what else is waited for."""
    draft = session.draft
    if draft.is_over:
        return "end> "
    if draft.stated_level not in ("", "claims") and not draft.game.turns:
        return f"{draft.stated_level}> "
    if draft.awaited:
        return f"setup ({draft.awaited[0]})> "
    return f"{draft.next_number}. {draft.due}> "


def toolbar(session: Session, may: list[str]) -> str:
    """Return the table in two lines: market and deck, the writer's hand and tickets; what may be done."""
    draft = session.draft
    state = draft.timeline.final
    if draft.is_over:
        hidden = session.hidden()
        if hidden:
            return f" over; tickets to show: {', '.join(hidden)}"
        return " over" if draft.timeline.ending.scores else " over; score writes the final scores down"
    writer = draft.game.tags.get("View", "")
    who = writer if writer in draft.ids else draft.due
    seat = draft.ids.index(who)
    hand = state.hands[seat]
    cards = "not known" if hand[UNKNOWN] >= UNKNOWN_HAND // 2 else letters(hand) or "-"
    market = "not known" if state.market_unknown or state.house.partial else " ".join(letters(state.market)) or "-"
    tickets = " ".join(ticket_texts(state, seat)) or "-"
    left = f", {counted(state.trains[seat], 'train')}" if draft.board.routes else ""
    table = f" market {market} | deck {state.deck_size} | {who}: {cards}{left} | {tickets}\n"
    if draft.awaited:
        return f"{table} still to tell: {', '.join(draft.awaited)}; or the first turn"
    points = ", ".join([f"{name} {points}" for name, points in zip(state.names, state.scores, strict=True)])
    last = f" | last round: {counted(state.last_turns, 'turn')} left" if state.last_turns >= 0 else ""
    return f"{table} {draft.due} may {', '.join(may) or 'pass'} | points: {points}{last}"
