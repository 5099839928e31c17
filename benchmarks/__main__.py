"""``python -m benchmarks``: measure and print the tables; names of tables as arguments print only those."""

import sys

from benchmarks import (
    analysing,
    asking,
    cores,
    datasets,
    diagnosing,
    drawing,
    editing,
    inferring,
    lines,
    loading,
    odds,
    pages,
    paths,
    playing,
    playouts,
    readers,
    reading,
    recording,
    replaying,
    setup,
    spending,
    starting,
    stepping,
    tapping,
)
from benchmarks.table import show

TABLES = {
    "starting": ("Starting a command (processor time, median of several rounds)", starting.rows),
    "reading": ("Reading the notation (processor time, best of several rounds)", reading.rows),
    "lines": ("Reading long lines, sound and not (processor time, best of several rounds)", lines.rows),
    "replaying": ("Replaying records (processor time, best of several rounds)", replaying.rows),
    "diagnosing": ("Finding the slip in a spoiled record (processor time, all cores)", diagnosing.rows),
    "inferring": ("Verdicts on records with unseen cards (processor time)", inferring.rows),
    "odds": ("Odds of hidden hands after a turn (processor time)", odds.rows),
    "analysing": ("Analysing games (processor time, beside the replay of the same game)", analysing.rows),
    "playing": ("Playing games (games per second of processor time, one core)", playing.rows),
    "playouts": (
        "Playing on from the middle of a game (playouts per second of processor time, one core)",
        playouts.rows,
    ),
    "spending": ("Best spending of a stack on tickets", spending.rows),
    "cores": ("Commands on two cores beside one (wall and processor time, best of two rounds)", cores.rows),
    "loading": ("The database (processor time of all cores)", loading.rows),
    "datasets": (
        "A data set beside a database file (processor time of all cores; statistics: wall time)",
        datasets.rows,
    ),
    "pages": (
        "The dashboard: pages in a browser, and what they ask a database of 100,000 games (wall time)",
        pages.rows,
    ),
    "readers": (
        "The dashboard: what its readers cost the server, on 3,000 games (processor and wall time)",
        readers.rows,
    ),
    "setup": ("`make run` from nothing to a board on the screen (wall time)", setup.rows),
    "asking": ("What the pages with statistics ask a database of 100,000 games (wall time)", asking.rows),
    "drawing": ("Pictures of boards (processor time, best of several rounds)", drawing.rows),
    "stepping": ("Viewer data, and stepping through it in a browser", stepping.rows),
    "recording": ("The recorder's engine in a browser, and here (wall time, median)", recording.rows),
    "editing": ("The language server: a file of 50 games, after each changed line (wall time)", editing.rows),
    "tapping": ("The recorder's page in a browser, as slow as a phone (wall time, median)", tapping.rows),
    "paths": ("Longest path, positions of 20 to 23 routes", paths.rows),
}

if __name__ == "__main__":  # the processes that a benchmark starts come through here too
    for name, (title, rows) in TABLES.items():
        if len(sys.argv) < 2 or name in sys.argv[1:]:
            show(title, rows())
