"""Perhaps doing, are you spy?: the rulebook at hand."""

from companion.games.guide import Guide

GUIDE = Guide()
