"""Pages and files of games that were played."""
