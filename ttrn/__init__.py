"""ttrn: the notation, the rules engine and the game database for Ticket to Ride."""

__version__ = "0.1.0"
