"""The commands of app.py, one a file."""
