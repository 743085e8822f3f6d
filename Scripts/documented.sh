#!/usr/bin/env bash
# Fails when a public symbol of the library has no doc comment, or throws and does not say what, and names it. Fails, too, when
# there are more public symbols than Scripts/budget.txt allows.
# documented.sh [SCRATCH], after a build.
set -euo pipefail
cd "$(dirname "$0")/.."
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
Scripts/symbols.sh "$graphs" "${1:-.build}"

# The graphs are pretty-printed: a symbol is what stands four spaces deep in "symbols", its members six.
missing=$(awk '
    FNR == 1 { module = FILENAME; sub(/.*\//, "", module); sub(/[@.].*/, "", module) }
    /^  "symbols": \[/ { inside = 1; next }
    /^  \]/ { inside = 0 }
    !inside { next }
    /^    \{$/ { documented = 0; throwing = 0; told = 0; path = module; place = "" }
    /^      "docComment"/ { documented = 1 }
    /^          "spelling": "(re)?throws"/ { throwing = 1 }
    /^            "text": ".*[Tt]hrow/ { told = 1 }
    /^      "pathComponents"/ { naming = 1; count++; next }
    naming && /\]/ { naming = 0 }
    naming { gsub(/[ ",]/, ""); path = path "." $0 }
    /^        "uri"/ { place = $2; gsub(/[",]/, "", place); sub(/^file:\/\//, "", place) }
    /^    \},?$/ {
        if (!documented) print path " has no doc comment: " place
        else if (throwing && !told) print path " does not say what it throws: " place
    }
    END { print count + 0 > counted }
' counted="$graphs/count" "$graphs"/*/*.symbols.json)
count=$(cat "$graphs/count")
limit=$(awk '$1 == "PublicSymbols" { print $2 }' Scripts/budget.txt)

if [ -n "$missing" ]; then
    printf '%s\n' "$missing"
    exit 1
fi
if [ "$count" -eq 0 ]; then
    echo "No symbols were read."
    exit 1
fi
if [ "$count" -gt "${limit:-0}" ]; then
    echo "The library has $count public symbols; its budget is ${limit:-not set}. Make some \`package\`, or raise PublicSymbols in" \
        "Scripts/budget.txt in the same commit, with a reason."
    exit 1
fi
echo "All $count public symbols are documented."

