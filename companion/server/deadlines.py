"""How long a connection may take, in seconds."""

QUIET_SECONDS = 20.0  # a connection that neither reads nor writes for so long is let go
HEAD_SECONDS, BODY_SECONDS = 10.0, 20.0  # a request is whole by then, however often a byte of it comes
