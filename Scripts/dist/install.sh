#!/usr/bin/env bash
# Lays the program out: install.sh BINARY ROOT [zsh's folder of completions]. ROOT is a prefix such as /usr.
set -euo pipefail
cd "$(dirname "$0")/../.."
binary=$1 root=$2 share=$2/share
zsh=${3:-site-functions}
doc=$share/doc/demo-tui man=$share/man/man1

install -d "$root/bin" "$share/demo-tui" "$doc" "$man" "$share/bash-completion/completions" "$share/zsh/$zsh" \
    "$share/fish/vendor_completions.d"
install -m 755 "$binary" "$root/bin/demo-tui"
strip --strip-all --remove-section=.comment --remove-section=.swift_modhash "$root/bin/demo-tui"
rm -rf "$share/demo-tui/fixtures"
cp -R Resources/fixtures "$share/demo-tui/fixtures"

# Where no command fits, bash completes the name of a file: the document's.
"$binary" --generate-completion-script bash | sed '1d; s/^complete /&-o default /' > "$share/bash-completion/completions/demo-tui"
"$binary" --generate-completion-script zsh > "$share/zsh/$zsh/_demo-tui"
"$binary" --generate-completion-script fish > "$share/fish/vendor_completions.d/demo-tui.fish"
rm -f "$man"/demo-tui*.1.gz
Scripts/dist/manual.py "$binary" "$man"
gzip -9n "$man"/demo-tui*.1

install -m 644 CHANGELOG.md "$doc/CHANGELOG.md"
Scripts/dist/copyright.py > "$doc/copyright"
for notice in .build/checkouts/*/NOTICE.txt; do
    printf '== %s ==\n\n' "$(basename "$(dirname "$notice")")"
    cat "$notice"
done > "$doc/NOTICE"
