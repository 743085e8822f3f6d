#!/usr/bin/env python3
"""Checks that every relative link in a Markdown file leads to a file, and to a heading where it names one."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def text(path):
    """The file without code."""
    return re.sub(r"```.*?```|`[^`\n]*`", "code", path.read_text(encoding="utf-8"), flags=re.S)


def anchors(path):
    """The anchors of a file's headings, as GitHub makes them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    headings = [re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()) for line in lines if line.startswith("#")]
    return {heading.replace(" ", "-") for heading in headings}


broken = []
files = [*ROOT.glob("*.md"), *(ROOT / "Documentation").rglob("*.md"), *(ROOT / "Examples").glob("*/*.md")]
for path in files:
    for target in re.findall(r"\]\(([^)\s]+)\)", text(path)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not file.exists():
            broken.append(f"{path.relative_to(ROOT)}: there is no {target}")
        elif anchor and anchor not in anchors(file):
            broken.append(f"{path.relative_to(ROOT)}: {target} names no heading")
if broken:
    sys.exit("\n".join(broken))
print(f"The links of {len(files)} Markdown files lead somewhere.")
