#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

// What Swift cannot import from wide ncurses: macros, `stdscr`, `cchar_t`. Everything here runs on the main thread.
// Functions that touch the screen return ncurses' OK or ERR.

#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <stdint.h>
#include <wchar.h>

/// What is known about a terminal's type.
enum cn_type {
    /// It can show screens.
    CN_TYPE_FULL,
    /// There is no such type in the terminfo database.
    CN_TYPE_UNKNOWN,
    /// It cannot place the cursor: `dumb`, or a printer.
    CN_TYPE_DUMB
};

/// Looks the type up. Writes nothing.
enum cn_type cn_check_type(const char *name);

/// The colours to use.
typedef enum cn_colors {
    CN_COLORS_NONE,
    /// The colours of the terminal's type.
    CN_COLORS_OF_TYPE,
    /// 24 bits, whatever the type says. A type without colours stays without.
    CN_COLORS_DIRECT
} cn_colors;

/// Sets the screen up for a type with `newterm`: raw, no echo, keys in application mode, no cursor. What the terminal is to be sent
/// waits for the first `cn_flush`.
int cn_open(const char *type, cn_colors colors);

/// The bits a second of the line; 38,400 or more where there is none.
int cn_baud_rate(void);

/// The number of colours; 1 << 24 if a colour is its 24 bits, 0 without colours.
int cn_color_count(void);

/// Describes a terminal's type again with colours of 24 bits: ncurses takes a description in `TERMINFO` (terminfo(5),
/// "hex:"). Returns the variable's value, which the caller frees; NULL if the type has fewer than 8 colours.
char *cn_direct_description(const char *type);

/// True if the locale's characters are UTF-8. Call `cn_set_locale` first.
int cn_locale_is_utf8(void);

/// Takes the locale from the environment, for characters only. A UTF-8 locale that is not installed here becomes
/// C.UTF-8, so that a bare ssh session does not turn into ASCII.
void cn_set_locale(void);

/// Makes colour pair `pair` of two colours; -1 is the terminal's own. Returns 0, or -1 if there are no more pairs.
static inline int cn_init_pair(int pair, int foreground, int background) {
    return init_extended_pair(pair, foreground, background) == OK ? 0 : -1;
}

static inline attr_t cn_bold(void) { return A_BOLD; }
static inline attr_t cn_dim(void) { return A_DIM; }
static inline attr_t cn_reverse(void) { return A_REVERSE; }
static inline attr_t cn_underline(void) { return A_UNDERLINE; }

/// Starts a run of cells at a place.
void cn_run_begin(int y, int x);
/// Adds a cell to the run: a scalar that `wcwidth` gives the width the caller thinks of.
void cn_run_add(uint32_t scalar, attr_t attributes, int pair);
/// Adds a scalar with `count` marks (at most 4) over it.
void cn_run_add_marked(const uint32_t *scalars, int count, attr_t attributes, int pair);
/// Puts the run on the screen of ncurses; nothing is sent yet.
void cn_run_end(void);

/// Makes ncurses send this row whole next time, whatever it believes is there.
static inline void cn_redraw_row(int y) { wredrawln(stdscr, y, 1); }

/// Makes ncurses clear the terminal and send everything next time.
static inline void cn_repaint(void) {
    clearok(curscr, TRUE);
    touchwin(stdscr);
}

/// Empties the screen of ncurses; nothing is sent yet.
static inline void cn_erase(void) { werase(stdscr); }

/// Sends what changed, in one write where it fits. The cursor is shown at a place, or hidden with x < 0.
void cn_flush(int y, int x);

/// Tells ncurses the terminal's size.
static inline int cn_resize(int rows, int columns) { return resize_term(rows, columns); }

static inline int cn_rows(void) { return getmaxy(stdscr); }
static inline int cn_columns(void) { return getmaxx(stdscr); }

/// The columns the C library gives a scalar, which is what ncurses counts with; -1 for none.
int cn_width(uint32_t scalar);

/// Leaves the screen: the terminal is as it was before `cn_open`. The next `cn_flush` enters it again.
static inline int cn_leave(void) { return endwin(); }

/// Sets the terminal's modes for the screen again, after somebody else changed them.
void cn_reenter(void);

/// The bytes that end what `cn_open` begins, for the guard. Returns their count, at most `room`.
int cn_restore_bytes(char *buffer, int room);

/// A string from the terminfo database by its name, NULL if the terminal has none.
const char *cn_terminfo(const char *name);

#endif
