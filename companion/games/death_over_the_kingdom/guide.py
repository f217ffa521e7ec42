"""Death Over The Kingdom: the rulebook at hand."""

from companion.games.guide import Guide

GUIDE = Guide()
