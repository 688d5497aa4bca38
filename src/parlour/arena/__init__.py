"""Runs of many matches: executors, statistics, result files, tuning and the benchmark."""
