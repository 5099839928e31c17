"""Hypothesis strategies that build any record, and any game of records."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from ttrn.notation import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Comment,
    Complete,
    Deal,
    Deck,
    Draw,
    Entry,
    FinalRoutes,
    FinalStations,
    Finished,
    GameRecord,
    Keep,
    Market,
    Pair,
    Pass,
    Play,
    Player,
    Rank,
    Refill,
    Reveal,
    Ride,
    Score,
    Sheet,
    Station,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    Variation,
)
from ttrn.notation.lexicon import CARD_ORDER, MARKS, is_word, sort_cards
from ttrn.notation.records import COMPONENTS, sort_components

T = TypeVar("T")

# Characters that have a meaning somewhere in the notation, or look like white space or a line break, come up often.
_TRICKY = ' \t"\\;{()}[]|#-?!$>/@+x\u00a0\u0085\u2028\u3000é東\N{COMBINING ACUTE ACCENT}\N{PARTY POPPER}'
_CONTROLS = [chr(code) for code in (*range(0x09), *range(0x0A, 0x20), 0x7F)]
_characters = st.sampled_from(_TRICKY) | st.characters(exclude_categories=["Cs"], exclude_characters=_CONTROLS)
texts = st.text(_characters, max_size=12) | st.sampled_from(["[Game ", '[Game "usa"]', "1. ann pass", "!", "}"])

# --- words -----------------------------------------------------------------------------------------------------------

ids = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(lambda word: is_word("ID", word))
cards = st.text(CARD_ORDER, min_size=1, max_size=8)
hands = cards.map(sort_cards)
flushes = st.lists(st.text(CARD_ORDER, min_size=5, max_size=5) | cards, max_size=3).map(tuple)
codes = st.from_regex(r"[A-Z]{3}", fullmatch=True)
places = codes | texts.filter(bool) | st.sampled_from(["Köln", "Los Angeles", "B#", "A#1", "Ab", "ab", "ABCD"])
pairs = st.builds(Pair, places, places, st.integers(0, 9))
tickets = pairs | st.builds(UnknownTicket, st.sampled_from(["", "s", "l"]))
some_tickets = st.lists(tickets, min_size=1, max_size=4).map(tuple)
counts = st.integers(-999_999, 999_999)
components = st.tuples(st.sampled_from(COMPONENTS), st.integers(0, 999_999)) | st.tuples(st.just("tickets"), counts)


def _stripped(text: str, *, private: bool, block: bool) -> Comment:
    """Make a comment of any text: without what a comment cannot hold."""
    if block:
        text = text.replace("}", "")
        text = "\n".join(line.rstrip(" \t") for line in text.split("\n"))
    else:
        text = text.replace("\n", " ")
    text = text.strip(" \t\n")
    while block and "\n[Game " in text:
        text = text.replace("\n[Game ", "\n")
    return Comment(text if private else text.lstrip("! \t\n"), private, block)


line_comments = st.builds(_stripped, texts, private=st.booleans(), block=st.just(False))
block_comments = st.builds(
    _stripped,
    st.lists(texts, max_size=4).map("\n".join),
    private=st.booleans(),
    block=st.just(True),
)
maybe_comments = st.none() | line_comments

# --- actions ---------------------------------------------------------------------------------------------------------

one_card = st.sampled_from(CARD_ORDER)
seen_card = st.sampled_from(CARD_ORDER.rstrip("?"))
takes = (
    st.builds(Take, one_card, blind=st.just(value=True))
    | st.builds(Take, seen_card, replacement=st.sampled_from([None, "-"]))
    | st.builds(Take, seen_card, replacement=one_card, flushes=flushes)
)
_paid = {"route": pairs, "paid": hands, "passenger": st.just("") | places}
actions = (
    st.builds(Draw, st.lists(takes, min_size=1, max_size=2).map(tuple))
    | st.builds(Claim, **_paid)
    | st.builds(Claim, **_paid, turned=cards, surcharge=st.just("") | hands)
    | st.builds(Claim, **_paid, turned=cards, given_up=st.just(value=True))
    | st.builds(Claim, **_paid, turned=st.just("-"))
    | st.builds(TakeTickets, some_tickets, st.just(()) | some_tickets)
    | st.builds(TakeTickets, st.just(()), some_tickets)
    | st.builds(Station, places, hands)
    | st.builds(Ride, st.lists(places, min_size=2, max_size=4).map(tuple), st.just("") | hands)
    | st.builds(Play, hands)
    | st.just(Pass())
)
refills = st.none() | st.builds(Refill, cards, flushes) | st.builds(Refill, st.just(""), flushes.filter(bool))
marks = st.lists(st.sampled_from(MARKS), max_size=3).map(tuple)

# --- lines -----------------------------------------------------------------------------------------------------------


def turns(players: st.SearchStrategy[str]) -> st.SearchStrategy[Turn]:
    return st.builds(Turn, players, actions, refills, marks, maybe_comments)


def statements(players: st.SearchStrategy[str]) -> st.SearchStrategy[Entry]:
    """Return a strategy for every line that may follow the player lines, except turns."""
    quantities = st.sampled_from(["trains", "score", "longest", "stations", "passengers", "goods"])
    scores = st.lists(st.tuples(players, counts), min_size=1, max_size=4).map(tuple)
    bare: st.SearchStrategy[Entry] = (
        st.builds(Deal, players, hands)
        | st.builds(Keep, players, some_tickets, st.just(()) | some_tickets)
        | st.builds(Keep, players, st.just(()), some_tickets)
        | st.builds(Market, cards, flushes)
        | st.builds(Deck, cards, st.booleans())
        | st.builds(AssertCount, quantities, counts, players)
        | st.builds(AssertCount, st.just("deck"), counts)
        | st.builds(AssertCards, st.just("") | hands, players)
        | st.builds(AssertCards, st.just("") | cards)
        | st.builds(AssertTickets, players, st.just(()) | some_tickets)
        | st.builds(Reveal, players, some_tickets)
        | st.builds(Score, scores)
        | st.builds(Complete, players, pairs, hands)
        | st.builds(FinalRoutes, players, st.lists(pairs, max_size=4).map(tuple))
        | st.builds(FinalStations, players, st.lists(places, max_size=3).map(tuple))
        | st.builds(Sheet, players, st.lists(components, min_size=1, max_size=6).map(sort_components))
        | st.builds(Rank, st.lists(st.tuples(players, st.integers(1, 999)), min_size=1, max_size=4).map(tuple))
        | st.just(Finished())
    )
    return commented(bare)


def commented(entries: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    def add(entry: T, comment: Comment | None) -> T:
        return replace(entry, comment=comment)  # type: ignore[type-var]

    return st.builds(add, entries, maybe_comments)


# --- games -----------------------------------------------------------------------------------------------------------


class Lines(NamedTuple):
    """What may stand in a game with certain players: made once for it, since to make a strategy takes longest."""

    turns: st.SearchStrategy[Turn]
    others: st.SearchStrategy[Entry]


@st.composite
def sequences(draw: st.DrawFn, lines: Lines, depth: int = 0) -> tuple[Entry, ...]:
    """Draw entries that may follow each other; variations stand only after a turn."""
    entries: list[Entry] = []
    turned = False
    for kind in draw(_many_kinds if depth == 0 else _few_kinds):
        if kind == "t":
            entries.append(draw(lines.turns))
            turned = True
        elif kind == "o":
            entries.append(draw(lines.others))
        elif turned and depth < 4:
            inner = draw(sequences(lines, depth + 1))
            if any(isinstance(entry, Turn) for entry in inner):
                entries.append(Variation(inner, draw(maybe_comments)))
    return tuple(entries)


_many_kinds = st.lists(st.sampled_from("tttov"), max_size=8)
_few_kinds = st.lists(st.sampled_from("tttov"), max_size=3)
_comments: st.SearchStrategy[list[Entry]] = st.lists(line_comments | block_comments, max_size=1)
_tag_names = st.lists(st.from_regex(r"[A-Z][A-Za-z0-9_]{0,9}", fullmatch=True), max_size=3, unique=True)
_player_ids = st.lists(ids, min_size=1, max_size=5, unique=True)
_firsts = st.just(1) | st.integers(1, 999_000)
_colors = st.just("") | st.from_regex("[a-z]{1,6}", fullmatch=True)


@st.composite
def games(draw: st.DrawFn) -> GameRecord:
    """Draw any game."""
    names = ["Game", *(name for name in draw(_tag_names) if name not in ("Game", "Position"))]
    players = draw(_player_ids)
    entries: list[Entry] = []
    for name in names:
        entries += [Tag(name, draw(texts), draw(maybe_comments)), *draw(_comments)]
    first = draw(_firsts)
    anyone = st.sampled_from(players)
    lines = Lines(turns(anyone), st.one_of(line_comments, block_comments, statements(anyone)))
    body = draw(sequences(lines))
    if first != 1:
        entries.append(Tag("Position", draw(texts)))
    for player in players:
        entries += [Player(player, draw(texts), draw(_colors), draw(maybe_comments)), *draw(_comments)]
    turned = any(isinstance(entry, Turn) for entry in body)
    return GameRecord((*entries, *body), first if turned else 1)
