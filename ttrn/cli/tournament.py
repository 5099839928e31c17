"""``ttrn tournament``: what bots are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from ttrn.cli.command import Exit, Option
from ttrn.cli.options import Cores
from ttrn.cli.output import CLEAN, FAILED, FOUND, counted, fail, say, show_json, show_table
from ttrn.cli.play import FEW, Seed, WhichBoard, open_board, open_bots
from ttrn.cli.progress import counting
from ttrn.play.bots import BOTS
from ttrn.play.match import BotError
from ttrn.play.series import play_all
from ttrn.play.tournament import Mean, Share, Standings, groups, result_of, tables


def tournament(
    board: WhichBoard,
    *,
    bots: Annotated[
        str,
        Option(
            "--bots",
            metavar="A,B,…",
            help="Who takes part, one named twice twice; your own as module:Name.",
            words="bots",
        ),
    ] = ",".join(BOTS),
    players: Annotated[int, Option("--players", min=2, help="How many sit at one table.")] = 2,
    games: Annotated[int, Option("--games", min=1, help="How many games for each table of bots.")] = 100,
    seed: Seed = 1,
    cores: Cores = 0,
    json: Annotated[bool, Option("--json", help="One JSON object per bot and per pair of bots.")] = False,
) -> None:
    """Let bots play each other in all seats, and tell who is better, with 95% confidence intervals.

    Exit status: 0 done, 1 a bot failed or broke a rule, 2 could not run.
    """
    on = open_board(board)
    names = open_bots(bots)
    wrong = ""
    if len(names) < players:
        wrong = f"{counted(players, 'player')} at a table are more than the {counted(len(names), 'bot')} named"
    elif not on.tables.min_players <= players <= on.tables.max_players:
        wrong = f"{on.title} is for {on.tables.min_players} to {on.tables.max_players} players, not for {players}"
    if wrong:
        fail(wrong)
        raise Exit(FAILED)
    total = games * len(groups(names, players))
    standings = Standings(names)
    try:
        played = play_all(tables(names, players, games, board, seed), result_of, 1 if total <= FEW else cores)
        standings.add(counting(played, total))
    except BotError as error:
        fail(str(error))
        raise Exit(FOUND) from None
    if json:
        for row in standing_rows(standings):
            show_json(row)
    else:
        show_standings(standings, board, players, total)
    raise Exit(CLEAN)


def show_standings(standings: Standings, board: str, players: int, total: int) -> None:
    """Print a tournament as two tables: each bot, and each pair of bots."""
    say(f"{board}, {players} at a table, {counted(total, 'game')}", "bold")
    say()
    ranking = sorted(standings.bots, key=lambda bot: (standings.won(bot), standings.points(bot)), reverse=True)
    show_table(
        ("bot", "games", "won", "95% interval", "points a game"),
        [
            (bot, str(len(standings.totals[bot])), *_share(standings.won(bot)), _mean(standings.points(bot)))
            for bot in ranking
        ],
        right=("games", "won", "95% interval", "points a game"),
    )
    say()
    show_table(
        ("bot", "against", "games", "ahead", "95% interval", "by points"),
        [
            (
                bot,
                other,
                str(standings.duels[bot, other].games),
                *_share(standings.ahead(bot, other)),
                _mean(standings.margin(bot, other), sign="+"),
            )
            for place, bot in enumerate(ranking)
            for other in ranking[place + 1 :]
        ],
        right=("games", "ahead", "95% interval", "by points"),
    )


def standing_rows(standings: Standings) -> Iterator[dict[str, object]]:
    """Return a tournament for programs."""
    for bot in standings.bots:
        won, points = standings.won(bot), standings.points(bot)
        yield {"bot": bot, "games": len(standings.totals[bot]), "won": won._asdict(), "points": points._asdict()}
    for (bot, other), duel in standings.duels.items():
        ahead, margin = standings.ahead(bot, other), standings.margin(bot, other)
        yield {
            "bot": bot,
            "against": other,
            "games": duel.games,
            "ahead": ahead._asdict(),
            "margin": margin._asdict(),
        }


def _share(found: Share) -> tuple[str, str]:
    return f"{found.share:.1%}", f"{found.low:.1%} to {found.high:.1%}"


def _mean(found: Mean, sign: str = "") -> str:
    return f"{found.mean:{sign}.1f} ± {found.margin:.1f}"
