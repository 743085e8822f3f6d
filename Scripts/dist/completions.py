#!/usr/bin/env python3
"""Prints a shell's completions: completions.py PROGRAM bash|zsh|fish

The first word is a command or the document. The generated scripts know commands only, where there are any: files, and the
options behind a document, are added here.
"""
import subprocess
import sys

ADDED = {
    "bash": [("\ncomplete ", "\ncomplete -o default ")],
    "zsh": [
        ("subcommands && ret=0\n", "subcommands && ret=0\n        _files && ret=0\n"),
        ("&& ret=0\n            ;;\n",
         "&& ret=0\n            ;;\n        *)\n"
         "            _arguments -w -s -S : \"${arg_specs[@]:0:-2}\" && ret=0\n            ;;\n"),
    ],
    "fish": [("complete -c 'demo-tui' -f\n",
              "complete -c 'demo-tui' -f\n"
              "complete -c 'demo-tui' -n '__demo-tui_should_offer_completions_for_positional \"demo-tui\" -eq 1' -F\n")],
}


def main():
    program, shell = sys.argv[1:]
    text = subprocess.run([program, "--generate-completion-script", shell], check=True, capture_output=True, text=True).stdout
    for generated, wanted in ADDED[shell]:
        if generated not in text:
            sys.exit(f"completions.py: the script for {shell} has no line {generated.strip()!r}.")
        text = text.replace(generated, wanted, 1)
    # bash loads the file by its name; a line for its interpreter has no use.
    print(text.removeprefix("#!/bin/bash\n"), end="")


main()
