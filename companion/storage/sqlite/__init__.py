"""The engine of one house: a file of SQLite, opened with sqlite-utils, and what lies beside it in the data folder."""
