"""Text, numbers and charts for the templates."""
