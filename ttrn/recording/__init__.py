"""Recording a game by taps: one function from a text and taps to the table, what can be tapped next, and the new text.

It knows nothing of pages: a browser, a terminal or another program asks it, on a server or without one.
"""

from ttrn.recording.answering import VERSION, answer, answer_json

__all__ = ["VERSION", "answer", "answer_json"]
