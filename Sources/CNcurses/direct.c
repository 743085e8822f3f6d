#define _GNU_SOURCE 1
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// After everything else: it turns `lines` and `columns` into macros.
#include <term.h>

// The layout is that of term(5), with numbers of 32 bits.

enum { MAGIC = 01036, ROOM = 32768 };

struct entry {
    unsigned char bytes[ROOM];
    int count;
};

static void add_bytes(struct entry *entry, const void *bytes, int count) {
    if (entry->count + count > ROOM) return;
    memcpy(entry->bytes + entry->count, bytes, (size_t)count);
    entry->count += count;
}

static void add_short(struct entry *entry, int value) {
    unsigned char bytes[2] = {value & 255, value >> 8 & 255};
    add_bytes(entry, bytes, 2);
}

static void add_long(struct entry *entry, int value) {
    add_short(entry, value);
    add_short(entry, value >> 16);
}

static void add_even(struct entry *entry) {
    if (entry->count % 2 != 0) add_bytes(entry, "", 1);
}

static int length(NCURSES_CONST char *const names[]) {
    int count = 0;
    while (names[count] != NULL) count++;
    return count;
}

/// The value of a string capability in the new description; NULL for none.
static const char *direct_string(const char *name) {
    static const char *const others[] = {"setf", "setb", "initc", "initp", "oc"};
    if (strcmp(name, "setaf") == 0) return "\033[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm";
    if (strcmp(name, "setab") == 0) return "\033[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm";
    for (int i = 0; i < 5; i++) {
        if (strcmp(name, others[i]) == 0) return NULL;
    }
    return cn_terminfo(name);
}

static int direct_number(const char *name) {
    if (strcmp(name, "colors") == 0) return 1 << 24;
    if (strcmp(name, "pairs") == 0) return 32767;
    int value = tigetnum((char *)name);
    return value < 0 ? -1 : value;
}

static void describe(struct entry *entry, const char *type) {
    int bools = length(boolnames), numbers = length(numnames), strings = length(strnames);
    struct entry *table = calloc(1, sizeof *table);
    short *offsets = calloc((size_t)strings, sizeof *offsets);
    if (table == NULL || offsets == NULL) goto end;
    for (int i = 0; i < strings; i++) {
        const char *text = direct_string(strnames[i]);
        offsets[i] = text == NULL ? -1 : (short)table->count;
        if (text != NULL) add_bytes(table, text, (int)strlen(text) + 1);
    }
    // The second name keeps the first from being taken for a description.
    char names[256];
    snprintf(names, sizeof names, "%s|24 bits", type);
    int header[] = {MAGIC, (int)strlen(names) + 1, bools, numbers, strings, table->count};
    for (int i = 0; i < 6; i++) add_short(entry, header[i]);
    add_bytes(entry, names, header[1]);
    for (int i = 0; i < bools; i++) {
        unsigned char is_set = strcmp(boolnames[i], "ccc") != 0 && tigetflag((char *)boolnames[i]) > 0;
        add_bytes(entry, &is_set, 1);
    }
    add_even(entry);
    for (int i = 0; i < numbers; i++) add_long(entry, direct_number(numnames[i]));
    for (int i = 0; i < strings; i++) add_short(entry, offsets[i]);
    add_bytes(entry, table->bytes, table->count);
    add_even(entry);
    // The extension: one flag, RGB, by which ncurses takes a colour's number for its bits.
    int extension[] = {1, 0, 0, 1, 4};
    for (int i = 0; i < 5; i++) add_short(entry, extension[i]);
    add_bytes(entry, "\1", 2);
    add_short(entry, 0);
    add_bytes(entry, "RGB", 4);
end:
    free(table);
    free(offsets);
}

char *cn_direct_description(const char *type) {
    int found = 0;
    if (setupterm((char *)type, STDOUT_FILENO, &found) != OK) return NULL;
    struct entry *entry = tigetnum("colors") < 8 ? NULL : calloc(1, sizeof *entry);
    char *text = NULL;
    if (entry != NULL) describe(entry, type);
    // A full entry was cut.
    if (entry != NULL && entry->count < ROOM - 256) text = malloc((size_t)entry->count * 2 + 5);
    if (text != NULL) {
        strcpy(text, "hex:");
        for (int i = 0; i < entry->count; i++) snprintf(text + 4 + 2 * i, 3, "%02X", entry->bytes[i]);
    }
    free(entry);
    del_curterm(cur_term);
    return text;
}
