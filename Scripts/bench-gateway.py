#!/usr/bin/env python3
"""Measures servers that answer by stubs, side by side: requests a second and latencies, with few stubs and with many.

Each server is pinned to one processor and wrk to the other. All servers of a table run at once and are measured in turn, so that
whatever else the machine does meets all of them. Prints tables of medians.
"""
import argparse
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SERVER_CPU, CLIENT_CPU = "0", "1"
SIZES = (1, 100, 10_000)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def body(number):
    return json.dumps({"id": number, "name": f"Number {number}", "status": "available", "price": number + 0.5})


def path(number):
    return f"/items/{number}"


class Server:
    """A process that answers on a port, pinned to a processor."""

    def __init__(self, name, command, port, cpu=SERVER_CPU, environment=None):
        self.name, self.port = name, port
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            ["taskset", "-c", cpu, *command], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            start_new_session=True, env={**os.environ, **(environment or {})})

    def wait(self, seconds=120):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                status, _ = fetch(self.port, path(0))
                if status == 200:
                    return self
            except OSError:
                pass
            time.sleep(0.1)
        self.log.seek(0)
        sys.exit(f"{self.name} did not answer: {self.log.read().decode(errors='replace')[-2000:]}")

    def memory(self):
        """Resident memory of the process in MB, and of those it started."""
        total = 0
        group = os.getpgid(self.process.pid)
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.getpgid(int(pid)) == group:
                    total += int(open(f"/proc/{pid}/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            except (OSError, IndexError):
                continue
        return total / 1e6

    def processor_time(self):
        """Seconds of processor time so far."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(10)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            self.process.kill()


def fetch(port, target):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{target}", timeout=60) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


def write_inputs(folder, count):
    """The same stubs for every server."""
    os.makedirs(f"{folder}/wiremock/mappings")
    os.makedirs(f"{folder}/nginx/logs")
    mappings = [
        {"request": {"method": "GET", "urlPath": path(number)},
         "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": body(number)}}
        for number in range(count)]
    with open(f"{folder}/wiremock/mappings/items.json", "w") as file:
        json.dump({"mappings": mappings}, file)
    locations = "".join(f"location = {path(n)} {{ default_type application/json; return 200 '{body(n)}'; }}\n" for n in range(count))
    with open(f"{folder}/nginx/nginx.conf", "w") as file:
        file.write(f"""daemon off; master_process off; worker_processes 1; pid {folder}/nginx/pid; error_log stderr crit;
events {{ worker_connections 512; }}
http {{ access_log off; keepalive_requests 100000000; client_body_temp_path {folder}/nginx; proxy_temp_path {folder}/nginx;
fastcgi_temp_path {folder}/nginx; uwsgi_temp_path {folder}/nginx; scgi_temp_path {folder}/nginx;
server {{ listen 127.0.0.1:PORT; {locations} location / {{ return 404 '{{}}'; }} }} }}""")
    with open(f"{folder}/mitm.py", "w") as file:
        file.write(f"""import json
from mitmproxy import http
replies = {{m["request"]["urlPath"]: m["response"]["body"]
            for m in json.load(open({folder + '/wiremock/mappings/items.json'!r}))["mappings"]}}
def request(flow):
    text = replies.get(flow.request.path)
    flow.response = http.Response.make(200 if text else 404, text or "{{}}", {{"Content-Type": "application/json"}})
""")
    for kind, prefix in (("hits", "/items/"), ("misses", "/nothing/")):
        with open(f"{folder}/{kind}.lua", "w") as file:
            file.write(f"""local number = 0
function request()
  number = (number + 7919) % {max(count, 2) if kind == "misses" else count}
  return wrk.format("GET", "{prefix}" .. number)
end""")


def nginx(folder, cpu=SERVER_CPU, upstream=None):
    """nginx with the stubs, or one that passes everything to a port."""
    port = free_port()
    with open(f"{folder}/nginx/nginx.conf") as file:
        text = file.read()
    if upstream:
        text = text[:text.index("server { listen")] + (
            f"upstream up {{ server 127.0.0.1:{upstream}; keepalive 64; keepalive_requests 100000000; }}\n"
            'server { listen 127.0.0.1:PORT; location / { proxy_pass http://up; proxy_http_version 1.1; '
            'proxy_set_header Connection ""; } } }')
    with open(f"{folder}/nginx/{port}.conf", "w") as file:
        file.write(text.replace("PORT", str(port)).replace("/nginx/pid", f"/nginx/pid{port}"))
    return Server("nginx", [shutil.which("nginx") or "/usr/sbin/nginx", "-p", f"{folder}/nginx", "-c", f"{folder}/nginx/{port}.conf"],
                  port, cpu)


def gateway(options, folder, *more):
    port = free_port()
    command = [options.program, "gateway", "--port", str(port), "--stubs", f"{folder}/wiremock/mappings", "--quiet", *more]
    return Server("demo-tui", command, port, environment={"HOME": folder, "XDG_DATA_HOME": folder})


def servers(options, folder):
    port = free_port()
    makers = {
        "nginx": lambda: nginx(folder),
        "bare NIO": lambda: Server("bare NIO", [options.bare, str(port)], port),
        "demo-tui": lambda: gateway(options, folder),
    }
    if options.wiremock:
        wiremock = free_port()
        makers["WireMock"] = lambda: Server(
            "WireMock", ["java", "-jar", options.wiremock, "--port", str(wiremock), "--bind-address", "127.0.0.1", "--root-dir",
                         f"{folder}/wiremock", "--no-request-journal", "--disable-banner", "--async-response-enabled", "false"], wiremock)
    if options.mitmdump:
        mitm = free_port()
        makers["mitmdump"] = lambda: Server(
            "mitmdump", [options.mitmdump, "-q", "--listen-host", "127.0.0.1", "-p", str(mitm), "--mode",
                         "reverse:http://127.0.0.1:9", "-s", f"{folder}/mitm.py", "--set", f"confdir={folder}", "--set", "connection_strategy=lazy"], mitm)
    return [make().wait() for name, make in makers.items() if not options.only or name in options.only]


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}[unit]


def load(server, seconds, script=None, connections=32, target="/items/0"):
    before = server.processor_time()
    command = ["taskset", "-c", CLIENT_CPU, "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "60s"]
    if script:
        command += ["-s", script]
    text = subprocess.run([*command, f"http://127.0.0.1:{server.port}{target}"], capture_output=True, text=True, check=True).stdout
    values = {share: milliseconds(re.search(rf"\s{share}%\s+(\S+)", text)[1]) for share in ("50", "99")}
    errors = re.search(r"Socket errors: (.*)", text)
    if errors:
        print(f"wrk: {errors[1]}", file=sys.stderr)
    count = int(re.search(r"(\d+) requests in", text)[1])
    return {"rate": float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), "p50": values["50"], "p99": values["99"],
            "cost": (server.processor_time() - before) * 1e6 / max(count, 1)}


def median(samples, key):
    return statistics.median(sample[key] for sample in samples)


def measure_stubs(options):
    print(f"### Stubbed GET, 32 connections, medians of {options.runs} runs of {options.seconds} s\n")
    print("| stubs | | " + " | ".join(["server", "requests/s", "of nginx", "of bare NIO", "p50 ms", "p99 ms", "CPU us", "RSS MB"]) + " |")
    print("|---:|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for count in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            write_inputs(folder, count)
            running = servers(options, folder)
            try:
                for kind in ("hits", "misses"):
                    samples = {server.name: [] for server in running}
                    for server in running:
                        load(server, options.warm_up, f"{folder}/{kind}.lua")
                    for _ in range(options.runs):
                        for server in running:
                            samples[server.name].append(load(server, options.seconds, f"{folder}/{kind}.lua"))
                    for server in running:
                        row = samples[server.name]
                        rate = median(row, "rate")
                        shares = [f"{rate / median(samples[of], 'rate'):.2f}" if of in samples else "" for of in ("nginx", "bare NIO")]
                        print(f"| {count:,} | {kind} | {server.name} | {rate:,.0f} | {shares[0]} | {shares[1]} "
                              f"| {median(row, 'p50'):.2f} | {median(row, 'p99'):.2f} | {median(row, 'cost'):.1f} | {server.memory():.0f} |", flush=True)
            finally:
                for server in running:
                    server.stop()
    print()


def measure_passing(options):
    print(f"### Passed GET, medians of {options.runs} runs of {options.seconds} s\n")
    print("| connections | | requests/s | of nginx | p50 ms | p99 ms | more at p50, ms |\n|---:|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        write_inputs(folder, 1)
        upstream = nginx(folder, CLIENT_CPU).wait()
        os.rename(f"{folder}/wiremock/mappings/items.json", f"{folder}/items.json")
        passing = gateway(options, folder, "--upstream", f"http://127.0.0.1:{upstream.port}")
        proxy = nginx(folder, upstream=upstream.port)
        try:
            passing.wait()
            proxy.wait()
            for connections in (1, 32):
                samples = {"straight": [], "nginx proxy_pass": [], "through the gateway": []}
                for number in range(options.runs + 1):
                    for name, server in (("straight", upstream), ("nginx proxy_pass", proxy), ("through the gateway", passing)):
                        sample = load(server, options.seconds, connections=connections)
                        if number:
                            samples[name].append(sample)
                for name, row in samples.items():
                    more = median(row, "p50") - median(samples["straight"], "p50")
                    share = median(row, "rate") / median(samples["nginx proxy_pass"], "rate")
                    print(f"| {connections} | {name} | {median(row, 'rate'):,.0f} | {share:.2f} | {median(row, 'p50'):.3f} "
                          f"| {median(row, 'p99'):.3f} | {f'{more:.3f}' if more else ''} |", flush=True)
        finally:
            proxy.stop()
            passing.stop()
            upstream.stop()
    print()


def h2load(port, seconds, *more, scheme="http"):
    """Requests a second over 32 connections."""
    command = ["taskset", "-c", CLIENT_CPU, "h2load", "-c32", f"-D{seconds}", "--warm-up-time=1", *more,
               f"{scheme}://127.0.0.1:{port}{path(0)}"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "0 failed, 0 errored" not in text:
        print(f"h2load: {text}", file=sys.stderr)
    return float(re.search(r"finished in [\d.]+\w+, ([\d.]+) req/s", text)[1])


def measure_protocols(options):
    print(f"### Protocols: a stubbed GET, h2load with 32 connections, medians of {options.runs} runs of {options.seconds} s\n")
    print("| protocol | requests/s | of HTTP/1.1, plain | of HTTP/1.1, same security | of bare NIO |\n|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        write_inputs(folder, 1)
        environment = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder}
        subprocess.run([options.program, "ca"], env=environment, check=True, capture_output=True)
        plain, secure = gateway(options, folder).wait(), gateway(options, folder, "--tls")
        bare = [Server("bare NIO", [options.bare, str(port), *more], port)
                for port, more in ((free_port(), []), (free_port(), ["--http2"]))]
        rows = [("HTTP/1.1, plain", plain, ["--h1"], "http", 0), ("HTTP/1.1, TLS", secure, ["--h1"], "https", 1),
                ("HTTP/2, plain", plain, ["-m1"], "http", 0), ("HTTP/2, TLS", secure, ["-m1"], "https", 1),
                ("HTTP/2, TLS, 10 streams at once", secure, ["-m10"], "https", 1),
                ("bare NIO, HTTP/1.1, plain", bare[0], ["--h1"], "http", 0), ("bare NIO, HTTP/2, plain", bare[1], ["-m1"], "http", 0)]
        beside = {0: 5, 2: 6}
        samples = {row[0]: [] for row in rows}
        try:
            time.sleep(1)
            for _ in range(options.runs):
                for name, server, more, scheme, _ in rows:
                    samples[name].append(h2load(server.port, options.seconds, *more, scheme=scheme))
            rates = {name: statistics.median(values) for name, values in samples.items()}
            for number, (name, _, _, _, base) in enumerate(rows):
                share = f"{rates[name] / rates[rows[beside[number]][0]]:.2f}" if number in beside else ""
                print(f"| {name} | {rates[name]:,.0f} | {rates[name] / rates[rows[0][0]]:.2f} "
                      f"| {rates[name] / rates[rows[base][0]]:.2f} | {share} |", flush=True)
        finally:
            for server in (plain, secure, *bare):
                server.stop()
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--bare", required=True)
    parser.add_argument("--wiremock")
    parser.add_argument("--mitmdump")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--warm-up", type=int, default=3)
    parser.add_argument("--only", type=lambda text: text.split(","), help="servers, by name")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=SIZES)
    parser.add_argument("--part", choices=["stubs", "passing", "protocols"])
    options = parser.parse_args()
    if (os.cpu_count() or 1) < 2:
        sys.exit("Two processors are needed: one for the server and one for what asks it.")
    parts = {"stubs": measure_stubs, "passing": measure_passing, "protocols": measure_protocols}
    for name, measure in parts.items():
        if options.part in (None, name):
            measure(options)


if __name__ == "__main__":
    main()
