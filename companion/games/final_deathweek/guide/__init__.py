"""Final Deathweek: the rulebook at hand."""

from companion.games.final_deathweek.guide.cards import CARDS
from companion.games.final_deathweek.guide.laying_out import laying_out
from companion.games.final_deathweek.guide.phase import phase
from companion.games.final_deathweek.guide.questions import QUESTIONS
from companion.games.final_deathweek.guide.steps import STEPS
from companion.games.guide import Guide

GUIDE = Guide(STEPS, CARDS, QUESTIONS, laying_out, phase)
