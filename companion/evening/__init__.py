"""Evenings: their people, devices and tables."""
