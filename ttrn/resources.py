"""Files that belong to ttrn but are no Python: the grammar, the sample games.

In the repository they stand beside the package, where a reader expects them; in an installed wheel they stand inside
it, so that ttrn adds one name only to an installation.
"""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(*parts: str) -> Path:
    """Return the path of a shipped file or folder, e.g. ``resource("grammar", "ttrn.lark")``.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for root in (_PACKAGE, _PACKAGE.parent):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"ttrn's own file {'/'.join(parts)} is missing: install ttrn again")
