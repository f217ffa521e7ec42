"""Templates that are compiled once in a run of the tests, not once for every app and server of it."""

import os

from flask import Flask
from jinja2 import FileSystemBytecodeCache

VARIABLE = "LEDGER_TEST_TEMPLATES"  # of the environment: the folder for what is compiled, of one run


def share() -> None:
    """Let every app of this process take from that folder what is compiled of a template, and add to it."""
    if folder := os.environ.get(VARIABLE):
        Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(folder)}
