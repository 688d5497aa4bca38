"""Executes a notebook and stores what its cells show, as Jupyter would.

    python tools/run_notebook.py docs/first-minute.ipynb

It needs no Jupyter: the cells run one after the other in one namespace of this process. A cell shows what it prints,
then the value of its last line: as text, and pictures as PNG too."""

from __future__ import annotations

import ast
import base64
import json
import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+(?=>$)")  # of an object: it differs from run to run, and Jupyter omits it
Output = dict[str, Any]  # of nbformat 4
Cell = dict[str, Any]


def execute_cells(cells: list[Cell]) -> list[Cell]:
    """Returns the cells of a notebook with the outputs that their code gives now."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    done: list[Cell] = []
    for cell in cells:
        if cell["cell_type"] != "code":
            done.append(cell)
            continue
        count = 1 + sum(each["cell_type"] == "code" for each in done)
        done.append({**cell, "execution_count": count, "outputs": run_code("".join(cell["source"]), namespace, count)})
    return done


def run_code(source: str, namespace: dict[str, Any], count: int) -> list[Output]:
    """Runs the code of one cell; returns what it printed and the value of its last line."""
    body = ast.parse(source).body
    last = body[-1] if body and isinstance(body[-1], ast.Expr) else None
    before = body[:-1] if last else body
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(before, []), "<cell>", "exec"), namespace)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace) if last else None
    outputs: list[Output] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": as_lines(printed.getvalue())})
    if value is not None:
        data: dict[str, str | list[str]] = {"text/plain": as_lines(ADDRESS.sub("", repr(value)))}
        if hasattr(value, "_repr_png_"):
            data = {"image/png": base64.b64encode(value._repr_png_()).decode(), **data}
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def as_lines(text: str) -> list[str]:
    """Returns a text as notebooks store it: a list of lines that keep their ends."""
    return text.splitlines(keepends=True)


def main(paths: list[str]) -> None:
    for path in map(Path, paths):
        notebook = json.loads(path.read_text("utf-8"))
        notebook["cells"] = execute_cells(notebook["cells"])
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
