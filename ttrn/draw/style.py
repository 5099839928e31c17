"""The style sheet of the pictures: one text for the stage, where a page changes things, and for still pictures.

The stage names its colours by custom properties, which a page may switch; a still picture has them filled in, because
not every program that shows SVG knows such properties.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from ttrn.boards import COLORS
from ttrn.draw.colors import Paint, Theme, named, properties

_MAP: Final = """\
.sea{fill:var(--sea)}
.paper{fill:var(--paper)}
.land,.home{fill:var(--land)}
.abroad{fill:var(--far)}
.grid,.wave,.coast,.inner,.states,.borders,.rivers{fill:none;stroke-linejoin:round}
.grid{stroke:var(--wave);stroke-width:1.6}
.wave{stroke:var(--wave)}
.water{stroke:var(--sea)}
.inner{stroke:var(--shade);opacity:.07}
.coast{stroke:var(--coast);stroke-width:2.2}
.states{stroke:var(--faint);stroke-width:2}
.borders{stroke:var(--border);stroke-width:2.4;stroke-dasharray:9 5 2 5}
.rivers{stroke:var(--river);stroke-width:2}
.lakes{fill:var(--sea);stroke:var(--coast);stroke-width:1.6}
.frame{fill:none;stroke:var(--rim);stroke-width:2}
.line{fill:none;stroke:var(--halo);stroke-width:14;stroke-linecap:round;stroke-linejoin:round;opacity:.8}
.tunnel .line{stroke:var(--tooth);stroke-width:16;stroke-linecap:butt;stroke-dasharray:2.6 3.4;opacity:1}
.ferry .line{stroke:var(--coast);stroke-width:15;stroke-linecap:butt;stroke-dasharray:7 4;opacity:.75}
.spaces{stroke-width:1.5;stroke-linejoin:round}
.mark{fill:none;stroke-width:2;stroke-linecap:round;opacity:.75}
.trains{display:none;stroke-width:2;stroke-linejoin:round}
.joint{fill:none;stroke-width:2.4}
.pane{fill:none;stroke-width:2.2;stroke-dasharray:2.6 2.2;opacity:.75}
.cue,.goods text,.on{font-size:9.5px;font-weight:bold;text-anchor:middle}
.cue{paint-order:stroke;stroke-width:2.6;stroke-linejoin:round;pointer-events:none}
.route[data-owner] .trains{display:inline}
.route[data-owner] .spaces,.route[data-owner] .loco{display:none}
.route[data-owner] .line{stroke:var(--bed);stroke-width:15.6;stroke-linecap:round;stroke-dasharray:none;opacity:1}
.route[data-last] .line{stroke:var(--last);stroke-width:21;stroke-linecap:round;stroke-dasharray:none;opacity:1}
.route[data-lit] .line{stroke-width:20;stroke-linecap:round;stroke-dasharray:none;opacity:1}
.loco{fill:var(--gray-ink)}
.dot,.stop{fill:var(--dot);stroke:var(--rail);stroke-width:2}
.stop{fill:var(--quiet);stroke:var(--halo)}
.city text{pointer-events:none;font-size:13px;font-weight:bold;fill:var(--ink);stroke:var(--halo);stroke-width:3.4;\
stroke-linejoin:round;paint-order:stroke}
.city .code{display:none}
.country text{font-style:italic;fill:var(--quiet);letter-spacing:1px}
.city.lit .dot,.city.lit .stop{stroke:var(--last);stroke-width:5}
.city.lit text{stroke:var(--last)}
.goods{fill:var(--paper)}
.goods circle{stroke:var(--ink);stroke-width:1.6}
.pieces{stroke:var(--rail);stroke-width:1.6;stroke-linejoin:round;filter:drop-shadow(0 1px 1.5px var(--shade))}
.pieces .on{font-size:11px;stroke:none}
.dim .route:not([data-lit]){opacity:.2}
.dim .city:not(.lit),.dim .goods{opacity:.4}
@media (max-width:600px){
.city text{display:none}
.city .code{display:inline;font-size:23px;stroke-width:5.5}
.cue{font-size:13px}
}
"""

_LAYER: Final = ".map{will-change:opacity}\n"

_ROUTE: Final = """\
.{0} .spaces{{fill:var(--{0});stroke:var(--{0}-edge)}}
.{0} .cue{{fill:var(--{0}-ink);stroke:var(--{0})}}
"""

_SEAT: Final = """\
.route[data-owner="{0}"] .trains{{fill:var(--seat-{0});stroke:var(--seat-{0}-edge)}}
.route[data-owner="{0}"] .pane{{stroke:var(--seat-{0}-ink)}}
.route[data-owner="{0}"] .cue{{fill:var(--seat-{0}-ink);stroke:var(--seat-{0})}}
.route[data-lit="{0}"] .line{{stroke:var(--seat-{0})}}
"""

_GOODS: Final = ".goods.{0}{{fill:var(--{0})}}.goods.{0} text{{fill:var(--{0}-ink)}}\n"

MARKS: Final = {"R": "", "O": "0 5", "Y": "0 9", "G": "6 5", "B": "2 4", "P": "7 4 0 4"}
"""What each colour has along the middle of its spaces, as a pattern of dashes; black, white and gray have nothing."""


def stage_style(seats: int) -> str:
    """Return the style sheet of a stage, with the colours of both themes as custom properties."""
    root = ".ttrn-board"
    day = _declared(properties("light"))
    night = _declared(properties("dark"))
    # The browser keeps the map as a layer of its own: a step does not paint it again, which halves the time of a step.
    return f'{root}{{{day}}}\n{root}[data-theme="dark"]{{{night}}}\n' + scoped(sheet(seats) + _LAYER, root)


def seat_style(paints: Sequence[Paint]) -> str:
    """Return the colours of the seats as declarations for the root of a stage: each game has its own."""
    return _declared({name: value for seat, paint in enumerate(paints) for name, value in _seat(seat, paint).items()})


def still_style(theme: Theme, paints: Sequence[Paint], root: str, more: str = "") -> str:
    """Return the style sheet of a still picture, for what is in ``root``, with all colours filled in."""
    colors = properties(theme)
    for seat, paint in enumerate(paints):
        colors |= _seat(seat, paint)
    return filled(scoped(sheet(len(paints)) + more, root), colors)


@cache
def sheet(seats: int) -> str:
    """Return all rules of a board with so many seats, a rule or several in each line."""
    marks = [
        f".{name} .mark{{stroke:var(--{name}-edge);stroke-dasharray:{MARKS[letter] or 'none'}}}\n"
        for name, letter in COLORS.items()
        if letter in MARKS
    ]
    return "".join(
        [
            _MAP,
            *map(_ROUTE.format, COLORS),
            *marks,
            *map(_GOODS.format, COLORS),
            *map(_SEAT.format, range(seats)),
        ]
    )


def filled(text: str, colors: dict[str, str]) -> str:
    """Return a style sheet with its custom properties filled in.

    >>> filled("a{fill:var(--sea)}", {"sea": "#fff"})
    'a{fill:#fff}'
    """
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: colors[found[1]], text)


def _seat(seat: int, paint: Paint) -> dict[str, str]:
    return named(f"seat-{seat}", paint)


def _declared(colors: dict[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in colors.items())


def scoped(text: str, root: str) -> str:
    """Put the root before each selector, so that no rule touches another picture of the page.

    >>> scoped(".a,.b{fill:red}", ".root")
    '.root .a,.root .b{fill:red}'
    """

    def one(rule: re.Match[str]) -> str:
        # A rule about the root itself starts with its class.
        return ",".join(f"{root}{s}" if s.startswith(".dim ") else f"{root} {s}" for s in rule[1].split(",")) + rule[2]

    return re.sub(r"([^{}\n]+)(\{[^{}]*\})", one, text)
