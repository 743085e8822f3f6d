#!/usr/bin/env python3
"""Prints the copyright file of Debian's format: demo-tui and what is linked into it. copyright.py [SCRATCH]

The licences are those of the checked-out packages, the texts their own. Apache 2.0 is named; its text is LICENSE.
"""
import pathlib
import re
import sys

from packages import APACHE, licence, packages

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Parts of packages with a licence of their own, by the file that has it.
PARTS = {"swift-nio": [("llhttp", "Sources/CNIOLLHTTP/LICENSE")]}
def field(text):
    """A text as a field's further lines."""
    return "\n".join(" " + (line.strip() or ".") for line in text.strip().splitlines())


def stanza(files, holder, name, text=None, comment=None):
    print(f"\nFiles: {files}\nCopyright: {holder}\nLicense: {name}" + (f"\n{field(text)}" if text else "")
          + (f"\nComment: {comment}, linked into the program" if comment else ""))


def holder(text, name):
    found = re.search(r"Copyright (?:\(c\) |Notice|©)?[^\n]*\d{4}[^\n]*|Copyright Fedor[^\n]*", text, re.I)
    return re.sub(r"^copyright (\(c\) )?", "", found[0].strip(), flags=re.I) if found else f"the {name} authors"


def main():
    print("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: demo-tui")
    stanza("*", "the demo-tui authors", APACHE)
    for package in packages(sys.argv[1] if len(sys.argv) > 1 else ".build"):
        text, notice = package.text("LICENSE"), package.text("NOTICE")
        name = licence(text)
        # A licence text of Apache's carries no holder; the notice does.
        stanza(f"{package.name}/*", holder(notice if name.startswith(APACHE) else text, package.name), name,
               None if name.startswith(APACHE) else text, f"{package.name} {package.version}")
        for part, file in PARTS.get(package.name, []):
            own = (package.folder / file).read_text()
            stanza(f"{package.name}/{pathlib.Path(file).parent}/*", holder(own, part), licence(own), own, part)
    stanza("toolchain/*", "Apple Inc. and the Swift project authors", APACHE + "-with-Swift-exception",
           comment="Swift's runtime and Foundation")
    unicode = (ROOT / "Scripts/dist/licences/Unicode-3.0").read_text()
    stanza("toolchain/icu/*", "2016-2024 Unicode, Inc.", "Unicode-3.0", unicode, "ICU, in Foundation")
    stanza("swift-crypto/Sources/CXKCP/*", "none: the implementers waived it", "CC0-1.0", comment="XKCP")
    stanza("Yams/Sources/CYaml/*", "2006-2016 Kirill Simonov, 2017-2020 Ingy döt Net", "Expat", comment="libyaml")
    stanza("libstdc++/*", "Free Software Foundation, Inc.", "GPL-3+-with-GCC-exception", comment="libstdc++")
    print(f"\nLicense: {APACHE}\n On Debian systems the text is in /usr/share/common-licenses/Apache-2.0,"
          " elsewhere beside this file in LICENSE.")
    print(f"\nLicense: {APACHE}-with-Swift-exception\n Apache 2.0 as above, with the Runtime Library Exception: you may redistribute"
          "\n code that this library is compiled into without the conditions 4(a), 4(b) and 4(d).")
    print("\nLicense: CC0-1.0\n On Debian systems the text is in /usr/share/common-licenses/CC0-1.0.")
    print("\nLicense: GPL-3+-with-GCC-exception\n The GCC Runtime Library Exception allows linking into any program."
          "\n On Debian systems the text of the GPL is in /usr/share/common-licenses/GPL-3.")


main()
