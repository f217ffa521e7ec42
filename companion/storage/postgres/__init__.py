"""Engine of PostgreSQL, for a hall of tables: a house in one file needs neither it nor psycopg."""
