"""Progress bars and the display of bags."""

import io
from datetime import datetime, timedelta, timezone
from xml.etree import ElementTree

import tender
from tender.notebook import bag_html, task_map_svg
from tender.progress import ProgressBar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_bar_on_a_terminal_and_nothing_in_a_file():
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        with ProgressBar(10, label="pi", stream=stream) as bar:
            bar.update(5, failed=1, expected=datetime.now(timezone.utc) + timedelta(seconds=90))
            bar.update(10)
    assert "pi [###############...............] 5 of 10, 1 failed, expected in 1 min" in terminal.getvalue()
    assert terminal.getvalue().endswith("10 of 10\n") and file.getvalue() == ""


def test_bag_is_displayed_with_promise_and_map(market):
    bag = market.submit(tender.Work("true", "1s", tasks=3, name="<b>&")).wait(10)
    page = bag_html(bag)
    assert "&lt;b&gt;&amp;" in page and "<b>&<" not in page
    assert "done, 3 of 3 done" in page and "for 1 credits" in page and "Task map: 3 tasks" in page
    ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])
    assert repr(bag) == "<Bag bag0 done, 3 of 3 done>" and bag._repr_html_().startswith("<div")


def test_map_has_a_color_for_each_state_and_breaks_rows():
    runs = [[60, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0], [2, 0, 0, 3, 1, 0], [1, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 2]]
    svg = task_map_svg({"version": 1, "tasks": 65, "only": None, "from": 0, "until": 65, "cellTasks": 2, "runs": runs})
    tree = ElementTree.fromstring(svg)
    squares = [one for one in tree if one.tag.endswith("rect")]
    assert squares[0].get("width") == "499" and squares[1].get("width") == "99" and squares[1].get("y") == "10"
    assert [one.text for one in tree if one.tag.endswith("text")] == ["succeeded", "failed", "placed", "open", "missing output"]
