#!/usr/bin/env bash
# Makes the pictures of README and Documentation from the real program in a real terminal.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh tmux python3 curl
program=${1:-$PWD/.build/debug/demo-tui}
scratch=$(mktemp -d)
socket=shots
# The program may still write its last view while it ends.
clean() {
    tmux -L "$socket" kill-server 2>/dev/null || true
    rm -rf "$scratch" 2>/dev/null || { sleep 1; rm -rf "$scratch"; }
}
trap clean EXIT
columns=96 rows=26
mkdir -p Documentation/Images

# Waits until the screen shows a text.
await() {
    for _ in $(seq 200); do
        [[ $(tmux -L "$socket" capture-pane -p) == *"$1"* ]] && return
        sleep 0.1
    done
    echo "demo-tui: the screen never showed \"$1\"" >&2
    exit 1
}

# What the program opens, and a text of its first screen.
open=() first=Maya

# The terminal of the pictures, and its background if that is light.
terminal='TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8' background=

# shot NAME WAIT-FOR KEY...: starts the program, presses keys, waits for a text, writes the picture.
shot() {
    local name=$1 text=$2
    shift 2
    tmux -L "$socket" kill-server 2>/dev/null || true
    # A server of its own: the last one may still be on its way out.
    socket=shots-${name//\//-}
    tmux -L "$socket" -f /dev/null new-session -d -x "$columns" -y "$rows" \
        "env HOME=$scratch XDG_DATA_HOME=$scratch XDG_STATE_HOME=$scratch/${name//\//-} $terminal '$program' ${open[*]}"
    await "$first"
    for key in "$@"; do
        tmux -L "$socket" send-keys "$key"
        sleep 0.5
    done
    await "$text"
    tmux -L "$socket" capture-pane -e -p | python3 Scripts/screenshot.py "$columns" "$rows" $background > "Documentation/Images/$name.svg"
    echo "Documentation/Images/$name.svg"
}

# looks SETTING TERMINAL OPTION...: the screens of Documentation/Looks.md in one setting of a terminal.
looks() {
    local setting=$1
    terminal=$2
    shift 2
    open=("$@") columns=106 rows=30
    shot "looks/$setting-list" 'of 5,000' 2 j j j
    shot "looks/$setting-item" 'Housing' D 5
    shot "looks/$setting-failures" 'Make it fail' 2 c j j j
    shot "looks/$setting-journal" 'Journal' 4 d 2 L
    shot "looks/$setting-exchange" 'Operation: listTransactions' 2 v Right Right
    shot "looks/$setting-form" 'An e-mail address' 1 e Down
    shot "looks/$setting-conversation" 'write a message' 3
    shot "looks/$setting-stubs" 'Stubs' D 2 S j
    open=() background='' terminal='TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8'
}

# frame SECONDS TEXT CAPTION [KEY...]: presses keys, waits for a text, and prints the screen as one of a film.
frame() {
    local seconds=$1 text=$2 caption=$3
    shift 3
    for key in "$@"; do
        tmux -L "$socket" send-keys "$key"
        sleep 0.5
    done
    await "$text" >&2
    printf '\f%s %s\n' "$seconds" "$caption"
    tmux -L "$socket" capture-pane -e -p
}

# The README's: one round through the switches.
film() {
    shot film Maya > /dev/null
    {
        frame 2.5 Maya 'Live: the answers of a real backend'
        frame 2.5 'of 5,000' '2   another screen, 5,000 rows' 2
        frame 2.5 "isn't ready" '4   this one has no backend yet' 4
        frame 3 MIXED 'd   demo data, for this screen alone' d
        frame 2.5 DEMO 'D   everything is demo, no connection is made' D
        frame 2.5 'Make it fail' 'c   what shall happen?' c
        frame 2 'Make it fail' 'j j   403' j j
        frame 3 'Cards · ✗ 403' 'Enter   and so the screen looks when that happens' Enter
        frame 2.5 'MIXED' 'D   back to live, as it was' D
    } | python3 Scripts/screenshot.py "$columns" "$rows" film > Documentation/Images/film.svg
    echo Documentation/Images/film.svg
}

[ "${2:-}" = film ] && { film; exit 0; }

[ "${2:-}" = tutorial ] || [ "${2:-}" = pictures ] || {
mkdir -p Documentation/Images/looks
looks dark 'TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8' --theme dark
background=light looks light 'TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8' --theme light
looks 256 'TERM=xterm-256color COLORTERM= LC_ALL=C.UTF-8' --theme dark
looks 16 'TERM=xterm COLORTERM= LC_ALL=C.UTF-8' --theme dark
looks none 'TERM=xterm-256color NO_COLOR=1 LC_ALL=C.UTF-8'
looks ascii 'TERM=vt100 COLORTERM= LC_ALL=C'
}
[ "${2:-}" != looks ] || exit 0

[ "${2:-}" = tutorial ] || {
film
columns=120 rows=36
shot transactions 'of 5,000' 2 j j j
columns=96 rows=26
shot not-ready "isn't ready" 4
shot condition 'Make it fail' 2 D c j j j j
shot journal 'Journal' 4 d 2 L
shot stubs 'Stubs' 2 D S j j
}

# The gateway's: what a client asks before the switch, behind it and with a condition. Its server is a gateway, too.
"$program" gateway Documentation/Tutorials/bookshop.yaml --port 18471 --quiet >/dev/null & server=$!
trap 'kill "$server" 2>/dev/null || true; clean' EXIT
ask() {
    for path in "$@"; do curl -s -o /dev/null "http://127.0.0.1:18470$path"; done
}
open=(gateway Documentation/Tutorials/bookshop.yaml --port 18470 --upstream http://127.0.0.1:18471 --tui) first='No request yet'
columns=110
shot gateway 'No request yet'
ask /books /books /orders
tmux -L "$socket" send-keys D
await DEMO
ask /books /orders '/books?genre=science'
sleep 0.5
for key in c j j j j Enter; do
    tmux -L "$socket" send-keys "$key"
    sleep 0.5
done
ask /books
sleep 0.5
tmux -L "$socket" capture-pane -e -p | python3 Scripts/screenshot.py "$columns" "$rows" > Documentation/Images/gateway.svg
columns=96

# The tutorial's.
open=(Documentation/Tutorials/bookshop.yaml --demo) first='of 57'
shot books 'of 57' Tab j j
shot book-form 'at least 0' Tab j e Down Down Down C-u - 1 C-s
shot book-conditions 'Make it fail' c j j j j
