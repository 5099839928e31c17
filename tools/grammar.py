"""Keep what Lark makes of the grammar in ``grammar/ttrn.json``: ``make grammar``. A test compares the two."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ttrn.notation.grammar_tables import checksum
from ttrn.notation.lexicon import grammar_text, parser
from ttrn.resources import resource

if TYPE_CHECKING:
    from lark import Lark


def made(lark: Lark, grammar: str) -> dict[str, Any]:
    """Return the content of the file, as Lark has it: states and rules are numbered as they are met."""
    table: Any = lark.parser.parser._parse_table  # noqa: SLF001  it offers them in no other way
    ignored = set(lark.ignore_tokens)
    states: dict[int, int] = {}
    rules: dict[Any, int] = {}
    rows: list[dict[str, int]] = []
    starts = sorted(table.start_states.items())
    for _, state in starts:
        states.setdefault(state, len(states))
    while len(rows) < len(states):
        row: dict[str, int] = {}
        for symbol, (action, to) in sorted(table.states[list(states)[len(rows)]].items()):
            is_rule = hasattr(to, "origin")
            known = rules if is_rule else states
            known.setdefault(to, len(known))
            row[str(symbol)] = -1 - rules[to] if is_rule else states[to]
            assert is_rule == (str(action) == "Reduce")
        rows.append(row)
    return {
        "grammar": checksum(grammar),
        "terminals": {t.name: t.pattern.to_regexp() for t in lark.terminals if t.name not in ignored},
        "starts": {
            start: [states[table.start_states[start]], states[table.end_states[start]]]
            for start in sorted(table.start_states)
        },
        "states": rows,
        "rules": [[str(rule.alias or rule.origin.name), str(rule.origin.name), len(rule.expansion)] for rule in rules],
    }


def write() -> None:
    """Write the file anew: ``make grammar``."""
    text = json.dumps(made(parser(), grammar_text()), ensure_ascii=False, indent=1)
    resource("grammar", "ttrn.lark").with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
