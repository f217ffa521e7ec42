"""Pages around a table and an evening: plain templates with named values."""
