"""The pages, one module each, with a function ``page`` that shows it."""
