"""A market in this process for unit tests: it stores files and bags, runs tasks as processes, and fails where a test wants it."""

import hashlib
import io
import json
import os
import re
import subprocess
import tempfile
import threading
import zipfile
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TOKEN = "secret"


def instant(seconds=0.0):
    return (datetime.now(timezone.utc) + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")


def ranges(tasks):
    return ",".join(str(task) for task in sorted(tasks))


class FakeMarket:
    """Answers as the server does. `drop` connections or `statuses` fail the next requests.

    With `part_bytes` it has an object store, to which large files can be sent; `store_statuses` fail the next of these parts.
    """

    def __init__(self, port=0, quote=None, hold=None, tasks_per_pack=4, part_bytes=0):
        self.lock = threading.Condition()
        self.requests = []
        self.blobs = {}
        self.part_bytes = part_bytes
        self.store_statuses = []
        self.store_url = None
        self.uploads = {}
        self.bags = {}
        self.works = {}
        self.packs = {}
        self.keys = {}
        self.drop = 0
        self.drop_answers = 0
        self.statuses = []
        self.refusal_headers = {}
        self.events_per_stream = 1000
        self.quote = quote
        self.hold = hold
        self.tasks_per_pack = tasks_per_pack
        self.kill_tasks = set()
        self.closed = False
        market = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                market.handle(self, "GET")

            def do_POST(self):
                market.handle(self, "POST")

            def do_PUT(self):
                market.handle(self, "PUT")

            def do_DELETE(self):
                market.handle(self, "DELETE")

        ThreadingHTTPServer.allow_reuse_address = True
        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.closed = True
        with self.lock:
            self.lock.notify_all()
        self.server.shutdown()
        self.server.server_close()

    def paths(self, method):
        return [path for one, path in self.requests if one == method]

    # HTTP

    def handle(self, http, method):
        body = http.rfile.read(int(http.headers.get("Content-Length") or 0))
        self.requests.append((method, http.path))
        with self.lock:
            drop, self.drop = self.drop > 0, max(0, self.drop - 1)
            status = self.statuses.pop(0) if self.statuses and not drop else None
        if drop:
            http.connection.close()
            http.close_connection = True
            return
        if status is not None:
            self.problem(http, status, "It is wrong.", "Do it right.", self.refusal_headers)
            return
        if http.path.startswith("/store/"):
            self.store(http, body)
            return
        if http.headers.get("Authorization") != f"Bearer {TOKEN}":
            self.problem(http, 401, "The token is unknown.", "Send a token.")
            return
        path, _, query = http.path.partition("?")
        parameters = dict(part.split("=", 1) for part in query.split("&") if part)
        try:
            self.route(http, method, path, parameters, body)
        except KeyError:
            self.problem(http, 404, f"There is no {path}.", "Check the path.")
        except (BrokenPipeError, ConnectionResetError):
            http.close_connection = True

    def route(self, http, method, path, parameters, body):
        parts = path.strip("/").split("/")[1:]
        if parts == ["blobs", "missing"]:
            asked = json.loads(body)["digests"]
            missing = [one for one in asked if one not in self.blobs]
            self.answer(http, {"digests": missing, "maxFileBytes": 64 << 20, "directUploads": self.part_bytes > 0})
        elif parts[0] == "blobs" and parts[2:3] == ["upload"]:
            self.upload(http, method, parts[1], parts[3:], json.loads(body or b"{}"))
        elif parts[0] == "blobs":
            if hashlib.sha256(body).hexdigest() != parts[1]:
                self.problem(http, 422, "The digest differs.", "Send the file again.")
                return
            self.blobs[parts[1]] = body
            self.answer(http, None, 204)
        elif parts == ["bags"] and method == "POST":
            self.answer(http, self.submit(http.headers["Idempotency-Key"], json.loads(body)), 201)
        elif parts == ["bags"]:
            self.answer(http, {"bags": list(self.bags.values()), "next": None})
        elif parts == ["providers"]:
            self.answer(http, {"providers": []})
        else:
            self.bag_route(http, method, parts[1], parts[2:], parameters, body)

    def upload(self, http, method, digest, rest, body):
        if method == "DELETE":
            self.uploads.pop(digest, None)
            self.answer(http, None, 204)
        elif method == "PUT":
            sent = self.uploads.setdefault(digest, {})
            listed = [{"part": part, "tag": f"tag-{part}"} for part in sent]
            self.answer(http, {"complete": digest in self.blobs, "partBytes": self.part_bytes, "sent": listed})
        elif rest == ["urls"]:
            self.answer(http, {"urls": [f"{self.store_url or self.url}/store/{digest}/{body['firstPart']}?signature=s"]})
        else:
            sent = self.uploads[digest]
            content = b"".join(sent[part] for part in sorted(sent))
            if body["tags"] != [f"tag-{part}" for part in sorted(sent)] or hashlib.sha256(content).hexdigest() != digest:
                self.problem(http, 422, "Parts are missing.", "Send them.")
                return
            self.blobs[digest] = content
            self.answer(http, None, 204)

    def store(self, http, body):
        """The object store, which must not learn the token."""
        _, _, digest, last = http.path.split("/")
        with self.lock:
            status = self.store_statuses.pop(0) if self.store_statuses else 200
        if "Authorization" in http.headers or not last.endswith("?signature=s"):
            status = 400
        part = int(last.partition("?")[0])
        if status == 200:
            self.uploads[digest][part] = body
        elif status == 404:
            self.uploads.pop(digest, None)
        self.send(http, status, "text/plain", b"", {"ETag": f"tag-{part}"})

    def bag_route(self, http, method, bag, rest, parameters, body):
        answer = self.bags[bag]
        if not rest and method == "DELETE":
            del self.bags[bag]
            self.answer(http, None, 204)
        elif not rest:
            self.answer(http, answer)
        elif rest == ["events"]:
            self.events(http, bag, int(parameters["since"]))
        elif rest == ["accept"]:
            self.accept(http, bag, json.loads(body))
        elif rest in (["cancel"], ["decline"]):
            self.update(bag, state="cancelled" if rest == ["cancel"] else "declined", quote=None, ended=instant())
            self.answer(http, self.bags[bag])
        elif rest == ["results"]:
            self.results(http, bag, parameters.get("after"))
        elif rest[0] == "results":
            self.send(http, 200, "application/zip", self.blobs[rest[1]])
        elif rest == ["tasks"]:
            open_tasks = answer["tasks"] - answer["done"]
            runs = [[answer["done"], 1, 0, 0, 0, 0], [open_tasks, 0, 0, 0, 1, 0]]
            self.answer(http, {"version": 1, "tasks": answer["tasks"], "only": None, "from": 0, "until": answer["tasks"],
                               "cellTasks": 1, "runs": [run for run in runs if run[0]]})
        elif rest[0] == "tasks" and rest[2:] == ["kept"]:
            self.send(http, 200, "application/octet-stream", b"large output")
        elif rest[0] == "tasks" and len(rest) == 2:
            self.answer(http, {"taskIndex": int(rest[1]), "kept": [{"path": "a/b c", "bytes": 12}]})
        elif rest[0] == "tasks" and rest[2:] == ["log"]:
            self.send(http, 200, "application/octet-stream", b"the log")
        else:
            raise KeyError(rest)

    def answer(self, http, body, status=200):
        self.send(http, status, "application/json", b"" if body is None else json.dumps(body).encode())

    def problem(self, http, status, detail, advice, headers=None):
        body = {"type": "about:blank", "title": "x", "status": status, "detail": detail, "advice": advice}
        self.send(http, status, "application/problem+json", json.dumps(body).encode(), headers or {})

    def send(self, http, status, kind, body, headers=None):
        with self.lock:
            drop, self.drop_answers = self.drop_answers > 0, max(0, self.drop_answers - 1)
        http.send_response(status)
        http.send_header("Content-Type", kind)
        for name, value in (headers or {}).items():
            http.send_header(name, value)
        if status != 204:
            http.send_header("Content-Length", str(len(body)))
        http.end_headers()
        http.wfile.write(body[: len(body) // 2] if drop else body)
        http.close_connection = True

    # Bags

    def submit(self, key, body):
        with self.lock:
            if key in self.keys:
                return self.bags[self.keys[key]]
            bag = f"bag{len(self.bags)}"
            self.keys[key] = bag
            work = body["work"]
            count = tasks_of(work["taskList"])
            self.works[bag] = body
            self.packs[bag] = []
            quoted = self.quote is not None or body["quoteFirst"]
            quote = self.quote or {"by": instant(60), "expected": instant(50), "price": "1", "surcharge": None,
                                   "expires": instant(600), "alternative": None}
            self.bags[bag] = {
                "id": bag, "name": work["name"], "state": "calling", "tasks": count, "done": 0, "failed": [],
                "missingOutput": None, "deadline": body.get("deadline"), "budget": body.get("budget"), "valuation": None,
                "promise": None, "quote": None, "forecast": None, "breach": None, "paid": "0", "submitted": instant(),
                "ended": None, "version": 0, "worstExitCode": None, "failedAttempts": None,
            }
            first = dict(self.bags[bag])
        threading.Thread(target=self.quote_bag if quoted else self.run, args=(bag, quote) if quoted else (bag,), daemon=True).start()
        return first

    def quote_bag(self, bag, quote):
        self.update(bag, state="quoted", quote=quote)

    def accept(self, http, bag, body):
        answer = self.bags[bag]
        if answer["state"] != "quoted" or body["price"] != answer["quote"]["price"]:
            self.problem(http, 409, "The quote has changed.", "Accept the present one.")
            return
        self.update(bag, state="reserving", quote=None)
        threading.Thread(target=self.run, args=(bag,), daemon=True).start()
        self.answer(http, self.bags[bag])

    def update(self, bag, **fields):
        with self.lock:
            self.bags[bag] = {**self.bags[bag], **fields, "version": self.bags[bag]["version"] + 1}
            self.lock.notify_all()

    def events(self, http, bag, since):
        http.send_response(200)
        http.send_header("Content-Type", "text/event-stream")
        http.send_header("Connection", "close")
        http.end_headers()
        http.wfile.write(b": alive\n\n")
        http.close_connection = True
        for _ in range(self.events_per_stream):
            with self.lock:
                while self.bags[bag]["version"] <= since and not self.closed and self.bags[bag]["ended"] is None:
                    self.lock.wait(0.5)
                answer = self.bags[bag]
            if self.closed:
                http.connection.close()
                return
            since = answer["version"]
            http.wfile.write(f"event: bag\nid: {since}\ndata: {json.dumps(answer)}\n\n".encode())
            http.wfile.flush()
            if answer["ended"]:
                return

    def results(self, http, bag, after):
        packs = self.packs[bag]
        if after:
            packs = packs[[pack["digest"] for pack in packs].index(after) + 1 :]
        self.answer(http, {"only": None, "work": "0" * 64, "packs": packs[:2], "more": len(packs) > 2})

    # Tasks

    def run(self, bag):
        part = {"provider": "north", "tasks": self.bags[bag]["tasks"], "by": instant(60), "price": "1", "done": 0, "firm": True}
        self.update(bag, state="running", promise={"by": instant(60), "price": "1", "parts": [part]}, forecast=instant(30))
        if self.hold is not None:
            self.hold.wait()
        count = self.bags[bag]["tasks"]
        for start in range(0, count, self.tasks_per_pack):
            if self.bags[bag]["ended"]:
                return
            self.run_tasks(bag, range(start, min(count, start + self.tasks_per_pack)))
        self.update(bag, state="done", ended=instant())

    def run_tasks(self, bag, tasks):
        content = io.BytesIO()
        codes = {}
        with zipfile.ZipFile(content, "w") as pack:
            for task in tasks:
                codes[task] = self.run_task(bag, task, pack)
        data = content.getvalue()
        digest = hashlib.sha256(data).hexdigest()
        self.blobs[digest] = data
        outcomes = [{"exitCode": code, "tasks": ranges(task for task in codes if codes[task] == code), "missingOutput": False}
                    for code in sorted(set(codes.values()))]
        self.packs[bag].append({"digest": digest, "tasks": ranges(tasks), "bytes": len(data), "provider": "north",
                                "received": instant(), "outcomes": outcomes})
        failed = [{"exitCode": code, "count": 1, "tasks": str(task), "runtimeSeconds": None} for task, code in codes.items() if code]
        now = self.bags[bag]
        self.update(bag, done=now["done"] + len(codes), failed=now["failed"] + failed)

    def run_task(self, bag, task, pack):
        work = self.works[bag]["work"]
        with tempfile.TemporaryDirectory() as folder:
            for file in work["inputs"]:
                target = Path(folder, file["path"])
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(self.blobs[file["digest"]])
            if task in self.kill_tasks:
                result = subprocess.CompletedProcess([], 137, b"", b"Killed")
            else:
                result = subprocess.run(["sh", "-c", command_of(work, task)], cwd=folder, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=dict(os.environ, PATH="/usr/bin:/bin", **work["options"]["environment"]))
            pack.writestr(f"{task}/stdout", result.stdout)
            pack.writestr(f"{task}/stderr", result.stderr)
            for pattern in work["outputs"]:
                for file in Path(folder).glob(pattern):
                    pack.writestr(f"{task}/out/{file.relative_to(folder)}", file.read_bytes())
            return result.returncode


def tasks_of(task_list):
    if "tasks" in task_list:
        return task_list["tasks"]
    sizes = [len(one["values"]) for one in task_list["parameters"]]
    if task_list["kind"] == "zip":
        return sizes[0]
    count = 1
    for size in sizes:
        count *= size
    return count


def command_of(work, task):
    values = {"task": str(task)}
    if work["taskList"]["kind"] == "sweep":
        rest = task
        for one in reversed(work["taskList"]["parameters"]):
            rest, index = divmod(rest, len(one["values"]))
            values[one["name"]] = one["values"][index]
    return re.sub(r"\{\{|\}\}|\{(\w+)\}", lambda match: values[match.group(1)] if match.group(1) else match.group()[0], work["command"])
