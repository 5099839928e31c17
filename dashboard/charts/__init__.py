"""Charts: functions from the rows of a statistic to a Plotly figure, and to a sentence that says what it shows.

Nothing here knows Streamlit or the database. Names in the rows are text of unknown hands: figures take them through
:func:`.base.label`, sentences through :func:`..shared.escape.plain`.
"""
