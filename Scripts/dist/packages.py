"""The Swift packages that the program is built from, as `Package.resolved` and the checkouts tell."""
import dataclasses
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

APACHE = "Apache-2.0"


def licence(text):
    """The identifier of a licence text."""
    if "Apache License" in text:
        return APACHE + ("-with-Swift-exception" if "Runtime Library Exception" in text else "")
    if re.search(r"Permission is hereby granted, free of charge, to any person obtaining a", text):
        return "Expat"
    sys.exit(f"an unknown licence begins: {text[:80]!r}")


@dataclasses.dataclass
class Package:
    name: str
    version: str
    revision: str
    url: str
    folder: pathlib.Path

    def text(self, kind):
        """The package's LICENSE or NOTICE; empty without one."""
        for name in (kind, f"{kind}.txt", f"{kind}.md"):
            if (self.folder / name).exists():
                return (self.folder / name).read_text()
        return ""


def packages(scratch):
    checkouts = {folder.name.lower(): folder for folder in (ROOT / scratch / "checkouts").iterdir()}
    for pin in sorted(json.loads((ROOT / "Package.resolved").read_text())["pins"], key=lambda pin: pin["identity"]):
        folder = checkouts[pin["location"].rsplit("/", 1)[1].removesuffix(".git").lower()]
        yield Package(folder.name, pin["state"].get("version", ""), pin["state"]["revision"], pin["location"], folder)
