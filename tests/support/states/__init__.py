"""Every state a screen can be in, by name: `states()`, and of the games alone `game_states(slug)`."""
