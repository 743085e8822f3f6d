#define _GNU_SOURCE 1
#include "shim.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// After everything else: it turns `lines` and `columns` into macros.
#include <term.h>

static cchar_t run[4096];
static int run_count, run_y, run_x;
static int cursor_shown = -1;

enum cn_type cn_check_type(const char *name) {
    int found = 0;
    if (name == NULL || *name == '\0') return CN_TYPE_UNKNOWN;
    // Not even `TERM=unknown` and other generic types can be set up; ncurses answers 0 for both.
    if (setupterm((char *)name, STDOUT_FILENO, &found) != OK) {
        return found == 1 ? CN_TYPE_DUMB : CN_TYPE_UNKNOWN;
    }
    const char *place = cn_terminfo("cup");
    int usable = place != NULL && cn_terminfo("clear") != NULL && !tigetflag("hc");
    del_curterm(cur_term);
    return usable ? CN_TYPE_FULL : CN_TYPE_DUMB;
}

const char *cn_terminfo(const char *name) {
    const char *text = tigetstr((char *)name);
    return text == (const char *)-1 ? NULL : text;
}

void cn_set_locale(void) {
    if (setlocale(LC_CTYPE, "") != NULL) return;
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL || *value == '\0') continue;
        const char *charset = strchr(value, '.');
        if (charset != NULL && (strncasecmp(charset, ".utf8", 5) == 0 || strncasecmp(charset, ".utf-8", 6) == 0)) {
            setlocale(LC_CTYPE, "C.UTF-8");
        }
        return;
    }
}

int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

int cn_locale_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

/// `newterm` with a description of the type for 24 bits. The environment is as before afterwards: editors read it, too.
static SCREEN *newterm_direct(const char *type) {
    char *description = cn_direct_description(type);
    const char *own = getenv("TERMINFO");
    char *kept = own == NULL ? NULL : strdup(own);
    if (description != NULL) setenv("TERMINFO", description, 1);
    SCREEN *screen = newterm((char *)type, stdout, stdin);
    if (kept != NULL) setenv("TERMINFO", kept, 1); else unsetenv("TERMINFO");
    free(kept);
    free(description);
    return screen;
}

int cn_open(const char *type, cn_colors colors) {
    fflush(stdout);
    // newterm, never initscr: that one ends the process when it fails.
    SCREEN *screen =
        colors == CN_COLORS_DIRECT ? newterm_direct(type) : newterm((char *)type, stdout, stdin);
    if (screen == NULL) return ERR;
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    // Do not look for typed keys in the middle of an update: they are read elsewhere, and it costs a poll a row.
    typeahead(-1);
    if (colors != CN_COLORS_NONE && has_colors() && start_color() == OK) use_default_colors();
    return OK;
}

int cn_baud_rate(void) { return baudrate(); }

int cn_color_count(void) { return COLOR_PAIRS > 1 ? COLORS : 0; }

void cn_run_begin(int y, int x) {
    run_y = y;
    run_x = x;
    run_count = 0;
}

void cn_run_add(uint32_t scalar, attr_t attributes, int pair) {
    uint32_t scalars[1] = {scalar};
    cn_run_add_marked(scalars, 0, attributes, pair);
}

void cn_run_add_marked(const uint32_t *scalars, int count, attr_t attributes, int pair) {
    wchar_t text[6] = {0};
    if (run_count >= (int)(sizeof run / sizeof *run)) return;
    for (int i = 0; i <= count && i < 5; i++) text[i] = (wchar_t)scalars[i];
    if (setcchar(&run[run_count], text, attributes, 0, &pair) == OK) run_count++;
}

void cn_run_end(void) {
    // Adds without moving on to the next line and without scrolling, whatever the width.
    if (run_count > 0) mvwadd_wchnstr(stdscr, run_y, run_x, run, run_count);
}

void cn_flush(int y, int x) {
    int shown = x >= 0;
    // A hidden cursor may stay where the last change left it: that saves a movement each time.
    leaveok(stdscr, !shown);
    if (shown) wmove(stdscr, y, x);
    if (shown != cursor_shown) {
        curs_set(shown);
        cursor_shown = shown;
    }
    wnoutrefresh(stdscr);
    doupdate();
}

void cn_reenter(void) {
    reset_prog_mode();
    if (keypad_xmit != NULL) putp(keypad_xmit);
    fflush(stdout);
    curs_set(cursor_shown == 1 ? 0 : 1);
    cursor_shown = -1;
    cn_repaint();
}

static char *collected;
static int collected_count, collected_room;

static int collect(int character) {
    if (collected_count < collected_room) collected[collected_count++] = (char)character;
    return character;
}

int cn_restore_bytes(char *buffer, int room) {
    const char *names[] = {"rmkx", "sgr0", "op", "cnorm", "rmcup"};
    collected = buffer;
    collected_count = 0;
    collected_room = room;
    for (int i = 0; i < 5; i++) {
        const char *text = cn_terminfo(names[i]);
        if (text == NULL || (strcmp(names[i], "op") == 0 && COLOR_PAIRS <= 1)) continue;
        tputs(text, 1, collect);
    }
    return collected_count;
}
