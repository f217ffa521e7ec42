"""Final Deathweek: the rulebook at hand."""

from companion.games.guide import Guide

GUIDE = Guide()
