#!/usr/bin/env bash
# Makes the library's documentation from its last build: docs.sh FOLDER [SCRATCH]. Warnings, such as links that lead nowhere
# and parameters nobody described, are errors.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-.build/docs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
Scripts/symbols.sh "$work/graphs" "${2:-.build}"

convert() { # MODULE [CATALOG]
    docc convert ${2:+"$2"} --additional-symbol-graph-dir "$work/graphs/$1" --output-path "$work/$1.doccarchive" \
        --fallback-display-name "$1" --fallback-bundle-identifier "demo-tui.$1" --warnings-as-errors
}
convert DemoManager Sources/DemoManager/DemoManager.docc
convert DemoManagerURLSession
convert DemoManagerTesting

rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
docc merge "$work"/*.doccarchive --output-path "$folder" --synthesized-landing-page-name demo-tui
echo "$folder"
