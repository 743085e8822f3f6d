#!/usr/bin/env bash
# Runs the tests and, where some failed, says at the very end which: among thousands of lines they are hard to find.
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# All at once they take each other's threads for so long that tests of real deadlines fail.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-3}
swift test --skip-build "$@" 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
if [ "$code" -ne 0 ]; then
    printf '\nWhat failed:\n'
    grep -E 'recorded an issue|error: |Fatal error|unexpected signal' "$log" | grep -v -e 'known issue' -e '^◇' | cut -c1-400 | tail -n 40
fi
exit "$code"
