"""Many matches: worker processes, statistics, files of results, the benchmark."""
