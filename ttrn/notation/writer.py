"""Games to text, in canonical form: what tools write, and what ``ttrn fmt`` makes of any record.

The form is a function of the record alone; it knows no board. One blank line stands between the tags, the players, the
setup, the turns and the closing lines; comments go with the line below them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ttrn.identity_memo import IdentityMemo
from ttrn.notation.game import Entry, GameRecord, Variation
from ttrn.notation.problems import Problem
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Claim,
    Comment,
    Complete,
    Deal,
    Deck,
    Draw,
    FinalRoutes,
    FinalStations,
    Finished,
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
    Statement,
    Station,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)
from ttrn.notation.source import GAME_START, MAX_GAME, MAX_LINE, MAX_WORDS, lines_of, many_words

_CODE = re.compile("[A-Z]{3}")
_SPECIAL = re.compile(r'(["\\])')


def dumps(games: GameRecord | Iterable[GameRecord]) -> str:
    r"""Return one game or several as canonical text; ``loads(dumps(games))`` gives equal games back.

    >>> from ttrn.notation.reader import loads
    >>> print(dumps(loads('[Game   "usa"]\nplayer ann\n1.  ann claim SEA-POR   RL ;;').games), end="")
    [Game "usa"]
    <BLANKLINE>
    player ann
    <BLANKLINE>
    1. ann claim SEA-POR RL ; ;
    """
    if isinstance(games, GameRecord):
        games = (games,)
    return "\n".join(format_game(game) for game in games)


def format_game(game: GameRecord) -> str:
    """Return one game as canonical text, with a line break at its end.

    Raises:
        ValueError: a line or the whole is longer than a reader has to take.
    """
    page = _Page(game.first_turn)
    sections = _sections(game.entries)
    last = sections[0]
    for section, entry in zip(sections, game.entries, strict=True):
        if section != last:
            page.lines.append("")
            last = section
        page.write(entry)
    page.lines.append("")
    text = "\n".join(page.lines)
    if len(text) > MAX_LINE:
        _check_limits(text)
    return text


def canonical(game: GameRecord, file: str = "", number: int = 0) -> tuple[str, tuple[Problem, ...]]:
    """Return a game in canonical form, or why it has none: a line at the limit can become too long by its spaces."""
    try:
        return format_game(game), ()
    except ValueError as error:
        place = game.places[0] if game.places else 0
        return "", (Problem("TEXT-LIMIT", f"this game has no canonical form: {error}", file, place, game=number),)


def _check_limits(text: str) -> None:
    if len(text) + 2 * len(GAME_START) > MAX_GAME:
        raise ValueError(f"a game written in more than {MAX_GAME:,} characters could not be read back")
    if max(map(len, lines_of(text))) > MAX_LINE:
        raise ValueError(f"a line of more than {MAX_LINE:,} characters could not be read back")
    if many_words(text):
        raise ValueError(f"a game of more than {MAX_WORDS:,} words could not be read back")


def format_entry(entry: Entry, number: int) -> list[str]:
    """Return the lines of one entry with its comment; ``number`` is that of the turn that it is or that comes next.

    >>> format_entry(Turn("ann", Pass(), comment=Comment("alas")), 4)
    ['4. ann pass ; alas']
    """
    page = _Page(number)
    page.write(entry)
    return "\n".join(page.lines).split("\n")  # a block comment may have several


_MEMO = 50_000
_MEMO_LENGTH = 256
# What follows the number of a turn; readers give equal turns as one object.
_moves: IdentityMemo[Turn, str] = IdentityMemo(_MEMO)


def format_turn(turn: Turn, number: int) -> str:
    """Return a turn as it stands in a record, without its comment.

    >>> format_turn(Turn("ann", Play("GGL"), marks=("!",)), 7)
    '7. ann play GGL $!'
    """
    return f"{number}. {_moves.get(turn) or _move(turn)}"


def _move(turn: Turn) -> str:
    words = [turn.player, format_action(turn.action)]
    if turn.refill:
        words.append(_refill(turn.refill))
    words.extend(f"${mark}" for mark in turn.marks)
    text = " ".join(words)
    if len(text) <= _MEMO_LENGTH:  # long ones hardly come again, and would fill the memory
        _moves.put(turn, text)
    return text


def format_action(action: WrittenAction) -> str:  # noqa: PLR0911  a table of one line per kind
    """Return an action in the notation's words."""
    match action:
        case Draw(takes):
            return " ".join(["draw", *map(_take, takes)])
        case Claim():
            return _claim(action)
        case TakeTickets(kept, returned):
            return _kept("tickets", kept, returned)
        case Station(city, paid):
            return f"station {format_place(city)} {paid}"
        case Ride(cities, cards):
            return " ".join(["ride", "-".join(map(format_place, cities)), *([cards] if cards else [])])
        case Play(cards):
            return f"play {cards}"
        case Pass():
            return "pass"


def format_place(place: str) -> str:
    """Return a city's code as it is, any other name in quotes.

    >>> format_place("SEA"), format_place("Los Angeles")
    ('SEA', '"Los Angeles"')
    """
    return place if _CODE.fullmatch(place) else quote(place)


def quote(text: str) -> str:
    """Return a text in quotes."""
    return '"' + _SPECIAL.sub(r"\\\1", text) + '"'


def format_pair(pair: Pair) -> str:
    """Return a route or a ticket.

    >>> format_pair(Pair("SEA", "POR", 2))
    'SEA-POR#2'
    """
    number = f"#{pair.number}" if pair.number else ""
    return f"{format_place(pair.a)}-{format_place(pair.b)}{number}"


def format_ticket(ticket: WrittenTicket) -> str:
    """Return a ticket, known or not."""
    return f"?{ticket.deck}" if isinstance(ticket, UnknownTicket) else format_pair(ticket)


class _Page:
    """The lines written so far."""

    def __init__(self, number: int) -> None:
        """Begin a page; ``number`` is that of the first turn."""
        self.lines: list[str] = []
        self._number = number
        self._bracket_may_follow = False

    def write(self, entry: Entry, indent: str = "", opening: bool = False) -> None:
        """Write an entry; ``opening`` says it starts a variation."""
        if type(entry) is Turn and not indent and entry.comment is None:  # most lines are such: no call to format_turn
            self.lines.append(f"{self._number}. {_moves.get(entry) or _move(entry)}")
            self._number += 1
            self._bracket_may_follow = True
            return
        if isinstance(entry, Variation):
            self._variation(entry, indent)
            return
        if isinstance(entry, Comment):
            self._line(indent, format_comment(entry))
            self._bracket_may_follow = False
            return
        if isinstance(entry, Turn):
            text = format_turn(entry, self._number)
            self._number += 1
        else:
            text = format_statement(entry)
        if entry.comment:
            text += f" {format_comment(entry.comment)}"
        self._line(indent[:-2] + "( " if opening else indent, text)
        self._bracket_may_follow = entry.comment is None

    def _variation(self, variation: Variation, indent: str) -> None:
        back = self._number
        self._number -= 1
        first, *rest = variation.entries
        on_one_line = not isinstance(first, Comment)
        if not on_one_line:
            self._line(indent, "(")
        self.write(first, indent + "  ", opening=on_one_line)
        for entry in rest:
            self.write(entry, indent + "  ")
        if self._bracket_may_follow:
            self.lines[-1] += " )"
        else:
            self._line(indent, ")")
        if variation.comment:
            self.lines[-1] += f" {format_comment(variation.comment)}"
        self._bracket_may_follow = variation.comment is None
        self._number = back

    def _line(self, indent: str, text: str) -> None:
        self.lines.append(indent + text)


def format_comment(comment: Comment) -> str:
    """Return a comment with its marks."""
    start, end = ("{", " }") if comment.block else (";", "")
    if comment.text.endswith("\n[Game"):
        end = "\n}"  # a blank after it would start a game
    mark = "!" if comment.private else ""
    return f"{start}{mark} {comment.text}{end}" if comment.text else f"{start}{mark}{end}"


def format_statement(entry: Tag | Statement) -> str:  # noqa: C901, PLR0911, PLR0912  a table of one line per kind
    """Return a tag or a statement, without its comment."""
    match entry:
        case Tag(name, value):
            return f"[{name} {quote(value)}]"
        case Player(player, name, color):
            return " ".join(["player", player, *([quote(name)] if name else []), *([color] if color else [])])
        case Deal(player, cards):
            return f"{player} deal {cards}"
        case Keep(player, kept, returned):
            return _kept(f"{player} keep", kept, returned)
        case Market(cards, flushes):
            return f"market {'/'.join((cards, *flushes))}"
        case Deck(cards, reshuffled):
            return f"{'shuffle' if reshuffled else 'deck'} {cards}"
        case AssertCount(what, value, player):
            return " ".join(["assert", *([player] if player else []), what, str(value)])
        case AssertCards(cards, player):
            return f"assert {f'{player} hand' if player else 'market'} {cards or '-'}"
        case AssertTickets(player, tickets):
            return " ".join(["assert", player, "tickets", *(map(format_ticket, tickets) if tickets else ["-"])])
        case Reveal(player, tickets):
            return " ".join(["reveal", player, *map(format_ticket, tickets)])
        case Score(scores):
            return " ".join(["score", *(f"{player}={points}" for player, points in scores)])
        case Complete(player, ticket, cards):
            return f"complete {player} {format_pair(ticket)} {cards}"
        case FinalRoutes(player, routes):
            return " ".join(["routes", player, *(map(format_pair, routes) if routes else ["-"])])
        case FinalStations(player, cities):
            return " ".join(["stations", player, *(map(format_place, cities) if cities else ["-"])])
        case Sheet(player, components):
            return " ".join(["sheet", player, *(f"{name}={value}" for name, value in components)])
        case Rank(places):
            return " ".join(["rank", *(f"{player}={place}" for player, place in places)])
        case Finished():
            return "finished"


def _take(take: Take) -> str:
    if take.blind:
        return "?" if take.card == "?" else f"?{take.card}"
    gap = "" if take.replacement is None else f">{take.replacement}"
    return "/".join((take.card + gap, *take.flushes))


def _refill(refill: Refill) -> str:
    return ">" + "/".join((refill.cards, *refill.flushes))


def _claim(claim: Claim) -> str:
    words = ["claim", format_pair(claim.route), claim.paid]
    if claim.turned:
        words.append(f"!{claim.turned}")
    if claim.surcharge:
        words.append(f"+{claim.surcharge}")
    if claim.given_up:
        words.append("x")
    if claim.passenger:
        words.append(f"@{format_place(claim.passenger)}")
    return " ".join(words)


def _kept(head: str, kept: tuple[WrittenTicket, ...], returned: tuple[WrittenTicket, ...]) -> str:
    words = [head, *map(format_ticket, kept)]
    if returned:
        words += ["|", *map(format_ticket, returned)]
    return " ".join(words)


def _sections(entries: tuple[Entry, ...]) -> list[int]:
    """Tell for each entry which section it stands in; a comment goes with what follows it."""
    last_turn = max((i for i, entry in enumerate(entries) if isinstance(entry, Turn | Variation)), default=len(entries))
    sections: list[int] = []
    section = 0
    for i, entry in enumerate(entries):
        if type(entry) is Turn:  # most lines are such
            section = 3
            sections.append(3)
            continue
        match entry:
            case Tag():
                section = 0
            case Player():
                section = 1
            case Reveal() | Score() | Complete() | FinalRoutes() | FinalStations() | Sheet() | Rank() | Finished() if (
                i > last_turn
            ):
                section = 4
            case Comment():
                pass
            case _:
                section = max(section, 2)  # an assertion goes with what it follows
        sections.append(-1 if isinstance(entry, Comment) else section)
    following = max(sections, default=0)
    for i in range(len(sections) - 1, -1, -1):
        if sections[i] < 0:
            sections[i] = following
        following = sections[i]
    return sections
