#!/usr/bin/env bash
# Tries what `make dist` made where nothing of this machine is: fresh roots of Debian 12 and 13, and the image's own files.
# Needs root and debootstrap. ROOTS=FOLDER keeps the roots between runs (default .build/dist-roots); without it the first run
# loads about 200 MB from Debian's mirror.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8
skip() { echo "dist-test was skipped: $1."; exit 0; }
[ "$(id -u)" -eq 0 ] || skip "it needs root to make fresh roots of Debian; try: sudo make dist-test"
if [ -z "${DIST_TEST_INSIDE:-}" ]; then
    Scripts/setup.sh debootstrap tmux curl zstd skopeo cpio rpm lintian
    unshare --mount true 2>/dev/null || skip "this machine lets nobody mount"
    # What is mounted below vanishes with this process.
    DIST_TEST_INSIDE=1 exec unshare --mount --propagation private "$0" "$@"
fi
deb=$(ls dist/*.deb 2>/dev/null) || { echo "dist-test: there is no package; run: make dist" >&2; exit 1; }
roots=$(realpath -m "${ROOTS:-.build/dist-roots}")
work=$(mktemp -d)
socket=dist-test-$$
port=$((20000 + RANDOM % 20000))
failed=0
cleanup() {
    tmux -L "$socket" kill-server 2>/dev/null || true
    [ -z "${gateway:-}" ] || kill "$gateway" 2>/dev/null || true
    umount -R "$work"/*/proc 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap cleanup EXIT

say() { printf '%-10s %s\n' "$1" "$2"; }
wrong() { say "$1" "WRONG: $2"; failed=1; }

# A command in a root, with an environment of its own.
inside() {
    local root=$1
    shift
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp TERM=xterm-256color LC_ALL=C.UTF-8 "$@"
}

# screen NAME ROOT TEXT WORD...: starts a program in a real terminal and waits for a text of its first screen.
screen() {
    local name=$1 root=$2 text=$3 start shown=
    shift 3
    start=$(date +%s%N)
    tmux -L "$socket" -f /dev/null new-session -d -x 96 -y 26 \
        "chroot $root ${program:-/usr/bin/env -i PATH=/usr/bin:/bin HOME=/tmp TERM=xterm-256color LC_ALL=C.UTF-8 demo-tui} $*; sleep 1"
    for _ in $(seq 300); do
        shown=$(tmux -L "$socket" capture-pane -p 2>/dev/null || true)
        [[ $shown == *"$text"* ]] && break
        sleep 0.05
    done
    if [[ $shown == *"$text"* ]]; then
        say "$name" "the first screen of ${*:-Harbor} after $((($(date +%s%N) - start) / 1000000)) ms: $(grep -m 1 -F "$text" <<<"$shown" | sed 's/[─│╭╮╰╯ ][─│╭╮╰╯ ]*/ /g' | cut -c1-60)"
    else
        wrong "$name" "the first screen of ${*:-Harbor} never shows $text:"
        printf '%s\n' "$shown"
    fi
    tmux -L "$socket" kill-server 2>/dev/null || true
    sleep 0.3
}

# The gateway answers a client outside the root. It is started as its user would, and ended by its number.
gateway() {
    local name=$1 root=$2 reply=
    port=$((port + 1))
    chroot "$root" ${program:-/usr/bin/env -i PATH=/usr/bin:/bin HOME=/tmp demo-tui} gateway /tmp/bookshop.yaml --port $port --quiet \
        > "$work/gateway.log" 2>&1 & gateway=$!
    for _ in $(seq 100); do
        reply=$(curl -s "http://127.0.0.1:$port/books?limit=1" || true)
        [ -n "$reply" ] && break
        sleep 0.1
    done
    kill $gateway 2>/dev/null || true
    wait $gateway 2>/dev/null || true
    gateway=
    case $reply in
        *title*) say "$name" "the gateway answers curl: $(cut -c1-60 <<<"$reply")" ;;
        *) wrong "$name" "the gateway says: $reply $(cat "$work/gateway.log")" ;;
    esac
}

files() { (cd "$1" && find etc usr opt var/lib -xdev ! -path 'var/lib/apt/*' ! -path 'var/lib/dpkg/*' ! -path '*/__pycache__*' | sort); }

for suite in bookworm trixie; do
    fresh=$roots/$suite
    if [ ! -f "$fresh.ready" ]; then
        rm -rf --one-file-system "$fresh"
        mkdir -p "$roots"
        debootstrap --variant=minbase $suite "$fresh" > "$roots/$suite.log" 2>&1 \
            || { tail -n 3 "$roots/$suite.log"; skip "no fresh root of Debian $suite can be made"; }
        touch "$fresh.ready"
    fi
    root=$work/$suite
    cp -a "$fresh" "$root"
    mount -t proc proc "$root/proc"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    printf 'Acquire::Check-Valid-Until "false";\n' > "$root/etc/apt/apt.conf.d/99dist-test"
    cp "$deb" Documentation/Tutorials/bookshop.yaml "$root/tmp/"
    inside "$root" apt-get update -qq > "$work/apt.log" 2>&1 || { cat "$work/apt.log"; skip "Debian's mirror does not answer"; }
    files "$root" > "$work/before"
    start=$(date +%s)
    inside "$root" DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "/tmp/$(basename "$deb")" > "$work/apt.log" 2>&1 \
        || { cat "$work/apt.log"; wrong $suite "the package cannot be installed"; continue; }
    say $suite "installed in $(($(date +%s) - start)) s with $(grep -c '^Setting up' "$work/apt.log") packages"
    say $suite "$(inside "$root" demo-tui --version)"
    screen $suite "$root" Maya
    screen $suite "$root" 'of 57' /tmp/bookshop.yaml --demo
    gateway $suite "$root"
    inside "$root" demo-tui check /tmp/bookshop.yaml > "$work/check" 2>&1 || wrong $suite "check: $(head -n 3 "$work/check")"
    inside "$root" bash -c '. /usr/share/bash-completion/completions/demo-tui && complete -p demo-tui' > /dev/null \
        || wrong $suite "bash cannot read its completions"
    mkdir "$root/tmp/archive"
    tar -C "$root/tmp/archive" -xf dist/*.tar.xz
    say $suite "tar.xz: $(inside "$root" bash -c '/tmp/archive/demo-tui-*/bin/demo-tui --version' 2>&1 | head -n 1)"
    inside "$root" DEBIAN_FRONTEND=noninteractive apt-get purge --yes --autoremove demo-tui > "$work/apt.log" 2>&1
    files "$root" > "$work/after"
    left=$(comm -13 "$work/before" "$work/after" | grep -v '^etc/ld.so.cache$' || true)
    [ -z "$left" ] && say $suite "removing it leaves nothing" || wrong $suite "removing it leaves: $left"

    umount "$root/proc"
done

# The image: its files alone, without a container engine.
image=$(ls dist/*-oci-*.tar)
mkdir "$work/layout" "$work/rootfs"
skopeo copy --quiet "oci-archive:$image" "dir:$work/layout" || wrong image "skopeo cannot read it"
layer=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["layers"][0]["digest"][7:])' "$work/layout/manifest.json")
tar -C "$work/rootfs" --zstd -xpf "$work/layout/$layer"
root=$work/rootfs
mkdir -p "$root/proc"
mount -t proc proc "$root/proc"
cp Documentation/Tutorials/bookshop.yaml "$root/tmp/"
program='/usr/bin/demo-tui'
export HOME=/tmp TERM=xterm-256color LANG=C.UTF-8
say image "$(chroot "$root" /usr/bin/demo-tui --version)"
screen image "$root" Maya
screen image "$root" 'of 57' /tmp/bookshop.yaml --demo
gateway image "$root"
umount "$root/proc"
say image "skopeo: $(skopeo inspect "oci-archive:$image" | python3 -c 'import json, sys; i = json.load(sys.stdin); print(i["Os"], i["Architecture"], len(i["Layers"]), "layer", i["Labels"]["org.opencontainers.image.version"])')"

rpm -qp --requires dist/*.rpm 2>/dev/null | grep -q 'libc.so.6(GLIBC_2.34)(64bit)' || wrong rpm "it does not say which glibc it needs"
say rpm "$(rpm2cpio dist/*.rpm | cpio -t 2>/dev/null | wc -l) files; it is not installed anywhere here"
lintian --fail-on error,warning "$deb" > "$work/lintian" 2>&1 || { cat "$work/lintian"; wrong lintian "see above"; }
say lintian "$(grep -c '^E:' "$work/lintian" || true) errors, $(grep -c '^W:' "$work/lintian" || true) warnings"
(cd dist && sha256sum --quiet --check SHA256SUMS) && say sums "right" || wrong sums "SHA256SUMS does not fit the files"
exit $failed
