"""Programs that make data files of the project; none of them is needed to use it."""
