"""Perhaps doing, are you spy?: the rulebook at hand."""

from companion.games.gamushara_gang.guide.cards import CARDS
from companion.games.gamushara_gang.guide.end_questions import END_QUESTIONS
from companion.games.gamushara_gang.guide.laying_out import laying_out
from companion.games.gamushara_gang.guide.phase import phase
from companion.games.gamushara_gang.guide.steps import STEPS
from companion.games.gamushara_gang.guide.turn_questions import TURN_QUESTIONS
from companion.games.guide import Guide

GUIDE = Guide(STEPS, CARDS, TURN_QUESTIONS + END_QUESTIONS, laying_out, phase)
