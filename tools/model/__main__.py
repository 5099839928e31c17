"""Learn the model of every board, or of those named: ``python -m tools.model [BOARD …]``."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Any, Final

from tools.model import accuracy, fit
from tools.model.games import SEED, VIEWS, Played, played
from ttrn.boards import board, board_names
from ttrn.evaluation.features import names_of
from ttrn.evaluation.model import FOLDER, read_model

VERSION: Final = "3"
FULL, PUBLIC, ONE = VIEWS


def learn(name: str, learnt: Sequence[Played], kept: Sequence[Played]) -> dict[str, Any]:
    """Return what was learnt of a board's games, and how good it is on those held out."""
    names = names_of(board(name))
    turns = names.index("turns")
    parts = {"full": (FULL,), "view": (PUBLIC, ONE)}
    models = {part: _fit(fit.gather(learnt, views, len(names)), turns) for part, views in parts.items()}
    tested = {FULL: "full", PUBLIC: "view", ONE: "view"}
    held_out = {
        view: accuracy.of(read_model(models[part]), fit.gather(kept, (view,), len(names)), turns)
        for view, part in tested.items()
    }
    return {
        "version": f"{VERSION}-{_digest([*learnt, *kept])}",
        "seed": SEED,
        "games": len(learnt),
        "held out": {"games": len(kept), **held_out},
        "features": list(names),
        **models,
    }


def _fit(data: fit.Data, turns: int) -> dict[str, Any]:
    """Learn the points first; what they are expected to be helps to tell who wins."""
    base, weights = fit.score_weights(data)
    score: dict[str, Any] = {"base": round(base, 3), "weights": fit.rounded(weights)}
    score["trees"] = fit.score_trees(data, score["base"] + data.rows @ score["weights"])
    points = fit.values(score, data.rows)
    spread = fit.spread_of(data.rows[:, turns], data.score - points)
    around = fit.around(spread, data.rows[:, turns])
    wide = data._replace(rows=fit.with_points(data, points, around))
    win = fit.rounded(fit.win_weights(wide))
    trees = fit.win_trees(wide, wide.rows @ win)
    return {"win": {"base": 0.0, "weights": win, "trees": trees}, "score": score, "spread": spread}


def _digest(games: Sequence[Played]) -> str:
    """Return the hash of all that was learnt from."""
    found = hashlib.sha256()
    for game in games:
        found.update(repr((game.won, game.scores)).encode())
        for moment in game.moments:
            found.update(moment.rows.tobytes())
    return found.hexdigest()[:12]


def text_of(found: dict[str, Any]) -> str:
    """Return the file: a line for each tree, so that people can read it and changes show where they are."""
    lines = [f'"{key}": {json.dumps(value)}' for key, value in found.items() if key not in ("full", "view")]
    for part in ("full", "view"):
        sums = []
        for kind in ("win", "score"):
            one = found[part][kind]
            trees = ",\n".join([json.dumps(tree, separators=(",", ":")) for tree in one["trees"]])
            weights = json.dumps(one["weights"])
            sums.append(f'"{kind}": {{"base": {one["base"]}, "weights": {weights}, "trees": [\n{trees}]}}')
        spread = json.dumps(found[part]["spread"])
        lines.append(f'"{part}": {{' + ",\n".join([*sums, f'"spread": {spread}}}']))
    return "{" + ",\n".join(lines) + "}\n"


def main(names: Sequence[str]) -> None:
    """Learn from the games of every set of rules, on the first board that has it."""
    done: set[str] = set()
    for name in names or board_names():
        rules = board(name).rules
        if rules not in done:
            done.add(rules)
            found = learn(name, *played(name))
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{rules}.json").write_text(text_of(found), encoding="utf-8")
            sys.stderr.write(f"{rules}: {json.dumps(found['held out'], indent=1)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
