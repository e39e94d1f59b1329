"""The games of the engine, one package each; `wonai.registry` is their list."""
