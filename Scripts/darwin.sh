#!/usr/bin/env bash
# Checks the types of the library's code for Apple's platforms on Linux; warnings are errors. Scripts/darwin declares the
# part of Apple's modules that the code uses, by their documentation. The code compiles then; whether it works stays open.
set -euo pipefail
cd "$(dirname "$0")/.."
modules=$(swift build --show-bin-path)/Modules
# SwiftPM names the package after its folder; declarations of the package are seen under the same name alone.
package=$(grep -m 1 '"-module-name","WireFormats"' .build/debug.yaml | grep -o '"-package-name","[^"]*' | cut -d '"' -f 4)
shims=.build/darwin
mkdir -p "$shims"
for shim in Scripts/darwin/*.swift; do
    name=$(basename "$shim" .swift)
    swiftc -emit-module -parse-as-library -swift-version 6 -module-name "$name" "$shim" -o "$shims/$name.swiftmodule"
done
for module in WireFormats SourceTexts DemoManager DemoManagerFiles DemoManagerURLSession; do
    # In the package's order: the compiler's answer depends on it.
    find "Sources/$module" -name '*.swift' | LC_ALL=C sort > "$shims/$module.sources"
    swiftc -typecheck -parse-as-library -swift-version 6 -warnings-as-errors -package-name "$package" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -Xfrontend -import-module -Xfrontend DarwinFoundation -I "$shims" -I "$modules" -module-name "$module" \
        -Xcc -fmodule-map-file=.build/checkouts/Yams/Sources/CYaml/include/module.modulemap \
        @"$shims/$module.sources"
done
echo "The library's code for Apple's platforms has no errors of types."
