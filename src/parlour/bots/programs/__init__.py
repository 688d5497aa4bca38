"""Bots that are programs in any language: processes that are asked over pipes."""
