"""The script that starts the dashboard."""
