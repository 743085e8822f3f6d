#!/usr/bin/env bash
# A package that depends on this checkout as others do, with `traits: []`: it must resolve swift-http-types and Yams and
# nothing else, and the Swift of README.md and of the pages about the library must work when pasted into it. Every fence whose first line
# imports a module of ours is taken: as a program, built and run, or as tests where it imports Testing.
#
# Scripts/consumer.sh [FOLDER]: FOLDER (default .build/consumer) keeps what was built for the next time.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/.build/consumer}
mkdir -p "$folder"
cd "$folder"
rm -rf Sources Tests Package.swift
# The package's identity is its folder's name, and a checkout may have any.
ln -sfn "$root" demo-tui

# Fences as snippets/README_<line>.swift, by the page and the line they begin in.
rm -rf snippets && mkdir snippets
awk '
    FNR == 1 { page = FILENAME; sub(/.*\//, "", page); sub(/\.md$/, "", page) }
    /^```/ && file { close(file); file = ""; next }
    /^```swift *$/ { line = FNR; wait = 1; next }
    wait { wait = 0; if ($0 ~ /^import DemoManager(Files|URLSession|Testing)?$/) file = "snippets/" page "_" line ".swift" }
    file { print > file }
' "$root"/README.md "$root"/Documentation/{Library,Migrating,DemoBuilds}.md
count=$(find snippets -name '*.swift' | wc -l)
if [ "$count" -eq 0 ]; then
    echo "README.md and the pages about the library have no Swift that begins with \`import DemoManager\`." >&2
    exit 1
fi

targets="" programs="" tests=""
for snippet in $(find snippets -name '*.swift' | sort -V); do
    name=$(basename "$snippet" .swift)
    products=""
    for module in DemoManager DemoManagerFiles DemoManagerURLSession DemoManagerTesting; do
        if grep -q "^import $module$" "$snippet"; then products+=".product(name: \"$module\", package: \"demo-tui\"), "; fi
    done
    if grep -q '^import Testing$' "$snippet"; then
        kind=testTarget path=Tests/$name file=$name.swift
        tests+=" $name"
    else
        kind=executableTarget path=Sources/$name file=main.swift
        programs+=" $name"
    fi
    mkdir -p "$path"
    cp "$snippet" "$path/$file"
    targets+="        .$kind(name: \"$name\", dependencies: [$products], path: \"$path\"),"$'\n'
done
cat > Package.swift <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "demo-tui", traits: [])],
    targets: [
$targets    ],
    swiftLanguageModes: [.v6]
)
EOF

# Older tools read a manifest of their own, without traits: it must say the same.
mkdir -p older
ln -sfn "$root/Sources" older/Sources
ln -sf "$root/Package.swift" older/Package.swift
swift package --package-path older describe --type json > older.json

swift package show-dependencies --format json > dependencies.json
python3 - <<'EOF'
import json, sys

def below(node):
    for child in node["dependencies"]:
        yield child
        yield from below(child)

with open("older.json") as file:
    older = json.load(file)
products = sorted(product["name"] for product in older["products"])
if products != ["DemoManager", "DemoManagerFiles", "DemoManagerTesting", "DemoManagerURLSession"]:
    sys.exit(f"Package.swift has the products {products}.")

with open("dependencies.json") as file:
    graph = json.load(file)
found = {node["identity"]: node for node in below(graph)}
found.pop("demo-tui", None)
for identity, node in sorted(found.items()):
    print(identity, node["version"])
if sorted(found) != ["swift-http-types", "yams"]:
    sys.exit(f"A consumer with traits: [] resolves {len(found)} packages; it must be swift-http-types and Yams alone.")
EOF

if [ -n "$tests" ]; then swift build --build-tests; else swift build; fi
for program in $programs; do
    echo "${program/_/.md:}: runs"
    timeout 60 "$(swift build --show-bin-path)/$program" || {
        echo "${program/_/.md:}: the program failed" >&2
        exit 1
    }
done
if [ -n "$tests" ]; then swift test --skip-build; fi
echo "A consumer resolves 2 packages, and the $count programs and tests of README.md and the pages about the library work."
