"""Tests of the scripts in static/js, which node runs."""
