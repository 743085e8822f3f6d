#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

// Parts of terminfo, which ncurses brings, that Swift cannot import: macros and functions with any number of parameters.
// Everything here runs on the main thread.

/// What is known about a terminal's type.
enum cn_type {
    /// It can show screens.
    CN_TYPE_FULL,
    /// There is no such type in the terminfo database.
    CN_TYPE_UNKNOWN,
    /// It cannot place the cursor: `dumb`, or a printer.
    CN_TYPE_DUMB
};

/// Loads the type, which the functions below then describe. Writes nothing.
enum cn_type cn_load_type(const char *name);

/// A string of the type by its name in terminfo, NULL if it has none.
const char *cn_terminfo(const char *name);

/// A number of the type; negative if it has none.
int cn_number(const char *name);

/// A flag of the type; 1 if it is set.
int cn_flag(const char *name);

/// Puts parameters into a string of terminfo. Returns the count of bytes, at most `room`.
int cn_fill(const char *text, int first, int second, char *buffer, int room);

/// True if the locale's characters are UTF-8. Call `cn_set_locale` first.
int cn_locale_is_utf8(void);

/// Takes the locale from the environment, for characters only. A UTF-8 locale that is not installed here becomes
/// C.UTF-8, so that a bare ssh session does not turn into ASCII.
void cn_set_locale(void);

#endif
