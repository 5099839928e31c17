"""What all tests share."""

from hypothesis import settings

# How long an example takes depends on what else the machine does; speed is measured in benchmarks, not here.
settings.register_profile("ttrn", deadline=None, print_blob=True)
settings.load_profile("ttrn")
