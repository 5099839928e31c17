"""The level of a record, found from its lines."""

from __future__ import annotations

import pytest

import ttrn

PLAYERS = "player ann\nplayer bob\n"
DEALT = """ann deal RRBL
bob deal GGKK
market RGLKW
ann keep LAX-NYC DUL-HOU | SEA-NYC
bob keep DEN-PIT NYC-ATL
"""

RECORDS = [
    ("", "", "view"),
    ("", "score ann=112 bob=98", "result"),
    ("", "rank ann=1", "result"),
    ("", "finished", "result"),
    ('[Result "Ann won"]', "", "result"),
    ("", "sheet ann routes=60\nscore ann=112", "sheet"),
    ("", "routes ann SEA-POR\nsheet ann routes=1", "board"),
    ("", "stations ann -", "board"),
    ("", "reveal ann SEA-NYC\nscore ann=3 bob=4", "result"),
    ("", "1. ann claim SEA-POR", "claims"),
    ("", "1. ann claim SEA-POR ?\n2. bob station PAR ??\nsheet ann routes=1", "claims"),
    ("", "1. ann claim SEA-POR R", "view"),
    ("", "1. ann draw ? ?\n2. bob claim SEA-POR", "view"),
    ('[Level "claims"]', "1. ann draw ? ?", "claims"),
    ('[Rules "bga, partial"]', "1. ann draw ? ?", "claims"),
    ("", DEALT + "1. ann claim SEA-POR", "view"),
    ("", DEALT + "1. ann claim SEA-POR R\n2. bob draw R>G ?K", "full"),
    ("", DEALT + "1. ann claim SEA-POR R\n2. bob draw R ?K", "view"),
    ("", DEALT + "1. ann claim SEA-POR R\n2. bob draw R>G ?", "view"),
    ("", DEALT + "1. ann tickets SEA-NYC | ?", "view"),
    ("", DEALT + "1. ann pass", "full"),
    ("", DEALT.replace("GGKK", "????") + "1. ann pass", "view"),
    ("", DEALT, "full"),
    ("", DEALT + "score ann=3 bob=4", "result"),
]


@pytest.mark.parametrize(("tag", "lines", "expected"), RECORDS)
def test_the_level_is_found_from_the_lines(tag: str, lines: str, expected: str) -> None:
    (game,), problems = ttrn.loads(f'[Game "usa"]\n{tag}\n{PLAYERS}{lines}')
    assert not problems
    assert ttrn.level(game) == expected
    assert ttrn.level(ttrn.loads(ttrn.dumps(game)).games[0]) == expected


def test_a_claim_without_cards_is_an_unseen_payment() -> None:
    (short,), _ = ttrn.loads(f'[Game "usa"]\n{PLAYERS}1. ann claim SEA-POR\n2. bob claim MAD-PAM !KWL x')
    (canonical,), _ = ttrn.loads(f'[Game "usa"]\n{PLAYERS}1. ann claim SEA-POR ?\n2. bob claim MAD-PAM ? !KWL x')
    assert short == canonical
