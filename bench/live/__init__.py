"""How fast a tap is on all screens, beside boardgame.io and a bare limit: `python -m bench.live`."""
