#!/usr/bin/env bash
# Fails when a module has more lines of Swift than Scripts/budget.txt allows.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

lines() { find "$1" -name '*.swift' -exec cat {} + | wc -l; }
allowed() { awk -v name="$1" '$1 == name { print $2 }' Scripts/budget.txt; }

for folder in Sources/*/ Tests/; do
    name=${folder%/} name=${name#Sources/}
    count=$(lines "$folder")
    limit=$(allowed "$name")
    if [ "$count" -gt "${limit:-0}" ]; then
        echo "$name has $count lines of Swift; its budget is ${limit:-not set}." \
            "Delete some, or raise it in Scripts/budget.txt in the same commit, with a reason."
        failed=1
    fi
done
for name in $(awk '/^[A-Za-z]/ { print $1 }' Scripts/budget.txt); do
    [ -d "Sources/$name" ] || [ "$name" = Tests ] || [ "$name" = PublicSymbols ] || { echo "$name is gone; remove it from Scripts/budget.txt."; failed=1; }
done
[ "$failed" -eq 0 ] && echo "The budget holds."
exit "$failed"
