"""Bots that are programs of their own: processes that are asked over pipes."""
