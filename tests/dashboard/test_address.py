"""The address of a page and its widgets say the same."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import dashboard
from dashboard.shared.address import Parse, any_text, day, number, one_of

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

PAGE = """
import streamlit as st
from dashboard.shared.address import Address, any_text, number, one_of

bound = Address("page", of=st.session_state.get("of", ""))
options = st.session_state.get("options", ["usa", "europe", "marklin"])
values = bound.bind({"board": one_of(options, options[0]), "least": number(0, 50), "text": any_text()})
always = bound.bind({"topic": one_of(["routes", "seats"], "routes")}, always=["topic"])
st.selectbox("Board", options, key=bound.key("board"))
st.number_input("Least", None, None, value=None, key=bound.key("least"))
st.text_input("Text", key=bound.key("text"))
st.session_state["seen"] = values | always
"""


def opened(**parameters: str) -> AppTest:
    from streamlit.testing.v1 import AppTest  # noqa: PLC0415  takes long, and not all tests need it

    app = AppTest.from_string(PAGE, default_timeout=60)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def address(app: AppTest) -> dict[str, str]:
    assert not app.exception
    return {name: value if isinstance(value, str) else value[-1] for name, value in app.query_params.items()}


@pytest.mark.parametrize(
    ("parse", "text", "value"),
    [
        (one_of([2, 3], None), "3", 3),
        (one_of([2, 3], None), "4", None),
        (one_of(["a", "b"], "a"), "", "a"),
        (number(0, 50), "7", 7),
        (number(0, 50), "-7", None),
        (number(0, 50), "99", 50),
        (number(1, 5, 1), "x", 1),
        (number(0, 50), "１", None),  # noqa: RUF001  a digit, but none of ours
        (any_text("x"), "", "x"),
        (any_text(), "", None),
        (any_text(), "x" * 500, "x" * 200),
        (day, "2026-11-30", date(2026, 11, 30)),
        (day, "2026-02-31", None),
        (day, "0001-01-01", None),
    ],
)
def test_what_an_address_says(parse: Parse, text: str, value: Any) -> None:
    assert parse(text) == value
    assert value is None or parse(str(value)) == value


def test_defaults_are_left_out_unless_they_always_stand_there() -> None:
    app = opened()
    assert app.session_state["seen"] == {"board": "usa", "least": None, "text": None, "topic": "routes"}
    assert address(app) == {"topic": "routes"}


def test_widgets_show_what_the_address_says_and_odd_values_leave_it() -> None:
    app = opened(board="europe", least="12", text="Ann", other="kept")
    assert app.selectbox[0].value == "europe"
    assert app.number_input[0].value == 12
    assert address(app) == {"board": "europe", "least": "12", "text": "Ann", "other": "kept", "topic": "routes"}
    assert address(opened(board="atlantis", least="many")) == {"topic": "routes"}


def test_what_cannot_be_taken_is_named() -> None:
    app = opened(board="atlantis", least="many", text="x" * 300)
    assert [warning.value.replace("\\", "") for warning in app.warning] == [
        'The address says board "atlantis", but it wants one of usa, europe, marklin.',
        'The address says least "many", but it wants a number from 0 to 50.',
        f'The address says text "{"x" * 59}…", but only its first 200 letters are used.',
    ]
    assert not app.run().warning
    assert "from 0 to 50" in opened(least="51").warning[0].value
    assert not opened(board="europe", least="012").warning


def test_what_the_page_wrote_itself_is_not_held_against_anybody() -> None:
    app = opened(board="marklin")
    app.session_state["options"] = ["usa", "europe"]
    assert not app.run().warning


def test_the_address_follows_a_widget_and_a_widget_the_address() -> None:
    app = opened(board="europe")
    app.selectbox[0].set_value("marklin").run()
    assert address(app) == {"board": "marklin", "topic": "routes"}
    app.query_params["board"] = "europe"
    assert app.run().selectbox[0].value == "europe"
    app.selectbox[0].set_value("usa").run()
    assert address(app) == {"topic": "routes"}


def test_what_is_no_option_any_more_is_forgotten() -> None:
    app = opened(board="marklin")
    app.session_state["options"] = ["usa", "europe"]
    assert app.run().selectbox[0].value == "usa"
    assert address(app) == {"topic": "routes"}


def test_for_another_subject_the_address_is_read_again() -> None:
    app = opened(text="Ann")
    app.text_input[0].set_value("Bob").run()
    app.session_state["page text"] = "Cat"
    app.session_state["of"] = "another"
    assert app.run().text_input[0].value == "Bob"


def test_nothing_else_binds_the_address() -> None:
    folder = Path(dashboard.__file__).parent
    texts = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob("*.py")}
    assert [name for name, text in texts.items() if "st.query_params" in text] == ["shared/address.py"]
    assert not [name for name, text in texts.items() if 'bind="query' in text]
