"""A bot that answers what is not legal: it passes while it can draw."""

from ttrn import View
from ttrn.actions import Action, PassTurn


def wrong(view: View) -> Action:
    return PassTurn() if view.state.phase else view.legal[0]
