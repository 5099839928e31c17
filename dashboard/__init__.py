"""The dashboard: Streamlit pages over the store, the replay and the pictures. It holds no SQL and no rules.

In the repository this package is called ``dashboard``, in an installed wheel ``ttrn.dashboard``: its modules import
each other relatively.
"""
