"""``python -m ttrn`` is the ``ttrn`` command."""

import sys


def run() -> None:
    """Run the command; it can be stopped while it is still being loaded, too."""
    try:
        from ttrn.cli.main import run as start  # noqa: PLC0415  it takes a while
    except KeyboardInterrupt:
        sys.exit(130)
    start()


if __name__ == "__main__":
    run()
