"""The map under the routes."""

from __future__ import annotations

from ttrn.draw.ink import number as _n
from ttrn.draw.layout import Layout


def ground(layout: Layout, height: float) -> str:
    """Draw the paper, as high as the whole picture."""
    return (
        f'<rect class="land" x="1" y="1" width="{_n(layout.width - 2)}" height="{_n(height - 2)}" rx="12"/>'
        f'<rect class="frame" x="1" y="1" width="{_n(layout.width - 2)}" height="{_n(height - 2)}" rx="12"/>'
    )
