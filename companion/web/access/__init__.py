"""Who may call what, and what is answered to the others."""
