"""The engine of PostgreSQL, for a hall of tables. The house in one file needs neither it nor psycopg."""
