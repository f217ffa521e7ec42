"""Whether the file is whole: opened, checked, its end remembered."""
