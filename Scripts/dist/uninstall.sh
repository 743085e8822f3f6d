#!/usr/bin/env bash
# Removes what install.sh put below a prefix: uninstall.sh ROOT
set -euo pipefail
share=$1/share
rm -f "$1/bin/demo-tui" "$share/bash-completion/completions/demo-tui" "$share/zsh/site-functions/_demo-tui" \
    "$share/fish/vendor_completions.d/demo-tui.fish" "$share"/man/man1/demo-tui{,-*}.1.gz
rm -rf "$share/demo-tui" "$share/doc/demo-tui"
