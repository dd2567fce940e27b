"""A bag as HTML for notebooks: promise, forecast, parts and a map of its tasks."""

from __future__ import annotations

import html
from datetime import datetime, timezone
from typing import TYPE_CHECKING, List, Optional, Tuple

from tender import schema
from tender.errors import TenderError
from tender.times import duration_words, parse_instant

if TYPE_CHECKING:
    from tender.bag import Bag

_CELLS = 1_000
_COLUMNS = 50
_CELL_PIXELS = 10

#: In the order of the numbers in a run of cells.
_COLORS = (
    ("succeeded", "#2e7d5b"),
    ("failed", "#b3261e"),
    ("placed", "#8ab4d8"),
    ("open", "#d9d9d9"),
    ("missing output", "#e0a030"),
)


def bag_html(bag: Bag, now: Optional[datetime] = None) -> str:
    """The bag as it is displayed in a notebook."""
    answer = bag.snapshot
    present = now or datetime.now(timezone.utc)
    rows = [
        ("State", f"{answer['state']}, {answer['done']} of {answer['tasks']} done" + _failed(bag.failed)),
        ("Promise", _promise(answer, present)),
        ("Forecast", _time(answer["forecast"], present)),
        ("Quote", _quote(answer, present)),
        ("Breach", _breach(answer)),
        ("Deadline", _time(answer["deadline"], present)),
        ("Ended", _time(answer["ended"], present)),
        ("Paid", f"{answer['paid']} credits"),
    ]
    body = "".join(
        f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{html.escape(value)}</td></tr>'
        for name, value in rows
        if value
    )
    title = html.escape(f"{answer['name']} ({answer['id']})")
    return f'<div class="tender-bag"><b>{title}</b><table>{body}</table>{_parts(answer)}{_map(bag)}</div>'


def _failed(count: int) -> str:
    return f", {count} failed" if count else ""


def _promise(answer: schema.Bag, now: datetime) -> str:
    promise = answer["promise"]
    return "" if promise is None else f"all by {_time(promise['by'], now)}, for {promise['price']} credits"


def _quote(answer: schema.Bag, now: datetime) -> str:
    quote = answer["quote"]
    if quote is None:
        return ""
    return f"all by {_time(quote['by'], now)}, expected {_time(quote['expected'], now)}, for {quote['price']} credits"


def _breach(answer: schema.Bag) -> str:
    breach = answer["breach"]
    return "" if breach is None else f"{breach['cause']}, {breach['provider']}"


def _time(text: Optional[str], now: datetime) -> str:
    if text is None:
        return ""
    instant = parse_instant(text)
    seconds = (instant - now).total_seconds()
    relation = f"in {duration_words(seconds)}" if seconds >= 0 else f"{duration_words(-seconds)} ago"
    return f"{instant.astimezone():%Y-%m-%d %H:%M:%S} ({relation})"


def _parts(answer: schema.Bag) -> str:
    promise = answer["promise"]
    if promise is None:
        return ""
    rows = "".join(
        f"<tr><td style='text-align:left'>{html.escape(part['provider'])}</td><td>{part['done']} of {part['tasks']}</td>"
        f"<td>{html.escape(part['price'])}</td></tr>"
        for part in promise["parts"]
    )
    return f"<table><tr><th>Provider</th><th>Tasks done</th><th>Credits</th></tr>{rows}</table>"


def _map(bag: Bag) -> str:
    """Without an answer of the server, the bag is displayed without the map."""
    try:
        return task_map_svg(bag.task_cells(_CELLS))
    except TenderError:
        return ""


def task_map_svg(cells: schema.TaskCells) -> str:
    """The tasks as squares in rows, each in the color of the state of its tasks, with a legend."""
    squares: List[str] = []
    position = 0
    used = []
    for count, *states in cells["runs"]:
        color = _color(states)
        if color not in used:
            used.append(color)
        for start, row, length in _rows(position, count):
            squares.append(
                f'<rect x="{start * _CELL_PIXELS}" y="{row * _CELL_PIXELS}" width="{length * _CELL_PIXELS - 1}" '
                f'height="{_CELL_PIXELS - 1}" fill="{_COLORS[color][1]}"/>'
            )
        position += count
    rows = max(1, -(-position // _COLUMNS))
    legend = "".join(
        f'<rect x="{100 * place}" y="{rows * _CELL_PIXELS + 6}" width="9" height="9" fill="{_COLORS[color][1]}"/>'
        f'<text x="{100 * place + 13}" y="{rows * _CELL_PIXELS + 14}" font-size="10" fill="currentColor">{_COLORS[color][0]}</text>'
        for place, color in enumerate(sorted(used))
    )
    grid = "".join(
        f'<path d="M{column * _CELL_PIXELS - 0.5} 0V{rows * _CELL_PIXELS}" stroke="var(--jp-layout-color0, white)"/>'
        for column in range(1, min(position, _COLUMNS))
    )
    size = f'width="{_COLUMNS * _CELL_PIXELS}" height="{rows * _CELL_PIXELS + 20}"'
    label = f"Task map: {cells['tasks']} tasks, up to {cells['cellTasks']} in each square"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{label}</title>{"".join(squares)}{grid}{legend}</svg>'


def _color(states: List[int]) -> int:
    """A failure in a cell is shown; otherwise the state of most of its tasks."""
    if states[1] > 0:
        return 1
    return max(range(min(len(states), len(_COLORS))), key=lambda state: states[state])


def _rows(position: int, count: int) -> List[Tuple[int, int, int]]:
    """A run of cells as pieces of rows: column, row and length of each."""
    pieces = []
    while count > 0:
        column, row = position % _COLUMNS, position // _COLUMNS
        length = min(count, _COLUMNS - column)
        pieces.append((column, row, length))
        position += length
        count -= length
    return pieces
