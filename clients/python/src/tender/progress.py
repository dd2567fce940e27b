"""A progress bar on a terminal or in a notebook; nothing elsewhere."""

from __future__ import annotations

import html
import sys
import time
from datetime import datetime
from types import TracebackType
from typing import Any, Optional, TextIO, Type

from tender.times import duration_words

_WIDTH = 30
_MIN_INTERVAL_SECONDS = 0.1


class ProgressBar:
    """Shows how many tasks are done. In a file or a pipe it prints nothing."""

    def __init__(self, total: int, *, label: str = "", stream: Optional[TextIO] = None) -> None:
        self._total = total
        self._label = label
        self._stream = stream or sys.stderr
        self._display = _notebook_display()
        self._handle: Any = None
        self._shown = 0.0
        self._last = ""

    def update(self, done: int, *, failed: int = 0, expected: Optional[datetime] = None) -> None:
        """Shows the present numbers."""
        now = time.monotonic()
        if now - self._shown < _MIN_INTERVAL_SECONDS and done < self._total:
            return
        self._shown = now
        text = self.text(done, failed, expected)
        if self._display is not None:
            self._show_html(done, failed, self.text(done, failed, expected, bar=False))
        elif self._stream.isatty():
            self._stream.write("\r\x1b[K" + text)
            self._stream.flush()
        self._last = text

    def text(self, done: int, failed: int = 0, expected: Optional[datetime] = None, *, bar: bool = True) -> str:
        """One line for a terminal."""
        filled = _WIDTH * done // self._total if self._total else _WIDTH
        drawn = f" [{'#' * filled}{'.' * (_WIDTH - filled)}]" if bar else ""
        parts = [f"{self._label}{drawn} {done} of {self._total}".strip()]
        if failed:
            parts.append(f"{failed} failed")
        if expected is not None and done < self._total:
            left = (expected - datetime.now(expected.tzinfo)).total_seconds()
            if left > 0:
                parts.append(f"expected in {duration_words(left)}")
        return ", ".join(parts)

    def _show_html(self, done: int, failed: int, text: str) -> None:
        color = "#b3261e" if failed else "#1f6f54"
        content = _Html(
            f'<div><progress value="{done}" max="{max(1, self._total)}" style="width:24em;accent-color:{color}">'
            f"</progress> {html.escape(text)}</div>",
            text,
        )
        if self._handle is None:
            self._handle = self._display(content, display_id=True)
        else:
            self._handle.update(content)

    def close(self) -> None:
        """Ends the line."""
        if self._last and self._display is None and self._stream.isatty():
            self._stream.write("\n")
            self._stream.flush()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class _Html:
    """What a notebook displays."""

    def __init__(self, content: str, text: str) -> None:
        self._content = content
        self._text = text

    def _repr_html_(self) -> str:
        return self._content

    def __repr__(self) -> str:
        return self._text


def _notebook_display() -> Any:
    """The function that displays an object, in a notebook; else None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or type(shell).__name__ != "ZMQInteractiveShell":
        return None
    from IPython.display import display

    return display
