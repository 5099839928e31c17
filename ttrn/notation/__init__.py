"""The notation: text to records and back. It knows the syntax of TTRN, and neither boards nor rules."""
