#!/usr/bin/env python3
"""Writes the data of Foundation's ICU that the program needs: icu.py OUT.o

The whole data is 34 MB: every language, collation and character set. The program formats dates in English only, and
reads and writes UTF-8 only. The linker takes the object file's data for the original's (`--wrap`), and leaves that out.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

# Words of languages, which names of files begin with: English stays, and `root`, which has four letters.
OTHER_LANGUAGE = re.compile(r"(?!en[_.]|res_)[a-z]{2,3}(_\w+)?\.res$")
UNUSED = re.compile(r"\.(cnv|dict)$|^translit/")


def is_needed(name):
    path = name.split("/", 1)[1]
    return not OTHER_LANGUAGE.match(path.split("/")[-1]) and not UNUSED.search(path)


def trimmed(data):
    """A package of ICU's format `CmnD`: a header, then a table of names and places, then names, then items."""
    header, magic = struct.unpack_from("<HH", data)
    if magic != 0x27DA or data[12:16] != b"CmnD":
        sys.exit("icu.py: the data of Foundation's ICU has another format than expected.")
    table = [struct.unpack_from("<II", data, header + 4 + 8 * index)
             for index in range(struct.unpack_from("<I", data, header)[0])]
    ends = [place for _, place in table[1:]] + [len(data) - header]
    items = []
    for (name, place), end in zip(table, ends):
        start = header + name
        text = data[start:data.index(0, start)]
        if is_needed(text.decode()):
            items.append((text, data[header + place:header + end]))
    names, bodies = b"", b""
    places = []
    first = 4 + 8 * len(items)
    start = first + sum(len(name) + 1 for name, _ in items)
    padding = -(header + start) % 16
    for name, body in items:
        places.append(struct.pack("<II", first + len(names), start + padding + len(bodies)))
        names += name + b"\0"
        bodies += body + b"\0" * (-len(body) % 16)
    return data[:header] + struct.pack("<I", len(items)) + b"".join(places) + names + b"\xaa" * padding + bodies


def main():
    out = pathlib.Path(sys.argv[1]).resolve()
    info = subprocess.run(["swift", "-print-target-info", "-static-stdlib"], check=True, capture_output=True, text=True)
    folder = re.search(r'"runtimeResourcePath": "(.*)"', info.stdout)[1]
    archive = pathlib.Path(folder) / "linux" / "lib_FoundationICU.a"
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        member = "icu_packaged_data.cpp.o"
        subprocess.run(["ar", "x", archive, member], check=True, cwd=work)
        symbol = subprocess.run(["nm", "--defined-only", member], check=True, capture_output=True, text=True, cwd=work)
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", member, "all.dat"], check=True, cwd=work)
        (work / "icu.dat").write_bytes(trimmed((work / "all.dat").read_bytes()))
        name = "__wrap_" + symbol.stdout.split()[-1]
        (work / "icu.s").write_text(
            f'.section .rodata,"a"\n.globl {name}\n.balign 16\n{name}:\n'
            '.incbin "icu.dat"\n.section .note.GNU-stack,"",@progbits\n')
        subprocess.run(["clang", "-c", "icu.s", "-o", out], check=True, cwd=work)
    print(f"{out.stat().st_size / 1e6:.1f} MB of ICU's data")


main()
