#!/usr/bin/env bash
# Measures DemoManager: nanoseconds and instructions per decision, threads, changes, loading, memory.
# Arguments go to the measuring program (`--only decisions --cases exact-hit,template-hit`); without any, everything is
# measured and instructions are counted, where valgrind is there.
set -euo pipefail
cd "$(dirname "$0")/.."
build=(swift build -c release --product EngineBenchmark --scratch-path "${SCRATCH:-.build/benchmark}" --disable-default-traits)
"${build[@]}" >&2
program=$("${build[@]}" --show-bin-path)/EngineBenchmark
if [ $# -gt 0 ]; then exec "$program" "$@"; fi
"$program"

command -v valgrind >/dev/null || { echo "Without valgrind no instructions are counted." >&2; exit 0; }
# What two runs with different counts differ by is the decisions'; the seed of Swift's hashing would differ from run to run.
export SWIFT_DETERMINISTIC_HASHING=1
counted=$(mktemp)
trap 'rm -f "$counted"' EXIT
# Without its debugging information, which valgrind 3.19 gives up on.
strip -g -o "$counted" "$program"
chmod +x "$counted"
instructions() { # CASE SIZE ITERATIONS [--journal]
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$counted" --count "$@" 2>&1 |
        sed -n 's/.*Collected : //p'
}
per_decision() { # CASE SIZE [--journal]
    local few many
    few=$(instructions "$1" "$2" 100 ${3:+"$3"})
    many=$(instructions "$1" "$2" 1100 ${3:+"$3"})
    echo $(((many - few) / 1000))
}
for journal in "" --journal; do
    printf '### Instructions per decision, %s journal\n\n' "$([ -n "$journal" ] && echo with || echo without)"
    printf '| | N = 1 | 100 | 10,000 | ratio |\n|---|---:|---:|---:|---:|\n'
    for kind in exact-hit exact-miss template-hit template-miss query-value header-value containing-hit containing-miss; do
        one=$(per_decision "$kind" 1 $journal)
        hundred=$(per_decision "$kind" 100 $journal)
        many=$(per_decision "$kind" 10000 $journal)
        printf '| %s | %d | %d | %d | %s |\n' "$kind" "$one" "$hundred" "$many" \
            "$(awk -v a="$many" -v b="$one" 'BEGIN { printf "%.2f", a / b }')"
    done
    echo
done
