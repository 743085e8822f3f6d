#!/usr/bin/env bash
# Runs the engine's thread tests under the thread sanitizer, in a package of their own: the program and its packages need
# not be built. Arguments go to `swift test` (`--filter sequence`).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=${SCRATCH:-$root/.build/tsan}
mkdir -p "$package/Tests"
ln -sfn "$root/Sources" "$package/Sources"
rm -rf "$package/Tests/ThreadTests"
mkdir -p "$package/Tests/ThreadTests"
ln -sfn "$root/Tests/TestSupport" "$package/Tests/TestSupport"
for source in Scenery.swift Threads; do
    ln -s "$root/Tests/DemoManagerTests/$source" "$package/Tests/ThreadTests/$source"
done
cat > "$package/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let types: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let package = Package(
    name: "tsan",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.0"),
    ],
    targets: [
        .target(name: "WireFormats"),
        .target(name: "SourceTexts", dependencies: ["WireFormats", .product(name: "Yams", package: "Yams")]),
        .target(name: "DemoManager", dependencies: ["WireFormats", types]),
        .target(name: "DemoManagerFiles", dependencies: ["DemoManager", "SourceTexts", "WireFormats", types]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(
            name: "ThreadTests",
            dependencies: ["DemoManager", "DemoManagerFiles", "SourceTexts", "TestSupport", "WireFormats", types]),
    ],
    swiftLanguageModes: [.v6]
)
SWIFT
# A race ends the run with an error, at the first one.
export TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}" THREAD_COUNTS=1
swift test --package-path "$package" --sanitize=thread "$@"
