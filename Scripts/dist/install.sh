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
strip --strip-all --remove-section=.comment "$root/bin/demo-tui"
rm -rf "$share/demo-tui/fixtures"
cp -R Resources/fixtures "$share/demo-tui/fixtures"

Scripts/dist/completions.py "$binary" bash > "$share/bash-completion/completions/demo-tui"
Scripts/dist/completions.py "$binary" zsh > "$share/zsh/$zsh/_demo-tui"
Scripts/dist/completions.py "$binary" fish > "$share/fish/vendor_completions.d/demo-tui.fish"
rm -f "$man"/demo-tui*.1.gz
Scripts/dist/manual.py "$binary" "$man"
gzip -9n "$man"/demo-tui*.1

install -m 644 CHANGELOG.md "$doc/CHANGELOG.md"
Scripts/dist/copyright.py > "$doc/copyright"
for notice in .build/checkouts/*/NOTICE.txt; do
    printf '== %s ==\n\n' "$(basename "$(dirname "$notice")")"
    cat "$notice"
done > "$doc/NOTICE"
