"""The model of :mod:`ttrn.evaluation`, learnt from simulated games: ``make model``."""
