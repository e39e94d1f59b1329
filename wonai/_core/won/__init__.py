"""Wealth of Nations, compiled: one plain struct and the functions on it."""
