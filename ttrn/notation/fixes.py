"""What to write in place of a word that the grammar did not expect, where that can be told with some confidence.

Each rule looks at one trouble of a line and says which stretch of it to replace, by what, and why. They know the slips
of people at a table: other words for an action or a card, blanks and commas where none belong, codes without a hyphen.
"""

from __future__ import annotations

import re

from ttrn.notation.card_words import COLOR_WORDS, card, cards_in
from ttrn.notation.hints import COMPONENT_WORDS, near
from ttrn.notation.lexicon import MARKS, is_word, keywords
from ttrn.notation.pair_words import pair_in
from ttrn.notation.spots import WORD, Fix, Spot
from ttrn.notation.syntax import Trouble, parse_with_lark

SYNONYMS = {
    **dict.fromkeys(("take", "takes", "took", "draws", "drew", "drawn", "pick", "picks", "picked", "grabs"), "draw"),
    **dict.fromkeys(("build", "builds", "built", "claims", "claimed", "lays", "place", "places", "buys"), "claim"),
    **dict.fromkeys(("route", "connects"), "claim"),
    **dict.fromkeys(("ticket", "destinations", "destination"), "tickets"),
    **dict.fromkeys(("passes", "passed", "skip", "skips", "nothing"), "pass"),
    **dict.fromkeys(("rides", "rode", "move", "moves", "travels"), "ride"),
    **dict.fromkeys(("plays", "played", "puts"), "play"),
    **dict.fromkeys(("stations",), "station"),
    **dict.fromkeys(("deals", "dealt", "gets", "hand", "cards", "has", "starts"), "deal"),
    **dict.fromkeys(("keeps", "kept", "chooses", "chose"), "keep"),
    **dict.fromkeys(("faceup", "display", "table", "open"), "market"),
    **dict.fromkeys(("scores", "points", "result", "results", "final"), "score"),
    **dict.fromkeys(("reveals", "shows", "show", "revealed"), "reveal"),
    **dict.fromkeys(("shuffles", "reshuffle"), "shuffle"),
    **dict.fromkeys(("players", "seat"), "player"),
    **dict.fromkeys(("ranks", "ranking", "standing", "standings", "winner", "winners", "won"), "rank"),
    **dict.fromkeys(("scoresheet", "components", "breakdown"), "sheet"),
    **dict.fromkeys(("network", "board"), "routes"),
    **dict.fromkeys(("over", "end", "ended", "done", "complete"), "finished"),
}
"""Other words for those of the notation."""

COMPONENT_SYNONYMS = {
    **dict.fromkeys(("path", "longest_path", "length", "express"), "longest"),
    **dict.fromkeys(("route", "trains", "track", "tracks"), "routes"),
    **dict.fromkeys(("missed", "lost", "incomplete", "uncompleted"), "failed"),
    **dict.fromkeys(("done", "complete", "made"), "completed"),
    **dict.fromkeys(("ticket", "destinations"), "tickets"),
    **dict.fromkeys(("merchandise", "passengers"), "goods"),
}
"""Other words for the components of a score sheet."""

_FILLERS = frozenset(
    re.findall(
        r"\S+", "with for using and the a an from on of card cards route via then plus paying pays his her : - = ,"
    )
)
_NONE_GIVEN_BACK = "where none is given back there is no bar"
_BAR_WORDS = frozenset(("/", "\\", "||", "return", "returns", "returned", "discard", "discards", "back"))
_MOST_TICKETS = 9
_SIGNS = {
    **{sign: sign for sign in "!+@>"},
    **dict.fromkeys(("turned", "turns", "reveals", "revealed", "flips", "tunnel"), "!"),
    **dict.fromkeys(("plus", "extra", "surcharge"), "+"),
}
_UNSEEN = ("blind", "deck", "hidden", "unknown")
_NAMED_NUMBER = re.compile(r"([A-Za-z]\w*)[ \t]*[:=-]?[ \t]*(-?\d{1,6})\b,?")
_SHAPES = ("draw", "claim", "tickets", "station")


def fix_of(spot: Spot) -> Fix | None:
    """Return what to write instead of what was not expected, or nothing if nobody can know."""
    if not spot.word:
        return _end(spot)
    for rule in _RULES:
        fix = rule(spot)
        if fix is not None:
            return fix
    return None


# --- words of the notation -------------------------------------------------------------------------------------------


def _keyword(spot: Spot) -> Fix | None:
    expected = [word for name, word in keywords().items() if name in spot.trouble.expected]
    if not expected:
        return None
    word = spot.word.lower().strip(":,.")
    if word in expected:
        return spot.instead(word)._replace(alike=True)
    following = [other.lower().strip(":,") for other in spot.words[1:2]]
    actions = [SYNONYMS.get(other, other) for other in following]
    if word in SYNONYMS and actions and actions[0] in expected and actions[0] != SYNONYMS[word]:
        return Fix(spot.at, spot.through(2), actions[0])  # "takes tickets", "builds station"
    meant = "tickets" if "draw" in expected and word in ("keeps", "kept") else SYNONYMS.get(word)
    return spot.instead(meant) if meant in expected else None


def _near_keyword(spot: Spot) -> Fix | None:
    """Take a word for the keyword that looks most like it; after all that is known by its meaning."""
    expected = sorted(word for name, word in keywords().items() if name in spot.trouble.expected)
    if spot.wants("QUANTITY"):
        expected += ["trains", "score", "longest", "stations", "passengers", "goods", "yard", "track"]
    glued = next((word for word in expected if len(word) > 3 and spot.word.startswith(word)), "")
    if glued and not spot.word[len(glued)].islower():
        return spot.instead(f"{glued} {spot.word[len(glued) :]}", "put a blank between them")
    meant = near(spot.word.strip(":,."), expected) if expected else ""
    return spot.instead(meant)._replace(alike=True) if meant else None


def _by_shape(spot: Spot) -> Fix | None:
    """Take a word that nobody knows for the action that what follows it belongs to."""
    rest = spot.text[spot.end :].strip()
    if not spot.wants("DRAW") or not rest:
        return None
    fitting = [word for word in _SHAPES if not isinstance(parse_with_lark("move", f"{word} {rest}"), Trouble)]
    return spot.instead(fitting[0]) if fitting else None


def _dealt(spot: Spot) -> Fix | None:
    """``joe ????``: cards or tickets at the start, without the word for it."""
    if not spot.wants("DEAL") or not spot.at:
        return None
    if is_word("CARDS", spot.word):
        return spot.instead(f"deal {spot.word}", "the starting hand is told by the word deal")
    if is_word("TICKET", spot.word):
        return spot.instead(f"keep {spot.word}", "the starting tickets are told by the word keep")
    return None


def _id(spot: Spot) -> Fix | None:
    if not spot.wants("ID"):
        return None
    word = spot.word.rstrip(":,.")
    if spot.text.startswith("player"):
        name = re.fullmatch(r'"([^"\\]+)"', spot.text[spot.at :].strip())
        if name and is_word("ID", name[1].split()[0].lower()):
            return Fix(spot.at, len(spot.text), f'{name[1].split()[0].lower()} "{name[1]}"', "a player has an id first")
        return spot.instead(word.lower(), "ids are lower-case") if is_word("ID", word.lower()) else None
    message = f'expected a player\'s id, found "{spot.word}"'
    if word.lower() in spot.players:
        reason = "ids are lower-case" if word != word.lower() else "no comma or colon follows the player"
        return spot.instead(word.lower(), reason)._replace(message=message)
    meant = near(word, list(spot.players)) if spot.trouble.expected == {"ID"} else ""
    return spot.instead(meant)._replace(message=message, alike=True) if meant else None


def _filler(spot: Spot) -> Fix | None:
    words = spot.words
    if spot.wants("DEAL", "DRAW", "NUMBER"):
        return None
    where = re.search(r"\bstation[ \t]+((?:in|at)[ \t]+)$", spot.text[: spot.at])
    if where and spot.wants("CARDS") and is_word("CITY", spot.word):
        return Fix(where.start(1), spot.at, "", f'leave "{where[1].rstrip()}" out')
    drawn = spot.wants("$END") and not spot.wants("TAKE") and "draw" in spot.text and spot.word.lower() in _UNSEEN
    if drawn or (spot.word.lower() in _FILLERS and (len(words) > 1 or spot.wants("$END"))):
        return spot.gone("leave it out")
    return None


def _wrapped(spot: Spot) -> Fix | None:
    """A word in brackets or quotes of which it has no need, or with an annotation glued to it."""
    inside = re.fullmatch(r"[('\[]([^()'\[\]]+)[)'\]]", spot.word)
    if inside:
        return spot.instead(inside[1], "leave the marks around it out")
    marked = re.fullmatch(r"([ROYGBPKWLFT]+)(!!|!\?|\?!|!)", spot.word)
    if marked and spot.wants("CARDS", "TAKE"):
        return spot.instead(f"{marked[1]} ${marked[2]}", "annotations start with a dollar sign")
    return None


def _punctuation(spot: Spot) -> Fix | None:
    """Commas and dots between and after words."""
    if re.fullmatch(r"[.,:]+", spot.word):
        return Fix(len(spot.text[: spot.at].rstrip()), spot.end, "", "leave it out")
    bare = spot.word.rstrip(",.:")
    saint = re.fullmatch(r"[^\W\d_]{1,3}\.", spot.word) and spot.wants("ROUTE", "TICKET", "PATH", "CITY")
    if bare != spot.word and not spot.wants("NUMBER", "RESULT") and not saint:
        return spot.instead(bare, "words are parted by blanks only")
    return None


# --- numbers, marks, scores ------------------------------------------------------------------------------------------


def _number(spot: Spot) -> Fix | None:
    if not spot.wants("NUMBER") or spot.at:
        return None
    found = re.match(r"0*([1-9][0-9]{0,5})[ \t]*[.:)\]…]*[ \t]*(?=[^\W\d_])", spot.text)
    if found is None:
        return None
    return Fix(0, found.end(), f"{found[1]}. ")


def _mark(spot: Spot) -> Fix | None:
    if spot.wants("MARK") and spot.word in MARKS:
        return spot.instead(f"${spot.word}", "annotations start with a dollar sign")
    return None


def _score(spot: Spot) -> Fix | None:
    if not spot.wants("RESULT"):
        return None
    rest = spot.text[spot.at :]
    found = _NAMED_NUMBER.match(rest)
    if found is None or not is_word("ID", found[1].lower()):
        return None
    return Fix(spot.at, spot.at + found.end(), f"{found[1].lower()}={int(found[2])}", "id and points are one word")


def _place(spot: Spot) -> Fix | None:
    """``rank ann bob``: the first is the winner; ``rank ann 1``: torn apart."""
    if not spot.wants("STANDING"):
        return None
    found = _NAMED_NUMBER.match(spot.text[spot.at :])
    if found and is_word("STANDING", word := f"{found[1].lower()}={int(found[2])}"):
        return Fix(spot.at, spot.at + found.end(), word, "id and place are one word")
    names = [name.lower().strip(",") for name in spot.words]
    if spot.text[: spot.at].split() == ["rank"] and names and all(name in spot.players for name in names):
        places = " ".join([f"{name}={place}" for place, name in enumerate(names, 1)])
        return Fix(spot.at, len(spot.text), places, "every player has a place")
    return None


def _component(spot: Spot) -> Fix | None:
    """Components torn apart, misspelt, or with a sign; ``4x1`` is no way to write four routes of one train."""
    if not spot.wants("COMPONENT"):
        return None
    rest = spot.text[spot.at :]
    found = re.match(r"(\d?[A-Za-z_]+)[ \t]*[:=]?[ \t]*([+-]?)(\d{1,6})(?![^ \t,]),?", rest)
    if found is None:
        return None
    name = found[1].lower()
    known = COMPONENT_SYNONYMS.get(name, name if re.fullmatch("[1-9]x", name) else near(name, [*COMPONENT_WORDS]))
    lost = found[2] == "-" and known == "failed"
    word = f"{known}={'-' if found[2] == '-' and not lost else ''}{int(found[3])}"
    reason = "points that were lost have no sign" if lost else "a component and its number are one word"
    return Fix(spot.at, spot.at + found.end(), word, reason) if is_word("COMPONENT", word) else None


# --- players ---------------------------------------------------------------------------------------------------------


def _player(spot: Spot) -> Fix | None:
    """Names without quotes, colours with a capital letter, the colour before the name."""
    if not spot.text.startswith("player "):
        return None
    rest = spot.text[spot.at :].strip()
    if (
        spot.wants("COLOR")
        and is_word("COLOR", rest.lower())
        and (rest.lower() in COLOR_WORDS or not spot.wants("STRING"))
    ):
        return Fix(spot.at, len(spot.text), rest.lower(), "colours are lower-case")
    if spot.wants("STRING") and re.fullmatch(r"[^\W\d_][^\"\\]*", rest):
        name, _, color = rest.rpartition(" ")
        if not name or color.lower() not in COLOR_WORDS:
            name, color = rest, ""
        return Fix(spot.at, len(spot.text), f'"{name}" {color.lower()}'.strip(), "a name stands in quotes")
    swapped = re.fullmatch(r'(player [a-z]\w*) ([a-z]+) ("[^"\\]*")', spot.text)
    if swapped and spot.trouble.expected == {"$END"}:
        fixed = f"{swapped[1]} {swapped[3]} {swapped[2]}"
        return Fix(swapped.start(2), len(spot.text), fixed[swapped.start(2) :], "the name stands before the colour")
    return None


# --- cards -----------------------------------------------------------------------------------------------------------


def _cards(spot: Spot) -> Fix | None:
    """Cards in other words, in small letters, or parted by blanks."""
    if spot.wants("FACE_UP") and is_word("FACE_UP", spot.word.upper()):
        return spot.instead(spot.word.upper(), "cards are capital letters")
    start = spot.at if spot.wants("CARDS", "FACE_UP") else _start_of_cards(spot)
    if start < 0:
        return None
    if re.fullmatch("[1-9]", spot.word) and re.search(rf"\bdeal[ \t]+{spot.word}$", spot.text):
        return spot.instead("?" * int(spot.word), "cards that were not seen are ?")
    found = cards_in(WORD.findall(spot.text, start))
    ends = [word.end() for word in WORD.finditer(spot.text, start)]
    end = ends[found.words - 1] if found.words else start
    told = spot.text[start:end]
    if end <= spot.at or told == found.letters:
        return None
    if told.upper().replace(" ", "") != found.letters:
        reason = "cards are letters"
    else:
        reason = "cards are one word" if " " in told else "cards are capital letters"
    return Fix(start, end, found.letters, reason)


def _start_of_cards(spot: Spot) -> int:
    """Return where cards begin that go on where the line should have ended; -1 if these are none."""
    before = re.search(r"(?:^|[ \t])([ROYGBPKWLFT?]+)[ \t]+$", spot.text[: spot.at])
    if before is None or not spot.wants("$END") or spot.wants("TAKE", "TICKET"):
        return -1
    # More cards of a payment, cards turned over at a tunnel, a new market: of words of several nobody can know.
    several = len(spot.word) > 1 and is_word("CARDS", spot.word) and not spot.text.startswith(("deck", "shuffle"))
    if several or spot.word[0] in "+!x" or re.search(r"\bdraw\b|\bplayer\b", spot.text):
        return -1
    return before.start(1)


def _takes(spot: Spot) -> Fix | None:
    """Cards taken, in other words, in small letters, glued together or torn apart."""
    if not re.search(r"\bdraw\b", spot.text[: spot.at]):
        return None
    arrow = re.search(r"([ROYGBPKWLFT])[ \t]*$", spot.text[: spot.at])
    spread = re.match(r"[-=]*>[ \t]*([A-Za-z?-]+)((?:/[ROYGBPKWLFT?]+)*)(?![^ \t,])", spot.text[spot.at :])
    if arrow and spread and (spread[1] == "-" or card(spread[1])):
        text = f"{arrow[1]}>{card(spread[1]) or '-'}{spread[2]}"
        return Fix(arrow.start(1), spot.at + spread.end(), text, "no blanks stand around >")
    if not spot.wants("TAKE"):
        return None
    return _one_or_two(spot)


def _one_or_two(spot: Spot) -> Fix | None:
    """The cards that one word tells."""
    taken = _one_take(spot.word)
    if taken:
        return spot.instead(taken, "cards are capital letters" if taken == spot.word.upper() else "cards are letters")
    unseen = {"1": "?", "one": "?", "2": "? ?", "two": "? ?", "??": "? ?"}.get(spot.word.lower(), "")
    if unseen:
        return spot.instead(unseen, "cards that were not seen are ?")
    glued = re.fullmatch(r"([A-Za-z?]|[A-Za-z]>[A-Za-z])([A-Za-z?])", spot.word)
    torn = glued.groups() if glued else re.findall(r"[^,+&/]+", spot.word)
    parts = [_one_take(part) for part in torn]
    return spot.instead(" ".join(parts), "write the two cards apart") if len(parts) == 2 and all(parts) else None


def _one_take(word: str) -> str:
    """Return one card taken as the notation has it, nothing if that cannot be told."""
    found = re.fullmatch(r"([A-Za-z?]+)(?:[-=]*>([A-Za-z?]+|-)?)?,?", word)
    if found is None:
        return ""
    taken, replaced = card(found[1]), found[2] or ""
    if found[1][:1] == "?" and len(found[1]) > 1:
        known = card(found[1][1:]).strip("?")
        taken = f"?{known}" if known else ""
    new = "-" if replaced == "-" else card(replaced)
    if not taken or (replaced and not new) or (taken[0] == "?" and replaced):
        return ""
    return f"{taken}>{new}" if new else taken


# --- routes and tickets ----------------------------------------------------------------------------------------------


def _tickets(spot: Spot) -> Fix | None:
    """Numbers, question marks in a row, and other signs for the bar."""
    if spot.word.lower() in _BAR_WORDS and spot.wants("BAR"):
        return spot.instead("|", "given back is what stands after a bar")
    if not spot.wants("UNKNOWN"):
        return None
    if re.fullmatch(r"\?{2,9}", spot.word):
        return spot.instead(" ".join(spot.word), "tickets are parted by blanks")
    if spot.word.isdecimal() and 1 <= int(spot.word) <= _MOST_TICKETS:
        return spot.instead(" ".join("?" * int(spot.word)), "every ticket that was not seen is a question mark")
    return None


def _tunnel(spot: Spot) -> Fix | None:
    """Signs torn off their cards, and words for them."""
    words, sign = spot.words, _SIGNS.get(spot.word.lower(), "")
    if spot.wants("GIVEN_UP") and spot.word.lower() in ("fails", "failed", "given", "gives"):
        return Fix(spot.at, len(spot.text), "x", "a tunnel that is given up ends with x")
    wanted = {"!": "TURNED", "+": "SURCHARGE", "@": "PASSENGER", ">": "REFILL"}.get(sign, "")
    if len(words) > 1 and spot.wants(wanted) and is_word(wanted, sign + words[1].upper()):
        return Fix(spot.at, spot.through(2), sign + words[1].upper(), f"cards or a city follow {sign} at once")
    return None


def _track(spot: Spot) -> Fix | None:
    """``SEA-POR #2``: the number of a track, torn off."""
    before = spot.text[: spot.at].rstrip()
    if re.fullmatch("#[1-9]", spot.word) and is_word("ROUTE", before.rpartition(" ")[2]):
        return Fix(len(before), spot.end, spot.word, "no blank stands before #")
    return None


def _pair(spot: Spot) -> Fix | None:
    words = spot.words
    if len(words) > 1 and is_word("CARDS", spot.word) and is_word("ROUTE", words[1]) and spot.wants("ROUTE"):
        return Fix(spot.at, spot.through(2), f"{words[1]} {spot.word}", "the route stands before the cards")
    if not spot.wants("ROUTE", "TICKET", "PATH") or is_word("PATH", spot.word):
        return None
    if re.fullmatch("[A-Z]{6}", spot.word):
        return spot.instead(f"{spot.word[:3]}-{spot.word[3:]}", "join the cities with a hyphen")
    found = pair_in(words, more=spot.wants("TICKET")) if spot.wants("ROUTE", "TICKET") else None
    if found is None:
        return None
    reason = "join the cities with a hyphen"
    if spot.text.count('"') % 2:
        reason = "a text in quotes ends with a quote"
    elif '"' in found.text and '"' not in spot.word:
        reason = "a name of several words stands in quotes"
    return Fix(spot.at, spot.through(found.words), found.text, reason)


def _name_goes_on(spot: Spot) -> Fix | None:
    """``Denver-Santa Fe``: the second name has more words than the first of them."""
    before = re.search(r"[^ \t|]+(?<!-[A-Z]{3})[ \t]+$", spot.text[: spot.at])
    if before is None or not is_word("ROUTE", before.group().rstrip()) or not is_word("CITY", spot.word):
        return None
    found = pair_in(WORD.findall(spot.text, before.start()), more=spot.wants("TICKET"))
    if found is None or found.words < 2:
        return None
    end = spot.through(found.words - 1)
    return Fix(before.start(), end, found.text, "a name of several words stands in quotes")


def _end(spot: Spot) -> Fix | None:
    """Return what is missing at the end of a line, where it need not have been seen."""
    text = spot.text
    if spot.wants("CARDS") and re.search(r"\b(?:claim|station)\b", text) and not spot.wants("$END"):
        return Fix(len(text), len(text), " ?", "cards that were not seen are ?")
    if spot.wants("TAKE") and not spot.wants("$END"):
        return Fix(len(text), len(text), " ? ?", "cards that were not seen are ?")
    bar = re.search(r"(?:\?[sl]?|[^|\s]-[^|\s]+)([ \t]*\|[ \t]*)$", text)
    if bar and spot.wants("TICKET", "UNKNOWN"):
        return Fix(bar.start(1), len(text), "", _NONE_GIVEN_BACK)
    return None


_RULES = (
    _number,
    _dealt,
    _keyword,
    _score,
    _place,
    _component,
    _tickets,
    _mark,
    _takes,
    _tunnel,
    _track,
    _wrapped,
    _filler,
    _cards,
    _name_goes_on,
    _player,
    _pair,
    _id,
    _punctuation,
    _near_keyword,
    _by_shape,
)
