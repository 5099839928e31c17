"""Python for browsers (Pyodide) and ttrn's memory in it, for ``ttrn recorder``; made by ``make browser``."""
