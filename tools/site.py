"""Gather the pages of the documentation site: ``make docs``. What is written by hand stays in ``docs``.

Beside those pages come the ones that are made: the rules with an example each, a gallery with replays that run, the
recorder to try, the Python interface, the grammar. All of it lies in ``build/site/pages``, for Zensical to build.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

import ttrn
from ttrn.core.rulebook import all_rules
from ttrn.recorder.build import MissingRuntimeError, recorder_files, write_folder

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "build" / "site" / "pages"

ELSEWHERE: Final = {
    "../CONTRIBUTING.md": "contributing.md",
    "../editors/README.md": "editors.md",
    "../grammar/ttrn.lark": "grammar.md",
    "../grammar/ttrn.json": "grammar.md",
}
"""Links of pages to files beside ``docs``, and the pages that have them here."""

REPLAYS: Final = {
    "usa": "real/usa_4p_2.ttrn",
    "europe": "annotated/europe.ttrn",
    "marklin": "annotated/marklin.ttrn",
    "cardgame": "annotated/cardgame.ttrn",
}
"""A game of each board, to replay in the page."""


STYLE: Final = """.md-typeset iframe { width: 100%; height: 46rem; border: 1px solid silver; }
.md-typeset iframe.tall { height: 54rem; max-width: 30rem; }
"""


class Case(NamedTuple):
    """A record of the tests that shows a rule."""

    rule: str
    about: str
    """What it shows, in words; may be empty."""
    wrong: str
    """The message about it; empty for a legal one."""
    text: str


def written() -> None:
    """Copy the pages that are written by hand, with links to what is a page here."""
    for path in sorted((ROOT / "docs").iterdir()):
        if path.suffix == ".md":
            text = path.read_text(encoding="utf-8")
            for link, page in ELSEWHERE.items():
                text = text.replace(f"]({link}", f"]({page}")
            # A file of the repository that is no page here is only named.
            text = re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"\1", text)
            # What the tests want to know of a block is nothing for readers.
            text = re.sub(r"^```(\w+) .*$", r"```\1", text, flags=re.MULTILINE)
            (PAGES / path.name).write_text(text, encoding="utf-8")
        elif path.is_file():
            shutil.copy(path, PAGES)
        else:
            shutil.copytree(path, PAGES / path.name)
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"):
        text = (
            (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace("](editors/README", "](editors")
        )
        (PAGES / name.lower()).write_text(text, encoding="utf-8")
    editors = (ROOT / "editors" / "README.md").read_text(encoding="utf-8")
    (PAGES / "editors.md").write_text(editors.replace("](../docs/", "]("), encoding="utf-8")
    grammar = (ROOT / "grammar" / "ttrn.lark").read_text(encoding="utf-8")
    page = f"# The grammar\n\nAs [Lark](https://lark-parser.readthedocs.io) reads it.\n\n```\n{grammar}```\n"
    (PAGES / "grammar.md").write_text(page, encoding="utf-8")
    (PAGES / "site.css").write_text(STYLE, encoding="utf-8")


def cases() -> Iterator[Case]:
    """Return the records of the tests that show a rule: plain ones before those on small boards, then the shortest."""
    found = []
    for path in (ROOT / "tests" / "cases").glob("*/*.ttrn"):
        rule = re.match(r"[A-Z]+(?:-[A-Z]+)?-\d+", path.name)
        text = path.read_bytes().decode(errors="replace")
        if not rule or "\r" in text:
            continue
        messages = re.findall(r'^; expect: .* [A-Z]+-?\d+ (?:`.*` )?"(.*)"$', text, re.MULTILINE)
        about = re.findall(r"^; (?!expect|board)(.*)$", text, re.MULTILINE)
        record = re.sub(r"^; .*\n", "", text, flags=re.MULTILINE).strip()
        order = ("; board:" in text, len(messages) > 1, path.parent.name != "usa", len(record), path.name)
        found.append((order, Case(rule[0], " ".join(about), "; ".join(messages), record)))
    return (case for _, case in sorted(found))


def rules_by_example() -> str:
    """Return a page with every rule, and a legal and an illegal record of each that has one."""
    first: dict[tuple[str, bool], Case] = {}
    for case in cases():
        first.setdefault((case.rule, bool(case.wrong)), case)
    lines = [
        "# The rules by example",
        "",
        "Every rule by its id, with records of the tests that keep it and break it, some on small boards of their own.",
        "[The table](rules.md) has what was decided where the printed rules are silent.",
        "",
    ]
    for rule, sentence in all_rules().items():
        lines += [f"## {rule}", "", sentence, ""]
        for illegal, label in ((False, "Legal"), (True, "Not legal")):
            if shown := first.get((rule, illegal)):
                told = shown.wrong or shown.about or "as it should be."
                lines += [f"{label}: {told}", "", f"```ttrn\n{shown.text}\n```", ""]
    return "\n".join(lines)


def gallery() -> str:
    """Write replays that run in a page, and return the page that shows them and the boards."""
    folder = PAGES / "replays"
    folder.mkdir()
    lines = ["# Gallery", ""]
    for board, record in REPLAYS.items():
        path = ROOT / "sample_games" / record
        page = folder / f"{board}.html"
        _replay(path, page)
        title = ttrn.board(board).title
        lines += [
            f"## {title}",
            "",
            f'<iframe src="replays/{page.name}" title="{escape(title)}: a game to replay" loading="lazy"></iframe>',
            "",
            f"The same game [alone](replays/{page.name}); the board without trains:",
            "",
            f"![The board of {title}](board_{board}.svg)",
            "",
        ]
    return "\n".join(lines)


def _replay(record: Path, page: Path) -> None:
    from ttrn.cli.main import app  # noqa: PLC0415

    try:
        with redirect_stdout(StringIO()):
            app.run(["show", str(record), "--html", str(page)])
    except SystemExit as end:
        if end.code:
            raise


def try_it() -> str:
    """Write the recorder, and return the page that shows it; without Python for browsers it says how to get it."""
    try:
        files = recorder_files()
    except MissingRuntimeError as error:
        sys.stderr.write(f"the site is made without the recorder: {error}\n")
        return "# Try it\n\nThis copy was made without the recorder: [how to get it](recording.md#without-a-server).\n"
    write_folder(PAGES / "recorder", files)
    return (
        "# Try it\n\nRecord a game, or paste one under *Edit the text* and see what is wrong with it. Nothing is "
        "installed, and nothing leaves this page; [alone](recorder/index.html) it fits a phone.\n\n"
        '<iframe src="recorder/index.html" title="The recorder" class="tall"></iframe>\n'
    )


def interface() -> str:
    """Return the page of the public Python names, for mkdocstrings to fill in from their docstrings."""
    lines = ["# The Python interface", "", "What `import ttrn` gives.", ""]
    for name in ttrn.__all__:
        found = getattr(ttrn, name)
        place = getattr(found, "__module__", "") or "ttrn"
        lines += [f"::: {place}.{getattr(found, '__qualname__', name)}", ""]
    return "\n".join(lines)


def main() -> None:
    """Make all pages anew."""
    shutil.rmtree(PAGES, ignore_errors=True)
    PAGES.mkdir(parents=True)
    written()
    made = {"rules_by_example": rules_by_example, "gallery": gallery, "try_it": try_it, "interface": interface}
    for name, make in made.items():
        (PAGES / f"{name}.md").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
