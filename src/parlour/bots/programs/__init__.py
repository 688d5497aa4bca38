"""Bots that are users' programs in any language, run as processes and asked over pipes."""
