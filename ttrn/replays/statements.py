"""What a record states about itself: assertions, reveals and scores, compared with what the rules derive."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ttrn.core.card_supply import could_be, locate
from ttrn.core.cards import UNKNOWN, counts, describe, listed, number_of
from ttrn.core.scoring import Outcome, PlayerScore, score_game
from ttrn.core.state import NOBODY, OVER, State, Violation
from ttrn.core.tickets import deck_of, ticket_name, unseen_in, whereabouts
from ttrn.notation.levels import LEVELS, TAG, level
from ttrn.notation.records import (
    AssertCards,
    AssertCount,
    AssertTickets,
    Complete,
    FinalRoutes,
    FinalStations,
    Reveal,
    Score,
    WrittenTicket,
)
from ttrn.replays.closing import StatedLine, finish
from ttrn.replays.reckoning import (
    COMPUTED,
    NOBODY_KNOWS,
    STATED,
    SeatReckoning,
    bonus_component,
    reckon,
    winners_told,
)
from ttrn.replays.resolve import resolve_tickets
from ttrn.replays.sheets import check_ending

if TYPE_CHECKING:
    from ttrn.replays.run import Run

Stated: TypeAlias = AssertCards | AssertCount | AssertTickets | Reveal | Score | Complete


def check_statement(run: Run, line: Stated, number: int, place: int) -> None:
    """Compare a statement with the state; differences are noted there."""
    match line:
        case Complete():
            run.records.complete(run, line)
        case AssertCards(player=""):
            _market(run.state, line)
        case AssertCards():
            _hand(run.state, run.seats[line.player], line)
        case AssertCount(what="deck"):
            _deck(run.state, line)
        case AssertCount():
            if run.seats[line.player] not in run.doubtful:
                _count(run.state, run.seats[line.player], line)
        case AssertTickets():
            _tickets(run, run.seats[line.player], line.tickets, reveal=False)
        case Reveal():
            run.ending.shown.add(run.seats[line.player])
            _tickets(run, run.seats[line.player], line.tickets, reveal=True)
        case Score():
            run.ending.lines.append(StatedLine(line, number, place))
            _score(run, line)


def _learn(state: State, known: list[int], stated: list[int]) -> None:
    """Take over what a true statement says of unknown cards."""
    for kind in range(UNKNOWN):
        for _ in range(stated[kind] - known[kind]):
            known[kind] += 1
            known[UNKNOWN] -= 1
            locate(state, kind)
            state.chance.unseen = None


def _hand(state: State, seat: int, line: AssertCards) -> None:
    stated, known = counts(line.cards), state.hands[seat]
    if not state.hand_sure(seat):
        return
    if could_be(known, stated):
        _learn(state, known, stated)
    else:
        state.note("DRAW-5", f"{state.names[seat]} holds {describe(known)}; the record states {describe(stated)}")


def _market(state: State, line: AssertCards) -> None:
    stated = counts(line.cards)
    if state.market_unknown:
        return
    if could_be(state.market, stated):
        _learn(state, state.market, stated)
    else:
        state.note("MARKET-1", f"the market has {describe(state.market)}; the record states {describe(stated)}")


def _deck(state: State, line: AssertCount) -> None:
    if not state.market_unknown and state.deck_size != line.value:
        state.note("DECK-1", f"the deck has {number_of(state.deck_size, 'card')}; the record states {line.value}")


def _count(state: State, seat: int, line: AssertCount) -> None:
    if line.what in ("trains", "longest") and not state.board.routes:
        what = "trains" if line.what == "trains" else "routes"
        state.note(state.game.ids.action, f"there are no {what} in this game", "action")
        return
    match line.what:
        case "trains":
            value, rule, what = state.trains[seat], "CLAIM-3" if state.number > 1 else "SETUP-1", "trains left"
        case "score":
            value, what = state.scores[seat], "points"
            rule = state.game.ids.points if state.number > 1 else "SETUP-3"
        case "longest":
            value = score_game(state).seats[seat].network.length
            rule, what = "PATH-1", "trains in the longest path"
        case _:
            counted = state.game.scoring.counted.get(line.what)
            if counted is None:
                state.note(state.game.ids.action, f"there are no {line.what} in this game", "action")
                return
            value, rule, what = counted.value(state, seat), counted.rule, counted.what
    if value != line.value:
        rule = state.game.scoring.miscounted(state, seat, line.what, line.value) or rule
        state.note(rule, f"{state.names[seat]} has {_some(value, what)}; the record states {line.value}")


def _some(value: int, what: str) -> str:
    """Return a number of things that are named in the plural.

    >>> _some(1, "trains left")
    '1 train left'
    """
    things, _, rest = what.partition(" ")
    return " ".join([str(value), things.removesuffix("s") if value == 1 else things, rest]).strip()


def _tickets(run: Run, seat: int, tickets: tuple[WrittenTicket, ...], *, reveal: bool) -> None:
    """TICKET-2: tickets shown at the end, or stated, are those that were kept."""
    state = run.state
    found = resolve_tickets(state.board, tickets)
    if isinstance(found, Violation):
        state.chance.notes.append(found)
        return
    if seat in run.unread_seats:
        return
    name = state.names[seat]
    laid_down = state.game.tickets.shown_before(state, seat)
    shown = [ticket for ticket in found.kept if ticket not in laid_down]
    run.setup.learn_kept(seat, shown)
    state.uncounted -= {seat}
    if state.house.partial:
        # Who drew tickets when was not written down: they are as many as are shown.
        state.unknown_tickets[seat] = [0] * len(state.ticket_decks)
        for ticket in shown:
            state.unknown_tickets[seat][deck_of(state, ticket)] += ticket not in state.tickets[seat]
    held = len(state.tickets[seat]) + sum(state.unknown_tickets[seat])
    if len(shown) != held:
        verb = "shows" if reveal else "the record states"
        state.note("TICKET-2", f"{name} kept {number_of(held, 'ticket')}, and {verb} {len(shown)}")
        return
    known = [ticket for ticket in shown if ticket >= 0]
    hides = "does not show it" if reveal else "the record leaves it out"
    missing = [ticket for ticket in state.tickets[seat] if ticket not in known]
    if len(missing) > len(shown) - len(known):
        state.note("TICKET-2", f"{name} kept {ticket_name(state, missing[0])}, and {hides}")
        return
    for ticket in known:
        if ticket not in state.tickets[seat] and not learn_ticket(state, seat, ticket):
            text = f"{name} {'shows' if reveal else 'is said to have'} {ticket_name(state, ticket)}"
            deck = unseen_in(state, ticket)
            other = f"{name} kept no other {state.ticket_decks[deck].name} ticket"
            reason = whereabouts(state, ticket) if deck == NOBODY else other
            place = found.kept.index(ticket)
            state.note("TICKET-2", f"{text}, and cannot have kept it: {reason}", "ticket", place)


def learn_ticket(state: State, seat: int, ticket: int) -> bool:
    """Take over that one of a seat's unknown tickets is this one; return whether it can be."""
    number = state.game.tickets.unknown_deck(state, seat, ticket)
    if number == NOBODY:
        return False
    for deck in state.ticket_decks:
        deck.unseen.discard(ticket)
    state.unknown_tickets[seat][number] -= 1
    state.tickets[seat].append(ticket)
    return True


def _score(run: Run, line: Score) -> None:
    """SCORE-1: the final scores."""
    state = run.state
    for player, stated in line.scores:
        run.ending.scores.setdefault(run.seats[player], stated)
    if not finish(run):
        return
    outcome = run.outcome = score_game(state)
    off = [
        (place, seat, stated)
        for place, (player, stated) in enumerate(line.scores)
        if (seat := run.seats[player]) not in run.doubtful and outcome.seats[seat].total != stated
    ]
    if off:  # most totals are right, and what they are made of need not be known
        _judge_totals(run, outcome, off)


def _judge_totals(run: Run, outcome: Outcome, off: list[tuple[int, int, int]]) -> None:
    """Note which totals are wrong, of some that are not what was reckoned: each with its place in the line and seat."""
    state = run.state
    reckoned = reckon(state, run.ending, outcome, turns=bool(run.game.turns))
    for place, seat, stated in off:
        score = outcome.seats[seat]
        if state.house.partial and not _follows(reckoned.seats[seat], bonus_component(state)):
            continue
        if score.unknown_tickets or score.unsure:
            wrong = None if run.broken or state.house.partial else _out_of_reach(state, score, stated)
            if wrong is not None:
                state.chance.notes.append(wrong._replace(at=place))
            continue
        bonus = reckoned.seats[seat].components.get(bonus_component(state), NOBODY_KNOWS)
        open_bonus = run.doubtful or score.bonus_unsure or bonus.source != COMPUTED
        if open_bonus and state.game.scoring.open_bonus(state, score, stated):
            continue
        run.ending.wrong.add(seat)
        state.chance.notes.append(_why(state, score, stated)._replace(at=place))


def _follows(seat: SeatReckoning, bonus: str) -> bool:
    """Return whether a total can be checked: all of it follows from the record, but for the bonus perhaps."""
    parts = [figure for name, figure in seat.components.items() if name not in (bonus, "longest")]
    return all(figure.source in (COMPUTED, STATED) for figure in parts) and parts[0].source == COMPUTED


def _out_of_reach(state: State, score: PlayerScore, stated: int) -> Violation | None:
    """SCORE-1: a total that not even the best, or the worst, of the tickets that nobody saw lead to."""
    counted = state.game.unseen.completed(state, score.seat)
    if not counted.ways or counted.doubt:
        return None
    low, high = zip(*[_reach(state, score, way) for way in counted.ways], strict=True)
    bonus = state.board.tables.most_tickets if score.bonus_unsure else 0
    fixed = score.total - score.ticket_points - (score.bonus if bonus else 0)
    if fixed + max(low) <= stated <= fixed + max(high) + bonus:
        return None
    best = stated > fixed + max(high)
    points, reach = (max(high), fixed + max(high) + bonus) if best else (max(low), fixed + max(low))
    number = score.unknown_tickets
    unseen = "not all were" if score.seat in state.uncounted else f"{number} {'was' if number == 1 else 'were'} not"
    parts = [f"{fixed} without tickets", f"{points:+d} for tickets, of which {unseen} seen"]
    parts += [f"{bonus} for {state.game.scoring.bonus_name}"] if bonus and best else []
    name, limit = state.names[score.seat], "most" if best else "least"
    text = f"{name} has {_some(reach, 'points')} at {limit} ({', '.join(parts)}); the record states {stated}"
    return Violation(state.game.ids.score, text)


def _reach(state: State, score: PlayerScore, completed: frozenset[int]) -> tuple[int, int]:
    """Return the least and the most points that a seat's tickets can bring where these are complete."""
    points = {t.index: t.points if t.index in completed else -t.points for t in state.board.tickets}
    held = {result.ticket for result in score.tickets}
    known = sum([points[ticket] for ticket in held])
    unseen = {ticket for deck in state.ticket_decks for ticket in deck.unseen}
    values = sorted([points[ticket] for ticket in unseen - held])
    draw = state.board.tables.setup_tickets
    number, more = score.unknown_tickets, max(0, draw.take - draw.keep) if score.seat in state.uncounted else 0
    worst, best = values[:number], values[::-1][:number]
    worst += [value for value in values[number : number + more] if value < 0]
    best += [value for value in values[::-1][number : number + more] if value > 0]
    return known + sum(worst), known + sum(best)


def _bonus(state: State) -> int:
    """Return the points that the one bonus of a game brings."""
    return state.board.tables.longest_path or state.board.tables.most_tickets


def _why(state: State, score: PlayerScore, stated: int) -> Violation:
    """Name the rule that a wrong score most likely forgot."""
    name = state.names[score.seat]
    parts = [f"{score.routes} for routes"] if state.board.routes else []
    parts.append(f"{score.ticket_points:+d} for tickets")
    parts.append(f"{score.bonus} for {state.game.scoring.bonus_name}")
    parts += [f"{extra.points} for {extra.what}" for extra in score.extras]
    text = f"{name} has {_some(score.total, 'points')} ({', '.join(parts)}); the record states {stated}"
    bonus = _bonus(state)
    if bonus and stated - score.total == (-bonus if score.bonus else bonus):
        return Violation(state.game.ids.bonus, text)
    for slip in state.game.scoring.likely_mistakes(state, score):
        if slip.points and stated - score.total == -slip.points:
            return Violation(slip.rule, text)
    return Violation(state.game.ids.score, text)


def check_end(run: Run) -> None:
    """Check what can be told only when all lines were read: the closing lines, and the tags about the whole."""
    for line, number, place in run.ending.lines:
        if isinstance(line, Score) and _laid_after(run, line):
            _score(run, line)
            run.collect(number, place, line)
    if run.state.house.partial and not run.game.turns and run.game.tags.get("Result"):
        run.state.phase = OVER
    check_ending(run)
    _check_level(run)
    check_result(run)


def _laid_after(run: Run, score: Score) -> bool:
    """Return whether a line of the final board stands below the scores: what it shows was not known there."""
    lines = [stated.line for stated in run.ending.lines]
    return any(isinstance(line, FinalRoutes | FinalStations) for line in lines[lines.index(score) + 1 :])


def _check_level(run: Run) -> None:
    """LEVEL-1: a Level tag states the level that the lines have; claims may be stated of any turns."""
    stated = run.game.tags.get(TAG)
    if stated is None:
        return
    found = level(run.game)
    if stated == found or (stated in LEVELS and _just_begun(run)):
        return
    if stated not in LEVELS:
        text = f'there is no level "{stated}"; it is one of {", ".join(LEVELS)}'
    else:
        more = "hold less than that" if LEVELS.index(stated) > LEVELS.index(found) else "hold more than that"
        text = f'the record states the level "{stated}", and its lines {more}: they show "{found}"'
    run.tag_problem(Violation("LEVEL-1", text), TAG)


def _just_begun(run: Run) -> bool:
    """Return whether a record has neither turns nor a word of the end yet: what will be in it nobody can tell."""
    return not run.game.turns and not run.ending.lines and not run.ending.finished and not run.ending.shown


def check_result(run: Run) -> None:
    """SCORE-2: whoever the Result tag names has won; texts that name no players are left alone."""
    stated = winners_told(run.game).split()
    if run.broken or run.state.phase != OVER or not stated:
        return
    outcome = score_game(run.state)
    winners = {run.names[seat] for seat in outcome.winners}
    if outcome.certain and winners != set(stated):
        rule = run.state.game.ids.tie if outcome.tie_broken else "SCORE-2"
        message = f"the game was won by {listed(sorted(winners))}; the record says {listed(stated)}"
        run.tag_problem(Violation(rule, message), "Result")
