"""Diagnosis: of a record that breaks a rule, the slip of the pen instead of its consequences."""

from ttrn.diagnosis.edits import Edit, Kind
from ttrn.diagnosis.search import Effort
from ttrn.diagnosis.slips import Diagnosis, Examination, diagnose, explain

__all__ = ["Diagnosis", "Edit", "Effort", "Examination", "Kind", "diagnose", "explain"]
