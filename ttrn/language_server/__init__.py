"""What an editor asks while somebody writes a record: problems with cures, what may come next, what a word means.

The answers are plain functions and values; only :mod:`ttrn.language_server.server` knows the protocol of editors.
"""
