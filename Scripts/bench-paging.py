#!/usr/bin/env python3
"""Scrolls through a list of a million rows and prints memory and key latency on the way.

Usage: bench-paging.py PROGRAM [ROWS]

A small server in this process hands out rows by offset and by cursor; the program runs on a pty. Memory is the resident
set, latency the time from a key to the first byte painted. Flat figures are what it is for: nothing may grow with the
rows that went by.
"""
import base64, fcntl, json, os, pty, select, signal, statistics, struct, sys, tempfile, termios, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

TOTAL = 1_000_000


def document():
    row = {"type": "object", "properties": {
        "id": {"type": "integer"}, "name": {"type": "string"}, "status": {"type": "string"},
        "amount": {"type": "number"}, "createdAt": {"type": "string", "format": "date-time"}}}
    rows = {"type": "array", "items": row}

    def get(name, parameters, **members):
        schema = {"type": "object", "properties": {"data": rows, **members}}
        return {"get": {"operationId": name, "parameters": parameters, "responses": {
            "200": {"description": "rows", "content": {"application/json": {"schema": schema}}}}}}

    def query(name, kind="integer", **rest):
        return {"name": name, "in": "query", "schema": {"type": kind, **rest}}

    size = query("limit", default=100)
    return {"openapi": "3.0.3", "info": {"title": "Million", "version": "1"}, "paths": {
        "/offset": get("offset", [query("offset"), size], total={"type": "integer"}),
        "/cursor": get("cursor", [query("cursor", "string"), size], nextCursor={"type": "string"})}}


class Rows(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        url = urlparse(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        size = int(query.get("limit", 100))
        if url.path == "/cursor":
            start = int(base64.b64decode(query["cursor"])) if "cursor" in query else 0
        else:
            start = int(query.get("offset", 0))
        end = min(TOTAL, start + size)
        body = {"data": [{"id": i, "name": f"Item number {i}", "status": "open", "amount": i * 1.25,
                          "createdAt": "2026-01-02T10:00:00Z"} for i in range(start, end)]}
        if url.path == "/cursor":
            body["nextCursor"] = base64.b64encode(str(end).encode()).decode() if end < TOTAL else None
        else:
            body["total"] = TOTAL
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Program:
    def __init__(self, arguments, environment):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(arguments[0], arguments, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def drain(self, quiet):
        """Reads until nothing comes for `quiet` seconds; gives when the first byte came."""
        first = None
        while select.select([self.terminal], [], [], quiet)[0]:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
            first = first or time.monotonic()
        return first

    def key(self, text, quiet=0.03):
        begin = time.monotonic()
        os.write(self.terminal, text)
        first = self.drain(quiet)
        return (first - begin) * 1000 if first else None

    def memory(self):
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)


def measure(program, way, rows, port, folder):
    path = os.path.join(folder, "openapi.json")
    with open(path, "w") as file:
        json.dump(document(), file)
    environment = dict(os.environ, TERM="xterm-256color", XDG_DATA_HOME=folder, HOME=folder, LC_ALL="C.UTF-8")
    run = Program([program, path, "--base-url", f"http://127.0.0.1:{port}", "--screen", way], environment)
    run.drain(1.5)
    page = 36
    pages, marks = 0, [rows * share // 100 for share in (1, 5, 10, 25, 50, 75, 100)]
    print(f"{way}: {'rows':>10} {'MB':>8} {'key ms, median':>16} {'p99':>8}")
    for mark in marks:
        while pages * page < mark:
            # Two at a time: fewer rows than a page brings, so that the list never stands at its end.
            run.key(b"\x1b[6~" * 2, 0.02)
            pages += 2
        run.drain(1.0)
        times = [run.key(key) for key in [b"\x1b[B", b"\x1b[A"] * 50]
        times = sorted(value for value in times if value is not None)
        middle = statistics.median(times) if times else 0
        late = times[int(len(times) * 0.99) - 1] if times else 0
        print(f"{way}: {mark:>10,} {run.memory():>8.1f} {middle:>16.2f} {late:>8.2f}", flush=True)
    run.end()


def main():
    program = sys.argv[1]
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    server = ThreadingHTTPServer(("127.0.0.1", 0), Rows)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        for way in ("offset", "cursor"):
            measure(program, way, rows, server.server_port, folder)


main()
