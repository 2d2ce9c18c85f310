// Placeholder until the room has tests.
