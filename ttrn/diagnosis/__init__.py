"""Diagnosis: of a record that breaks a rule, the slip of the pen instead of its consequences."""

from ttrn.diagnosis.diagnose import Diagnosis, diagnose, explained
from ttrn.diagnosis.edits import Cure, Edit

__all__ = ["Cure", "Diagnosis", "Edit", "diagnose", "explained"]
