"""The pages, a package each, with a module ``page`` whose function ``page`` shows it."""
