#!/usr/bin/env bash
# Measures the gateway beside nginx, a bare SwiftNIO handler, WireMock and mitmdump in one run. Arguments go to
# bench-gateway.py (`--runs 1 --only demo-tui,nginx`). What is measured beside is fetched into .build/bench.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh wrk nghttp2-client nginx-light util-linux unzip python3-venv
command -v java >/dev/null || Scripts/setup.sh default-jre-headless
tools=$PWD/.build/bench
jar=$tools/wiremock-standalone-2.35.1.jar
mkdir -p "$tools"
if [ ! -f "$jar" ]; then
    python3 -m pip download --quiet --no-deps --dest "$tools" wiremock==2.7.0
    unzip -q -j -o "$tools"/wiremock-2.7.0-*.whl 'wiremock/server/*.jar' -d "$tools"
fi
if [ ! -x "$tools/venv/bin/mitmdump" ]; then
    python3 -m venv "$tools/venv"
    "$tools/venv/bin/pip" install --quiet mitmproxy
fi
scratch=${SCRATCH:-Benchmarks/.build}
# Built as `make release` builds the program: with the runtime in shared libraries both are some 6 % slower.
bare() { swift build -c release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked --package-path Benchmarks --scratch-path "$scratch" "$@"; }
bare --product BareServer >&2
bare=$(bare --show-bin-path)/BareServer
exec python3 Scripts/bench-gateway.py --program "${PROGRAM:-.build/release/demo-tui}" --bare "$bare" --wiremock "$jar" \
    --mitmdump "$tools/venv/bin/mitmdump" "$@"
