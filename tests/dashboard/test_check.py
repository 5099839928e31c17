"""The page "Check and explore" without a browser: records as they stand in a link, and queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dashboard.pages.check import editor_panel
from dashboard.shared import links
from tests.dashboard.conftest import HOSTILE, WRONG
from ttrn import store
from ttrn.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    from tests.dashboard.conftest import RunPage

SQL = "ask in SQL"


def test_the_editor_begins_with_a_sound_record(run_page: RunPage) -> None:
    app = run_page("check")
    assert not app.exception
    assert not app.error
    assert "consistent" in app.success[0].value


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        (WRONG, "impossible", "[CLAIM-2]"),
        ('[Game "usa"]\nplayer ann\n1. ann clam SEA-POR R\n', "unreadable", 'did you mean "claim"?'),
        ("", "unreadable", "there is no game in it"),
        ("nonsense", "unreadable", "[TEXT-STRAY]"),
        ('[Game "atlantis"]\nplayer ann\n', "impossible", "atlantis"),
    ],
)
def test_what_is_wrong_is_shown_with_its_place(run_page: RunPage, text: str, verdict: str, said: str) -> None:
    app = run_page("check", share=links.packed(text))
    assert not app.exception
    assert verdict in app.error[0].value
    assert said in app.code[0].value


def test_rules_are_checked_where_other_lines_cannot_be_read(run_page: RunPage) -> None:
    text = '[Game "usa"]\nplayer ann\nplayer bob\n1. ann whatever\n2. bob claim HEL-SEA RR\n'
    app = run_page("check", share=links.packed(text))
    assert not app.exception
    assert "[TEXT-LINE]" in app.code[0].value
    assert "[CLAIM-2]" in app.code[0].value


def test_warnings_are_shown_for_a_sound_game(run_page: RunPage) -> None:
    text = '[Game "usa"]\n[Date "13.11.2026"]\nplayer ann\nplayer bob\n'
    app = run_page("check", share=links.packed(text))
    assert not app.error
    assert "consistent" in app.success[0].value
    assert app.code[0].value.startswith('record:2:8: warning: "13.11.2026" is not read as a date [TEXT-DATE]')


def test_there_is_an_end_to_what_the_editor_looks_at(run_page: RunPage) -> None:
    text = '[Game "usa"]\nplayer ann\nplayer bob\n' * (editor_panel.MAX_GAMES * 20)
    app = run_page("check", share=links.packed(text))
    assert not app.exception
    assert f"only the first {editor_panel.MAX_GAMES} were looked at" in app.warning[0].value
    assert len([*app.success, *app.error, *app.info]) == editor_panel.MAX_GAMES


def test_the_score_and_the_canonical_form(run_page: RunPage) -> None:
    text = resource("sample_games", "real", "usa_4p_2.ttrn").read_text(encoding="utf-8")
    app = run_page("check", share=links.packed(text.replace("\n\n", "\n\n\n")))
    assert not app.error
    assert any("Player Four 141" in element.value for element in app.markdown)
    assert text in [code.value + "\n" if not code.value.endswith("\n") else code.value for code in app.code]


def test_a_game_of_the_database(run_page: RunPage, database: Path) -> None:
    with store.connect(database) as connection:
        number = store.browse(connection, store.Filters(event="Wrong")).games[0].number
    assert "impossible" in run_page("check", game=str(number)).error[0].value
    assert "There is no game" in run_page("check", game="12345").warning[0].value
    assert "does not carry a game" in run_page("check", share="1xyz").warning[0].value


def test_hostile_text_is_shown_as_text(run_page: RunPage) -> None:
    app = run_page("check", share=links.packed(HOSTILE))
    assert not app.error
    shown = " ".join([element.value for element in (*app.markdown, *app.caption, *app.success)])
    assert "\\<img" in shown
    assert "<img" not in shown.replace("\\<img", "")
    assert "](" not in shown


def test_a_query_is_answered(run_page: RunPage) -> None:
    app = run_page("check", view=SQL, sql="SELECT board, count(*) AS games FROM games GROUP BY board ORDER BY board")
    assert not app.exception
    assert not app.error
    answer = app.dataframe[0].value
    assert list(answer.columns) == ["board", "games"]
    assert list(answer["board"]) == ["cardgame", "europe", "marklin", "usa"]


def test_an_example_is_taken(run_page: RunPage) -> None:
    app = run_page("check", view=SQL)
    question = next(example for example in store.examples() if "problems" in example.question)
    app.selectbox(key="example").set_value(question.question).run()
    assert app.text_area(key="check sql").value == question.sql
    assert "CLAIM-2" in list(app.dataframe[0].value["rule"])


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("DROP TABLE games", "only queries that read"),
        ("FROM read_csv('/etc/passwd')", "disabled"),
        ("SELECT 1; SELECT 2", "2 statements"),
        ("SELEKT", "syntax error"),
    ],
)
def test_a_bad_query_is_answered_in_words(run_page: RunPage, sql: str, said: str) -> None:
    app = run_page("check", view=SQL, sql=sql)
    assert not app.exception
    assert "not answered" in app.error[0].value
    assert said in app.code[0].value


def test_columns_of_the_same_or_no_name(run_page: RunPage) -> None:
    app = run_page(
        "check", view=SQL, sql='SELECT 1 AS a, 2 AS a, 3 AS "x.y[0]", \'<img src=x onerror=alert(1)>\' AS "**b**"'
    )
    assert not app.exception
    assert not app.error
    assert list(app.dataframe[0].value.iloc[0]) == [1, 2, 3, "<img src=x onerror=alert(1)>"]


def test_the_tables_are_explained(run_page: RunPage) -> None:
    app = run_page("check", view=SQL)
    app.selectbox(key="relation").set_value("seats").run()
    assert any("One row per player of a game" in caption.value for caption in app.caption)
    assert "score" in list(app.dataframe[-1].value["column"])
