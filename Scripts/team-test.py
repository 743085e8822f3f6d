#!/usr/bin/env python3
"""Tries deploy/nginx.conf with three gateways on this machine, under wrk: team-test.py PROGRAM.

Checks that switches of one admin API reach all, that no session is ever answered by two states, and what happens when a gateway
is killed and comes back. Prints what it measured; ends with 1 if something was wrong.
"""
import collections
import http.client
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

SESSIONS = 60
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM, DOCUMENT = os.path.abspath(sys.argv[1]), f"{ROOT}/Documentation/Tutorials/bookshop.yaml"
TOKEN = secrets.token_hex(32)


def free_ports(count):
    listeners = [socket.socket() for _ in range(count)]
    for listener in listeners:
        listener.bind(("127.0.0.1", 0))
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def call(port, method, path, body=None, session=None, token=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    headers |= {"X-Demo-Session": session} if session else {}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    reply = connection.getresponse()
    data = reply.read()
    connection.close()
    return reply.status, data


def wait(what, is_done, seconds=60):
    start = time.monotonic()
    while not is_done():
        if time.monotonic() - start > seconds:
            sys.exit(f"Waited {seconds} s: {what}")
        time.sleep(0.002)
    return (time.monotonic() - start) * 1e3


def listens(port):
    try:
        call(port, "GET", "/books")
        return True
    except OSError:
        return False


class Team:
    """Three gateways and nginx."""

    def __init__(self, folder):
        *self.ports, self.admin, self.front = free_ports(5)
        self.folder = folder
        self.processes = [self.start(number) for number in range(3)]
        with open(f"{ROOT}/deploy/nginx.conf") as file:
            conf = re.sub(r"gateway-(\d):8080", lambda match: f"127.0.0.1:{self.ports[int(match[1])]}", file.read())
        conf = conf.replace("listen 8080", f"listen 127.0.0.1:{self.front}")
        paths = "".join(f"{kind}_temp_path {folder}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(f"daemon off; worker_processes 2; pid {folder}/pid; error_log {folder}/nginx.log warn;\n"
                       f"events {{ worker_connections 1024; }}\nhttp {{ access_log off; {paths}\n{conf} }}")
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.processes.append(subprocess.Popen([nginx, "-p", folder, "-c", f"{folder}/nginx.conf"]))
        for port in (*self.ports, self.front):
            wait(f"port {port} to answer", lambda: listens(port))

    def start(self, number):
        command = [PROGRAM, "gateway", DOCUMENT, "--port", str(self.ports[number]), "--quiet"]
        command += ["--follow", f"http://127.0.0.1:{self.admin}"] if number else ["--admin", str(self.admin)]
        environment = {**os.environ, "DEMO_TUI_ADMIN_TOKEN": TOKEN, "HOME": self.folder, "XDG_DATA_HOME": self.folder}
        log = open(f"{self.folder}/gateway-{number}.log", "a")
        return subprocess.Popen(command, stdout=log, stderr=log, env=environment)

    def kill(self, number):
        self.processes[number].kill()
        self.processes[number].wait()

    def set(self, body, session=None):
        query = f"?session={session}" if session else ""
        status, text = call(self.admin, "PUT", "/__admin/demo" + query, body, token=TOKEN)
        if status != 200:
            sys.exit(f"The admin API answers {status}: {text.decode()}")

    def stop(self):
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(10)


class Watcher(threading.Thread):
    """Asks as each session in turn, and keeps every state it saw: the number of books, or a status."""

    def __init__(self, team):
        super().__init__(daemon=True)
        self.team, self.seen, self.ends = team, collections.defaultdict(list), False
        self.failures, self.faults = collections.Counter(), collections.Counter()

    def run(self):
        while not self.ends:
            for number in range(SESSIONS):
                session = f"s{number}"
                try:
                    state = books(self.team.front, session)
                except OSError as error:
                    self.failures[type(error).__name__] += 1
                    continue
                if not self.seen[session] or self.seen[session][-1] != state:
                    self.seen[session].append(state)
            # A stubbed network failure looks like a dead gateway to nginx; no other session may move by it.
            self.faults[books(self.team.front, "faulty")] += 1


def books(port, session=None):
    """The number of all books, or the status of a refusal."""
    status, body = call(port, "GET", "/books", session=session)
    return json.loads(body)["total"] if status == 200 else status


def main():
    with tempfile.TemporaryDirectory() as folder:
        team = Team(folder)
        try:
            return run(team, folder)
        finally:
            team.stop()


def run(team, folder):
    wrong = []

    # Switches: every gateway, asked by itself.
    times = []
    for number in range(40):
        condition = "forbidden" if number % 2 == 0 else None
        team.set({"conditions": {"operations": {"listBooks": condition}}})
        times.append(max(
            wait("a switch to arrive", lambda: (books(port) == 403) == (condition is not None)) for port in team.ports))
    print(f"A switch reaches all three gateways in {sorted(times)[len(times) // 2]:.0f} ms (median of {len(times)}), "
          f"at most {max(times):.0f} ms.")

    # Sessions: every third one is refused, every other one wrote a row of its own; and none of them gets another's state.
    plain = books(team.front, "plain")
    expected = {}
    for number in range(SESSIONS):
        session = f"s{number}"
        if number % 3 == 0:
            team.set({"conditions": {"operations": {"listBooks": "forbidden"}}}, session)
            expected[session] = [403]
            continue
        status, _ = call(team.front, "POST", "/books", {"title": session, "author": "A", "price": 1, "pages": 1}, session)
        if status != 201:
            sys.exit(f"A write is answered with {status}.")
        expected[session] = [plain + 1]
    for session, states in expected.items():
        if states == [403]:
            wait("a session's condition", lambda: books(team.front, session) == 403)

    team.set({"conditions": {"operations": {"listBooks": "noNetwork"}}}, "faulty")
    wait("a session's failure", lambda: books(team.front, "faulty") == 502)

    with open(f"{folder}/load.lua", "w") as file:
        file.write(f"""local number = 0
function request()
  number = (number + 1) % {SESSIONS}
  return wrk.format("GET", "/books", {{["X-Demo-Session"] = "s" .. number}})
end""")
    load = subprocess.Popen(
        ["wrk", "-t1", "-c16", "-d18s", "-s", f"{folder}/load.lua", f"http://127.0.0.1:{team.front}"],
        stdout=subprocess.PIPE, text=True)
    watcher = Watcher(team)
    watcher.start()
    time.sleep(5)
    undisturbed = {session: list(states) for session, states in watcher.seen.items()}
    if undisturbed != expected:
        wrong.append(f"sessions have states that are not theirs: "
                     f"{ {s: v for s, v in undisturbed.items() if v != expected[s]} }")
    print(f"{len(undisturbed)} sessions under load: {sum(len(states) for states in undisturbed.values())} states, one each.")

    team.kill(1)
    time.sleep(5)
    after_death = {session: list(states) for session, states in watcher.seen.items()}
    team.processes[1] = team.start(1)
    back = wait("the killed gateway to come back", lambda: listens(team.ports[1]))
    time.sleep(5)
    watcher.ends = True
    watcher.join()
    output = load.communicate()[0]

    moved = [session for session, states in after_death.items() if states != expected[session]]
    for session, states in watcher.seen.items():
        # What was written in the killed gateway is gone. Conditions are not, and no state comes twice in turn.
        allowed = [[403]] if expected[session] == [403] else [expected[session], expected[session] + [plain]]
        if states not in allowed:
            wrong.append(f"{session} had the states {states}")
    print(f"A gateway was killed: {len(moved)} of {SESSIONS} sessions moved and lost what they wrote; conditions stayed. "
          f"It was back after {back:.0f} ms.")
    answers = re.search(r"(\d+) requests in", output)[1]
    errors = re.search(r"Socket errors: (.*)", output)
    print(f"wrk: {answers} answers, socket errors: {errors[1] if errors else 'none'}; the watcher's failures: "
          f"{dict(watcher.failures) or 'none'}.")
    print(f"A session without a network had {sum(watcher.faults.values())} calls meanwhile: {dict(watcher.faults)}.")
    if set(watcher.faults) != {502}:
        wrong.append("a stubbed network failure is not a 502 of nginx")

    before = books(team.ports[1], "s0")
    if before != 403:
        wrong.append(f"the gateway that came back answers s0 with {before}")
    call(team.admin, "POST", "/__admin/demo/reset", {}, token=TOKEN)
    wait("a reset to arrive", lambda: all(
        books(team.front, f"s{number}") == plain for number in range(SESSIONS) if number % 3))
    print("A reset of everyone reached all sessions of all gateways.")
    for line in wrong:
        print(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
