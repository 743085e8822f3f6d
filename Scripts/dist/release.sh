#!/usr/bin/env bash
# Builds the program as it is installed and shipped: optimised, with the Swift runtime inside, for every Linux with glibc 2.34.
# release.sh [SCRATCH]. No path of this machine gets into it.
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(realpath -m "${1:-.build}")
parts=$scratch/release-parts
mkdir -p "$parts"

# Foundation's ICU without the languages that the program never asks for. Two of glibc's functions and a class of C++'s library
# have younger versions on new systems; the program takes the older ones along.
[ -f "$parts/icu.o" ] || Scripts/dist/icu.py "$parts/icu.o"
clang -O2 -c Scripts/dist/old-libraries.c -o "$parts/old-libraries.o"
(cd "$parts" && ar x "$(gcc -print-file-name=libstdc++.a)" condition_variable.o)

commit=$(git rev-parse --short=9 HEAD 2>/dev/null || echo 'no commit')
[ -z "$(git status --porcelain 2>/dev/null)" ] || commit+=+changes
date=$(git log -1 --format=%cs 2>/dev/null || date -u +%F)
compiler=$(swift --version 2>/dev/null | sed -n 's/.*\(Swift\) version \([0-9.]*\).*/\1 \2/p' | head -n 1)
export DEMO_TUI_BUILD="$commit, $date, $compiler"

# Swift's own linker: the usual one here, gold, is no longer kept, and knows no script that leaves sections out.
flags=(--static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld)
# Code that nobody calls is left out, function by function. Without -internalize-at-link, all public ones stay.
flags+=(-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link -Xcc -ffunction-sections -Xcc -fdata-sections)
# Where the compiler knows the conformances of a generic type, the runtime need not search all of them by their names.
flags+=(-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
# Debug builds and the tests check for overlapping access; it is a tenth of the work of a request.
flags+=(-Xswiftc -enforce-exclusivity=unchecked)
# For `withoutActuallyEscaping`, the compiler writes the length of the source's real path into code: as a link, every scratch
# folder has a path of the same length.
link=/tmp/demo-tui-$(sha1sum <<<"$scratch" | cut -c 1-8)
rm -rf "$link"
ln -s "$scratch" "$link"
trap 'rm -f "$link"' EXIT
for folder in "$link=.build" "$scratch=.build" "$PWD=."; do
    flags+=(-Xswiftc -file-prefix-map -Xswiftc "$folder" -Xcc "-ffile-prefix-map=$folder")
done
# The linker's own build ID would depend on the debug information, which is not shipped.
flags+=(-Xlinker "--build-id=0x$(printf %s "$DEMO_TUI_BUILD" | sha1sum | cut -c 1-40)")
flags+=(-Xlinker -T -Xlinker "$PWD/Scripts/dist/discard.ld" -Xlinker --no-eh-frame-hdr)
flags+=(-Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)
for part in "$parts"/*.o; do flags+=(-Xlinker "$part"); done
for symbol in $(nm --defined-only "$parts"/*.o | sed -n 's/.* __wrap_//p'); do flags+=(-Xlinker "--wrap=$symbol"); done
swift build -c release --scratch-path "$link" --product demo-tui "${flags[@]}"
