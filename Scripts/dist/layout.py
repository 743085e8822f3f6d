#!/usr/bin/env python3
"""Writes an OCI image of one layer: layout.py LAYER.tar FOLDER VERSION CREATED. The layer is compressed with zstd, which
container engines read since 2023; it is a third smaller than with gzip."""
import hashlib
import json
import os
import platform
import subprocess
import sys

layer, folder, version, created = sys.argv[1:]
blobs = f"{folder}/blobs/sha256"
os.makedirs(blobs)
# The digest of the layer before it is compressed.
plain = hashlib.sha256(open(layer, "rb").read()).hexdigest()
subprocess.run(["zstd", "--quiet", "-19", "--long=24", "-T1", layer, "-o", f"{folder}/layer.zst"], check=True)
machine = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())


def blob(data, kind, **more):
    name = hashlib.sha256(data).hexdigest()
    with open(f"{blobs}/{name}", "wb") as file:
        file.write(data)
    return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{name}", "size": len(data), **more}


def text(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


configuration = {
    "created": created, "architecture": machine, "os": "linux",
    "config": {
        "Entrypoint": ["/usr/bin/demo-tui"], "User": "1000:1000", "WorkingDir": "/work", "Volumes": {"/work": {}},
        "Env": ["PATH=/usr/bin", "HOME=/tmp", "TERM=xterm-256color", "LANG=C.UTF-8"],
        "Labels": {"org.opencontainers.image.title": "demo-tui", "org.opencontainers.image.version": version,
                   "org.opencontainers.image.licenses": "Apache-2.0"}},
    "rootfs": {"type": "layers", "diff_ids": [f"sha256:{plain}"]},
    "history": [{"created": created, "created_by": "dist"}]}
manifest = {
    "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
    "config": blob(text(configuration), "config.v1+json"),
    "layers": [blob(open(f"{folder}/layer.zst", "rb").read(), "layer.v1.tar+zstd")]}
os.remove(f"{folder}/layer.zst")
index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [
    blob(text(manifest), "manifest.v1+json", platform={"architecture": machine, "os": "linux"},
         annotations={"org.opencontainers.image.ref.name": version})]}
for name, value in (("index.json", index), ("oci-layout", {"imageLayoutVersion": "1.0.0"})):
    with open(f"{folder}/{name}", "wb") as file:
        file.write(text(value))
