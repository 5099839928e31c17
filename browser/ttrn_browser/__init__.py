"""What ttrn has for browsers: Python (Pyodide) with ttrn's memory in it, made by ``make browser``, and CodeMirror."""
