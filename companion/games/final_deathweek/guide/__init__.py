"""Final Deathweek: the rulebook at hand."""

from companion.games.final_deathweek.guide.cards import CARDS
from companion.games.final_deathweek.guide.day_questions import DAY_QUESTIONS
from companion.games.final_deathweek.guide.laying_out import laying_out
from companion.games.final_deathweek.guide.phase import phase
from companion.games.final_deathweek.guide.steps import STEPS
from companion.games.final_deathweek.guide.week_questions import WEEK_QUESTIONS
from companion.games.guide import Guide

GUIDE = Guide(STEPS, CARDS, DAY_QUESTIONS + WEEK_QUESTIONS, laying_out, phase)
