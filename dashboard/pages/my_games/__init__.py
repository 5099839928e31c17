"""The page "My games": what the reader has typed and brought, kept by the browser, and the way into the database."""
