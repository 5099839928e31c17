"""Hidden information: what an observer could have written, and what a record with unseen cards still tells."""

from ttrn.hidden.redact import PUBLIC, redact

__all__ = ["PUBLIC", "redact"]
