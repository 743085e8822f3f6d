#!/usr/bin/env python3
"""Prints the bill of materials as SPDX 2.3 in JSON: sbom.py VERSION COMMIT SECONDS [SCRATCH]"""
import datetime
import json
import sys

from packages import APACHE, licence, packages

version, commit, seconds = sys.argv[1:4]

def package(name, version, url, licence, purl=None, source=None):
    entry = {"SPDXID": f"SPDXRef-{name.replace('_', '-').replace('+', 'x')}", "name": name, "versionInfo": version,
             "downloadLocation": url, "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
             "copyrightText": "NOASSERTION"}
    if purl:
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    if source:
        entry["sourceInfo"] = source
    return entry


SPDX = {APACHE: APACHE, f"{APACHE}-with-Swift-exception": f"{APACHE} WITH Swift-exception", "Expat": "MIT"}
program = package("demo-tui", version, "NOASSERTION", APACHE, source=f"commit {commit}")
linked = [
    package(p.name, p.version, f"git+{p.url}@{p.version}", SPDX[licence(p.text("LICENSE"))],
            f"pkg:swift/{p.url.removeprefix('https://').removesuffix('.git')}@{p.version}", f"revision {p.revision}")
    for p in packages(sys.argv[4] if len(sys.argv) > 4 else ".build")
]
print(json.dumps({
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"demo-tui-{version}",
    "documentNamespace": f"https://spdx.org/spdxdocs/demo-tui-{version}-{commit}",
    "creationInfo": {
        "created": datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "creators": ["Tool: Scripts/dist/sbom.py"]},
    "documentDescribes": [program["SPDXID"]],
    "packages": [program, *linked],
    "relationships": [{"spdxElementId": program["SPDXID"], "relationshipType": "STATIC_LINK", "relatedSpdxElement": p["SPDXID"]}
                      for p in linked]
    + [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": program["SPDXID"]}],
}, indent=2))
