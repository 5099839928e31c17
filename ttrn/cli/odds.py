"""``ttrn odds``: how likely hidden hands hold what after a turn, and which tickets may be hidden."""

from __future__ import annotations

from typing import Annotated, Any, Final

from ttrn.cli.check import CheckLimits
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.options import BoardFile, Effort, Megabytes, OneGame
from ttrn.cli.output import err, fail, note, say, show_json, show_problems, show_table
from ttrn.cli.replayed import Replayed, Status, one_of_each, warn_of_problems
from ttrn.hidden import Odds
from ttrn.hidden import odds as odds_of
from ttrn.hidden.turn_odds import SEED

TICKETS: Final = 8
"""How many of the likeliest tickets are printed for each player."""

LEAST: Final = 0.005
"""Smaller chances get no column of their own."""


def odds(
    file: Annotated[str, Argument(metavar="FILE", help='A record, or "-" for stdin.')],
    *,
    turn: Annotated[
        int | None, Option("--turn", min=0, help="After this turn; 0 is the setup.", show_default="the last")
    ] = None,
    observer: Annotated[
        str,
        Option(
            "--for",
            metavar="PLAYER",
            help='To whom: a player\'s id, or "public".',
            show_default="whoever wrote it",
            words="observers",
        ),
    ] = "",
    game: OneGame = None,
    board: BoardFile = "",
    json: Annotated[bool, Option("--json", help="One JSON object.")] = False,
    seed: Annotated[int, Option("--seed", help="Other worlds at random; the same seed prints the same.")] = SEED,
    effort: Effort = 1.0,
    megabytes: Megabytes = 512,
) -> None:
    """Tell how likely hidden hands hold what after a turn, and rank the tickets that may be hidden.

    Only what was known then is used. The chances of cards are those of the shuffle, from possible worlds at random;
    what players choose carries no weight. The ranking of tickets is a guess by the habits of simulated players, not a
    proof.

    Exit status: 0 done, 1 the record has problems or no deal is possible, 2 there is no such game, turn or player, or
    nothing can be said.
    """
    status = Status()
    for replayed in one_of_each(file, board, status, game):
        where = f"{replayed.file}, game {replayed.number}"
        try:
            found = odds_of(
                replayed.timeline,
                turn,
                observer,
                seed=seed,
                budget=CheckLimits(effort, megabytes).budget(),
                file=replayed.file,
                number=replayed.number,
            )
        except ValueError as error:
            fail(f"{where}: {error}")
            status.failed = True
            continue
        if json:
            show_json(odds_data(replayed, found))
        else:
            show_odds(replayed, found)
        if found.status == "unavailable":
            fail(f"{where}: no odds for cards: {found.reason}")
            status.failed = True
        if found.problems:
            status.found = True
        else:
            warn_of_problems(replayed)
    raise Exit(status.code)


def show_odds(replayed: Replayed, found: Odds) -> None:
    """Print the odds for people."""
    if found.problems:
        show_problems(found.problems, as_json=False, to=err)
        return
    say(replayed.heading, "bold")
    say(_when(replayed, found))
    if found.status == "exact":
        say("Nothing is hidden: every card and every ticket is known.")
    if found.hands:
        say()
        _show_hands(replayed, found)
        say()
        say(
            f"By the shuffle, from {found.samples:,} possible worlds (standard error at most {found.error:.1%})"
            f"{', ' + found.assumption if found.assumption else ''}; what players choose carries no weight."
        )
    elif found.status == "sampled":
        say("No hand is hidden.")
    if found.tickets:
        say()
        _show_tickets(replayed, found)
        say()
        for basis in dict.fromkeys([tickets.basis for tickets in found.tickets]):
            say(f"Tickets: {basis}.")


def _when(replayed: Replayed, found: Odds) -> str:
    timeline = replayed.timeline
    who = "" if not found.observer else f", as {'anybody' if found.observer == 'public' else found.observer} saw it"
    if found.turn < timeline.game.first_turn:
        return f"Before the first turn{who}."
    return f"After turn {found.turn} of {timeline.last}{who}."


def _show_hands(replayed: Replayed, found: Odds) -> None:
    """Print a table of all hidden hands: what to expect of each kind, and the chance of so many."""
    most = max(
        [
            number
            for hand in found.hands
            for card in hand.cards
            for number, chance in enumerate(card.at_least, 1)
            if chance >= LEAST
        ],
        default=1,
    )
    steps = tuple([f"{number} or more" for number in range(1, most + 1)])
    rows: list[tuple[str, ...]] = []
    for hand in found.hands:
        for card in hand.cards:
            chances = [percent(hand.chance(card.kind, number)) for number in range(1, most + 1)]
            rows.append((replayed.people[hand.seat], str(hand.size), card.kind, f"{card.expected:.2f}", *chances))
    show_table(("hidden hand", "cards", "kind", "expected", *steps), rows, right=("cards", "expected", *steps))


def _show_tickets(replayed: Replayed, found: Odds) -> None:
    rows = [
        (
            replayed.people[tickets.seat],
            str(tickets.hidden),
            ranked.ticket,
            str(ranked.points),
            percent(ranked.chance),
        )
        for tickets in found.tickets
        for ranked in tickets.ranking[:TICKETS]
    ]
    show_table(("hidden tickets", "number", "ticket", "points", "chance"), rows, right=("number", "points", "chance"))
    if any(len(tickets.ranking) > TICKETS for tickets in found.tickets):
        note(f"the {TICKETS} likeliest of each; --json has all")


def percent(chance: float) -> str:
    """Return a chance as it is printed: only what came up always, or never, is 100% or 0%.

    >>> [percent(chance) for chance in (0.0, 0.001, 0.374, 0.998, 1.0)]
    ['0%', '<1%', '37%', '>99%', '100%']
    """
    if 0 < chance < LEAST:
        return "<1%"
    return ">99%" if 1 - LEAST < chance < 1 else f"{chance:.0%}"


def odds_data(replayed: Replayed, found: Odds) -> dict[str, Any]:
    """Return the odds for programs; chances have as many digits as mean something."""
    return {
        "file": replayed.file,
        "game": replayed.number,
        "board": found.board,
        "turn": found.turn,
        "turns": replayed.timeline.last,
        "observer": found.observer or None,
        "status": found.status,
        "reason": found.reason or None,
        "assumption": found.assumption or None,
        "samples": found.samples,
        "error": round(found.error, 4),
        "hands": [
            {
                "player": hand.player,
                "size": hand.size,
                "known": hand.known,
                "expected": {card.kind: round(card.expected, 4) for card in hand.cards},
                "at_least": {card.kind: [round(chance, 4) for chance in card.at_least] for card in hand.cards},
            }
            for hand in found.hands
        ],
        "tickets": [
            {
                "player": tickets.player,
                "hidden": tickets.hidden,
                "basis": tickets.basis,
                "ranking": [
                    {"ticket": ranked.ticket, "points": ranked.points, "chance": round(ranked.chance, 4)}
                    for ranked in tickets.ranking
                ],
            }
            for tickets in found.tickets
        ],
        "problems": [problem.message for problem in found.problems],
    }
