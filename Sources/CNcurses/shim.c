#define _GNU_SOURCE 1
#include "shim.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// After everything else: it turns `lines` and `columns` into macros.
#include <term.h>

enum cn_type cn_load_type(const char *name) {
    int found = 0;
    if (name == NULL || *name == '\0') return CN_TYPE_UNKNOWN;
    // Not even `TERM=unknown` and other generic types can be set up; ncurses answers 0 for both.
    if (setupterm((char *)name, STDOUT_FILENO, &found) != OK) {
        return found == 1 ? CN_TYPE_DUMB : CN_TYPE_UNKNOWN;
    }
    int usable = cn_terminfo("cup") != NULL && cn_terminfo("clear") != NULL && cn_flag("hc") <= 0;
    return usable ? CN_TYPE_FULL : CN_TYPE_DUMB;
}

const char *cn_terminfo(const char *name) {
    const char *text = tigetstr((char *)name);
    return text == (const char *)-1 ? NULL : text;
}

int cn_number(const char *name) { return tigetnum((char *)name); }

int cn_flag(const char *name) { return tigetflag((char *)name); }

int cn_fill(const char *text, int first, int second, char *buffer, int room) {
    const char *filled = tparm((char *)text, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
    size_t count = filled == NULL ? 0 : strlen(filled);
    if (count > (size_t)room) return 0;
    memcpy(buffer, filled, count);
    return (int)count;
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

int cn_locale_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }
