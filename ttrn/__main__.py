"""``python -m ttrn`` is the ``ttrn`` command."""

from ttrn.cli.main import run

if __name__ == "__main__":
    run()
