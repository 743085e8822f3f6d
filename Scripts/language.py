#!/usr/bin/env python3
"""Checks the language of `///` comments, test titles and Markdown: CONTRIBUTING.md has the rules.

It finds sentences that begin with What, Whether, Where, Whose or Who, and sentences of more than 30 words. Scripts/language.txt has the
number of findings that a module may still have. It may only go down.

    Scripts/language.py             checks the counts; prints the findings of each module with too many
    Scripts/language.py MODULE...   prints all findings of these modules
    Scripts/language.py --lower     writes lower counts into Scripts/language.txt, or all of them if the file is missing

A renamed module keeps its count: rename it in Scripts/language.txt. A part that becomes a module takes its share along.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTS = ROOT / "Scripts/language.txt"
LONGEST = 30
QUESTION = re.compile(r"(What|Whether|Where|Whose|Who)\b")
TITLE = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)+)"')
# A sentence ends at a full stop before a capital, a quote or code, so that "e.g. this" and "1.5" do not end one.
END = re.compile(r"(?<=[.!?])[)\"'*_]*\s+(?=[A-Z`\"'(\[*])")
ITEM = re.compile(r"\s*([-*]|\d+\.)\s+(Parameters?\b[^:]*:|Returns:|Throws:|Note:|Important:|Warning:)?\s*")


def paragraphs(lines):
    """Joins (number, text) lines to paragraphs; list items are paragraphs, code and tables are left out."""
    start, words, fenced = 0, [], False
    for number, text in lines:
        if text.strip().startswith("```"):
            fenced = not fenced
            text = ""
        elif fenced or text.startswith("    ") and not words or re.match(r"\s*([|#<!]|-{3})", text):
            text = ""
        item = ITEM.match(text)
        if (not text.strip() or item) and words:
            yield start, " ".join(words)
            words = []
        if item:
            text = text[item.end():]
        if text.strip():
            start = start if words else number
            words.append(text.strip())
    if words:
        yield start, " ".join(words)


def findings(paragraph):
    """What is wrong in one paragraph."""
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    plain = re.sub(r"``?[^`]+``?", "`code`", plain)
    for sentence in END.split(plain):
        count = sum(1 for word in sentence.split() if re.search(r"\w", word))
        if QUESTION.match(sentence.lstrip("*_(\"'")):
            yield f"begins with {sentence.split()[0]}: {sentence[:60]}"
        if count > LONGEST:
            yield f"{count} words: {sentence[:60]}"


def comments(path):
    """The blocks of `///` lines in a Swift file."""
    block = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.lstrip()
        if text.startswith("///"):
            block.append((number, text[4:]))
        elif block:
            yield block
            block = []
    if block:
        yield block


def titles(path):
    """The titles of tests and suites in a Swift file."""
    text = path.read_text(encoding="utf-8")
    for found in TITLE.finditer(text):
        yield [(text.count("\n", 0, found.start()) + 1, found[1])]


def modules():
    """Every module with its findings, as FILE:LINE: FINDING."""
    found = {}

    def add(module, path, blocks):
        rows = found.setdefault(module, [])
        for block in blocks:
            for number, paragraph in paragraphs(block):
                rows += [f"{path.relative_to(ROOT)}:{number}: {finding}" for finding in findings(paragraph)]

    for folder in sorted((ROOT / "Sources").iterdir()):
        for path in sorted(folder.rglob("*.swift")):
            add(folder.name, path, comments(path))
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        add("Tests", path, comments(path))
        add("Tests", path, titles(path))
    texts = [*ROOT.glob("*.md"), *(ROOT / "Documentation").rglob("*.md"), *(ROOT / "Sources").rglob("*.md"),
             *(ROOT / "Examples").glob("*/*.md")]
    for path in sorted(texts):
        add("Markdown", path, [list(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))])
    return found


def main(arguments):
    found = modules()
    lines = [line.split("#")[0].split() for line in COUNTS.read_text().splitlines()] if COUNTS.exists() else []
    allowed = {line[0]: int(line[1]) for line in lines if line}
    if arguments == ["--lower"]:
        limits = allowed if COUNTS.exists() else {name: len(rows) for name, rows in found.items()}
        rows = {name: min(len(found[name]), limits.get(name, 0)) for name in sorted(found)}
        COUNTS.write_text("".join(f"{name} {count}\n" for name, count in rows.items() if count))
        return
    if arguments:
        for name in arguments:
            print("\n".join(found.get(name, [])) or f"{name}: nothing found")
        return
    bad = [name for name in found if len(found[name]) > allowed.get(name, 0)]
    for name in bad:
        print("\n".join(found[name]))
        print(f"{name}: {len(found[name])} sentences to rewrite, {allowed.get(name, 0)} allowed. Rewrite the new ones.\n")
    lower = [name for name in found if len(found[name]) < allowed.get(name, 0)]
    if lower:
        print(f"Lower the counts of {', '.join(lower)}: Scripts/language.py --lower")
    if bad:
        sys.exit(1)
    print(f"Language holds; {sum(allowed.values())} sentences are still to be rewritten.")


main(sys.argv[1:])
