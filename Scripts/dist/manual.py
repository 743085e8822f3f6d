#!/usr/bin/env python3
"""Writes the manual's pages: manual.py PROGRAM FOLDER

Commands and options are those of the program itself, keys its key table, and files, variables and exit codes the tables of
Documentation/Reference/CommandLine.md. Nothing of it is written a second time here. Fails if an option has no description.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "Documentation/Reference"
problems = []


def escaped(text):
    """A text in roff: no line begins with a request, no sign is a command."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def prose(text):
    """Paragraphs of Markdown or of a command's discussion: code bold, links without their places."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("\\|", "|")
    parts = re.split(r"`([^`]*)`", text)
    lines = "".join(f"\\fB{escaped(part)}\\fR" if index % 2 else escaped(part) for index, part in enumerate(parts))
    return re.sub(r"\n\s*\n", "\n.PP\n", lines.strip())


def table(heading, file="CommandLine.md"):
    """The rows of the first table below a heading of the reference."""
    text = (REFERENCE / file).read_text().split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def names(argument):
    """`-p, --port NAME`, or the name of a positional argument."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return f"\\fI{escaped(value)}\\fR"
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    shown = [dashes[name["kind"]] + name["name"] for name in argument["names"] if name["kind"] != "longWithSingleDash"]
    text = ", ".join(f"\\fB{escaped(name)}\\fR" for name in sorted(shown, key=len))
    return text + (f" \\fI{escaped(value)}\\fR" if argument["kind"] == "option" else "")


def entries(rows):
    return "".join(f".TP\n{name}\n{text}\n" for name, text in rows)


def arguments(command, kinds):
    rows = []
    for argument in command["arguments"]:
        if argument["kind"] not in kinds or not argument["shouldDisplay"]:
            continue
        if not argument.get("abstract"):
            problems.append(f"{command['commandName']}: {argument.get('valueName')} has no description")
        text = prose(argument.get("abstract", ""))
        if argument.get("defaultValue"):
            text += f" Default: {escaped(argument['defaultValue'])}."
        if rows and argument["kind"] == "flag" and rows[-1][1] == text:
            rows[-1] = (f"{rows[-1][0]}, {names(argument)}", text)
        else:
            rows.append((names(argument), text))
    return entries(rows)


def synopsis(path, command):
    words = [f"\\fB{escaped(' '.join(path))}\\fR", "[\\fIoptions\\fR]"]
    for argument in command["arguments"]:
        if argument["kind"] == "positional":
            name = f"\\fI{escaped(argument['valueName'])}\\fR" + (" ..." if argument["isRepeating"] else "")
            words.append(f"[{name}]" if argument["isOptional"] else name)
    return " ".join(words)


def section(title, text):
    return f".SH {title}\n{text.rstrip()}\n" if text.strip() else ""


def command_sections(path, command):
    return section("ARGUMENTS", arguments(command, ["positional"])) + section("OPTIONS", arguments(command, ["option", "flag"]))


def page(path, command, version, more=""):
    name = "-".join(path)
    children = [child for child in command.get("subcommands", []) if child["commandName"] != "help"]
    listed = lambda child: f"\\fB{escaped('-'.join([*path, child['commandName']]))}\\fR(1)" if len(path) == 1 \
        else f"\\fB{escaped(' '.join([*path, child['commandName']]))}\\fR"
    commands = ""
    for child in children:
        commands += f".TP\n{listed(child)}\n{prose(child['abstract'])}\n"
        inner = arguments(child, ["positional", "option"])
        commands += f".RS\n{inner}.RE\n" if len(path) > 1 and inner else ""
    abstract = command["abstract"].rstrip(".")
    text = f'.TH {name.upper()} 1 "{day()}" "demo\\-tui {version}" "demo\\-tui"\n'
    text += section("NAME", f"{escaped(name)} \\- {escaped(abstract[0].lower() + abstract[1:])}")
    text += section("SYNOPSIS", synopsis(path, command) + (f"\n.br\n\\fB{escaped(' '.join(path))}\\fR \\fIcommand\\fR [\\fIoptions\\fR]"
                                                           if children else ""))
    text += section("DESCRIPTION", prose(command.get("discussion") or command["abstract"]))
    text += section("COMMANDS", commands) + command_sections(path, command) + more
    others = "\\fBdemo\\-tui\\fR(1)" if len(path) > 1 else ", ".join(listed(child) for child in children)
    return text + section("SEE ALSO", others)


def day():
    import datetime
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or datetime.datetime.now().timestamp())
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%d")


def keys(run):
    text, group = "", None
    for entry in json.loads(run("keys", "--format", "json")):
        if entry["group"] != group:
            group = entry["group"]
            text += f".SS {escaped(group)}\n"
        text += f".TP\n\\fB{escaped(entry['keys'])}\\fR\n{prose(entry['help'])}\n"
    return text


def main():
    program, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        # The usual keys, not those of whoever makes the pages.
        environment = {"HOME": home, "PATH": os.environ["PATH"]}
        run = lambda *words: subprocess.run([program, *words], check=True, capture_output=True, text=True, env=environment).stdout
        command = json.loads(run("--experimental-dump-help"))["command"]
        version = run("--version").split()[0]
        main_sections = section("KEYS", keys(run))
    main_sections += section("ENVIRONMENT", entries((prose(name), prose("For live calls: " + use + ".")) for use, name in table("Credentials"))
                             + entries((prose(name), prose(text + ".")) for _, name, text in table("The way to servers") if name))
    main_sections += section("FILES", entries((prose(name), prose(text + ".")) for name, text in table("Files")))
    main_sections += section("EXIT STATUS", entries((prose(code), prose(text + ".")) for code, text in table("Exit codes")))
    pages = {"demo-tui": page(["demo-tui"], command, version, main_sections)}
    for child in command["subcommands"]:
        if child["commandName"] != "help":
            path = ["demo-tui", child["commandName"]]
            pages["-".join(path)] = page(path, child, version)
    if problems:
        sys.exit("\n".join(problems))
    for name, text in pages.items():
        (folder / f"{name}.1").write_text(text)


main()
