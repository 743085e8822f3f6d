#!/usr/bin/env bash
# Makes the library's documentation from its last build: docs.sh [FOLDER] [SCRATCH]. Fails on warnings, such as links that lead
# nowhere and parameters nobody described; but for those that the compiler fills in. DOCS_PATH is the path they are served at.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-.build/docs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
Scripts/symbols.sh "$work/graphs" "${2:-.build}"

convert() { # MODULE [CATALOG]
    docc convert ${2:+"$2"} --additional-symbol-graph-dir "$work/graphs/$1" --output-path "$work/$1.doccarchive" \
        --hosting-base-path "${DOCS_PATH:-/}" --fallback-display-name "$1" --fallback-bundle-identifier "demo-tui.$1" --ide-console-output \
        >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
convert DemoManager Sources/DemoManager/DemoManager.docc
convert DemoManagerFiles
convert DemoManagerURLSession
convert DemoManagerTesting

compiler="Parameter '(fileID|filePath|line|column|isolation)' is missing documentation"
if grep -E '(warning|error): ' "$work/log" | grep -vE "$compiler"; then exit 1; fi

rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
docc merge "$work"/*.doccarchive --output-path "$folder" --synthesized-landing-page-name demo-tui
echo "The documentation is in $folder."
