"""The inside of our own worker processes: a request comes in as a line, and the reply goes out as a line."""

from __future__ import annotations

import os
import pickle
import time
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

from parlour.workers.worker_process import NoAnswer


class Reply(NamedTuple):
    """What a worker returns for a call: the value, or the fault that prevented it."""

    value: Any
    fault: str = ""  # a predicate of the worker: "crashed"
    seconds: float = 0.0  # processor time used


def to_line(value: object) -> bytes:
    """Packs a value that can be pickled into one line."""
    return b2a_base64(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), newline=False)


def from_line(line: bytes) -> Any:
    return pickle.loads(a2b_base64(line))


def take_over_pipes() -> tuple[BinaryIO, int]:
    """Returns the requests on stdin and the descriptor for replies. What is printed from now on goes to stderr."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return requests, replies


def write_line(descriptor: int, line: bytes) -> bool:
    """Writes a line to a pipe; returns False if its reader is gone."""
    left = memoryview(line + b"\n")
    with suppress(OSError):
        while left:
            left = left[os.write(descriptor, left) :]
        return True
    return False


def serve_lines(answer: Callable[[bytes], bytes], nice: int = 0, memory: int = 0) -> None:
    """Answers every line of stdin until stdin closes, with the given niceness and limit of memory in bytes."""
    requests, replies = take_over_pipes()
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if memory:
        limit_memory(memory)
    for line in requests:
        if not write_line(replies, answer(line)):
            return


def limit_memory(most: int) -> None:
    """Limits the memory of this process to some bytes, or to half of what the machine has if that is less."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        most = min(most, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def serve_calls(nice: int) -> None:
    """Calls the functions that a `Worker` sends until it closes the pipe; the main function of its process."""
    serve_lines(_answer_call, nice)


def _answer_call(line: bytes) -> bytes:
    began = time.process_time()
    try:
        function, arguments = from_line(line)
        value = function(*arguments)
        return to_line(Reply(value, seconds=time.process_time() - began))
    except NoAnswer as silent:
        fault = str(silent)
    except Exception as error:
        fault = f"failed: {type(error).__name__}"
    return to_line(Reply(None, fault, time.process_time() - began))


def load_function(function: Callable[..., object]) -> None:
    """Does nothing: to call it with a function loads the module of that function in the worker process."""
