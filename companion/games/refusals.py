"""What the sentences of refusal are marked with."""


def N_(message: str) -> str:
    """Mark a message for the catalogue; it is translated where it is shown."""
    return message
