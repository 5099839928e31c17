"""What can be wrong with a database, for who asks about it without opening it: the database takes long to import."""


class DatabaseError(Exception):
    """A database cannot be used, for the reason in the message."""
