#!/usr/bin/env bash
# Measures demo-tui beside other terminal programs in one run and prints a table of medians and ratios to tig.
# TUIBENCH is the path of the measuring program, RUNS the number of measurements of each.
set -euo pipefail
cd "$(dirname "$0")/.."
TUIBENCH=${TUIBENCH:?set it to the path of tuibench.py}
[ -f "$TUIBENCH" ] || { echo "demo-tui: there is no $TUIBENCH; TUIBENCH must be the path of tuibench.py." >&2; exit 2; }
command -v tig >/dev/null || Scripts/setup.sh tig
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_DATA_HOME=$scratch/data HOME=$scratch LC_ALL=C.UTF-8

# Something for tig to list: a repository with as many commits as a long list has rows.
git init -q "$scratch/repository"
git -C "$scratch/repository" -c user.name=bench -c user.email=bench@example.com commit -q --allow-empty -m first
for number in $(seq 300); do
    git -C "$scratch/repository" -c user.name=bench -c user.email=bench@example.com commit -q --allow-empty -m "commit $number"
done

program=${PROGRAM:-$PWD/.build/release/demo-tui}
measure() { python3 "$TUIBENCH" --size 120x40 "$@"; }
for run in $(seq "${RUNS:-3}"); do
    measure --ready 'of 5,000' --keys 'list=down*40,up*40' --pre "wait:${REST:-6}" --quit Q --skip suspend,env,resize,burst \
        -- "$program" --screen transactions > "$scratch/demo-tui.$run.json"
    (cd "$scratch/repository" && measure --ready 'commit 300' --keys 'list=down*40,up*40' --pre "wait:${REST:-6}" --quit q \
        --skip suspend,env,resize,burst -- tig > "$scratch/tig.$run.json")
done
python3 Scripts/bench-table.py "$scratch" demo-tui tig
