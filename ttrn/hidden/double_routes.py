"""Which track was claimed, where a payment was not seen and its colour would show it: no track is claimed twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ttrn.boards import Route
from ttrn.core.cards import LETTERS

if TYPE_CHECKING:
    from ttrn.hidden.linear_program import Program


class _Claimed(NamedTuple):
    line: int
    routes: list[Route]
    flags: dict[int, int]
    kept: bool


class DoubleRoutes:
    """The claims between each two cities that have several tracks, with the tracks that each may have meant."""

    def __init__(self) -> None:
        self._claims: dict[int, list[_Claimed]] = {}

    def claim(self, routes: list[Route], flags: dict[int, int], line: int, *, kept: bool = True) -> None:
        """Take note of a claim of one of these routes; ``flags`` are for the colours of an unseen payment.

        One that is not ``kept`` was given up: the track was free then, and still is.
        """
        self._claims.setdefault(routes[0].pair, []).append(_Claimed(line, routes, flags, kept))

    def close(self, program: Program) -> None:
        """Add the rows of those pairs where an unseen payment depends on the track."""
        for claims in self._claims.values():
            if any(claim.flags for claim in claims):
                _match(program, claims)


def _match(program: Program, claims: list[_Claimed]) -> None:
    """Give each claim one track and each track one claim at most; a coloured track wants its colour."""
    takers: dict[int, list[int]] = {}
    for claim in claims:
        chosen = program.variables(len(claim.routes), 1)
        program.row([(chosen + i, 1) for i in range(len(claim.routes))], 1, 1, claim.line)
        for i, route in enumerate(claim.routes):
            before = takers.setdefault(route.index, [])
            if claim.kept:
                before.append(chosen + i)
            elif before:
                program.row([(chosen + i, 1), *[(variable, 1) for variable in before]], None, 1, claim.line)
        for kind, flag in claim.flags.items():
            fitting = [i for i, route in enumerate(claim.routes) if route.color in ("", LETTERS[kind])]
            program.row([(flag, 1), *[(chosen + i, -1) for i in fitting]], None, 0, claim.line)
    for variables in takers.values():
        if len(variables) > 1:
            program.row([(variable, 1) for variable in variables], None, 1, claims[-1].line)
