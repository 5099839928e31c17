"""Names as they are without accents."""

import unicodedata

# Letters of European city names that Unicode does not take apart into a plain letter and an accent.
_WHOLE_LETTERS = str.maketrans(
    {
        "Æ": "AE",
        "Ø": "O",
        "Đ": "D",
        "Ł": "L",
        "Œ": "OE",
        "ß": "ss",
        "æ": "ae",
        "ø": "o",
        "đ": "d",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ł": "l",
        "œ": "oe",
    }
)


def plain(text: str) -> str:
    """Return the text without diacritics, case and blanks kept.

    >>> plain("København, Köln, Łódź")
    'Kobenhavn, Koln, Lodz'
    """
    apart = unicodedata.normalize("NFKD", text.translate(_WHOLE_LETTERS))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
