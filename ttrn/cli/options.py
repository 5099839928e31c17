"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from ttrn.cli.command import Argument, Option

Database = Annotated[
    str,
    Argument(metavar="DATABASE", help="The database, a file like games.duckdb, or a data set: a folder, or s3://…."),
]

BoardFile = Annotated[
    str,
    Option(
        "--board",
        metavar="FILE.toml",
        help="A board of your own: it serves the games whose Game tag is the board's name.",
        show_default=False,
    ),
]

OneGame = Annotated[
    int | None, Option("--game", min=1, help="Only this game of the file, counting from 1.", show_default=False)
]

Effort = Annotated[
    float,
    Option("--effort", min=0.0, help="How hard to search for a deal of the unknown cards: 10 is ten times the usual."),
]

Megabytes = Annotated[int, Option("--megabytes", min=1, help="How much memory to use for that, on each core.")]

Cores = Annotated[int, Option("--cores", min=0, help="How many cores to use; 0 is all. What comes out is the same.")]

SvgFile = Annotated[
    str, Option("--svg", metavar="OUT.svg", help="Also draw a picture into this file.", show_default=False)
]

PngFile = Annotated[str, Option("--png", metavar="OUT.png", help="The same as pixels, for a chat.", show_default=False)]

PictureTheme = Annotated[Literal["light", "dark"], Option("--theme", help="The colours of the picture.")]

PictureWidth = Annotated[int, Option("--width", min=100, max=6000, help="How many pixels wide the PNG is.")]

ReportFormat: TypeAlias = Literal["text", "json", "sarif", "github", "junit"]
"""How ``ttrn check`` tells what it found."""
