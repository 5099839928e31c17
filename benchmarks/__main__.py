"""``python -m benchmarks``: measure and print one table."""

from benchmarks import reading
from benchmarks.table import show

show("Reading the notation (processor time, best of five)", reading.rows())
