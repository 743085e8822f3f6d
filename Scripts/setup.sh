#!/usr/bin/env bash
# Makes a fresh Debian machine ready: Swift is looked for, missing Debian packages are installed as root or through
# sudo. Says in one line what to do where it cannot.
set -euo pipefail

fail() { printf 'demo-tui: %s\n' "$1" >&2; exit 2; }

command -v swift >/dev/null 2>&1 \
    || fail "there is no Swift toolchain. Install Swift 6.2 or newer (https://www.swift.org/install/linux/) and try again."
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
read -r major minor <<<"${version:-0 0}"
if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
    fail "Swift $major.$minor is too old. Install Swift 6.2 or newer (https://www.swift.org/install/linux/) and try again."
fi

command -v dpkg-query >/dev/null 2>&1 || exit 0   # Not Debian: the compiler will name what is missing.

missing=()
for package in "$@"; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing+=("$package")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ]; then root=()
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then root=(sudo)
else fail "these Debian packages are missing; run: su -c 'apt-get install -y ${missing[*]}'"
fi
printf 'Installing Debian packages: %s\n' "${missing[*]}"
if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null 2>&1; then
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null \
        || fail "the packages could not be installed; run: apt-get update && apt-get install -y ${missing[*]}"
fi
