#!/usr/bin/env bash
# Writes the symbol graphs of the library's modules, as they were last built, to a folder.
# symbols.sh FOLDER [SCRATCH]: SCRATCH is the folder of the build, .build unless told otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
scratch=${2:-.build}
modules=$scratch/debug/Modules
testing=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/lib/swift/linux/testing
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)

rm -rf "$folder"
for module in WireFormats DemoManager DemoManagerFiles DemoManagerURLSession DemoManagerTesting; do
    [ -e "$modules/$module.swiftmodule" ] || { echo "$module is not built; run make build first" >&2; exit 2; }
    mkdir -p "$folder/$module"
    swift symbolgraph-extract -module-name "$module" -target "$target" -minimum-access-level public \
        -skip-synthesized-members -pretty-print -I "$modules" -I "$scratch/checkouts/Yams/Sources/CYaml/include" \
        -I "$testing" -output-dir "$folder/$module"
done
