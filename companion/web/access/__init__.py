"""Access: the device behind a request, the audiences of routes, limits and answers."""
