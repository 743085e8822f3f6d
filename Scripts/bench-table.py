#!/usr/bin/env python3
"""Prints what bench.sh measured as a table: medians over the runs, and the ratio to the last program named.

    bench-table.py FOLDER PROGRAM... REFERENCE

Standard library only.
"""
import glob
import json
import statistics
import sys

folder, programs = sys.argv[1], sys.argv[2:]
ROWS = [
    ("first paint, ms", ("start", "first_paint_ms", "p50")),
    ("ready, ms", ("start", "ready_ms", "p50")),
    ("key to last byte, p50 ms", ("keys", "list", "last_ms", "p50")),
    ("key to last byte, p99 ms", ("keys", "list", "last_ms", "p99")),
    ("CPU per key, ms", ("keys", "list", "cpu_ms_per_key")),
    ("bytes per key, p50", ("keys", "list", "bytes", "p50")),
    ("RSS at rest, MB", ("rest", "memory", "rss_kb")),
    ("RssAnon-like (uss), MB", ("rest", "memory", "uss_kb")),
    ("wake-ups per s at rest", ("rest", "wakeups_per_s")),
    ("CPU at rest, %", ("rest", "cpu_percent")),
    ("quit, ms", ("exits", "quit", "ms")),
]


def value(report, path):
    for key in path:
        if not isinstance(report, dict) or key not in report:
            return None
        report = report[key]
    return report / 1024 if path[-1].endswith("_kb") else report


def median(program, path):
    found = []
    for name in sorted(glob.glob(f"{folder}/{program}.*.json")):
        with open(name) as file:
            number = value(json.load(file), path)
        if number is not None:
            found.append(number)
    return statistics.median(found) if found else None


print("| | " + " | ".join(programs) + f" | ratio to {programs[-1]} |")
print("|---|" + "---:|" * (len(programs) + 1))
for title, path in ROWS:
    numbers = [median(program, path) for program in programs]
    cells = ["-" if number is None else f"{number:.2f}" for number in numbers]
    first, last = numbers[0], numbers[-1]
    ratio = f"{first / last:.2f}" if first is not None and last else "-"
    print(f"| {title} | " + " | ".join(cells) + f" | {ratio} |")
